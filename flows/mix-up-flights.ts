import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import { flow } from '../engine/flow.ts';
import { type FlightRow, type FlightsToBook, flightRows, journeyOf } from '../generators/flight-rows.ts';
import { flightToBook } from '../generators/flight-to-book.ts';
import { flightDays } from '../generators/flights.ts';
import { bookFlight, namedTicket, needTickets, ticketedFlight } from './steps/book-flight.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { laterBy } from './steps/find-flights.ts';
import { type Hands, walkRows } from './steps/flight-rows.ts';
import { shownMixedUp } from './steps/mixed-up.ts';
import { needBookings } from './steps/need-bookings.ts';
import { ownTicket } from './steps/own-ticket.ts';
import { calculatedRefund } from './steps/refund-calculated.ts';

const bound = [
  'avia-offer-price',
  'fare-rules',
  'pnr-reprice',
  'ticket-info',
  'ticket-exchange-calculation',
  'ticket-exchange',
  'ticket-refund-calculation',
  'ticket-refund',
] as const;

const own = [...bound, 'ticket-issue', 'ticket-cancel'] as const satisfies readonly OperationId[];

/** Two for each partner who asks for them, and one for each exchange that is asked for, whether or not it comes about. */
const ticketsWanted = 8;
const bookingsWanted = 2;

const daysLater = 7;

/** For two passengers each, so that a calculation for one ticket can be used for another; one row for each partner. */
const rows = flightRows.filter(({ party, trip }) => party !== 'one adult' && trip === 'there and back');

const mixedUp = async ({ session, stranger }: Hands, row: FlightRow, input: FlightsToBook): Promise<void> => {
  const journey = journeyOf(input, row);
  // What can be exchanged can mostly be refunded, too.
  const fits = ({ isExchangeable }: { isExchangeable?: boolean | undefined }) => isExchangeable !== false;
  const another = await bookFlight(session, { ...journey, seed: journey.seed + 1 });
  const ticketed = await ticketedFlight(session, journey, {
    fits,
    before: async ({ booking, chosen }) => {
      await stranger?.ask('avia-offer-price', chosen);
      await stranger?.ask('fare-rules', chosen);
      await stranger?.ask('pnr-reprice', { booking });
      await stranger?.issueTickets(booking);
    },
  });
  const { booking, tickets, chosen } = ticketed;
  const [first, second] = tickets;
  const elsewhere = namedTicket(another.booking, first);
  if (elsewhere) await session.voidTicket(elsewhere);
  const about = { booking, ticket: first };
  const search = laterBy(chosen.search, daysLater);
  const { exchangeId, offers: [offer] = [] } =
    (await session.ask('ticket-exchange-calculation', { ...about, search })).facts.exchange ?? {};
  if (typeof exchangeId === 'string' || typeof exchangeId === 'number') {
    const wanted = offer?.reference === undefined ? {} : { offer: offer.reference };
    const exchange = { ...about, exchangeId: String(exchangeId), ...wanted };
    await stranger?.exchangeTicket(exchange);
    if (second) await session.exchangeTicket({ ...exchange, ticket: second });
    await session.exchangeTicket(exchange);
    await session.exchangeTicket(exchange);
    await ownTicket(session, booking, first).lookUntilClosed();
  }
  // Of one ticket that was exchanged nothing is left.
  if (!second) return;
  const { intent } = await calculatedRefund(session, { booking, ticket: second });
  await stranger?.refundTicket(intent);
  await ownTicket(session, booking, second).look();
};

/** Asks as one partner for what is of the other, and with one thing for what is about another. */
export const mixUpFlights = flow('mix-up-flights', {
  story:
    'Let another partner price, ticket, exchange and refund flights of ours, use one calculation for two tickets, and twice, and void a ticket in another booking.',
  phase: 'main',
  isForFullOnly: true,
  operations: ['avia-search', 'pnr-create', ...own],
  exercises: [...shownMixedUp, ...clausesOf(['refusal'])],
  input: fc.record(flightToBook(flightDays)),
  run: async (session, input) => {
    if (!own.some(session.isAsked)) return;
    const { bindings, otherPartner } = session.target;
    endWithout([
      ...unbound(bindings, bound),
      !otherPartner && 'otherPartner, who must not get at what is not its own,',
    ]);
    await needTickets(session, ticketsWanted);
    await needBookings(session, bookingsWanted);
    await walkRows(session, { offset: 6, rows }, (hands, row) => mixedUp(hands, row, input));
  },
});
