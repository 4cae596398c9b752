/** Checks of a login that must be refused (parts 4.1, 5 and 7). */
import { type Check, check, unshown } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import { isJsonObject, type Json } from '../json.ts';
import { mismatch, same } from '../mismatch.ts';
import { errorCodeOf, errorOf, isTroubled, outcomeOf, succeeded } from '../outcome.ts';
import { refusalBody } from '../schemas/error.ts';
import { bodyOf, field } from '../subjects.ts';
import type { Exchange, Login, Trace } from '../trace.ts';
import { conforms } from './answers.ts';
import { foreign, isForeign } from './refusals.ts';

const wrong: readonly Login[] = ['wrong-client-id', 'wrong-secret'];
const unusual: readonly Login[] = ['unusual-client-id', 'unusual-secret'];
const incomplete: readonly Login[] = ['no-client-id', 'no-secret', 'empty-secret', 'null-secret'];

const sentAs = ({ exchanges }: Trace, kinds: readonly Login[]): Exchange[] =>
  exchanges.filter(({ operation, login }) => operation === 'token' && login !== undefined && kinds.includes(login));

const notSuccessful = (exchanges: readonly Exchange[]): Exchange[] =>
  exchanges.filter((exchange) => outcomeOf(exchange).kind !== 'success');

/** null and an empty text are the same as no token. */
const carriesNoToken = (exchange: Exchange) =>
  (field(bodyOf(exchange), 'token') ?? '') === ''
    ? undefined
    : mismatch(exchange, ['response', 'body', 'token'], 'absent');

const failed = 'AUTHENTICATION_FAILED';

/** Whoever logs in wrongly again and again may be blocked, and how that is told is not shown. */
const isPerhapsBlocked = (trace: Trace, { index, login }: Exchange): boolean =>
  login !== undefined && sentAs(trace, [login]).some((each) => each.index < index && errorCodeOf(each) === failed);

const unreadPerhaps = unshown('so unusual a credential may be refused unread');

const isRefusedAs = (clause: ClauseId, ...kinds: readonly Login[]): Check =>
  check(clause, {
    given: (trace) => sentAs(trace, kinds),
    then: (exchange, trace) => {
      const otherwise = same(exchange, ['response', 'body', 'error', 'code'], failed);
      if (!otherwise) return undefined;
      if (sentAs(trace, unusual).includes(exchange))
        return (succeeded(exchange) ? carriesNoToken(exchange) : undefined) ?? unreadPerhaps;
      if (succeeded(exchange)) return otherwise;
      if (isForeign(exchange)) return foreign(exchange);
      return isPerhapsBlocked(trace, exchange) ? unshown('after other wrong logins it may be a block') : otherwise;
    },
  });

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

export const refusedLoginChecks: readonly Check[] = [
  isRefusedAs('token.wrong-client-id-is-refused', 'wrong-client-id', 'unusual-client-id'),
  isRefusedAs('token.wrong-secret-is-refused', 'wrong-secret', 'unusual-secret'),

  check('token.refusal-has-code-and-message', {
    given: (trace) => notSuccessful(sentAs(trace, [...wrong, ...incomplete])),
    then: (exchange) =>
      isForeign(exchange) ? foreign(exchange) : conforms(exchange, refusalBody, bodyOf(exchange) ?? {}),
  }),

  check('token.refusal-says-something', {
    given: (trace) =>
      notSuccessful(sentAs(trace, [...wrong, ...incomplete])).filter(
        (exchange) => isTroubled(exchange) || isJsonObject(errorOf(exchange)),
      ),
    then: (exchange) =>
      (['code', 'message'] as const)
        .filter((name) => isBlank(field(errorOf(exchange) as Json, name)))
        .map((name) => mismatch(exchange, ['response', 'body', 'error', name], 'not blank')),
  }),

  check('token.refusal-carries-no-token', {
    given: (trace) => notSuccessful(sentAs(trace, [...wrong, ...unusual])),
    then: carriesNoToken,
  }),

  check('token.incomplete-login-gets-no-token', { given: (trace) => sentAs(trace, incomplete), then: carriesNoToken }),
];
