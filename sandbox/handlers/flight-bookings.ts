/** The handlers of flights: they search, schedule and price them, and create, retrieve, cancel and reprice bookings. */
import { createHash } from 'node:crypto';
import type { SalesHandler } from '../asked.ts';
import type { FlightReplies, FlightRequests, Journey } from '../avia/canonical.ts';
import { faresOf, flightOf, flightOffersOf, flightsOf, partsOf } from '../avia/flights.ts';
import { ofBooking, offerAsked, ofOffer, reportedFlight, reportedFlightOffer, reportedPnr } from '../avia/reported.ts';
import { type RuleContext, shownTickets } from '../avia/rules.ts';
import type { FlightOffer, StoredFlightSearch, StoredPnr } from '../avia/state.ts';
import { airports, flightSuppliers } from '../data/flight-trade.ts';
import { flightNotFound, invalidBookingState, invalidRequest, noSeats, supplierError } from '../refusals.ts';
import { answer } from '../reply.ts';
import { dayIn, dayMs } from '../sales.ts';

// The handlers that search, schedule and price flights.

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
const isSold = ({ flights, party }: FlightOffer, within: RuleContext): boolean => {
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

type PnrAsked = FlightRequests['pnr-create'];

const problemOf = ({ passengers }: PnrAsked, { party }: FlightOffer): string | undefined => {
  const children = passengers.filter(({ isChild }) => isChild).length;
  if (children !== party.children || passengers.length - children !== party.adults) {
    return 'The passengers are not as many as were searched for.';
  }
  return undefined;
};

/** No supplier sells a seat to a passenger whose document does not outlast the journey. */
const refusalReasonOf = ({ passengers }: PnrAsked, { flights, supplier }: FlightOffer): string | undefined => {
  const last = flights.at(-1)?.date ?? '';
  const name = flightSuppliers.find(({ code }) => code === supplier)?.name ?? supplier;
  const isValid = passengers.every(({ document }) => document.expiresOn >= last);
  return isValid ? undefined : `${name} refuses a document that expires before ${last}.`;
};

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

const locatorOf = (bookingId: string): string =>
  [...createHash('sha256').update(bookingId).digest().subarray(0, 6)]
    .map((byte) => letters[byte % letters.length])
    .join('');

/** POST /api/avia/pnr_create: books an offer of a search for its passengers, at the price of this moment. */
export const pnrCreate: SalesHandler<'pnr-create'> = (asked, asking) => {
  const { world, clientId } = asking;
  const within: RuleContext = { operation: 'pnr-create', world };
  const found = offerAsked(asked, within.operation, asking);
  if (found.refused) return found.refused;
  const { offer } = found;
  const problem = problemOf(asked, offer);
  if (problem) return invalidRequest(problem);
  const reason = refusalReasonOf(asked, offer);
  if (reason) return supplierError(reason);
  if (!isSold(offer, within)) return noSeats;

  const number = world.count('flight bookings');
  const bookingId = world.rules.flightBookingIdOf(number, world);
  const booking: StoredPnr = {
    bookingId,
    number,
    locator: locatorOf(bookingId),
    clientId,
    createdAtMs: world.now(),
    offer,
    // Adults first, as their fares are.
    passengers: asked.passengers.toSorted((one, other) => Number(one.isChild) - Number(other.isChild)),
    contact: asked.contact,
    fares: faresOf(offer, world.now()),
    price: world.rules.flightPriceOf(offer, within),
    tickets: [],
  };
  world.flights.pnrs.put(booking);
  return answer(200, reportedPnr(booking, within));
};

/** POST /api/avia/pnr_retrieve, …/pnr_cancel and …/pnr_reprice: shows, cancels and prices a booking that was made. */
export const pnrRetrieve = ofBooking('pnr-retrieve', ({ booking }, within) => {
  const body: FlightReplies['pnr-retrieve'] = {
    ...reportedPnr(booking, within),
    flights: booking.offer.flights.map(reportedFlight),
    passengers: booking.passengers,
    contact: booking.contact,
    fareFamily: booking.offer.family.name,
    ticketNumbers: shownTickets(booking, within.world).map(({ ticketNumber }) => ticketNumber),
  };
  return answer(200, body);
});

/** Cancelling again gives the same answer. */
export const pnrCancel = ofBooking('pnr-cancel', ({ booking }, within) => {
  const { world } = within;
  const refused = world.rules.pnrCancelRefusalOf(booking, world);
  if (refused) return refused;
  const cancelled = { ...booking, cancelledAtMs: booking.cancelledAtMs ?? world.now() };
  if (world.rules.cancelsPnr(booking, world)) world.flights.pnrs.put(cancelled);
  const { bookingId } = booking;
  const status = world.rules.pnrStatusOf(cancelled, within);
  return answer(200, { bookingId, status } satisfies FlightReplies['pnr-cancel']);
});

/** The new price holds until it is refreshed again, or tickets are issued for it. */
export const pnrReprice = ofBooking('pnr-reprice', ({ booking }, within) => {
  const { world } = within;
  const status = world.rules.pnrStatusOf(booking, within);
  if (status !== 'booked') return invalidBookingState(`The booking is ${status}.`);
  const [fares, price] = [faresOf(booking.offer, world.now()), world.rules.flightPriceOf(booking.offer, within)];
  world.flights.pnrs.put({ ...booking, fares, price });
  const body: FlightReplies['pnr-reprice'] = {
    bookingId: booking.bookingId,
    price,
    parts: partsOf(fares),
    isPriceChanged: world.rules.saysPriceChanged(booking.price, price, within),
  };
  return answer(200, body);
});
