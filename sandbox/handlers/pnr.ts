/** POST /api/avia/pnr_retrieve, …/pnr_cancel and …/pnr_reprice: shows, cancels and prices a booking that was made. */
import type { FlightReplies } from '../avia/canonical.ts';
import { faresOf, partsOf } from '../avia/fares.ts';
import { shownTickets } from '../avia/healthy-rules.ts';
import { bookingAsked } from '../avia/lookup.ts';
import { invalidBookingState } from '../avia/refusals.ts';
import type { Within } from '../avia/rules.ts';
import { toldFlight, toldPnr } from '../avia/telling.ts';
import type { SalesHandler } from '../handler.ts';
import { answer } from '../reply.ts';

export const pnrRetrieve: SalesHandler<'pnr-retrieve'> = (asked, asking) => {
  const found = bookingAsked(asked, 'pnr-retrieve', asking);
  if (found.refused) return found.refused;
  const { booking } = found;
  const body: FlightReplies['pnr-retrieve'] = {
    ...toldPnr(booking, { operation: 'pnr-retrieve', world: asking.world }),
    flights: booking.offer.flights.map(toldFlight),
    passengers: booking.passengers,
    contact: booking.contact,
    fareFamily: booking.offer.family.name,
    ticketNumbers: shownTickets(booking, asking.world).map(({ ticketNumber }) => ticketNumber),
  };
  return answer(200, body);
};

/** Cancelling again tells the same once more. */
export const pnrCancel: SalesHandler<'pnr-cancel'> = (asked, asking) => {
  const { world } = asking;
  const found = bookingAsked(asked, 'pnr-cancel', asking);
  if (found.refused) return found.refused;
  const { booking } = found;
  const refused = world.rules.pnrCancelRefusalOf(booking, world);
  if (refused) return refused;
  const cancelled = { ...booking, cancelledAtMs: booking.cancelledAtMs ?? world.now() };
  if (world.rules.cancelsPnr(booking, world)) world.flights.pnrs.put(cancelled);
  const { bookingId } = booking;
  const status = world.rules.pnrStatusOf(cancelled, { operation: 'pnr-cancel', world });
  return answer(200, { bookingId, status } satisfies FlightReplies['pnr-cancel']);
};

/** The new price holds until it is refreshed again, or tickets are issued for it. */
export const pnrReprice: SalesHandler<'pnr-reprice'> = (asked, asking) => {
  const { world } = asking;
  const within: Within = { operation: 'pnr-reprice', world };
  const found = bookingAsked(asked, within.operation, asking);
  if (found.refused) return found.refused;
  const { booking } = found;
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
};
