/** Checks of what every avia operation refuses, and how (parts 4, 5 and 7). */
import type { Check } from '../check.ts';
import { isAvia } from '../subjects.ts';
import {
  invalidTokenIsRefused,
  issuedTokenIsAccepted,
  missingTokenIsRefused,
  refusalsCarryCodeAndMessage,
} from './refusals.ts';

export const aviaRefusalsChecks: readonly Check[] = [
  refusalsCarryCodeAndMessage('avia-refusal.carries-code-and-message', isAvia, { isSupplierApart: false }),
  issuedTokenIsAccepted('avia-bearer.issued-token-is-accepted', isAvia),
  missingTokenIsRefused('avia-bearer.missing-token-is-refused', isAvia),
  invalidTokenIsRefused('avia-bearer.invalid-token-is-refused', isAvia),
];
