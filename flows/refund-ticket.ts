import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { TicketRef } from '../contracts/flight-intents.ts';
import type { BookingRef } from '../contracts/intent-parts.ts';
import type { OperationId } from '../contracts/operations.ts';
import { outcomeOf, succeeded } from '../contracts/outcome.ts';
import type { Exchange } from '../contracts/trace.ts';
import { BindingBroke } from '../engine/bound-call.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { flightToBook } from '../generators/flight-to-book.ts';
import { flightsOfOne } from '../generators/flights.ts';
import { ticketedFlight } from './steps/book-flight.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { refundCalculated } from './steps/refund-calculated.ts';

const own = ['ticket-refund-calculation', 'ticket-refund'] as const satisfies readonly OperationId[];

/** Any one may be refused for a reason of its own. */
const triesMax = 2;

/** Undefined where the binding builds a refund from its calculation alone, and so cannot ask for one without. */
const uncalculated = async (
  session: Session,
  about: { readonly booking: BookingRef; readonly ticket: TicketRef },
): Promise<Exchange | undefined> => {
  try {
    return (await session.refundTicket(about)).exchange;
  } catch (thrown) {
    if (thrown instanceof BindingBroke) return undefined;
    throw thrown;
  }
};

/** Refunds a ticket as it was calculated, and once more; what is gone is not voided any more. */
export const refundTicket = flow('refund-ticket', {
  story:
    'Issue a ticket, ask for its refund before that is calculated, calculate it, refund the ticket, look at it, and ask for the refund again, and for a void.',
  phase: 'main',
  operations: ['avia-search', 'pnr-create', 'ticket-issue', 'ticket-info', 'ticket-cancel', ...own],
  exercises: [
    ...clausesOf(['ticket-refund-calculation', 'ticket-refund', 'refusal']),
    'ticket-issue.works-on-created-booking',
    'ticket-cancel.ended-ticket-is-refused',
    'avia-refusal.carries-code-and-message',
    'avia-bearer.issued-token-is-accepted',
  ],
  input: fc.record(flightToBook(flightsOfOne)),
  run: async (session, journey) => {
    if (!own.some(session.isAsked)) return;
    const { bindings, otherPartner } = session.target;
    endWithout(unbound(bindings, own));
    const fits = { fits: ({ isRefundable }: { isRefundable?: boolean | undefined }) => isRefundable !== false };
    for (let time = 0; time < triesMax; time += 1) {
      if (time > 0 && Math.min(await session.ticketsLeft(), await session.bookingsLeft()) === 0) return;
      const { booking, named, tickets } = await ticketedFlight(
        session,
        { ...journey, seed: journey.seed + time },
        fits,
      );
      const [ticket] = tickets;
      const about = { booking, ticket };
      if (time === 0 && session.isAsked('ticket-refund')) {
        const exchange = await uncalculated(session, about);
        // It may be refunded now, and shows nothing more: another ticket is calculated first.
        if (exchange && outcomeOf(exchange).kind !== 'refusal') continue;
      }
      const { exchange, intent } = await refundCalculated(session, about, async () => {
        const isWanted = otherPartner && session.isAsked('ticket-refund-calculation');
        if (isWanted) await session.ask('ticket-refund-calculation', about, { bearer: 'other' });
      });
      if (succeeded(exchange)) {
        await session.refundTicket(intent);
        await session.voidTicket(named);
        break;
      }
      if (outcomeOf(exchange).kind !== 'refusal') break;
    }
    endWithout([
      ...unbound(bindings, ['ticket-info']),
      !otherPartner && 'otherPartner, who must not be told of a refund that is not its own,',
    ]);
  },
});
