/** Closes one entry about a flight: voids its tickets, or refunds them once that is too late, and then cancels it. */
import type { FlightEntry, HeldTicket } from '../../client/ledgers/booking-ledger.ts';
import { permitToCancel } from '../../client/permit.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import { idText, isAboutRights } from '../../contracts/subjects.ts';
import { voidCall } from '../bound-call.ts';
import { areSameTicket, ticketRefOf, ticketReported } from '../effects/refs.ts';
import {
  type Closed,
  type Closing,
  closedWith,
  codeOf,
  type LeftOpen,
  lateCode,
  leftOf,
  type Of,
  type Open,
} from './closing-parts.ts';

/** Closes one ticket: it is voided, or refunded once that is too late. */
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
const refunded = async (of: Of, ticket: HeldTicket, late: LeftOpen): Promise<LeftOpen | undefined> => {
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
 * Undefined when nothing of the ticket is left. A void that is refused for no reason of the ticket is asked for once
 * more, for it had no effect. Then the ticket is refunded.
 */
const closeTicket = async (of: Of, ticket: HeldTicket, isFirst = true): Promise<LeftOpen | undefined> => {
  const { closing, booking, callOptions } = of;
  const [bookingId, ticketNumber] = [idText(booking.bookingId), idText(ticket.ticketNumber)];
  if (bookingId === undefined || ticketNumber === undefined) {
    return { left: 'a ticket was issued, and no answer shows its number: void it by hand', isTroubled: false };
  }
  const permit = permitToCancel('ticket-cancel');
  const { exchange } = await closing.send(voidCall({ bookingId, ticketNumber }), { ...callOptions, permit });
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

const goneCode = 'BOOKING_NOT_FOUND';

/** @param isShown Whether any answer has shown the booking: without one it may be there, though the service denies it. */
const cancelled = async ({ closing, booking, callOptions }: Of, isShown: boolean): Promise<LeftOpen | undefined> => {
  const { ask, bindings } = closing;
  const { exchange } = await ask('pnr-cancel', { booking }, { ...callOptions, permit: permitToCancel('pnr-cancel') });
  const name = `booking ${JSON.stringify(booking.bookingId ?? booking.reference)}`;
  const open: Open = {
    name,
    state: 'active',
    look: bindings['pnr-retrieve'] && (() => ask('pnr-retrieve', { booking }, callOptions)),
    isOpen: ({ facts }) => facts.flightBooking?.isActive,
    // It may have ended with its last ticket.
    goneCodes: isShown ? [goneCode] : [],
  };
  const left = await leftOf(closing, open, { exchange, request: `${name}: cancelling ended with`, done: 'cancelled' });
  if (!left?.outcome) return left;
  const isUnseen = !isShown && codeOf(left.outcome) === goneCode;
  return {
    ...left,
    left: `${left.left}${isUnseen ? ', and no answer has shown it since it was made' : ''}`,
    isTroubled: true,
  };
};

type FoundTickets = {
  readonly tickets: readonly HeldTicket[];
  readonly unknown: FlightEntry['unknown'];
  readonly doubt?: LeftOpen;
};

/** All tickets of a request whose answer was lost. */
const found = async (
  { closing, booking, callOptions }: Of,
  { tickets, settledBy, createdAt, route }: FlightEntry,
): Promise<FoundTickets> => {
  const unreported: LeftOpen = {
    left: 'unknown whether tickets were issued: no retrieval shows it',
    isTroubled: false,
  };
  if (!closing.bindings['pnr-retrieve']) return { tickets, unknown: 'tickets', doubt: unreported };
  const { exchange, facts } = await closing.ask('pnr-retrieve', { booking }, callOptions);
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') {
    const left = `unknown whether tickets were issued: ${outcome.trouble}`;
    return { tickets, unknown: 'tickets', doubt: { left, isTroubled: true } };
  }
  // A booking that was invented has no tickets where it is not there.
  const isGone = outcome.kind === 'refusal' && (outcome.code === goneCode || exchange.response?.status === 404);
  if (route === null && isGone) return { tickets, unknown: null };
  if (!facts.tickets) return { tickets, unknown: 'tickets', doubt: unreported };
  const open = facts.tickets
    .filter((each) => each.isOpen !== false && !tickets.some((known) => areSameTicket(known, each)))
    .map((each): HeldTicket => ({ ...ticketRefOf(each), issuedAt: createdAt }));
  if (open.length > 0 || closing.now() > Date.parse(settledBy))
    return { tickets: [...tickets, ...open], unknown: null };
  const left = `no ticket found, and the service may work on it until ${settledBy}`;
  return { tickets, unknown: 'tickets', doubt: { left, isTroubled: false } };
};

const beyondUs = ({ unknown }: FlightEntry): LeftOpen => ({
  left: `unknown whether ${unknown === 'tickets' ? 'tickets were issued' : 'it was booked'}: no answer says so, and no operation lists flights`,
  isTroubled: false,
});

export const closeFlight = async (closing: Closing, entry: FlightEntry): Promise<Closed> => {
  const { mark, booking, isCancelled } = entry;
  if (!booking) return closedWith([beyondUs(entry)], {});
  const of: Of = { closing, booking, callOptions: { bearer: entry.partner } };
  const looked: FoundTickets = entry.unknown ? await found(of, entry) : { tickets: entry.tickets, unknown: null };
  let tickets = looked.tickets;
  await closing.ledger.note(mark, { tickets: [...tickets], unknown: looked.unknown });
  const lefts: LeftOpen[] = [];
  let ticketsClosed = 0;
  for (const ticket of looked.tickets.toReversed()) {
    const left = await closeTicket(of, ticket);
    if (left) lefts.push(left);
    else {
      tickets = tickets.filter((each) => each !== ticket);
      ticketsClosed += 1;
      await closing.ledger.note(mark, { tickets: [...tickets] });
    }
  }
  let count = 0;
  // A live ticket without its booking would be harder to end for a person, too.
  if (!isCancelled && tickets.length === 0) {
    const left = await cancelled(of, looked.tickets.length > 0 || closing.isShown(booking));
    if (left) lefts.push(left);
    else {
      count = 1;
      await closing.ledger.note(mark, { isCancelled: true });
    }
  }
  if (looked.doubt) lefts.push(looked.doubt);
  return closedWith(lefts, { cancelled: count, ticketsClosed });
};
