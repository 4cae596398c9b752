/** Literal traces for the clauses of the life of a token (part 5). */
import {
  type Answer,
  at,
  cities,
  countries,
  dayMs,
  empty,
  hourMs,
  login,
  minuteMs,
  ok,
  refusal,
  type Step,
  signed,
  startMs,
  text,
  traceOf,
  undated,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const issue = (serial: number, atMs = 0, as: 'own' | 'other' = 'own'): Step =>
  at(
    atMs,
    login(ok({ token: signed({ jti: serial }), expiresAt: new Date(startMs + atMs + dayMs).toISOString() }), as, {
      serial,
    }),
  );
/** By a service that reports no time, and whose clock is so far ahead of the clock of the run. */
const issuedAhead = (byMs: number): Step =>
  undated(at(0, login(ok({ token: signed({ jti: 1 }), expiresAt: new Date(startMs + dayMs + byMs).toISOString() }))));
const use = (came: Answer, serial = 1, atMs?: number): Step => {
  const step = countries(came, { serial });
  return atMs === undefined ? step : at(atMs, step);
};
const served = ok([]);
const refused = text(401);
const late = dayMs - 10 * minuteMs;
const expired = (came: Answer, atMs: number): Step => at(atMs, cities(0, came, { bearer: 'expired' }));
const notRefused = (trace: ReturnType<typeof traceOf>) => breaks('response.status', 'anything but 401', '401', trace);
const is401 = (actual: string, trace: ReturnType<typeof traceOf>) => breaks('response.status', '401', actual, trace);
/** Settled in a later run. */
const resumed = {
  beforeExchange: 1,
  runs: { begunBy: 'one', settledBy: 'two', settledAt: new Date(startMs + dayMs).toISOString() },
};
/** The clock of the service goes its own way. */
const toldAs = (atMs: number, step: Step): Step => ({
  ...step,
  ...(step.response && {
    response: { ...step.response, headers: { date: new Date(startMs + atMs).toUTCString() } },
  }),
});

export const tokenLifeCases = {
  'token.works-until-expiry': {
    passes: {
      'ten minutes before': traceOf([issue(1), use(served, 1, late)]),
      'without a Date, by the lever': traceOf([issue(1), undated(use(served))], {
        clockAdvances: [{ beforeExchange: 1, ms: late }],
      }),
    },
    fails: {
      'ten minutes before': notRefused(traceOf([issue(1), use(refused, 1, late)])),
      'after half its life': notRefused(traceOf([issue(1), use(served, 1, hourMs), use(refused, 1, 12 * hourMs)])),
    },
    nothing: {
      'too early': traceOf([issue(1), use(refused, 1, hourMs)]),
      'so late that clocks may differ': traceOf([issue(1), use(refused, 1, dayMs - 30_000)]),
      'issue unseen': traceOf([use(refused, 1, late)]),
      'by a node whose clock is an hour ahead': traceOf([issue(1), toldAs(dayMs + hourMs, use(refused, 1, late))]),
      'a day after its issue, where nobody tells the time and expiresAt is ahead of ours': traceOf([
        issuedAhead(3 * hourMs),
        undated(use(refused, 1, dayMs + hourMs)),
      ]),
    },
    unshown: {
      'a newer token may have revoked it': traceOf([issue(1), issue(2, hourMs), use(refused, 1, late)]),
      'in a later run, and a newer one may have revoked it': traceOf([issue(1), use(refused, 1, late)], {
        resumed: { ...resumed, isTokenPerhapsReplaced: true },
      }),
    },
  },
  'token.renewed-after-expiry': {
    passes: {
      'a newer token works': traceOf([issue(1), issue(2, dayMs + hourMs), use(served, 2, dayMs + hourMs)]),
      'nothing asked with it': traceOf([issue(1), issue(2, dayMs + hourMs)]),
    },
    fails: {
      'a refused login': breaks(
        'response.status',
        'another token',
        '401',
        traceOf([issue(1), at(dayMs + hourMs, login(refusal(401, 'X')))]),
      ),
      'the expired one again': breaks(
        'response.body.expiresAt',
        'a moment that has not passed',
        JSON.stringify(new Date(startMs + dayMs).toISOString()),
        traceOf([
          issue(1),
          at(
            dayMs + hourMs,
            login(ok({ token: signed({ jti: 1 }), expiresAt: new Date(startMs + dayMs).toISOString() })),
          ),
        ]),
      ),
      'one that does not work': notRefused(
        traceOf([issue(1), issue(2, dayMs + hourMs), use(refused, 2, dayMs + hourMs)]),
      ),
    },
    nothing: {
      'a second token before it': traceOf([issue(1), issue(2, hourMs), use(refused, 2, hourMs)]),
      'no second login': traceOf([issue(1), use(refused, 1, dayMs + hourMs)]),
    },
  },
  'token.serves-many-requests': {
    passes: {
      'many uses': traceOf([use(served), cities(0, served), use(served)]),
      'an operation that accepts no token': traceOf([
        use(served, 1),
        cities(0, refused, { serial: 1 }),
        use(served, 2),
        cities(0, refused, { serial: 2 }),
        use(served, 1),
        use(served, 2),
      ]),
      'a second token on purpose revokes the first, twice': traceOf([
        issue(1),
        use(served, 1),
        issue(2, 1000),
        use(refused, 1),
        use(served, 2),
        issue(3, 2000),
        use(refused, 2),
        use(served, 3),
      ]),
      'each expires': traceOf([
        issue(1),
        use(served, 1),
        use(refused, 1, dayMs),
        issue(2, dayMs),
        use(served, 2, dayMs),
        use(refused, 2, 2 * dayMs),
      ]),
      'never served is for another clause': traceOf([
        use(refused, 1),
        use(refused, 1),
        use(refused, 2),
        use(refused, 2),
      ]),
    },
    fails: {
      'two tokens stop': notRefused(traceOf([use(served, 1), use(refused, 1), use(served, 2), use(refused, 2)])),
      'though each is refused at first': notRefused(
        traceOf([use(refused, 1), use(served, 1), use(refused, 1), use(served, 2), use(refused, 2)]),
      ),
      'one token that works again': breaks(
        'response.status',
        'anything but 401, as before and after it',
        '401',
        traceOf([use(served), use(refused), use(served)]),
      ),
      'and another partner logs in': notRefused(
        traceOf([use(served, 1), issue(3, 0, 'other'), use(refused, 1), use(served, 2), use(refused, 2)]),
      ),
    },
    nothing: { 'one use': traceOf([use(served)]), 'one use of each': traceOf([use(served, 1), use(served, 2)]) },
    unshown: { 'one token stops once': traceOf([use(served, 1), use(refused, 1), use(served, 2), use(served, 2)]) },
  },
  'bearer.expired-token-is-unauthorized': {
    passes: { 'eleven minutes after': traceOf([issue(1), expired(refused, dayMs + 11 * minuteMs)]) },
    fails: {
      'a day after its issue, where nobody tells the time and expiresAt is behind ours': is401(
        '200',
        traceOf([issuedAhead(-3 * hourMs), undated(expired(served, dayMs + 11 * minuteMs))]),
      ),
      forbidden: is401('403', traceOf([issue(1), expired(empty(403), dayMs + 10 * minuteMs)])),
    },
    nothing: {
      'within the grace': traceOf([issue(1), expired(served, dayMs + 9 * minuteMs)]),
      'issue unseen': traceOf([expired(served, 2 * dayMs)]),
      'within a day, where nobody tells the time and expiresAt is behind ours': traceOf([
        issuedAhead(-3 * hourMs),
        undated(expired(served, dayMs - hourMs)),
      ]),
    },
  },
} satisfies Record<string, ClauseCases>;
