/** The rules a world follows where a deviation of one reply would not do, and how a healthy world sets them. */
import { healthyAccessRules } from './access/healthy-rules.ts';
import type { AccessRules } from './access/rules.ts';
import { healthyFlightRules } from './avia/healthy-rules.ts';
import type { FlightRules } from './avia/rules.ts';
import { healthyHotelRules } from './hotels/healthy-rules.ts';
import type { HotelRules } from './hotels/rules.ts';

export type Rules = AccessRules & HotelRules & FlightRules;

export const healthyRules: Rules = { ...healthyAccessRules, ...healthyHotelRules, ...healthyFlightRules };
