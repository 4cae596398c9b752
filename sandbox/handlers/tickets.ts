/** The handlers that issue, show, void, exchange and refund tickets. */
import { createHash } from 'node:crypto';
import type { SalesHandler } from '../asked.ts';
import type { FlightReplies, FlightRequests } from '../avia/canonical.ts';
import { fareOf, otherWays, priceOfFares } from '../avia/flights.ts';
import { closed, ofBooking, ofTicket, reportedFlight, reportedTicket, ticketAsked } from '../avia/reported.ts';
import type { FlightWorld, RuleContext, TicketOf } from '../avia/rules.ts';
import type { Flight, StoredExchange, StoredPnr, StoredTicket } from '../avia/state.ts';
import {
  calculationNotFound,
  exchangeNotFound,
  nothingToExchangeFor,
  offerNotFound,
  type Refused,
  refundNotCalculated,
} from '../refusals.ts';
import { answer, type Reply } from '../reply.ts';
import { euro } from '../sales.ts';
import { digestOf, ofWorld } from '../world-parts.ts';

const isChildIn = ({ booking, ticket }: TicketOf): boolean => booking.passengers[ticket.passenger]?.isChild ?? false;

const offerIdOf = (flights: readonly Flight[], exchangeId: string, { dialect }: FlightWorld): string => {
  const names = flights.map(({ flightNumber, date }) => [flightNumber, date]);
  return dialect.offerIdOf(digestOf([names, exchangeId]));
};

/**
 * POST /api/avia/ticket_exchange_calculation and …/ticket_exchange: what other days would cost, and the exchange
 * itself.
 */
export const ticketExchangeCalculation = ofTicket('ticket-exchange-calculation', (found, { world }, asked) => {
  const refused = world.rules.exchangeRefusalOf(found, world);
  if (refused) return refused;
  const { booking, ticket } = found;
  const flown = ticket.coupons.map(({ flight }) => flight);
  const ways = otherWays(flown, asked.departure, asked.return).filter(
    ([first]) => first !== undefined && first.departsAtMs > world.now(),
  );
  const [first] = ways;
  if (!first) return nothingToExchangeFor;

  const fare = fareOf({ flights: first, family: booking.offer.family }, isChildIn(found), world.now());
  const price = priceOfFares([fare]);
  const exchangeId = world.dialect.exchangeIdOf(ofWorld('exchange', world.count('exchanges'), world));
  const offers = new Map(ways.map((flights) => [offerIdOf(flights, exchangeId, world), flights]));
  const costs = {
    penalty: euro(booking.offer.family.exchangePenaltyMinor ?? 0),
    // A cheaper ticket gives nothing back.
    surcharge: euro(Math.max(0, price.minor - priceOfFares([ticket.fare]).minor)),
  };
  const { bookingId } = booking;
  world.flights.exchanges.put({ exchangeId, bookingId, ticketNumber: ticket.ticketNumber, ...costs, fare, offers });
  const body: FlightReplies['ticket-exchange-calculation'] = {
    exchangeId,
    ...costs,
    offers: [...offers].map(([offerId, flights]) => ({ offerId, flights: flights.map(reportedFlight), price })),
  };
  return answer(200, body);
});

/** The ticket for the flights that were chosen. */
const exchanged = (
  subject: TicketOf,
  { flights, fare }: { flights: readonly Flight[]; fare: StoredExchange['fare'] },
  world: FlightWorld,
): StoredTicket => ({
  ticketNumber: world.rules.exchangedNumberOf(subject, world),
  passenger: subject.ticket.passenger,
  issuedAtMs: world.now(),
  fare,
  coupons: flights.map((flight) => ({ flight, status: 'open' })),
});

export const ticketExchange = ofTicket('ticket-exchange', (found, within, asked) => {
  const { world } = within;
  const { rules } = world;
  const exchange = rules.findsExchange(asked.exchangeId, { ...found, world });
  if (!exchange) return exchangeNotFound;
  const refused = rules.exchangeRefusalOf(found, world);
  if (refused) return refused;
  const [firstId = ''] = exchange.offers.keys();
  const flights = exchange.offers.get(asked.offerId ?? firstId);
  if (!flights) return offerNotFound;

  const ticket = exchanged(found, { flights, fare: exchange.fare }, world);
  const before = rules.closesExchanged(found, world) ? closed(found, 'exchanged', world) : found.booking;
  const booking = { ...before, tickets: [...before.tickets, ticket] };
  world.flights.pnrs.put(booking);
  const body: FlightReplies['ticket-exchange'] = {
    exchangeId: exchange.exchangeId,
    ...rules.exchangeChargesOf(exchange, world),
    ticket: reportedTicket({ ticket, booking }, within),
    replaced: found.ticket.ticketNumber,
  };
  return answer(200, body);
});

/** The same for every calculation of one ticket. */
export const calculationIdOf = ({ booking, ticket }: TicketOf, { dialect }: Pick<FlightWorld, 'dialect'>): string =>
  dialect.exchangeIdOf(
    createHash('sha256').update(`refund of ${ticket.ticketNumber} of ${booking.bookingId}`).digest(),
  );

const calculationsOf = ({ ticket }: TicketOf): string => `refund calculations of ${ticket.ticketNumber}`;

export const ticketRefundCalculation = ofTicket('ticket-refund-calculation', (found, within) => {
  const { world } = within;
  const refused = world.rules.refundRefusalOf(found, within);
  if (refused) return refused;
  world.count(calculationsOf(found));
  const body: FlightReplies['ticket-refund-calculation'] = {
    calculationId: calculationIdOf(found, world),
    refund: world.rules.flightRefundOf(found, within),
  };
  return answer(200, body);
});

/** A calculation must come before, named or not; one that is named must be of this ticket. */
export const ticketRefund = ofTicket('ticket-refund', (found, within, asked) => {
  const { world } = within;
  if (asked.calculationId !== undefined && asked.calculationId !== calculationIdOf(found, world)) {
    return calculationNotFound;
  }
  const refused = world.rules.refundRefusalOf(found, within);
  if (refused) return refused;
  if (world.rules.needsRefundCalculation && world.counted(calculationsOf(found)) === 0) {
    return refundNotCalculated;
  }
  const refund = world.rules.flightRefundOf(found, within);
  if (world.rules.closesRefunded(found, world)) closed(found, 'refunded', world);
  return answer(200, { refund } satisfies FlightReplies['ticket-refund']);
});

/** One for each passenger. */
const issued = ({ offer, fares }: StoredPnr, world: FlightWorld): readonly StoredTicket[] =>
  fares.map((fare, passenger) => ({
    ticketNumber: world.rules.ticketNumberOf(world.count('tickets'), offer.flights[0]?.carrier ?? '', world),
    passenger,
    issuedAtMs: world.now(),
    fare,
    coupons: offer.flights.map((flight) => ({ flight, status: 'open' as const })),
  }));

export const ticketIssue = ofBooking('ticket-issue', (found, within) => {
  const { world } = within;
  const { rules } = world;
  const refused = rules.issueRefusalOf(found.booking, world);
  if (refused) return refused;
  const tickets = issued(found.booking, world);
  const booking = { ...found.booking, tickets: [...found.booking.tickets, ...tickets] };
  if (rules.keepsTickets(booking, world)) world.flights.pnrs.put(booking);
  const body: FlightReplies['ticket-issue'] = {
    bookingId: booking.bookingId,
    status: rules.pnrStatusOf(booking, within),
    tickets: tickets.map((ticket) => reportedTicket({ ticket, booking }, within)),
  };
  return answer(200, body);
});

export const ticketInfo = ofTicket('ticket-info', (found, within) =>
  answer(200, { ticket: reportedTicket(found, within) } satisfies FlightReplies['ticket-info']),
);

/** The ticket of a request of any caller. */
const meant = (
  { bookingId, ticketNumber }: FlightRequests['ticket-cancel'],
  world: FlightWorld,
): TicketOf | undefined => {
  const within: RuleContext = { operation: 'ticket-cancel', world };
  const booking = world.rules.findsFlightBooking(bookingId, within);
  const ticket = booking && world.rules.findsTicket(booking, ticketNumber, within);
  return ticket && { booking, ticket };
};

export const ticketCancel: SalesHandler<'ticket-cancel'> = (asked, asking) => {
  const { world } = asking;
  const { rules } = world;
  const refusing = (refused: Refused): Reply => {
    const subject = meant(asked, world);
    if (subject && rules.voidsRefused(refused, subject, world)) closed(subject, 'void', world);
    return rules.voidRefusalReply(refused, world);
  };
  const found = ticketAsked(asked, 'ticket-cancel', asking);
  if (found.refused) return refusing(found.refused);
  const refused = rules.voidRefusalOf(found, world);
  if (refused) return refusing(refused);
  if (rules.voids(found, world)) closed(found, 'void', world);
  return answer(200, rules.voidAnswerOf(world.now(), found, world));
};
