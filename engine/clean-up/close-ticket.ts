/** Closes one ticket: it is voided, or refunded once that is too late. */
import type { HeldTicket } from '../../client/ledgers/booking-ledger.ts';
import { permitToCancel } from '../../client/permit.ts';
import { idText, isAboutRights } from '../../contracts/subjects.ts';
import { ticketRefOf, ticketReported } from '../effects/ticket-ref.ts';
import { codeOf, type Left, lateCode, leftOf, type Of, type Open } from './closing-parts.ts';

const openTicket = ({ closing, booking, callOptions }: Of, ticket: HeldTicket): Open => ({
  name: `ticket ${JSON.stringify(idText(ticket.ticketNumber) ?? ticket.reference)}`,
  state: 'open',
  look:
    closing.bindings['ticket-info'] &&
    (() => closing.ask('ticket-info', { booking, ticket: ticketRefOf(ticket) }, callOptions)),
  isOpen: ({ facts }) => ticketReported(facts.tickets, ticket)?.isOpen,
  goneCodes: ['TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND'],
});

/** @param late Why it is not voided. */
const refunded = async (of: Of, ticket: HeldTicket, late: Left): Promise<Left | undefined> => {
  const { closing, booking, callOptions } = of;
  const { ask, bindings } = closing;
  if (!bindings['ticket-refund-calculation'] || !bindings['ticket-refund']) return late;
  const about = { booking, ticket: ticketRefOf(ticket) };
  const calculated = await ask('ticket-refund-calculation', about, callOptions);
  const calculation = calculated.facts.refund?.reference;
  const intent = { ...about, ...(calculation !== undefined && { calculation }) };
  const { exchange } = await ask('ticket-refund', intent, { ...callOptions, permit: permitToCancel('ticket-refund') });
  const request = `${late.left}, and refunding it with`;
  const left = await leftOf(closing, openTicket(of, ticket), { exchange, request, done: 'refunded' });
  return left?.outcome ? { ...left, isTroubled: true } : left;
};

/** With these a void stays refused, however often it is asked for (part 7). */
const lastingCodes: readonly unknown[] = [
  'TICKET_NOT_FOUND',
  'TICKET_USED',
  'INVALID_TICKET_STATE',
  'BOOKING_NOT_FOUND',
  'ACCESS_DENIED',
];

/** After a refusal that may be of the moment. */
const beforeAgainMs = 1_000;

/**
 * Undefined when nothing of the ticket is left. A void that is refused for no reason of the ticket is asked for once more,
 * for it had no effect; then the ticket is refunded.
 */
export const closeTicket = async (of: Of, ticket: HeldTicket, isFirst = true): Promise<Left | undefined> => {
  const { closing, booking, callOptions } = of;
  const [bookingId, ticketNumber] = [idText(booking.bookingId), idText(ticket.ticketNumber)];
  if (bookingId === undefined || ticketNumber === undefined) {
    return { left: 'a ticket was issued, and nothing tells its number: void it by hand', isTroubled: false };
  }
  const permit = permitToCancel('ticket-cancel');
  const exchange = await closing.voidTicket({ bookingId, ticketNumber }, { ...callOptions, permit });
  const open = openTicket(of, ticket);
  const left = await leftOf(closing, open, {
    exchange,
    request: `${open.name}: voiding it ended with`,
    done: 'voided',
  });
  if (!left?.outcome || isAboutRights(exchange)) return left;
  const code = codeOf(left.outcome);
  const isLate = code === lateCode || closing.now() > Date.parse(ticket.issuedAt) + closing.voidWindowMs;
  if (isLate) return refunded(of, ticket, left);
  if (left.outcome.kind !== 'refusal' || lastingCodes.includes(code)) return left;
  if (!isFirst) return refunded(of, ticket, left);
  await closing.pause(beforeAgainMs);
  return closeTicket(of, ticket, false);
};
