/** What flight operations find and report: the search, booking or ticket of a request, and its canonical answer. */
import type { SaleContext, SalesHandler } from '../asked.ts';
import {
  accessDenied,
  bookingNotFound,
  offerNotFound,
  type Refused,
  searchNotFound,
  ticketNotFound,
} from '../refusals.ts';
import type { Reply } from '../reply.ts';
import type { Amount } from '../sales.ts';
import { digestOf } from '../world-parts.ts';
import type {
  AviaOperation,
  CanonicalFlight,
  CanonicalFlightOffer,
  CanonicalTicket,
  FlightReplies,
  FlightRequests,
} from './canonical.ts';
import { partsOf, priceOfFares } from './flights.ts';
import { type FlightWorld, type RuleContext, type TicketOf, ticketBeforeMs } from './rules.ts';
import type { Flight, FlightOffer, StoredFlightSearch, StoredPnr } from './state.ts';

type Or<Found> = (Found & { readonly refused?: never }) | { readonly refused: Refused };

type OfferAsked = { readonly searchId: string; readonly offerId: string };
type ReportedOffer = { readonly search: StoredFlightSearch; readonly offer: FlightOffer; readonly price: Amount };
type FlightBookingAsked = { readonly bookingId: string };
type TicketAsked = FlightBookingAsked & { readonly ticketNumber: string };

export const offerAsked = (
  { searchId, offerId }: OfferAsked,
  operation: AviaOperation,
  { world, clientId }: SaleContext,
): Or<ReportedOffer> => {
  const search = world.flights.searches.find(searchId);
  if (!search || !world.rules.knowsFlightSearch(search, clientId, { operation, world })) {
    return { refused: searchNotFound };
  }
  const reported = search.reported.get(offerId);
  return reported ? { search, ...reported } : { refused: offerNotFound };
};

const bookingAsked = (
  { bookingId }: FlightBookingAsked,
  operation: AviaOperation,
  { world, clientId }: SaleContext,
): Or<{ readonly booking: StoredPnr }> => {
  const within = { operation, world };
  const booking = world.rules.findsFlightBooking(bookingId, within);
  const access = booking ? world.rules.flightAccessOf(booking, clientId, within) : 'hidden';
  if (!booking || access === 'hidden') return { refused: bookingNotFound };
  return access === 'denied' ? { refused: accessDenied } : { booking };
};

export const ticketAsked = (asked: TicketAsked, operation: AviaOperation, asking: SaleContext): Or<TicketOf> => {
  const found = bookingAsked(asked, operation, asking);
  if (found.refused) return found;
  const { booking } = found;
  const ticket = asking.world.rules.findsTicket(booking, asked.ticketNumber, { operation, world: asking.world });
  return ticket ? { booking, ticket } : { refused: ticketNotFound };
};

/** The operations that name such a thing. */
type NamingOperation<Asked> = {
  [Operation in AviaOperation]: FlightRequests[Operation] extends Asked ? Operation : never;
}[AviaOperation];

/** A handler of what a request names, where it is found; the refusal where it is not. */
const handlerOf =
  <Asked, Found extends object>(find: (asked: Asked, operation: AviaOperation, asking: SaleContext) => Or<Found>) =>
  <Operation extends NamingOperation<Asked>>(
    operation: Operation,
    handle: (found: Found, within: RuleContext, asked: FlightRequests[Operation]) => Reply | Refused,
  ): SalesHandler<Operation> =>
  (asked, asking) => {
    const found = find(asked as Asked, operation, asking);
    return found.refused ?? handle(found as Found, { operation, world: asking.world }, asked as never);
  };

export const ofOffer = handlerOf(offerAsked);
export const ofBooking = handlerOf(bookingAsked);
export const ofTicket = handlerOf(ticketAsked);

/** Uses the first coupon of a ticket that is open; false when there is none. */
export const useCoupon = (bookingId: string, ticketNumber: string, world: FlightWorld): boolean => {
  const booking = world.flights.pnrs.find(bookingId.toLowerCase());
  const ticket = booking && world.rules.findsTicket(booking, ticketNumber, { operation: 'ticket-info', world });
  const first = ticket?.coupons.findIndex(({ status }) => status === 'open') ?? -1;
  if (!booking || !ticket || first < 0) return false;
  const coupons = ticket.coupons.map((coupon, at) => (at === first ? { ...coupon, status: 'used' as const } : coupon));
  world.flights.pnrs.put(withTicket(booking, { ...ticket, coupons }));
  return true;
};

export const reportedFlight = ({ capacity: _, ...flight }: Flight): CanonicalFlight => flight;

/** Remembers under which id, and for which price, the offer was reported. */
export const reportedFlightOffer = (
  offer: FlightOffer,
  search: StoredFlightSearch,
  within: RuleContext,
): CanonicalFlightOffer => {
  const { rules, dialect } = within.world;
  const { flights, family, supplier, party } = offer;
  const names = flights.map(({ flightNumber, date }) => [flightNumber, date]);
  const offerId = dialect.offerIdOf(digestOf([names, family.code, party]));
  const price = rules.flightPriceOf(offer, within);
  search.reported.set(offerId, { offer, price });
  return {
    offerId,
    flights: flights.map(reportedFlight),
    fareFamily: family.name,
    supplier,
    price,
    isRefundable: family.refundPenaltyPercent !== null,
    isExchangeable: family.exchangePenaltyMinor !== null,
  };
};

export const reportedPnr = (booking: StoredPnr, within: RuleContext): FlightReplies['pnr-create'] => {
  const { bookingId, locator, price, createdAtMs } = booking;
  return {
    bookingId,
    locator,
    status: within.world.rules.pnrStatusOf(booking, within),
    price,
    createdAtMs,
    ticketBeforeMs: ticketBeforeMs(booking),
  };
};

export const reportedTicket = ({ ticket, booking }: TicketOf, within: RuleContext): CanonicalTicket => {
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
const withTicket = (booking: StoredPnr, changed: TicketOf['ticket']): StoredPnr => ({
  ...booking,
  tickets: booking.tickets.map((one) => (one.ticketNumber === changed.ticketNumber ? changed : one)),
});

/** Gives every coupon of a ticket one status, and stores it; answers with the booking as it is now. */
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
