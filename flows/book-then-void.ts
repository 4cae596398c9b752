import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import { outcomeOf, succeeded } from '../contracts/outcome.ts';
import type { KnownTicket } from '../contracts/target.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { flightToBook } from '../generators/flight-to-book.ts';
import { flightsOfOne } from '../generators/flights.ts';
import { unknownTicketDigits, unknownTicketLike } from '../generators/unknown-tickets.ts';
import { ticketedFlight } from './steps/book-flight.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { type OwnTicket, ownTicket, retrieveUntilInactive } from './steps/own-ticket.ts';

const walked = ['avia-search', 'avia-offer-price', 'fare-rules', 'pnr-create', 'pnr-retrieve', 'pnr-reprice'] as const;
const own = [
  'pnr-create',
  'pnr-retrieve',
  'pnr-reprice',
  'ticket-issue',
  'ticket-info',
  'ticket-cancel',
] as const satisfies readonly OperationId[];

type Unknown = { readonly ticketNumber: string; readonly bookingId: string };

/** Asks for voids that must be refused, and looks at the ticket after each; in a sample, after each that was not refused, and at the end. */
const voidWrongly = async (session: Session, ticket: OwnTicket, named: KnownTicket, unknown: Unknown) => {
  const { target, sample } = session;
  let isLookedAt = true;
  const voidAndLook = async (...wrong: Parameters<Session['voidTicket']>) => {
    const { exchange } = await session.voidTicket(...wrong);
    isLookedAt = sample.depth === 'full' || outcomeOf(exchange).kind !== 'refusal';
    if (isLookedAt) await ticket.look();
  };
  if (target.otherPartner) await voidAndLook(named, { bearer: 'other' });
  await voidAndLook({ ...named, ticketNumber: unknown.ticketNumber });
  for (const lacks of ['bookingId', 'ticketNumber'] as const) {
    await voidAndLook(named, {}, lacks);
  }
  // A retrieval says first that there is no such booking, and so the story may end where none is bound.
  if (target.bindings['pnr-retrieve']) await voidAndLook({ ...named, bookingId: unknown.bookingId });
  if (!isLookedAt) await ticket.look();
};

/** Walks from a search to a ticket, voids it in every way that must fail, and then in the way that must not, twice. */
export const bookThenVoid = flow('book-then-void', {
  story: 'Search, book and issue a ticket, try to void it wrongly, void it, void it again, and cancel the booking.',
  phase: 'main',
  operations: [...walked, 'ticket-issue', 'ticket-info', 'ticket-cancel', 'pnr-cancel'],
  exercises: [
    ...clausesOf(
      [
        'json',
        'avia-flow',
        'pnr-create',
        'pnr-reprice',
        'ticket-issue',
        'ticket-info',
        'ticket-cancel',
        'avia-refusal',
        'refusal',
      ],
      {
        except: [
          'ticket-issue.unknown-booking-is-refused',
          'ticket-cancel.late-void-is-expired',
          'ticket-cancel.used-ticket-is-refused',
          'ticket-cancel.ended-ticket-is-refused',
          'ticket-cancel.lack-of-rights-is-access-denied',
        ],
      },
    ),
    'pnr-retrieve.answers-the-booking-asked-for',
    'pnr-retrieve.cancelled-booking-is-not-active',
    'avia-bearer.issued-token-is-accepted',
  ],
  input: fc.record({
    ...flightToBook(flightsOfOne),
    digits: unknownTicketDigits,
    unknownBookingId: fc.uuid({ version: 4 }),
  }),
  run: async (session, { digits, unknownBookingId, ...journey }) => {
    const { isAsked, target, issueTickets, ticketsLeft } = session;
    const { bindings } = target;
    if (!own.some(isAsked)) return;
    const { booking, named, tickets } = await ticketedFlight(session, journey, {
      isWalked: true,
      before: async (booked) => {
        for (const operation of ['pnr-retrieve', 'pnr-reprice'] as const) {
          if (bindings[operation] && isAsked(operation)) await session.ask(operation, { booking: booked.booking });
        }
      },
    });
    const ticket = ownTicket(session, booking, tickets[0]);
    await ticket.look();
    if (isAsked('ticket-info') && target.otherPartner) await ticket.look({ bearer: 'other' });
    if (isAsked('ticket-cancel')) {
      const ticketNumber = unknownTicketLike(digits, named.ticketNumber);
      await voidWrongly(session, ticket, named, { ticketNumber, bookingId: unknownBookingId });
      const { exchange } = await session.voidTicket(named);
      if (succeeded(exchange)) {
        await ticket.lookUntilClosed();
        await session.voidTicket(named);
      }
      await ticket.look();
    }
    const hasMoreTickets = (await ticketsLeft()) > 0;
    if (isAsked('ticket-issue') && bindings['pnr-retrieve'] && hasMoreTickets) {
      // Its ticket would outlive it otherwise.
      if (!isAsked('ticket-cancel')) await session.voidTicket(named);
      const { exchange } = await session.cancelFlight(booking);
      if (succeeded(exchange)) {
        await retrieveUntilInactive(session, booking);
        await issueTickets(booking);
      }
    }
    endWithout([
      ...unbound(bindings, ['pnr-retrieve', 'pnr-reprice', 'ticket-info']),
      !hasMoreTickets && 'more of may.tickets',
      !target.otherPartner && 'otherPartner, who must not void what is not its own,',
    ]);
  },
});
