/** Checks of what every avia operation refuses, and how (parts 4, 5 and 7). */
import type { Check } from '../check.ts';
import { field, isAvia } from '../subjects.ts';
import type { Exchange } from '../trace.ts';
import {
  invalidTokenIsRefused,
  issuedTokenIsAccepted,
  missingTokenIsRefused,
  refusalsCarryCodeAndMessage,
} from './refusals.ts';

/** A void that says success false is the matter of a clause of its own. */
const isAviaRefusal = (exchange: Exchange): boolean =>
  isAvia(exchange) && !(exchange.operation === 'ticket-cancel' && field(exchange.response?.body, 'success') === false);

export const aviaRefusalsChecks: readonly Check[] = [
  refusalsCarryCodeAndMessage('avia-refusal.carries-code-and-message', isAviaRefusal, { isSupplierApart: false }),
  issuedTokenIsAccepted('avia-bearer.issued-token-is-accepted', isAvia),
  missingTokenIsRefused('avia-bearer.missing-token-is-refused', isAvia),
  invalidTokenIsRefused('avia-bearer.invalid-token-is-refused', isAvia),
];
