/** The handlers that create, retrieve, cancel and reprice flight bookings. */
import { createHash } from 'node:crypto';
import type { SalesHandler } from '../asked.ts';
import type { FlightReplies, FlightRequests } from '../avia/canonical.ts';
import { faresOf, partsOf } from '../avia/flights.ts';
import { ofBooking, offerAsked, reportedFlight, reportedPnr } from '../avia/reported.ts';
import { type RuleContext, shownTickets } from '../avia/rules.ts';
import type { FlightOffer, StoredPnr } from '../avia/state.ts';
import { flightSuppliers } from '../data/flight-trade.ts';
import { invalidBookingState, invalidRequest, noSeats, supplierError } from '../refusals.ts';
import { answer } from '../reply.ts';
import { isSold } from './flight-offers.ts';

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
