/** Checks of the bearer token of the dictionary operations (parts 4, 5 and 7). */
import { type Check, check } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import { same } from '../mismatch.ts';
import { errorCodeOf } from '../outcome.ts';
import { isDictionary } from '../subjects.ts';
import type { Bearer, Exchange, Trace } from '../trace.ts';
import { isLongOver, perhapsNotOver } from './issued-token.ts';
import { issuedTokenIsAccepted } from './refusals.ts';

const sentWith = (trace: Trace, bearers: readonly Bearer[]): Exchange[] =>
  trace.exchanges.filter((exchange) => isDictionary(exchange) && bearers.includes(exchange.bearer));

const isUnauthorized = (clause: ClauseId, ...bearers: readonly Bearer[]): Check =>
  check(clause, {
    given: (trace) => sentWith(trace, bearers),
    then: (exchange) => same(exchange, ['response', 'status'], 401),
  });

/** Whoever lacks rights was recognized, whatever the status. */
const isTokenRefused = (exchange: Exchange): boolean =>
  exchange.response?.status === 401 && errorCodeOf(exchange) !== 'ACCESS_DENIED';

export const bearerChecks: readonly Check[] = [
  issuedTokenIsAccepted('bearer.issued-token-is-accepted', isDictionary, {
    isRefused: isTokenRefused,
    expected: 'anything but 401',
  }),

  isUnauthorized('bearer.missing-token-is-unauthorized', 'missing', 'empty'),
  isUnauthorized('bearer.garbage-token-is-unauthorized', 'garbage'),
  isUnauthorized('bearer.tampered-signature-is-unauthorized', 'tampered-signature', 'cut', 'extended', 'case-flipped'),
  isUnauthorized('bearer.tampered-claims-are-unauthorized', 'tampered-claims', 'tampered-header'),
  isUnauthorized('bearer.unsigned-token-is-unauthorized', 'unsigned'),

  check('bearer.expired-token-is-unauthorized', {
    given: (trace) => sentWith(trace, ['expired']).filter((exchange) => isLongOver(trace, exchange)),
    then: (exchange, trace) => perhapsNotOver(trace, exchange) ?? same(exchange, ['response', 'status'], 401),
  }),
];
