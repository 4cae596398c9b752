import fc from 'fast-check';
import { expiryOf } from '../contracts/checks/issued-token.ts';
import { dictionaryOperations, hotelOperations, type OperationId } from '../contracts/operations.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import type { Bearer } from '../contracts/trace.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { stop } from '../engine/stop.ts';
import { flightOfOne } from '../generators/flights.ts';
import { pickSeed } from '../generators/picked.ts';
import { stay } from '../generators/stays.ts';
import { countryWithCities } from './send-bad-tokens.ts';
import { askedIds, dictionaryAsks } from './steps/dictionary-asks.ts';
import { aviaOperations, flightAsks, searching } from './steps/flight-asks.ts';
import { hotelAsks } from './steps/hotel-asks.ts';
import { idsIn } from './steps/ids-in.ts';
import { readsOnly } from './steps/token-asks.ts';

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
    ...some(dictionaryOperations, { standard: 2 }),
    ...some(hotelOperations.filter(isReading), { standard: 1 }),
    ...some(searching, { standard: 1 }),
    ...some(withEmptyBodies, { standard: 1 }),
  ];
  return { ...world, isAsked: (operation) => world.isAsked(operation) && sampled.includes(operation) };
};

/** Uses a token shortly before it expires and shortly after, on a clock that we move, and then asks for another. */
export const outliveToken = flow('outlive-token', {
  story: 'Log in, let almost a day pass and use the token, let it expire, use it again, and log in anew.',
  phase: 'alone',
  isJudgedNarrowly: true,
  operations: ['token', ...dictionaryOperations, ...hotelOperations, ...aviaOperations],
  exercises: [
    'token.works-until-expiry',
    'token.lifetime-is-one-day',
    'token.renewed-after-expiry',
    'bearer.expired-token-is-unauthorized',
    'hotel-bearer.invalid-token-is-refused',
    'avia-bearer.invalid-token-is-refused',
  ],
  input: fc.record({ ids: askedIds, seed: pickSeed, stay, flight: flightOfOne }),
  run: async (session, { ids, seed, stay, flight }) => {
    const { levers, known } = session.target;
    if (!levers.openWorld && !levers.advanceClock) {
      stop('needs', 'needs levers.openWorld or levers.advanceClock, or may.obligations, in the target file');
    }
    if (!levers.openWorld && !(await session.takesExtraToken())) {
      stop('needs', 'needs levers.openWorld, or one more of may.extraTokens.perRun, in the target file');
    }
    const recalled = levers.openWorld ? undefined : session.recallLogin();
    await session.inOwnWorld(async (opened) => {
      const world = sampledWorld(opened);
      const login = recalled ?? (await world.send({ operation: 'token', login: 'own' }));
      const outcome = outcomeOf(login);
      if (outcome.kind === 'trouble') return stop('trouble', `token: ${outcome.trouble}`);
      if (expiryOf(login) === undefined) return stop('refused', 'the login did not tell when its token expires');
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
