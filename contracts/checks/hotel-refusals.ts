/** Checks of what every hotel operation refuses, and how (parts 4, 5 and 7). */
import type { Check } from '../check.ts';
import { isHotel } from '../subjects.ts';
import {
  invalidTokenIsRefused,
  issuedTokenIsAccepted,
  missingTokenIsRefused,
  refusalsCarryCodeAndMessage,
} from './refusals.ts';

export const hotelRefusalsChecks: readonly Check[] = [
  refusalsCarryCodeAndMessage('hotel-refusal.carries-code-and-message', isHotel, { isSupplierApart: true }),
  issuedTokenIsAccepted('hotel-bearer.issued-token-is-accepted', isHotel),
  missingTokenIsRefused('hotel-bearer.missing-token-is-refused', isHotel),
  invalidTokenIsRefused('hotel-bearer.invalid-token-is-refused', isHotel),
];
