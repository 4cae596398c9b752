/** Tells flights, bookings and tickets as the rules of a world say. */
import type { CanonicalFlight, CanonicalFlightOffer, CanonicalTicket, FlightReplies } from './canonical.ts';
import { partsOf, priceOfFares } from './fares.ts';
import { ticketBeforeMs } from './healthy-rules.ts';
import type { FlightWorld, TicketOf, Within } from './rules.ts';
import type { Flight, FlightOffer, StoredFlightSearch, StoredPnr } from './state.ts';

export const toldFlight = ({ capacity: _, ...flight }: Flight): CanonicalFlight => flight;

/** Remembers under which id, and for which price, the offer was told. */
export const toldFlightOffer = (
  offer: FlightOffer,
  search: StoredFlightSearch,
  within: Within,
): CanonicalFlightOffer => {
  const { rules } = within.world;
  const offerId = rules.flightOfferIdOf(offer, search, within.world);
  const price = rules.flightPriceOf(offer, within);
  search.reported.set(offerId, { offer, price });
  const { flights, family, supplier } = offer;
  return {
    offerId,
    flights: flights.map(toldFlight),
    fareFamily: family.name,
    supplier,
    price,
    isRefundable: family.refundPenaltyPercent !== null,
    isExchangeable: family.exchangePenaltyMinor !== null,
  };
};

export const toldPnr = (booking: StoredPnr, within: Within): FlightReplies['pnr-create'] => {
  const { bookingId, locator, price, createdAtMs } = booking;
  return {
    bookingId,
    locator,
    status: within.world.rules.pnrStatusOf(booking, within),
    price,
    createdAtMs,
    ticketBeforeMs: ticketBeforeMs(booking, within.world),
  };
};

export const toldTicket = ({ ticket, booking }: TicketOf, within: Within): CanonicalTicket => {
  const { rules } = within.world;
  const { ticketNumber, issuedAtMs, fare } = ticket;
  const { firstName = '', lastName = '' } = booking.passengers[ticket.passenger] ?? {};
  return {
    ticketNumber,
    passengerName: `${firstName} ${lastName}`,
    issuedAtMs,
    price: priceOfFares([fare]),
    parts: partsOf([fare]),
    coupons: ticket.coupons.map((coupon) => ({
      flightNumber: coupon.flight.flightNumber,
      date: coupon.flight.date,
      status: rules.couponStatusOf(coupon, ticket, within),
    })),
  };
};

/** Puts a changed ticket in the place of the one of its number. */
export const withTicket = (booking: StoredPnr, changed: TicketOf['ticket']): StoredPnr => ({
  ...booking,
  tickets: booking.tickets.map((one) => (one.ticketNumber === changed.ticketNumber ? changed : one)),
});

/** Gives every coupon of a ticket one status, and keeps it; answers the booking as it is now. */
export const closed = (
  { ticket, booking }: TicketOf,
  status: 'void' | 'exchanged' | 'refunded',
  world: FlightWorld,
): StoredPnr => {
  const coupons = ticket.coupons.map((coupon) => ({ ...coupon, status }));
  const changed = withTicket(booking, { ...ticket, coupons });
  world.flights.pnrs.put(changed);
  return changed;
};
