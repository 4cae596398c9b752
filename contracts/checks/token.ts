/** Checks of a successful login and of the life of its token (parts 2.1, 4, 5 and 8). */
import { type Check, check, unshown } from '../check.ts';
import { departures } from '../conformance.ts';
import { claimsOf, isJwt } from '../jwt.ts';
import { mismatch, same } from '../mismatch.ts';
import { errorCodeOf, errorOf, outcomeOf } from '../outcome.ts';
import { tokenSuccess } from '../schemas/token.ts';
import { bodyOf, field, isAuthorized, isDictionary, targetTimeOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { expiryOf, isoUtcMoment, tokenIssued, tokenTextOf } from './issued-token.ts';

const dayMs = 24 * 3_600_000;
const toleranceMs = 60_000;
const lateInLifeMs = 12 * 3_600_000;

/** Logins with the partner's own credentials. */
const logins = ({ exchanges }: Trace): Exchange[] =>
  exchanges.filter(({ operation, login }) => operation === 'token' && (login === 'own' || login === 'other'));

/** Those that succeeded with JSON, or ran into trouble. */
const successfulLogins = (trace: Trace): Exchange[] =>
  logins(trace).filter((exchange) => {
    const { kind } = outcomeOf(exchange);
    return kind === 'trouble' || (kind === 'success' && bodyOf(exchange) !== undefined);
  });

const isTroubled = (exchange: Exchange): boolean => outcomeOf(exchange).kind === 'trouble';

const withToken = (trace: Trace): Exchange[] =>
  successfulLogins(trace).filter((exchange) => isTroubled(exchange) || tokenTextOf(exchange) !== undefined);

const withExpiryText = (trace: Trace): Exchange[] =>
  successfulLogins(trace).filter(
    (exchange) => isTroubled(exchange) || typeof field(bodyOf(exchange), 'expiresAt') === 'string',
  );

const withBoth = (trace: Trace): Exchange[] =>
  withToken(trace).filter((exchange) => isTroubled(exchange) || expiryOf(exchange) !== undefined);

const expiresAt = ['response', 'body', 'expiresAt'] as const;

const isOneDay = (lifetimeMs: number): boolean => Math.abs(lifetimeMs - dayMs) <= toleranceMs;

const durationText = (ms: number): string => `${(ms / 3_600_000).toFixed(2)} hours`;

type Uses = { readonly exchanges: readonly Exchange[] };

/** The tokens that were refused after they had served. */
const tokensThatStopped = (uses: readonly Exchange[]): Exchange[] =>
  [...Map.groupBy(uses, ({ tokenSerial }) => tokenSerial).values()].flatMap((ofOne) => {
    const served = ofOne.findIndex(({ response }) => response !== undefined && response.status !== 401);
    const stopped = ofOne.findIndex(({ response }, i) => served >= 0 && i > served && response?.status === 401);
    return ofOne.slice(stopped, stopped < 0 ? 0 : stopped + 1);
  });

export const tokenChecks: readonly Check[] = [
  check<Exchange>('token.success-has-token-and-expiry', {
    given: ({ trace }) => successfulLogins(trace),
    then: (exchange) =>
      departures(tokenSuccess, bodyOf(exchange)).map(({ path, expected }) =>
        mismatch(exchange, ['response', 'body', ...path], expected),
      ),
  }),

  check<Exchange>('token.success-has-no-error', {
    given: ({ trace }) =>
      logins(trace).filter((exchange) => isTroubled(exchange) || tokenTextOf(exchange) !== undefined),
    then: (exchange) =>
      errorOf(exchange) === undefined ? undefined : mismatch(exchange, ['response', 'body', 'error'], 'absent'),
  }),

  check<Exchange>('token.is-jwt', {
    given: ({ trace }) => withToken(trace),
    then: (exchange) =>
      isJwt(tokenTextOf(exchange) ?? '') ? undefined : mismatch(exchange, ['response', 'body', 'token'], 'a JWT'),
  }),

  check<Exchange>('token.expiry-is-iso-utc', {
    given: ({ trace }) => withExpiryText(trace),
    then: (exchange) =>
      isoUtcMoment(String(field(bodyOf(exchange), 'expiresAt'))) === undefined
        ? mismatch(exchange, expiresAt, 'ISO 8601 in UTC')
        : undefined,
  }),

  check<Exchange>('token.lifetime-is-one-day', {
    given: ({ trace }) => withBoth(trace),
    then: (exchange, { trace }) => {
      const expiry = expiryOf(exchange) ?? Number.NaN;
      const leftMs = expiry - targetTimeOf(trace, exchange);
      const { iat } = claimsOf(tokenTextOf(exchange) ?? '');
      const wrong = (lifetimeMs: number, since: string) =>
        mismatch(exchange, expiresAt, `24 hours after ${since}, and it is ${durationText(lifetimeMs)}`);
      if (iat !== undefined)
        return isOneDay(expiry - iat * 1000) ? undefined : wrong(expiry - iat * 1000, 'the iat claim');
      if (exchange.response?.headers.date === undefined)
        return unshown('neither an iat claim nor a Date header tells the issue');
      if (isOneDay(leftMs)) return undefined;
      const isSecondToken = logins(trace).some(
        (earlier) => earlier.index < exchange.index && tokenTextOf(earlier) !== tokenTextOf(exchange),
      );
      if (leftMs > dayMs || leftMs <= 0 || isSecondToken) return wrong(leftMs, 'the Date of the answer');
      return unshown('without an iat claim a shorter time can be that of a cached token');
    },
  }),

  check<Exchange>('token.expiry-agrees-with-exp-claim', {
    given: ({ trace }) => withBoth(trace),
    then: (exchange) => {
      const { exp } = claimsOf(tokenTextOf(exchange) ?? '');
      if (exp === undefined) return unshown('the token shows no exp claim');
      return Math.abs((expiryOf(exchange) ?? Number.NaN) - exp * 1000) <= toleranceMs
        ? undefined
        : mismatch(exchange, expiresAt, `${new Date(exp * 1000).toISOString()}, the exp claim`);
    },
  }),

  check<Exchange>('token.works-until-expiry', {
    given: ({ trace }) =>
      trace.exchanges.filter((exchange) => {
        const issued = tokenIssued(trace, exchange.tokenSerial);
        if (!issued || !isDictionary(exchange) || !isAuthorized(exchange)) return false;
        const time = targetTimeOf(trace, exchange);
        return time - targetTimeOf(trace, issued) >= lateInLifeMs && time < (expiryOf(issued) ?? 0);
      }),
    then: (exchange) =>
      exchange.response?.status === 401 ? mismatch(exchange, ['response', 'status'], 'anything but 401') : undefined,
  }),

  check<Uses>('token.serves-many-requests', {
    given: ({ trace }) => {
      const exchanges = trace.exchanges.filter((exchange) => isDictionary(exchange) && isAuthorized(exchange));
      return exchanges.length > 1 ? [{ exchanges }] : [];
    },
    then: ({ exchanges }) => {
      const [first, second] = tokensThatStopped(exchanges);
      if (first && second) return same(second, ['response', 'status'], exchanges[0]?.response?.status ?? 200);
      return first ? unshown('a token stopped working once, which another client may lawfully have caused') : undefined;
    },
  }),

  check<Exchange>('token.needs-no-bearer', {
    given: ({ trace }) =>
      logins(trace).filter(
        (exchange) => exchange.bearer === 'missing' && errorCodeOf(exchange) !== 'AUTHENTICATION_FAILED',
      ),
    then: (exchange) =>
      exchange.response?.status === 401 ? mismatch(exchange, ['response', 'status'], 'anything but 401') : undefined,
  }),
];
