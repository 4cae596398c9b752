import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import { isRefusal, succeeded } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import type { ReadExchange, Session } from '../engine/session.ts';
import { flightRows, rowsOfOne } from '../generators/flights.ts';
import { unknownTicketLike } from '../generators/unknown-ids.ts';
import type { ActedOn, Ticketed } from './steps/book-flight.ts';
import { actOnTickets, type Hands, walkRows } from './steps/flight-rows.ts';
import { endWithout, unbound } from './steps/needs.ts';
import {
  lookAround,
  otherwise,
  refundCalculated,
  type TicketInput,
  ticketDraws,
  voidWrongly,
} from './steps/own-ticket.ts';

const own = ['ticket-refund-calculation', 'ticket-refund'] as const satisfies readonly OperationId[];

/** Asks for a refund before it is calculated; undefined where the request would not say of which ticket. */
const uncalculated = (
  session: Session,
  { booking, ticket }: Ticketed & ActedOn,
  { digits, unknownBookingId }: TicketInput,
): Promise<ReadExchange | undefined> => {
  const ticketNumber = unknownTicketLike(digits, ticket.ticketNumber);
  const unlike = [{ booking: { bookingId: unknownBookingId }, ticket: { ticketNumber } }];
  return session.wrong({ clauses: ['ticket-refund.uncalculated-refund-is-refused'], unlike }, (options) =>
    session.refundTicket({ booking, ticket }, options),
  );
};

/** Whether another ticket may show more. */
const refunded = async (
  hands: Hands,
  { booking, ticket, named, others }: Ticketed & ActedOn,
  { input, isFirst }: { readonly input: TicketInput; readonly isFirst: boolean },
): Promise<boolean> => {
  const { session, stranger } = hands;
  const about = { booking, ticket };
  const isInDepth = isFirst && session.sample.depth === 'full' && session.isAsked('ticket-cancel');
  const { exchange, intent } = await refundCalculated(session, about, async (calculated) => {
    if (stranger && session.isAsked('ticket-refund-calculation'))
      await stranger.ask('ticket-refund-calculation', about);
    const wrong = isFirst && session.isAsked('ticket-refund') && (await stranger?.refundTicket(calculated));
    if (isInDepth) await voidWrongly(hands, named, input);
    return Boolean(wrong && !isRefusal(wrong.exchange));
  });
  if (!succeeded(exchange)) return isRefusal(exchange);
  await session.refundTicket(intent);
  await session.voidTicket(named);
  if (isInDepth) await voidWrongly(hands, named, otherwise(input));
  await lookAround(session, booking, { ended: ticket, others });
  return false;
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
    'avia-flow.each-kind-of-flight-is-served',
    'avia-refusal.carries-code-and-message',
    'avia-bearer.issued-token-is-accepted',
  ],
  input: fc.record(ticketDraws),
  run: async (session, input) => {
    if (!own.some(session.isAsked)) return;
    const { bindings, otherPartner } = session.target;
    endWithout(unbound(bindings, own));
    // Of a sample for one, because another story has tickets of two beside each other.
    const rows = session.sample.at({ standard: rowsOfOne, full: flightRows });
    await walkRows(session, { offset: 3, rows }, (hands, row, at) =>
      actOnTickets(
        hands,
        { row, input, ticketsMin: 1, fits: ({ isRefundable }) => isRefundable !== false },
        async (subject, time) => {
          const isFirst = at === 0;
          if (isFirst && time === 0 && session.isAsked('ticket-refund')) {
            const wrong = await uncalculated(hands.session, subject, input);
            // The ticket may be refunded now. Then it shows nothing more, and another ticket is calculated first.
            if (wrong && !isRefusal(wrong.exchange)) return true;
          }
          return refunded(hands, subject, { input, isFirst });
        },
      ),
    );
    endWithout([
      ...unbound(bindings, ['ticket-info']),
      !otherPartner && 'otherPartner, who must not see a refund that is not its own,',
    ]);
  },
});
