import fc from 'fast-check';
import { isRefusedToAnother } from '../contracts/checks/refused-asks.ts';
import { clausesOf } from '../contracts/clauses.ts';
import type { BookingRef } from '../contracts/intent-parts.ts';
import type { OperationId } from '../contracts/operations.ts';
import { outcomeOf, succeeded } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { flightToBook } from '../generators/flight-to-book.ts';
import { flights } from '../generators/flights.ts';
import { bookFound } from './steps/book-flight.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { type FoundFlights, findFlights } from './steps/find-flights.ts';
import { needBookings } from './steps/need-bookings.ts';
import { retrieveUntilInactive } from './steps/own-ticket.ts';

const own = [
  'pnr-create',
  'pnr-retrieve',
  'pnr-cancel',
  'pnr-reprice',
  'ticket-issue',
] as const satisfies readonly OperationId[];

/** Two, because any one may be refused something for a reason of its own. */
const bookingsWanted = 2;

/** Asks as the second partner, who must see nothing and end nothing. */
const askAsOther = async ({ isAsked, target, ask, cancelFlight }: Session, booking: BookingRef): Promise<void> => {
  const isWanted = isAsked('pnr-retrieve') || isAsked('pnr-cancel');
  if (!target.otherPartner || !target.bindings['pnr-retrieve'] || !isWanted) return;
  const asOther = { bearer: 'other' } as const;
  const { exchange } = await ask('pnr-retrieve', { booking }, asOther);
  // Where ids are no UUIDs, partners may count them alike: what it can retrieve may be its own.
  const isHidden = outcomeOf(exchange).kind !== 'trouble' && isRefusedToAnother(exchange) === undefined;
  if (isAsked('pnr-cancel') && isHidden) await cancelFlight(booking, asOther);
};

/** Books flights, looks at them, cancels them without a ticket, and asks for one afterwards. */
export const bookThenCancelFlight = flow('book-then-cancel-flight', {
  story: 'Book two flights, retrieve and reprice them, cancel them, retrieve them again, and ask for a ticket.',
  phase: 'main',
  operations: ['avia-search', ...own],
  exercises: [
    ...clausesOf(['avia-flow', 'pnr-create', 'pnr-retrieve', 'pnr-cancel', 'pnr-reprice', 'refusal']),
    'ticket-issue.cancelled-booking-is-refused',
    'avia-refusal.carries-code-and-message',
    'avia-bearer.issued-token-is-accepted',
  ],
  input: fc.record(flightToBook(flights)),
  run: async (session, journey) => {
    const { isAsked, target, ask, bookingsLeft, ticketsLeft, sample } = session;
    const { bindings, otherPartner } = target;
    if (!own.some(isAsked)) return;
    const left = await needBookings(session, 1);
    const bookings = [];
    let found: FoundFlights | undefined;
    for (let time = 0; time < Math.min(left, bookingsWanted); time += 1) {
      if (time > 0 && (await bookingsLeft()) === 0) break;
      // Of a sample, both are found by one search.
      if (!found || sample.depth === 'full') found = await findFlights(session, journey.flights);
      const { booking } = await bookFound(session, found, { ...journey, seed: journey.seed + time });
      bookings.push(booking);
      if (bindings['pnr-retrieve']) await ask('pnr-retrieve', { booking });
      if (bindings['pnr-reprice'] && isAsked('pnr-reprice')) await ask('pnr-reprice', { booking });
    }
    const [first] = bookings;
    let isShortOfTickets = false;
    if (first) await askAsOther(session, first);
    for (const booking of bookings) {
      const { exchange } = await session.cancelFlight(booking);
      if (!succeeded(exchange)) continue;
      await retrieveUntilInactive(session, booking);
      const mayIssue = booking === first && isAsked('ticket-issue') && bindings['ticket-issue'];
      if (mayIssue && (await ticketsLeft()) > 1) await session.issueTickets(booking);
      else if (mayIssue && target.may.tickets) isShortOfTickets = true;
    }
    endWithout([
      ...unbound(bindings, ['pnr-retrieve', 'pnr-reprice', 'ticket-issue']),
      !otherPartner && 'otherPartner, who must neither see nor cancel what is not its own,',
      isShortOfTickets && 'more of may.tickets',
      isAsked('ticket-issue') && !target.may.tickets && 'may.tickets, because a faulty service may issue some,',
    ]);
  },
});
