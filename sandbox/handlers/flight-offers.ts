/** The handlers that search, schedule and price flights. */
import type { SalesHandler } from '../asked.ts';
import type { FlightReplies, Journey } from '../avia/canonical.ts';
import { faresOf, flightOf, flightOffersOf, flightsOf, partsOf } from '../avia/flights.ts';
import { ofOffer, reportedFlight, reportedFlightOffer } from '../avia/reported.ts';
import type { RuleContext } from '../avia/rules.ts';
import type { FlightOffer, StoredFlightSearch } from '../avia/state.ts';
import { airports } from '../data/flight-trade.ts';
import { flightNotFound, invalidRequest } from '../refusals.ts';
import { answer } from '../reply.ts';
import { dayIn, dayMs } from '../sales.ts';

const daysAheadMax = 366;

/** What is wrong with a journey in one sentence; undefined when nothing is. */
const journeyProblemOf = (journey: Journey, nowMs: number): string | undefined => {
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

/** In time, and with a seat for every passenger. */
export const isSold = ({ flights, party }: FlightOffer, within: RuleContext): boolean => {
  const { world } = within;
  const isInTime = (flights[0]?.departsAtMs ?? 0) - salesCloseMs > world.now();
  return isInTime && flights.every((flight) => world.rules.seatsOf(flight, within) >= party.adults + party.children);
};

/** POST /api/avia/search: the offers of a journey, the cheapest first. */
export const aviaSearch: SalesHandler<'avia-search'> = ({ journey, party }, { world, clientId }) => {
  const problem = journeyProblemOf(journey, world.now());
  if (problem) return invalidRequest(problem);
  const number = world.count('flight searches');
  const searchId = world.rules.flightSearchIdOf(number, world);
  const search: StoredFlightSearch = { searchId, number, clientId, journey, party, reported: new Map() };
  world.flights.searches.put(search);
  const within: RuleContext = { operation: 'avia-search', world };
  const offers = flightOffersOf(journey, party)
    .filter((offer) => isSold(offer, within))
    .map((offer) => reportedFlightOffer(offer, search, within))
    .toSorted((one, other) => one.price.minor - other.price.minor);
  return answer(200, { searchId, offers } satisfies FlightReplies['avia-search']);
};

/**
 * POST /api/avia/schedule and …/availability: the flights of a journey, and the seats on flights; no search comes
 * before.
 */
export const aviaSchedule: SalesHandler<'avia-schedule'> = ({ journey }, { world }) => {
  const problem = journeyProblemOf(journey, world.now());
  if (problem) return invalidRequest(problem);
  return answer(200, { flights: flightsOf(journey).map(reportedFlight) } satisfies FlightReplies['avia-schedule']);
};

export const aviaAvailability: SalesHandler<'avia-availability'> = ({ flights: names }, { world }) => {
  const flights = names.flatMap((name) => flightOf(name) ?? []);
  if (flights.length < names.length) return flightNotFound;
  const seatsOf = (flight: (typeof flights)[number]) =>
    world.rules.seatsOf(flight, { operation: 'avia-availability', world });
  const body: FlightReplies['avia-availability'] = {
    flights: flights.map((flight) => ({ ...reportedFlight(flight), seats: seatsOf(flight) })),
  };
  return answer(200, body);
};

/** POST /api/avia/offer_price and …/fare_rules: what an offer of a search costs now, and the rules of its fare. */
export const aviaOfferPrice = ofOffer('avia-offer-price', ({ offer, search, price: before }, within) => {
  const { world } = within;
  const reported = reportedFlightOffer(offer, search, within);
  const body: FlightReplies['avia-offer-price'] = {
    offer: { ...reported, parts: partsOf(faresOf(offer, world.now())) },
    isPriceChanged: world.rules.saysPriceChanged(before, reported.price, within),
  };
  return answer(200, body);
});

export const fareRules = ofOffer('fare-rules', ({ offer: { family } }) =>
  answer(200, { fareFamily: family.name, fareRules: family.rules } satisfies FlightReplies['fare-rules']),
);
