import fc from 'fast-check';
import type { OperationId } from '../contracts/operations.ts';
import { succeeded } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import { stop } from '../engine/stop.ts';
import { type FlightRow, type FlightsToBook, flightRows, journeyOf } from '../generators/flight-rows.ts';
import { flightToBook } from '../generators/flight-to-book.ts';
import { flightDays } from '../generators/flights.ts';
import { unknownTicketDigits } from '../generators/unknown-tickets.ts';
import { actedOn, type BookedFlight, namedTicket, needTickets, ticketedFlight } from './steps/book-flight.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { type Hands, walkRows } from './steps/flight-rows.ts';
import { ownTicket } from './steps/own-ticket.ts';
import { refundCalculated } from './steps/refund-calculated.ts';
import { type UnknownNames, voidWrongly } from './steps/void-wrongly.ts';

const own = [
  'ticket-issue',
  'ticket-info',
  'ticket-cancel',
  'ticket-refund-calculation',
  'ticket-refund',
] as const satisfies readonly OperationId[];

/** So that a window that counts from the booking has another end than one that counts from the ticket. */
const beforeIssueMs = 3 * 3_600_000;
/** Nearer than any window that is an hour short, and further than clocks may differ. */
const marginMs = 15 * 60_000;

const ticketsWanted = 2;

/** With a ticket for each end of the window. */
const rows = flightRows
  .filter(({ party, trip }) => party === 'two adults' || (party === 'an adult with a child' && trip === 'one way'))
  .map((row): FlightRow => ({ ...row, partner: 'own' }));

type OutlivedInput = FlightsToBook & UnknownNames;

const outlived = async (hands: Hands, row: FlightRow, input: OutlivedInput, isFirst: boolean): Promise<void> => {
  const { session } = hands;
  const journey = journeyOf(input, row);
  const { voidWindowMs, bindings } = session.target;
  const before = async ({ booking }: BookedFlight) => {
    await session.advanceClock(beforeIssueMs);
    // Time has passed since the booking was made (part 1).
    if (bindings['pnr-reprice']) await session.ask('pnr-reprice', { booking });
  };
  const ticketed = await ticketedFlight(session, journey, {
    fits: ({ isRefundable }) => isRefundable !== false,
    before,
  });
  const { booking } = ticketed;
  // One ticket may be for all passengers, and other stories void early.
  const { ticket: late, named: lateNamed, others } = actedOn(ticketed, row);
  const [early] = others;
  const earlyNamed = early && namedTicket(booking, early);
  // Each node of a service may have a window by its own clock.
  const nearEndMs = () => marginMs + Math.min(session.clocksApartMs(), voidWindowMs / 2);
  const beforeEndMs = nearEndMs();
  await session.advanceClock(voidWindowMs - beforeEndMs);
  if (early && earlyNamed) {
    const earlyTicket = ownTicket(session, booking, early);
    // A look first, which may be asked again with another token where the one that is held has expired meanwhile.
    await earlyTicket.look();
    const inside = await session.voidTicket(earlyNamed);
    if (succeeded(inside.exchange)) await earlyTicket.lookUntilClosed();
  }
  await session.advanceClock(beforeEndMs + nearEndMs());
  const lateTicket = ownTicket(session, booking, late);
  await lateTicket.look();
  await session.voidTicket(lateNamed);
  if (isFirst && session.sample.depth === 'full') await voidWrongly(hands, lateNamed, input, undefined, []);
  await lateTicket.look();
  if (bindings['ticket-refund-calculation'] && bindings['ticket-refund']) {
    await refundCalculated(session, { booking, ticket: late });
  }
  await session.cancelFlight(booking);
};

/** Voids one ticket shortly before its window ends and another shortly after, on a clock that we move. */
export const outliveVoidWindow = flow('outlive-void-window', {
  story: 'Book, wait, issue two tickets, void one as its window ends and the other when it has, and refund that one.',
  phase: 'alone',
  operations: own,
  exercises: [
    'ticket-issue.ticket-numbers-have-a-documented-form',
    'ticket-info.coupon-status-is-told',
    'ticket-info.answers-the-ticket-asked-for',
    'ticket-cancel.unused-ticket-is-voided-inside-window',
    'ticket-cancel.success-is-empty-or-tells-when',
    'ticket-cancel.late-void-is-expired',
    'ticket-cancel.refused-void-changes-nothing',
    'ticket-cancel.voided-ticket-is-not-open',
    'ticket-cancel.voided-at-is-the-moment-of-the-void',
    'ticket-refund-calculation.amount-penalties-and-taxes-are-told',
    'ticket-refund.amount-is-the-calculated-one',
    'ticket-refund.no-more-than-was-paid',
    'ticket-refund.refunded-ticket-is-not-open',
    'ticket-cancel.failure-carries-an-error',
  ],
  input: fc.record({
    ...flightToBook(flightDays),
    digits: unknownTicketDigits,
    unknownBookingId: fc.uuid({ version: 4 }),
  }),
  run: async (session, input) => {
    if (!own.some(session.isAsked)) return;
    const { levers, bindings, may } = session.target;
    if (!levers.openWorld && !levers.advanceClock) {
      stop('needs', 'needs levers.openWorld or levers.advanceClock, or may.obligations, in the target file');
    }
    await needTickets(session, ticketsWanted);
    await session.inOwnWorld((world) =>
      walkRows(world, { offset: 5, rows, isLast: true }, async (hands, row, at) => {
        // Where all share one clock it is moved once; elsewhere as often as the world may be logged in to, once a row.
        if (at === 0 || (levers.openWorld && at <= (may.extraTokens?.perRun ?? 0)))
          await outlived(hands, row, input, at === 0);
      }),
    );
    const bound = ['ticket-info', 'ticket-refund-calculation', 'ticket-refund'] as const;
    endWithout(unbound(bindings, bound));
  },
});
