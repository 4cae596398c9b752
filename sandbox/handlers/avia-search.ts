/** POST /api/avia/search: the offers of a journey, the cheapest first. */
import type { FlightReplies, Journey } from '../avia/canonical.ts';
import { flightOffersOf } from '../avia/flights.ts';
import type { Within } from '../avia/rules.ts';
import type { FlightOffer, StoredFlightSearch } from '../avia/state.ts';
import { toldFlightOffer } from '../avia/telling.ts';
import { airports } from '../data/flight-trade.ts';
import type { SalesHandler } from '../handler.ts';
import { answer } from '../reply.ts';
import { dayIn, dayMs } from '../sales/days.ts';
import { invalidRequest } from '../sales/refusals.ts';

const daysAheadMax = 366;

/** What is wrong with a journey in one sentence; undefined when nothing is. */
export const journeyProblemOf = (journey: Journey, nowMs: number): string | undefined => {
  const { from, to, departure, return: back } = journey;
  if (from === to || ![from, to].every((one) => airports.some(({ code }) => code === one))) {
    return 'Nobody flies there.';
  }
  const [departsMs = 0, returnsMs = departsMs] = [dayIn(departure), back === undefined ? undefined : dayIn(back)];
  if (departsMs < nowMs - dayMs) return 'The day of departure is past.';
  if (departsMs > nowMs + daysAheadMax * dayMs) return `Flights are sold ${daysAheadMax} days ahead.`;
  return returnsMs < departsMs ? 'The day of return is before that of departure.' : undefined;
};

const salesCloseMs = 60 * 60 * 1000;

/** In time, and with a seat for everybody. */
export const isSold = ({ flights, party }: FlightOffer, within: Within): boolean => {
  const { world } = within;
  const isInTime = (flights[0]?.departsAtMs ?? 0) - salesCloseMs > world.now();
  return isInTime && flights.every((flight) => world.rules.seatsOf(flight, within) >= party.adults + party.children);
};

export const aviaSearch: SalesHandler<'avia-search'> = ({ journey, party }, { world, clientId }) => {
  const problem = journeyProblemOf(journey, world.now());
  if (problem) return invalidRequest(problem);
  const number = world.count('flight searches');
  const searchId = world.rules.flightSearchIdOf(number, world);
  const search: StoredFlightSearch = { searchId, number, clientId, journey, party, reported: new Map() };
  world.flights.searches.put(search);
  const within: Within = { operation: 'avia-search', world };
  const offers = flightOffersOf(journey, party)
    .filter((offer) => isSold(offer, within))
    .map((offer) => toldFlightOffer(offer, search, within))
    .toSorted((one, other) => one.price.minor - other.price.minor);
  return answer(200, { searchId, offers } satisfies FlightReplies['avia-search']);
};
