/** The rules a world follows where a deviation of one reply would not do, and how a healthy world sets them. */
import { type AccessRules, healthyAccessRules } from './access/rules.ts';
import { type FlightRules, healthyFlightRules } from './avia/rules.ts';
import { type HotelRules, healthyHotelRules } from './hotels/rules.ts';

export type Rules = AccessRules & HotelRules & FlightRules;

export const healthyRules: Rules = { ...healthyAccessRules, ...healthyHotelRules, ...healthyFlightRules };
