/** Journeys about the end of a void window: on a clock that a run moves, or over two runs. */

import fc from 'fast-check';
import { dayMs } from '../contracts/durations.ts';
import type { BookingRef, TicketRef } from '../contracts/intents.ts';
import { succeeded } from '../contracts/outcome.ts';
import type { PendingId } from '../contracts/pending.ts';
import type { KnownTicket } from '../contracts/target.ts';
import { ticketReported } from '../engine/effects/refs.ts';
import { type Flow, flow, settling } from '../engine/flow.ts';
import { type Leaving, type Session, stop } from '../engine/session.ts';
import { keptForMs } from '../engine/settling.ts';
import {
  type FlightRow,
  type FlightToBook,
  flightRows,
  flightsOfOne,
  flightToBook,
  journeyOf,
} from '../generators/flights.ts';
import { actedOn, type BookedFlight, bookOffer, namedTicket, refundable, ticketedFlight } from './steps/book-flight.ts';
import { type Hands, voidFreshIfLate, walkRows } from './steps/flight-rows.ts';
import { endWithout, isRefusedElseStop, needClock, needTickets, unbound } from './steps/needs.ts';
import { ownTicket, refundCalculated, type TicketInput, ticketDraws, voidWrongly } from './steps/own-ticket.ts';

type LeftTicket = { readonly booking: BookingRef; readonly ticket: TicketRef };

const ticketOperations = ['ticket-issue', 'ticket-info', 'ticket-cancel'] as const;

const insideWindow = [
  'ticket-cancel.unused-ticket-is-voided-inside-window',
  'ticket-cancel.success-is-empty-or-tells-when',
  'ticket-cancel.voided-at-is-the-moment-of-the-void',
  'ticket-cancel.voided-ticket-is-not-open',
] as const;
const afterWindow = [
  'ticket-cancel.late-void-is-expired',
  'ticket-cancel.refused-void-changes-nothing',
  'ticket-cancel.failure-carries-an-error',
] as const;

/**
 * @param due When a void of it can be asked for. All are ms, and the moments since the epoch.
 */
const leavingTicket = (
  begins: PendingId,
  story: string,
  due: (endsAt: number, windowMs: number) => Pick<Leaving, 'from' | 'until'>,
): Flow =>
  flow(`begin-${begins}`, {
    story,
    phase: 'main',
    operations: ticketOperations,
    exercises: [],
    begins,
    input: fc.record(flightToBook(flightsOfOne)),
    run: async (session, journey: FlightToBook) => {
      const { bindings, voidWindowMs } = session.target;
      if (!bindings['ticket-info']) {
        stop(
          'needs',
          "needs bindings['ticket-info']: nothing else shows whether the ticket that is left behind was changed",
        );
      }
      const keptDays = Math.ceil((voidWindowMs + keptForMs) / dayMs) + 1;
      const flights = journey.flights.map((draw) => ({ ...draw, daysLater: draw.daysLater + keptDays }));
      const { booking, tickets } = await ticketedFlight(session, { ...journey, flights }, refundable);
      const [ticket] = tickets;
      const endsAt = session.targetNowMs() + voidWindowMs;
      await ownTicket(session, booking, ticket).look();
      session.leaveBehind({ ...due(endsAt, voidWindowMs), left: { booking, ticket }, booking });
    },
  });

const voidLeft = async (session: Session, { booking, ticket }: LeftTicket): Promise<void> => {
  const named =
    namedTicket(booking, ticket) ?? stop('refused', 'no answer shows the number of the ticket that was left');
  const own = ownTicket(session, booking, ticket);
  const before = await own.look();
  if (before) isRefusedElseStop(before.exchange);
  if (ticketReported(before?.facts.tickets, ticket)?.isOpen !== true) {
    stop(
      'needs',
      'needs a ticket that stays as it was left: the one that was left behind is not shown as open any more',
    );
  }
  const { exchange } = await session.voidTicket(named);
  if (succeeded(exchange)) await own.lookUntilClosed();
  else await own.look();
};

export const beginVoidAfterWindow = leavingTicket(
  'void-after-window',
  'Issue a ticket and leave it, for a later run to find its window over.',
  (endsAt) => ({ from: endsAt + marginMs }),
);

export const voidAfterWindow = settling('void-after-window', {
  story: 'Ask for a void of a ticket that a former run has left behind, once its window is over.',
  phase: 'main',
  operations: ticketOperations,
  exercises: afterWindow,
  run: voidLeft,
});

/** Nearer than any window that is an hour short; and a window may be short itself. */
const dueForMs = (windowMs: number): number => Math.min(50 * 60_000, windowMs / 2);
/** Further than clocks may differ. */
const dueUntilMs = 10 * 60_000;

export const beginVoidAsWindowEnds = leavingTicket(
  'void-as-window-ends',
  'Issue a ticket and leave it, for a later run to void as its window ends.',
  (endsAt, windowMs) => ({ from: endsAt - dueForMs(windowMs), until: endsAt - dueUntilMs }),
);

export const voidAsWindowEnds = settling('void-as-window-ends', {
  story: 'Void a ticket that a former run has left behind, shortly before its window ends.',
  phase: 'main',
  operations: ticketOperations,
  exercises: insideWindow,
  run: voidLeft,
});

const own = [...ticketOperations, 'ticket-refund-calculation', 'ticket-refund'] as const;

/** So that a window that counts from the booking has another end than one that counts from the ticket. */
const beforeIssueMs = 3 * 3_600_000;
/** Nearer than any window that is an hour short, and further than clocks may differ. */
const marginMs = 15 * 60_000;

const ticketsWanted = 2;

/** With a ticket for each end of the window. */
const rows = flightRows
  .filter(({ party, trip }) => party === 'two adults' || (party === 'an adult with a child' && trip === 'one way'))
  .map((row): FlightRow => ({ ...row, partner: 'own' }));

/** Tickets of the same offer, issued after those of the first booking; none where they cannot be afforded. */
const issuedLater = async (
  session: Session,
  journey: FlightToBook,
  { chosen }: BookedFlight,
): Promise<readonly KnownTicket[]> => {
  const { adults, children } = chosen.search;
  if ((await session.bookingsLeft()) === 0 || (await session.ticketsLeft()) < adults + children) return [];
  const { booking } = await bookOffer(session, chosen, journey);
  const issued = booking ? (await session.issueTickets(booking)).tickets : [];
  return issued.flatMap((ticket) => (booking && namedTicket(booking, ticket)) ?? []);
};

const outlived = async (hands: Hands, row: FlightRow, input: TicketInput, isFirst: boolean): Promise<void> => {
  const { session } = hands;
  const journey = journeyOf(input, row);
  const { voidWindowMs, bindings } = session.target;
  const before = async ({ booking }: BookedFlight) => {
    await session.advanceClock(beforeIssueMs);
    // Time has passed since the booking was made (part 1).
    if (bindings['pnr-reprice']) await session.ask('pnr-reprice', { booking });
  };
  const ticketed = await ticketedFlight(session, journey, { ...refundable, before });
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
    else await voidFreshIfLate(session, inside, { row, input });
  }
  const young = session.sample.depth === 'full' ? await issuedLater(session, journey, ticketed) : [];
  await session.advanceClock(beforeEndMs + nearEndMs());
  const lateTicket = ownTicket(session, booking, late);
  await lateTicket.look();
  await session.voidTicket(lateNamed);
  // Their window began when the other one was about to end.
  for (const each of young) await session.voidTicket(each);
  if (isFirst && session.sample.depth === 'full') await voidWrongly(hands, lateNamed, input);
  await lateTicket.look();
  if (bindings['ticket-refund-calculation'] && bindings['ticket-refund']) {
    await refundCalculated(session, { booking, ticket: late });
    // For two reasons at once.
    if (session.sample.depth === 'full') await session.voidTicket(lateNamed);
  }
  await session.cancelFlight(booking);
};

export const outliveVoidWindow = flow('outlive-void-window', {
  story: 'Book, wait, issue two tickets, void one as its window ends and the other when it has, and refund that one.',
  phase: 'alone',
  operations: own,
  exercises: [
    'ticket-issue.ticket-numbers-have-a-documented-form',
    'ticket-info.coupon-status-is-told',
    'ticket-info.answers-the-ticket-asked-for',
    ...insideWindow,
    ...afterWindow,
    'ticket-cancel.ended-ticket-is-refused',
    'ticket-refund-calculation.amount-penalties-and-taxes-are-told',
    'ticket-refund.amount-is-the-calculated-one',
    'ticket-refund.no-more-than-was-paid',
    'ticket-refund.refunded-ticket-is-not-open',
  ],
  input: fc.record(ticketDraws),
  run: async (session, input) => {
    if (!own.some(session.isAsked)) return;
    const { levers, bindings, may } = session.target;
    needClock(session.target);
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
