/** Journeys about the end of a token: on a clock that a run moves, or over two runs a day apart. */

import fc from 'fast-check';
import { expiryOf } from '../contracts/checks/issued-token.ts';
import { dayMs } from '../contracts/durations.ts';
import { dictionaryOperations, hotelOperations, type OperationId } from '../contracts/operations.ts';
import type { PendingId } from '../contracts/pending.ts';
import { targetTimeOf } from '../contracts/subjects.ts';
import type { Bearer } from '../contracts/trace.ts';
import { type Flow, flow, settling } from '../engine/flow.ts';
import { type Leaving, type Session, stop } from '../engine/session.ts';
import { pickSeed } from '../generators/draws.ts';
import { flightOfOne } from '../generators/flights.ts';
import { stay } from '../generators/stays.ts';
import { countryWithCities } from './send-bad-tokens.ts';
import { askedIds, dictionaryAsks, idsIn } from './steps/dictionary.ts';
import { isRefusedElseStop, needClock } from './steps/needs.ts';
import { aviaOperations, emptyAsks, flightAsks, hotelAsks, readsOnly, searching } from './steps/token-asks.ts';

/** When a token ends, at the earliest and at the latest: without the target's clock, expiresAt alone is not enough. */
type TokenEnd = { readonly earliest: number; readonly latest: number };

/** @param due When it is to be used; all are ms since the epoch. */
const leavingToken = (
  begins: PendingId,
  story: string,
  due: (end: TokenEnd) => Pick<Leaving, 'from' | 'until'>,
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
      const expiry = expiryOf(login.exchange) ?? stop('refused', 'the login did not say when its token expires');
      const dayLater = targetTimeOf({ clockAdvances: [], exchanges: [login.exchange] }, login.exchange) + dayMs;
      if (Math.abs(expiry - dayLater) > dayMs / 2) stop('refused', 'the token of this run does not live for a day');
      const end = { earliest: Math.min(expiry, dayLater), latest: Math.max(expiry, dayLater) };
      session.leaveBehind({ ...due(end), left: null, login });
    },
  });

/** Of no country and of a hotel that need not exist: whether the token counts is decided before. */
const everyDictionaryAsk = ({ isAsked, target }: Session) =>
  dictionaryAsks({ countryId: 0, hotelId: target.known.hotels?.[0] ?? 1 }, isAsked);

/** Nearer than any life that is an hour short. */
const dueBeforeMs = 50 * 60_000;
/** Further than clocks may differ. */
const beforeEndMs = 5 * 60_000;

export const beginUseTokenToItsEnd = leavingToken(
  'use-token-to-its-end',
  'Leave the token of this run behind, for a later run to use as it ends.',
  ({ earliest }) => ({ from: earliest - dueBeforeMs, until: earliest - beforeEndMs }),
);

/** Runs before another token is asked for, which may lawfully end this one. */
export const useTokenToItsEnd = settling('use-token-to-its-end', {
  story: 'Use a token that a former run has left behind, shortly before it expires.',
  phase: 'left-tokens',
  operations: ['token', ...dictionaryOperations],
  exercises: ['token.works-until-expiry'],
  run: async (session) => {
    for (const ask of everyDictionaryAsk(session)) await session.send(ask);
  },
});

const ofExpired = [
  'bearer.expired-token-is-unauthorized',
  'token.renewed-after-expiry',
  'hotel-bearer.invalid-token-is-refused',
  'avia-bearer.invalid-token-is-refused',
] as const;

export const beginUseTokenAfterItsEnd = leavingToken(
  'use-token-after-its-end',
  'Leave the token of this run behind, for a later run to find it expired.',
  ({ latest }) => ({ from: latest + afterExpiryMs }),
);

export const useTokenAfterItsEnd = settling('use-token-after-its-end', {
  story: 'Use a token that a former run has left behind, once it has expired.',
  phase: 'main',
  operations: ['token', ...dictionaryOperations, ...hotelOperations, ...aviaOperations],
  exercises: ofExpired,
  run: async (session) => {
    for (const ask of everyDictionaryAsk(session)) await session.send({ ...ask, bearer: 'expired' });
    for (const { send } of emptyAsks(session, [...hotelOperations, ...aviaOperations]))
      await send({ bearer: 'expired' });
    if (!(await session.takesExtraToken()))
      stop('needs', 'needs one more of may.extraTokens.perRun in the target file');
    await session.send({ operation: 'token', login: 'own' });
    await session.send({ operation: 'countries' });
  },
});

const beforeExpiryMs = 10 * 60_000;
/** More than the grace that clocks which differ may lawfully take. */
const afterExpiryMs = 11 * 60_000;

/** Uses before the end: a service that remembers tokens it has seen must forget them in time. */
const rounds = { standard: 1, full: 2 };

const isReading = (operation: OperationId): boolean => readsOnly({ operation });

const withEmptyBodies = [
  ...hotelOperations.filter((operation) => !isReading(operation)),
  ...aviaOperations.filter((operation) => !searching.some((one) => one === operation)),
];

/** Asks of each area are as many as meet every operation in a few seeds. */
const sampledWorld = (world: Session): Session => {
  const { some } = world.sample;
  const sampled: readonly OperationId[] = [
    ...some(dictionaryOperations, { standard: 1 }),
    ...some(hotelOperations.filter(isReading), { standard: 1 }),
    ...some(searching, { standard: 1 }),
    ...some(withEmptyBodies, { standard: 1 }),
  ];
  return { ...world, isAsked: (operation) => world.isAsked(operation) && sampled.includes(operation) };
};

export const outliveToken = flow('outlive-token', {
  story: 'Log in, let almost a day pass and use the token, let it expire, use it again, and log in anew.',
  phase: 'alone',
  isJudgedNarrowly: true,
  operations: ['token', ...dictionaryOperations, ...hotelOperations, ...aviaOperations],
  exercises: ['token.works-until-expiry', 'token.lifetime-is-one-day', ...ofExpired],
  input: fc.record({ ids: askedIds, seed: pickSeed, stay, flight: flightOfOne }),
  run: async (session, { ids, seed, stay, flight }) => {
    const { levers, known } = session.target;
    needClock(session.target);
    if (!levers.openWorld && !(await session.takesExtraToken())) {
      stop('needs', 'needs levers.openWorld, or one more of may.extraTokens.perRun, in the target file');
    }
    const recalled = levers.openWorld ? undefined : session.recallLogin();
    await session.inOwnWorld(async (opened) => {
      const world = sampledWorld(opened);
      const login = recalled ?? (await world.send({ operation: 'token', login: 'own' }));
      isRefusedElseStop(login);
      if (expiryOf(login) === undefined) return stop('refused', 'the login did not say when its token expires');
      const countryId = world.isAsked('cities')
        ? await countryWithCities(world, { seed, countryId: ids.countryId })
        : ids.countryId;
      // A token that is not accepted from the start shows nothing of its end.
      if (!world.isAsked('cities')) idsIn(await world.send({ operation: 'countries' }));
      const asks = dictionaryAsks({ countryId, hotelId: known.hotels?.[0] ?? ids.hotelId }, world.isAsked);
      const asksOfHotels = await hotelAsks(world, stay);
      const asksOfFlights = await flightAsks(world, flight);
      const askAll = async (bearer: Bearer) => {
        for (const ask of asks) await world.send({ ...ask, bearer });
      };
      await world.advanceClock(Math.max(0, world.endsIn(login).earliest - beforeExpiryMs));
      for (let round = 0; round < world.sample.at(rounds); round += 1) await askAll('own');
      for (const { send } of [...asksOfHotels, ...asksOfFlights].filter(readsOnly)) await send({});
      await world.advanceClock(Math.max(0, world.endsIn(login).latest) + afterExpiryMs);
      await askAll('expired');
      for (const { send } of [...asksOfHotels, ...asksOfFlights]) await send({ bearer: 'expired' });
      await world.send({ operation: 'token', login: 'own' });
      await world.send({ operation: 'countries' });
      if (world.sample.depth === 'full') await askAll('own');
    });
  },
});
