/** Literal traces for the clauses of a token that is missing or invalid, of hotels and of flights alike. */
import { alteredBearers, type Bearer, type Trace } from '../../../../contracts/trace.ts';
import {
  type Answer,
  at,
  countries,
  dayMs,
  empty,
  hotelCard,
  login,
  minuteMs,
  ok,
  refusal,
  type Step,
  signed,
  startMs,
  traceOf,
} from '../literal-trace.ts';
import { type Ask, refusedToken } from './any-refusal.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

type Asks = (bearer: Bearer, came: Answer) => Step[];

const issued = login(ok({ token: signed({}), expiresAt: new Date(startMs + dayMs).toISOString() }));

const notRefused = (trace: Trace, actual = '200') => breaks('response.status', 'a refusal', actual, trace);

const refusing = (all: Asks, one: Ask, success: Answer, bearers: readonly [Bearer, ...Bearer[]]): ClauseCases => {
  const [bearer] = bearers;
  const succeeds = (as: Bearer, came: Answer, actual?: string) =>
    notRefused(traceOf([one(came, { bearer: as })]), actual);
  return {
    passes: {
      'by every operation': traceOf(all(bearer, refusedToken)),
      'at any status': traceOf([403, 400, 200, 404].flatMap((status) => all(bearer, refusal(status, 'X')))),
      'with success false': traceOf(all(bearer, ok({ success: false }))),
      ...Object.fromEntries(bearers.map((each) => [each, traceOf(all(each, empty(401)))])),
    },
    fails: {
      ...Object.fromEntries(bearers.map((each) => [each, succeeds(each, success)])),
      'with an empty answer': succeeds(bearer, empty(204), '204'),
      ...Object.fromEntries(
        all(bearer, success).map((step) => [
          `by ${step.operation} alone`,
          notRefused(traceOf([...all(bearer, refusedToken), step])),
        ]),
      ),
    },
    nothing: {
      'a right token': traceOf([one(success)]),
      'the other partner': traceOf([one(success, { bearer: 'other' })]),
      'the dictionary is for another clause': traceOf([
        countries(ok([]), { bearer }),
        hotelCard(5, ok({ hotel: {} }), { bearer }),
      ]),
    },
  };
};

/** @param all Every operation of a kind. @param one One of them, which answers with `success`. */
export const refusedTokens = (all: Asks, one: Ask, success: Answer): { missing: ClauseCases; invalid: ClauseCases } => {
  const expired = (afterMs: number, came: Answer): Trace =>
    traceOf([issued, at(dayMs + afterMs, one(came, { bearer: 'expired', serial: 1 }))]);
  const invalid = refusing(all, one, success, ['garbage', ...alteredBearers.filter((bearer) => bearer !== 'empty')]);
  return {
    missing: refusing(all, one, success, ['missing', 'empty']),
    invalid: {
      ...invalid,
      passes: { ...invalid.passes, expired: expired(11 * minuteMs, refusal(401, 'X')) },
      fails: { ...invalid.fails, expired: notRefused(expired(11 * minuteMs, success)) },
      nothing: {
        ...invalid.nothing,
        'no token': traceOf([one(success, { bearer: 'missing' })]),
        'within the grace': expired(9 * minuteMs, success),
        'issue unseen': traceOf([at(2 * dayMs, one(success, { bearer: 'expired' }))]),
      },
    },
  };
};
