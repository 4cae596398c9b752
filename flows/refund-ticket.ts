import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import { isRefusal, succeeded } from '../contracts/outcome.ts';
import type { Asked } from '../engine/asked.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { type FlightsToBook, flightRows, journeyOf, rowsOfOne } from '../generators/flight-rows.ts';
import { flightToBook } from '../generators/flight-to-book.ts';
import { flightDays } from '../generators/flights.ts';
import { unknownTicketDigits, unknownTicketLike } from '../generators/unknown-tickets.ts';
import { type ActedOn, actedOn, type Ticketed, ticketedFlight } from './steps/book-flight.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { type Hands, walkRows } from './steps/flight-rows.ts';
import { lookAround } from './steps/own-ticket.ts';
import { refundCalculated } from './steps/refund-calculated.ts';
import { otherwise, type UnknownNames, voidWrongly } from './steps/void-wrongly.ts';

const own = ['ticket-refund-calculation', 'ticket-refund'] as const satisfies readonly OperationId[];

/** Any one may be refused for a reason of its own. */
const triesMax = 2;

type RefundInput = FlightsToBook & UnknownNames;

/** Asks for a refund before it is calculated; undefined where the request would not say of which ticket. */
const uncalculated = (
  session: Session,
  { booking, ticket }: Ticketed & ActedOn,
  { digits, unknownBookingId }: UnknownNames,
): Promise<Asked | undefined> => {
  const ticketNumber = unknownTicketLike(digits, ticket.ticketNumber);
  const unlike = [{ booking: { bookingId: unknownBookingId }, ticket: { ticketNumber } }];
  return session.wrong({ clauses: ['ticket-refund.uncalculated-refund-is-refused'], unlike }, (options) =>
    session.refundTicket({ booking, ticket }, options),
  );
};

/** Whether another ticket may tell more. */
const refunded = async (
  hands: Hands,
  { booking, ticket, named, others }: Ticketed & ActedOn,
  { input, isFirst }: { readonly input: RefundInput; readonly isFirst: boolean },
): Promise<boolean> => {
  const { session, stranger } = hands;
  const about = { booking, ticket };
  const isInDepth = isFirst && session.sample.depth === 'full' && session.isAsked('ticket-cancel');
  const { exchange, intent } = await refundCalculated(session, about, async (calculated) => {
    if (stranger && session.isAsked('ticket-refund-calculation'))
      await stranger.ask('ticket-refund-calculation', about);
    const wrong = isFirst && session.isAsked('ticket-refund') && (await stranger?.refundTicket(calculated));
    if (isInDepth) await voidWrongly(hands, named, input, undefined, []);
    return Boolean(wrong && !isRefusal(wrong.exchange));
  });
  if (!succeeded(exchange)) return isRefusal(exchange);
  await session.refundTicket(intent);
  await session.voidTicket(named);
  if (isInDepth) await voidWrongly(hands, named, otherwise(input), undefined, []);
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
  input: fc.record({
    ...flightToBook(flightDays),
    digits: unknownTicketDigits,
    unknownBookingId: fc.uuid({ version: 4 }),
  }),
  run: async (session, input) => {
    if (!own.some(session.isAsked)) return;
    const { bindings, otherPartner } = session.target;
    endWithout(unbound(bindings, own));
    const fits = { fits: ({ isRefundable }: { isRefundable?: boolean | undefined }) => isRefundable !== false };
    // Of a sample for one, because another story has tickets of two beside each other.
    const rows = session.sample.at({ standard: rowsOfOne, full: flightRows });
    await walkRows(session, { offset: 3, rows }, async (hands, row, at) => {
      const journey = journeyOf(input, row);
      for (let time = 0; time < triesMax; time += 1) {
        if (time > 0 && Math.min(await session.ticketsLeft(), await session.bookingsLeft()) === 0) return;
        const ticketed = await ticketedFlight(hands.session, { ...journey, seed: journey.seed + time }, fits);
        const subject = { ...ticketed, ...actedOn(ticketed, row) };
        if (at + time === 0 && session.isAsked('ticket-refund')) {
          const wrong = await uncalculated(hands.session, subject, input);
          // It may be refunded now, and shows nothing more: another ticket is calculated first.
          if (wrong && !isRefusal(wrong.exchange)) continue;
        }
        if (!(await refunded(hands, subject, { input, isFirst: at === 0 }))) break;
      }
    });
    endWithout([
      ...unbound(bindings, ['ticket-info']),
      !otherPartner && 'otherPartner, who must not be told of a refund that is not its own,',
    ]);
  },
});
