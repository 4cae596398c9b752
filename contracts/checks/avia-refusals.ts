/** Checks of what every avia operation refuses, and how (parts 2.2, 4, 5 and 7). */
import type { Check } from '../check.ts';
import { field, isAvia } from '../subjects.ts';
import type { Exchange } from '../trace.ts';
import {
  invalidTokenIsRefused,
  issuedTokenIsAccepted,
  missingTokenIsRefused,
  refusalsCarryCodeAndMessage,
  successIsBoolean,
} from './refusals.ts';

/** A void that says success false is the matter of a clause of its own. */
const isFailedVoid = ({ operation, response }: Exchange): boolean =>
  operation === 'ticket-cancel' && field(response?.body, 'success') === false;

export const aviaRefusalsChecks: readonly Check[] = [
  refusalsCarryCodeAndMessage('avia-refusal.carries-code-and-message', isAvia, {
    isSupplierApart: false,
    apart: { isApart: isFailedVoid, clause: 'ticket-cancel.failure-carries-an-error' },
  }),
  successIsBoolean('avia-refusal.success-is-a-boolean', isAvia),
  issuedTokenIsAccepted('avia-bearer.issued-token-is-accepted', isAvia),
  missingTokenIsRefused('avia-bearer.missing-token-is-refused', isAvia),
  invalidTokenIsRefused('avia-bearer.invalid-token-is-refused', isAvia),
];
