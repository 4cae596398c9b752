/** What obtaining a token promises (parts 2.1, 4, 5 and 7). */

import { mismatch, unshown } from '../check.ts';
import { conforms } from '../checks/answers.ts';
import { endOf, expiryOf, graceMs, isoUtcMoment, tokenIssued, tokenTextOf } from '../checks/issued-token.ts';
import {
  blankTexts,
  carriesNoToken,
  foreign,
  incomplete,
  isForeign,
  isRefusedAs,
  refusedAs,
  sentAs,
  unusual,
  wrong,
} from '../checks/refusals.ts';
import type { OwnDimensions } from '../dimensions.ts';
import { dayMs } from '../durations.ts';
import { isJsonObject } from '../json.ts';
import { claimsOf, isJwt } from '../jwt.ts';
import { errorCodeOf, errorOf, isRefusal, isTroubled, outcomeOf, succeeded } from '../outcome.ts';
import { tokenSuccess } from '../payloads.ts';
import { refusalBody } from '../schemas/sensitivity.ts';
import {
  bodyOf,
  field,
  isAuthorized,
  isClockGuessed,
  isDictionary,
  passedMs,
  reportsTime,
  targetTimeOf,
  timesOf,
} from '../subjects.ts';
import { derived, documented, reading, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';

const refusedAnyhow =
  'The HTTP status is not documented: any is lawful. A service may block who logs in wrongly too often, and how that is told is not shown: another refusal counts only for the first wrong login of its kind. What is too long for a credential, has signs of no credential or is no text may be refused unread, with any code: it must get no token.';

const toleranceMs = 60_000;

const lateInLifeMs = 12 * 3_600_000;

/** Logins with the partner's own credentials. */
const logins = ({ exchanges }: Trace): Exchange[] =>
  exchanges.filter(({ operation, login }) => operation === 'token' && (login === 'own' || login === 'other'));

/** Those that succeeded with JSON or with nothing at all, or ran into trouble. */
const successfulLogins = (trace: Trace): Exchange[] =>
  logins(trace).filter((exchange) => {
    const { kind } = outcomeOf(exchange);
    const isReported = bodyOf(exchange) !== undefined || exchange.response?.status === 204;
    return kind === 'trouble' || (kind === 'success' && isReported);
  });

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

/** A claim can name a moment that no calendar holds. */
const momentText = (ms: number): string => {
  const moment = new Date(ms);
  return Number.isNaN(moment.getTime()) ? `${ms} ms since 1970` : moment.toISOString();
};

type Uses = { readonly exchanges: readonly Exchange[] };

/** Whether the partner asked for another token in between, which may lawfully have revoked the one of this exchange. */
const isPerhapsReplaced = ({ exchanges, resumed }: Trace, { index, bearer, tokenSerial }: Exchange): boolean =>
  (resumed?.isTokenPerhapsReplaced === true && index >= resumed.beforeExchange) ||
  exchanges.some(
    (login) =>
      login.operation === 'token' &&
      login.login === bearer &&
      login.index < index &&
      login.tokenSerial > tokenSerial &&
      tokenTextOf(login) !== undefined,
  );

/** Whether its expiry was still ahead, by more than clocks may differ; so taken when its issue was not seen. */
const isAlive = (trace: Trace, exchange: Exchange): boolean => {
  const issued = tokenIssued(trace, exchange.tokenSerial);
  if (!issued || expiryOf(issued) === undefined) return true;
  return passedMs(trace, issued, exchange) < endOf(trace, issued).earliest - toleranceMs;
};

/** The first refusal of each token after it had served, in its time and with no other token asked for. */
const tokensThatStopped = (uses: readonly Exchange[], trace: Trace): Exchange[] => {
  const isAccepted = ({ response }: Exchange) => response !== undefined && response.status !== 401;
  const accepting = new Set(uses.filter(isAccepted).map(({ operation }) => operation));
  const relevant = uses.filter(({ operation }) => accepting.has(operation));
  return [...Map.groupBy(relevant, ({ tokenSerial }) => tokenSerial).values()].flatMap((ofOne) => {
    const served = ofOne.findIndex(isAccepted);
    const refused = ofOne.find(({ response }, i) => served >= 0 && i > served && response?.status === 401);
    return refused && isAlive(trace, refused) && !isPerhapsReplaced(trace, refused) ? [refused] : [];
  });
};

/** The refusal of a token that the same operation accepted before and after: a revocation cannot be the reason. */
const refusalOfRevivedToken = (uses: readonly Exchange[]): Exchange | undefined => {
  const inOrder = [...uses].sort((one, other) => one.index - other.index);
  const paused = new Map<string, Exchange>();
  const accepted = new Set<string>();
  for (const exchange of inOrder) {
    const use = `${exchange.tokenSerial} ${exchange.operation}`;
    const isRefused = exchange.response?.status === 401;
    if (isRefused && accepted.has(use)) paused.set(use, paused.get(use) ?? exchange);
    if (!isRefused && exchange.response) {
      if (paused.has(use)) return paused.get(use);
      accepted.add(use);
    }
  }
  return undefined;
};

/** How old the token of a login was when it last served, by the levers. The time of day does not matter here. */
const ageServedMs = (trace: Trace, login: Exchange): number =>
  trace.exchanges
    .filter((use) => use.tokenSerial === login.tokenSerial && isDictionary(use) && succeeded(use))
    .reduce((age, use) => Math.max(age, passedMs(trace, login, use)), 0);

/** Tokens that were over when a login was sent, on every clock: when they ended, and how long before at least. */
const overBefore = (trace: Trace, login: Exchange): { readonly end: number; readonly sinceMs: number }[] =>
  logins(trace).flatMap((other) => {
    const end = expiryOf(other);
    const sinceMs = passedMs(trace, other, login) - endOf(trace, other).latest;
    return other.index < login.index && end !== undefined && sinceMs > 0 ? [{ end, sinceMs }] : [];
  });

const withoutBearer = (trace: Trace): Exchange[] => logins(trace).filter(({ bearer }) => bearer === 'missing');

/** A reason of its own to refuse the credentials, or the one who has them. */
const saysOtherwise = (login: Exchange): boolean =>
  ['AUTHENTICATION_FAILED', 'ACCESS_DENIED'].includes(errorCodeOf(login) ?? '');

const fewLogins: OwnDimensions = {
  without: 'all',
  because: 'few wrong or further logins may be sent, and none of them is about anything else',
};

export const tokenTopic = topic('token', {
  area: 'token',
  dimensions: ['partner', 'turn'],
  clauses: {
    'token.success-has-token-and-expiry': documented('2.1', {
      text: 'A successful login answers with both token and expiresAt, each a string.',
      given: successfulLogins,
      then: (exchange) => conforms(exchange, tokenSuccess),
    }),

    'token.success-has-no-error': documented('2.1', {
      severity: 'minor',
      text: 'A successful login carries no error.',
      reading: 'error: null is the same as no error.',
      given: (trace) => logins(trace).filter((exchange) => isTroubled(exchange) || tokenTextOf(exchange) !== undefined),
      then: (exchange) =>
        errorOf(exchange) === undefined ? undefined : mismatch(exchange, ['response', 'body', 'error'], 'absent'),
    }),

    'token.is-jwt': documented('2.1', {
      text: 'The token is a JWT.',
      reading: 'Signed (three parts), encrypted (five parts) and without any particular claim are all lawful.',
      given: withToken,
      then: (exchange) =>
        isJwt(tokenTextOf(exchange) ?? '') ? undefined : mismatch(exchange, ['response', 'body', 'token'], 'a JWT'),
    }),

    'token.expiry-is-iso-utc': documented('2.1', {
      text: 'expiresAt is a moment in ISO 8601, in UTC.',
      reading:
        'Z and a zero offset both say UTC, any precision is lawful; the date is a calendar date. A time without a designator is local time by ISO 8601 and does not pass.',
      given: withExpiryText,
      then: (exchange) =>
        isoUtcMoment(String(field(bodyOf(exchange), 'expiresAt'))) === undefined
          ? mismatch(exchange, expiresAt, 'ISO 8601 in UTC')
          : undefined,
    }),

    'token.lifetime-is-one-day': documented('5', {
      text: 'A token lives 24 hours from its issue.',
      reading:
        'Issue is the iat claim; without it, the Date header of the answer, where our clock shows the same: nodes disagree, and one clock alone blames nothing. Tolerance one minute. Levers may have moved the clock before the run and left the Date header: then without iat only a token that serves for longer breaks it. A cached token may lawfully be returned, so without iat only the second of two different tokens can be too short.',
      given: withBoth,
      then: (exchange, trace) => {
        const expiry = expiryOf(exchange) ?? Number.NaN;
        const leftMs = expiry - targetTimeOf(trace, exchange);
        const { iat } = claimsOf(tokenTextOf(exchange) ?? '');
        const wrong = (lifetimeMs: number, since: string) =>
          mismatch(exchange, expiresAt, `24 hours after ${since}, and it is ${durationText(lifetimeMs)}`);
        const isDated = reportsTime(exchange);
        // Where the clock was derived from this moment, the clock cannot show whether the moment is right.
        const isFound = trace.clockAhead?.found !== undefined;
        const times = timesOf(trace, exchange);
        // A service may date iat back so that clocks which differ do no harm.
        if (isDated && !isFound && times.some((ms) => isOneDay(expiry - ms))) return undefined;
        // One clock alone does not show the moment of issue: nodes may disagree with each other, and with our clock.
        const areAgreed = isDated && Math.max(...times) - Math.min(...times) <= toleranceMs;
        if (iat !== undefined) {
          const lifetimeMs = expiry - iat * 1000;
          if (isOneDay(lifetimeMs)) return undefined;
          const isNearly = Math.abs(lifetimeMs - dayMs) <= graceMs;
          const isBackdated = isNearly && (isFound || !areAgreed);
          return isBackdated ? unshown('the iat claim may be dated back') : wrong(lifetimeMs, 'the iat claim');
        }
        if (isClockGuessed(trace)) {
          const ageMs = ageServedMs(trace, exchange);
          const expected = `24 hours after its issue, and the token still served ${durationText(ageMs)} after it`;
          return ageMs > dayMs + graceMs
            ? mismatch(exchange, expiresAt, expected)
            : unshown('the clock was moved before the run, and without an iat claim nothing else shows the issue');
        }
        if (!isDated) return unshown('neither an iat claim nor a Date header shows the issue');
        if (!areAgreed) return unshown('without an iat claim, and with clocks that disagree, nothing shows the issue');
        const isSecondToken = logins(trace).some(
          (earlier) =>
            earlier.index < exchange.index &&
            earlier.login === exchange.login &&
            (tokenTextOf(earlier) ?? tokenTextOf(exchange)) !== tokenTextOf(exchange),
        );
        if (leftMs > dayMs || leftMs <= 0 || isSecondToken) return wrong(leftMs, 'the Date of the answer');
        return unshown('without an iat claim a shorter time can be that of a cached token');
      },
    }),

    'token.expiry-agrees-with-exp-claim': derived('2.1', {
      text: 'The exp claim of the JWT and expiresAt name the same moment, give or take a minute.',
      given: withBoth,
      then: (exchange) => {
        const { exp } = claimsOf(tokenTextOf(exchange) ?? '');
        if (exp === undefined) return unshown('the token shows no exp claim');
        return Math.abs((expiryOf(exchange) ?? Number.NaN) - exp * 1000) <= toleranceMs
          ? undefined
          : mismatch(exchange, expiresAt, `${momentText(exp * 1000)}, the exp claim`);
      },
    }),

    'token.works-until-expiry': documented('5', {
      text: 'A token is accepted until the moment in expiresAt.',
      reading: 'Asked ten minutes before that moment. Asking for another token may lawfully end the first.',
      dimensions: fewLogins,
      given: (trace) =>
        trace.exchanges.filter((exchange) => {
          const issued = tokenIssued(trace, exchange.tokenSerial);
          if (!issued || !isDictionary(exchange) || !isAuthorized(exchange)) return false;
          const isLate = passedMs(trace, issued, exchange) >= lateInLifeMs && expiryOf(issued) !== undefined;
          return isLate && isAlive(trace, exchange);
        }),
      then: (exchange, trace) => {
        if (exchange.response?.status !== 401) return undefined;
        if (isPerhapsReplaced(trace, exchange)) return unshown('another token was asked for, which may have ended it');
        return mismatch(exchange, ['response', 'status'], 'anything but 401');
      },
    }),

    'token.serves-many-requests': documented('5', {
      text: 'One token serves any number of requests until it expires.',
      reading:
        'Somebody else may lawfully have revoked a token by asking for another, so one refusal is not blamed: two tokens must stop working after they have served.',
      dimensions: { without: ['turn'], because: 'its requests are of every operation' },
      given: (trace) => {
        const exchanges = trace.exchanges.filter((exchange) => isDictionary(exchange) && isAuthorized(exchange));
        const servesAgain = new Set(exchanges.map(({ tokenSerial }) => tokenSerial)).size < exchanges.length;
        return servesAgain ? [{ exchanges }] : [];
      },
      then: ({ exchanges }, trace) => {
        const paused = refusalOfRevivedToken(exchanges);
        if (paused) return mismatch(paused, ['response', 'status'], 'anything but 401, as before and after it');
        const [first, second] = tokensThatStopped(exchanges, trace);
        if (first && second) return mismatch(second, ['response', 'status'], 'anything but 401');
        return first
          ? unshown('a token stopped working once, which another client may lawfully have caused')
          : undefined;
      },
    }),

    'token.needs-no-bearer': documented('4', {
      text: 'The token operation itself asks for no bearer token.',
      reading:
        'A 401 to a login without a bearer asks for one, unless it says AUTHENTICATION_FAILED or ACCESS_DENIED, is the page of something else than the service, or another login without a bearer succeeds.',
      dimensions: fewLogins,
      given: (trace) => withoutBearer(trace).filter((login) => !saysOtherwise(login)),
      then: (exchange, trace) => {
        if (exchange.response?.status !== 401) return undefined;
        if (isForeign(exchange)) return foreign(exchange);
        return withoutBearer(trace).some(succeeded)
          ? unshown('another login without a bearer succeeded')
          : mismatch(exchange, ['response', 'status'], 'anything but 401');
      },
    }),

    'token.wrong-client-id-is-refused': documented('5', {
      text: 'A wrong clientId is refused with AUTHENTICATION_FAILED.',
      reading: refusedAnyhow,
      dimensions: fewLogins,
      ...isRefusedAs('wrong-client-id', 'unusual-client-id'),
    }),

    'token.wrong-secret-is-refused': documented('5', {
      text: 'A wrong clientSecret is refused with AUTHENTICATION_FAILED.',
      reading: refusedAnyhow,
      dimensions: fewLogins,
      ...isRefusedAs('wrong-secret', 'unusual-secret'),
    }),

    'token.refusal-has-code-and-message': documented('7', {
      severity: 'minor',
      text: 'A refused login carries an error object with a code and a message, both strings.',
      reading:
        'With which code an incomplete login is refused is open. A page comes from something else than the service.',
      dimensions: fewLogins,
      given: (trace) => refusedAs(trace, [...wrong, ...incomplete]),
      then: (exchange) =>
        isForeign(exchange) ? foreign(exchange) : conforms(exchange, refusalBody, bodyOf(exchange) ?? {}),
    }),

    'token.refusal-says-something': derived('7', {
      text: 'Neither the code nor the message of a refused login is blank.',
      dimensions: fewLogins,
      given: (trace) =>
        refusedAs(trace, [...wrong, ...incomplete]).filter(
          (exchange) => isTroubled(exchange) || isJsonObject(errorOf(exchange)),
        ),
      then: (exchange) => blankTexts(exchange),
    }),

    'token.renewed-after-expiry': documented('5', {
      text: 'After a token has expired, the token operation gives another one, which works.',
      dimensions: fewLogins,
      given: (trace) =>
        logins(trace).flatMap((login): Uses[] => {
          if (overBefore(trace, login).length === 0) return [];
          const uses = trace.exchanges.filter(
            (exchange) =>
              exchange.index > login.index && isDictionary(exchange) && exchange.tokenSerial === login.tokenSerial,
          );
          return [{ exchanges: [login, ...uses.filter(isAuthorized)] }];
        }),
      then: ({ exchanges: [login, ...uses] }, trace) => {
        if (!login) return undefined;
        if (isRefusal(login)) return mismatch(login, ['response', 'status'], 'another token');
        const expiry = expiryOf(login);
        const nowMs = Math.max(...overBefore(trace, login).map(({ sinceMs, end }) => end + sinceMs));
        if (expiry !== undefined && expiry <= nowMs) {
          return mismatch(login, expiresAt, 'a moment that has not passed');
        }
        const [first] = uses;
        // One accepted use is enough here: other clauses judge an operation that refuses the token.
        const isRefused = uses.every(({ response }) => response?.status === 401);
        return first && isRefused ? mismatch(first, ['response', 'status'], 'anything but 401') : undefined;
      },
    }),

    'token.refusal-carries-no-token': reading('4.1', {
      severity: 'critical',
      text: 'A refused login carries no token.',
      reading:
        'The answer to a failure is shown as error alone. token: null and an empty token are the same as no token.',
      dimensions: fewLogins,
      given: (trace) => refusedAs(trace, [...wrong, ...unusual]),
      then: carriesNoToken,
    }),

    'token.incomplete-login-gets-no-token': reading('4.1', {
      severity: 'critical',
      text: 'A login without clientId or without clientSecret gets no token.',
      reading: 'Both are required; with which code and status their lack is refused is not said, so any is lawful.',
      dimensions: fewLogins,
      given: (trace) => sentAs(trace, incomplete),
      then: carriesNoToken,
    }),
  },
});
