/** What leaves the token of a run behind on purpose, and goes on with it in a later run. */
import fc from 'fast-check';
import { expiryOf } from '../../contracts/checks/issued-token.ts';
import type { ObligationId } from '../../contracts/obligations.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import type { Leaving } from '../../engine/obligations.ts';
import type { Session } from '../../engine/session.ts';
import { stop } from '../../engine/stop.ts';
import { dictionaryAsks } from '../steps/dictionary-asks.ts';

const dayMs = 24 * 3_600_000;

/** When a token ends, at the earliest and at the latest: where nothing tells the clock of the target, expiresAt is not all. */
type End = { readonly earliest: number; readonly latest: number };

/** @param due When it is to be used; all are ms since the epoch. */
export const leavingToken = (
  begins: ObligationId,
  story: string,
  due: (end: End) => Pick<Leaving, 'from' | 'until'>,
): Flow =>
  flow(`begin-${begins}`, {
    story,
    phase: 'main',
    operations: ['token'],
    exercises: [],
    begins,
    input: fc.constant({}),
    run: async (session) => {
      const login =
        session.lastLogin() ??
        stop('needs', 'needs a run that asks for a token: this one used a token of a former run');
      const expiry = expiryOf(login.exchange) ?? stop('refused', 'the login did not tell when its token expires');
      const dayLater = targetTimeOf({ clockAdvances: [], exchanges: [login.exchange] }, login.exchange) + dayMs;
      if (Math.abs(expiry - dayLater) > dayMs / 2) stop('refused', 'the token of this run does not live for a day');
      const end = { earliest: Math.min(expiry, dayLater), latest: Math.max(expiry, dayLater) };
      session.leaveBehind({ ...due(end), left: null, login });
    },
  });

/** Of no country and of a hotel that need not exist: whether the token counts is decided before. */
export const everyDictionaryAsk = ({ isAsked, target }: Session) =>
  dictionaryAsks({ countryId: 0, hotelId: target.known.hotels?.[0] ?? 1 }, isAsked);
