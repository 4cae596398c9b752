/** What leaves a ticket behind on purpose, and goes on with it in a later run. */
import fc from 'fast-check';
import type { TicketRef } from '../../contracts/flight-intents.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { ObligationId } from '../../contracts/obligations.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { ticketReported } from '../../engine/effects/ticket-ref.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import { keptForMs, type Leaving } from '../../engine/obligations.ts';
import type { Session } from '../../engine/session.ts';
import { stop } from '../../engine/stop.ts';
import { type FlightToBook, flightToBook } from '../../generators/flight-to-book.ts';
import { flightsOfOne } from '../../generators/flights.ts';
import { namedTicket, ticketedFlight } from '../steps/book-flight.ts';
import { ownTicket } from '../steps/own-ticket.ts';

/** What a later run is told of it. */
type LeftTicket = { readonly booking: BookingRef; readonly ticket: TicketRef };

const dayMs = 24 * 3_600_000;

export const ticketOperations = ['ticket-issue', 'ticket-info', 'ticket-cancel'] as const;

/**
 * @param due When a void of it can be asked for. All are ms, and the moments since the epoch.
 */
export const leavingTicket = (
  begins: ObligationId,
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
        stop('needs', "needs bindings['ticket-info']: nothing else tells whether somebody touches what is left behind");
      }
      const keptDays = Math.ceil((voidWindowMs + keptForMs) / dayMs) + 1;
      const flights = journey.flights.map((draw) => ({ ...draw, daysLater: draw.daysLater + keptDays }));
      const { booking, tickets } = await ticketedFlight(
        session,
        { ...journey, flights },
        {
          fits: ({ isRefundable }) => isRefundable !== false,
        },
      );
      const [ticket] = tickets;
      const endsAt = session.targetNowMs() + voidWindowMs;
      await ownTicket(session, booking, ticket).look();
      session.leaveBehind({ ...due(endsAt, voidWindowMs), left: { booking, ticket }, booking });
    },
  });

/** Voids a ticket that a former run has left behind, and looks at it before and after. */
export const voidLeft = async (session: Session, { booking, ticket }: LeftTicket): Promise<void> => {
  const named = namedTicket(booking, ticket) ?? stop('refused', 'nothing tells the number of the ticket that was left');
  const own = ownTicket(session, booking, ticket);
  const before = await own.look();
  const outcome = before && outcomeOf(before.exchange);
  if (outcome?.kind === 'trouble') stop('trouble', `ticket-info: ${outcome.trouble}`);
  if (ticketReported(before?.facts.tickets, ticket)?.isOpen !== true) {
    stop('needs', 'needs a ticket that nobody touches: the one that was left behind is not shown as open any more');
  }
  const { exchange } = await session.voidTicket(named);
  if (succeeded(exchange)) await own.lookUntilClosed();
  else await own.look();
};
