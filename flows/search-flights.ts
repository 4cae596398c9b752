import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { FlightFact, FlightOfferFact } from '../contracts/facts.ts';
import type { FlightSearch } from '../contracts/intents.ts';
import { succeeded } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import { asOther, type Session } from '../engine/session.ts';
import { picked, pickSeed } from '../generators/draws.ts';
import { type FlightDraw, flightDays, searchesOf, searchRows } from '../generators/flights.ts';
import type { ByDepth } from '../generators/sample.ts';
import { askIncompletely, readWithoutEach, shownByIncompleteAsks } from './steps/ask-incompletely.ts';
import { type FoundFlights, findFlights, flightSearch } from './steps/find-flights.ts';
import { endWithout, unbound } from './steps/needs.ts';

const flightsMax = 3;
/** Circumstances in which flights are searched for; those after the first take fewer offers. */
const rowsMax = { probe: 1, standard: 2 };
/** How many offers are priced, and of how many of them the rules are read. */
type Extent = { readonly offers: number; readonly rules: number };
const firstExtent = {
  probe: { offers: 1, rules: 1 },
  standard: { offers: 3, rules: 2 },
  full: { offers: 3, rules: 3 },
} satisfies ByDepth<Extent>;
const moreExtent = { standard: { offers: 0, rules: 0 }, full: { offers: 2, rules: 2 } } satisfies ByDepth<Extent>;

/** The schedule of one day, and of another where that is refused: a reason may concern one day alone. */
const readSchedules = async (session: Session, searches: readonly FlightSearch[]) => {
  for (const search of searches) {
    const { exchange, facts } = await session.ask('avia-schedule', search);
    if (!succeeded(exchange)) continue;
    if (!facts.flights) return { search, isRead: false };
    if (facts.flights.length > 0) return { search, flights: facts.flights, isRead: true };
  }
  return undefined;
};

/** In two parts where the first is refused. */
const askSeats = async (session: Session, search: FlightSearch, all: readonly FlightFact[]): Promise<void> => {
  for (const some of [all.slice(0, flightsMax), all.slice(flightsMax, 2 * flightsMax)]) {
    if (some.length === 0) return;
    const { exchange } = await session.ask('avia-availability', { flights: some, search });
    if (succeeded(exchange)) return;
  }
};

/** Those of another supplier than the first come early. */
const offersToPrice = ([first, ...others]: FoundFlights['offers'], count: number, seed: number): FlightOfferFact[] => {
  const more = picked(others, others.length, seed).toSorted(
    (one, other) => Number(one.supplier === first.supplier) - Number(other.supplier === first.supplier),
  );
  return [first, ...more].slice(0, count);
};

/** Searches, and asks for the price and the rules of some offers; answers what was searched for. */
const searchAndPrice = async (
  session: Session,
  draws: readonly FlightDraw[],
  { seed, isFirst, extent }: { readonly seed: number; readonly isFirst: boolean; readonly extent: Extent },
): Promise<FlightSearch> => {
  const { isAsked, target, sample } = session;
  const { search, searchId, offers } = await findFlights(session, draws);
  for (const [asked, offer] of offersToPrice(offers, extent.offers, seed).entries()) {
    const chosen = { searchId, offer, search };
    if (isAsked('avia-offer-price') && target.bindings['avia-offer-price'])
      await session.ask('avia-offer-price', chosen);
    const wantsRules = isAsked('fare-rules') && asked < extent.rules;
    if (wantsRules && target.bindings['fare-rules']) await session.ask('fare-rules', chosen);
  }
  const mayAsk = isFirst && target.otherPartner && sample.depth !== 'probe';
  const stranger = mayAsk ? asOther(session) : undefined;
  for (const operation of ['avia-offer-price', 'fare-rules'] as const) {
    const isWanted = isAsked(operation) && target.bindings[operation];
    if (isWanted) await stranger?.ask(operation, { searchId, offer: offers[0], search });
  }
  if (isFirst) {
    const whole = { searchId, offer: offers[0], search };
    const without = (part: 'offer' | 'searchId') =>
      (['avia-offer-price', 'fare-rules'] as const).flatMap((operation) =>
        readWithoutEach(session, operation, [part], whole),
      );
    await askIncompletely(session, [...without('offer'), ...without('searchId')]);
  }
  return search;
};

const ofOther = ['avia-offer-price.other-partner-sees-nothing', 'fare-rules.other-partner-sees-nothing'] as const;

/** Reads what needs no search, then searches and asks for the price and the rules of some offers. */
export const searchFlights = flow('search-flights', {
  story: 'Read the schedule and the seats of some flights, search twice, and read price and rules of some offers.',
  phase: 'main',
  operations: ['avia-schedule', 'avia-availability', 'avia-search', 'avia-offer-price', 'fare-rules'],
  exercises: [
    ...clausesOf([
      'json',
      'avia-search',
      'avia-flow',
      'avia-availability',
      'avia-schedule',
      'avia-offer-price',
      'fare-rules',
    ]),
    'avia-bearer.issued-token-is-accepted',
    'refusal.lack-is-refused-alike',
  ],
  forFullOnly: shownByIncompleteAsks,
  probe: { requestsMax: 6, without: ofOther },
  input: fc.record({ flights: flightDays, seed: pickSeed }),
  run: async (session, { flights: days, seed }) => {
    const { isAsked, target, sample } = session;
    const { bindings } = target;
    const sampled = sample.some(searchRows, rowsMax);
    const turned = seed % 2 === 0 ? sampled : sampled.toReversed();
    const rows = turned.map((row) => searchesOf(row, days));
    // Other journeys on a route would show the same flights.
    const newRoutes = new Set(['another', 'the usual'].map((route) => turned.findIndex((row) => row.route === route)));
    let isScheduleRead = true;
    // Nothing may be searched before it, in this story.
    if ((isAsked('avia-schedule') || isAsked('avia-availability')) && bindings['avia-schedule']) {
      for (const [at, draws] of sample.at({ standard: rows.slice(0, 1), full: rows }).entries()) {
        const searches = draws.map((draw) => flightSearch(session, draw));
        const seen = await readSchedules(session, searches);
        isScheduleRead &&= seen?.isRead ?? true;
        const asksSeats = isAsked('avia-availability') && bindings['avia-availability'];
        const isTurn = at === 0 || (sample.depth === 'full' && newRoutes.has(at));
        if (seen?.flights && asksSeats && isTurn) await askSeats(session, seen.search, seen.flights);
      }
    }
    if (isAsked('avia-search') || isAsked('avia-offer-price') || isAsked('fare-rules')) {
      let first: FlightSearch | undefined;
      for (const draws of rows) {
        const isFirst = !first;
        const extent = sample.at<Extent>(isFirst ? firstExtent : moreExtent);
        const search = await searchAndPrice(session, draws, { seed, isFirst, extent });
        first ??= search;
      }
      if (first && isAsked('avia-search')) await session.ask('avia-search', first);
    }
    endWithout([
      ...unbound(bindings, ['avia-schedule', 'avia-availability', 'avia-offer-price', 'fare-rules']),
      !isScheduleRead && "bindings['avia-schedule'] to read flights",
      sample.depth !== 'probe' &&
        !target.otherPartner &&
        'otherPartner, who must not see offers that it has not found,',
    ]);
  },
});
