import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { FlightFact } from '../contracts/flight-facts.ts';
import type { FlightSearch } from '../contracts/flight-intents.ts';
import { succeeded } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { flights } from '../generators/flights.ts';
import { picked, pickSeed } from '../generators/picked.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { findFlights, flightSearch } from './steps/find-flights.ts';

const flightsMax = 3;
const offersMax = { probe: 1, standard: 3, full: 3 };
/** Of them. */
const rulesMax = { probe: 1, standard: 2, full: 3 };

/** The schedule of one day, and of another where that is refused: any one day may have a reason of its own. */
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

/** Reads what is told without a search, then searches twice and asks for the price and the rules of some offers. */
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
  ],
  probe: { requestsMax: 6 },
  input: fc.record({ flights, seed: pickSeed }),
  run: async (session, { flights: draws, seed }) => {
    const { isAsked, target, sample } = session;
    const { bindings } = target;
    let isScheduleRead = true;
    // Nothing may be searched before it, in this story.
    if ((isAsked('avia-schedule') || isAsked('avia-availability')) && bindings['avia-schedule']) {
      const searches = draws.map((draw) => flightSearch(session, draw));
      const seen = await readSchedules(session, searches);
      isScheduleRead = seen?.isRead ?? true;
      const asksSeats = isAsked('avia-availability') && bindings['avia-availability'];
      if (seen?.flights && asksSeats) await askSeats(session, seen.search, seen.flights);
    }
    if (isAsked('avia-search') || isAsked('avia-offer-price') || isAsked('fare-rules')) {
      const { search, searchId, offers } = await findFlights(session, draws);
      const [first, ...others] = offers;
      for (const [asked, offer] of [first, ...picked(others, sample.at(offersMax) - 1, seed)].entries()) {
        const chosen = { searchId, offer, search };
        if (isAsked('avia-offer-price') && bindings['avia-offer-price']) await session.ask('avia-offer-price', chosen);
        const wantsRules = isAsked('fare-rules') && asked < sample.at(rulesMax);
        if (wantsRules && bindings['fare-rules']) await session.ask('fare-rules', chosen);
      }
      if (isAsked('avia-search')) await session.ask('avia-search', search);
    }
    endWithout([
      ...unbound(bindings, ['avia-schedule', 'avia-availability', 'avia-offer-price', 'fare-rules']),
      !isScheduleRead && "bindings['avia-schedule'] to read flights",
    ]);
  },
});
