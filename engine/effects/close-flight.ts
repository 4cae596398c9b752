/** Closes one entry about a flight: its tickets are voided, or refunded once that is too late, and then it is cancelled. */
import type { FlightEntry, HeldTicket } from '../../client/ledgers/booking-ledger.ts';
import { permitToCancel } from '../../client/permit.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts';
import { idText, isAboutRights } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { Asked, CallOptions } from '../asked.ts';
import { type Closed, type Closing, closedWith, type Left, leftBy } from './closing.ts';
import { lookUntil } from './look-until.ts';
import { areSameTicket, ticketRefOf, ticketReported } from './ticket-ref.ts';

/** One of our bookings, and who asks about it. */
type Of = { readonly closing: Closing; readonly booking: BookingRef; readonly callOptions: CallOptions };

/** The code of the refusal; undefined where there is none, or it was not refused. */
const codeOf = (outcome: Outcome | undefined): string | undefined =>
  outcome?.kind === 'refusal' ? outcome.code : undefined;

const lateCode = 'VOID_TIME_EXPIRED';

/** Something of a flight that is to be ended, and how it is looked at. */
type Open = {
  readonly name: string;
  readonly state: 'open' | 'active';
  /** Undefined where the target does not bind it. */
  readonly look: (() => Promise<Asked>) | undefined;
  /** Undefined where an answer does not tell. */
  readonly isOpen: (asked: Asked) => boolean | undefined;
  /** A look that is refused with one of these says that it is not there. */
  readonly goneCodes: readonly string[];
};

/** What is left after a request that should have ended it; undefined when nothing is. */
const leftOf = async (
  { pause, settleMs }: Closing,
  { name, state, look, isOpen, goneCodes }: Open,
  { exchange, request, done }: { readonly exchange: Exchange; readonly request: string; readonly done: string },
): Promise<Left | undefined> => {
  const why = leftBy(exchange, request);
  if (!look || isAboutRights(exchange)) return why;
  if (!why) {
    const last = await lookUntil({ pause, target: { limits: { settleMs } } }, look, (asked) => isOpen(asked) !== true);
    const left = `${name}: it was ${done}, and is still ${state}`;
    return isOpen(last) === true ? { left, isTroubled: false } : undefined;
  }
  const seen = await look();
  // What was refused for being late, or by nobody, must be somewhere.
  const isRefused = why.outcome?.kind === 'refusal' && codeOf(why.outcome) !== lateCode;
  const isGone = isRefused && goneCodes.some((code) => code === codeOf(outcomeOf(seen.exchange)));
  return isOpen(seen) === false || isGone ? undefined : why;
};

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
const closeTicket = async (of: Of, ticket: HeldTicket, isFirst = true): Promise<Left | undefined> => {
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

/** Undefined when the booking is cancelled. */
const cancelled = async ({ closing, booking, callOptions }: Of): Promise<Left | undefined> => {
  const { ask, bindings } = closing;
  const { exchange } = await ask('pnr-cancel', { booking }, { ...callOptions, permit: permitToCancel('pnr-cancel') });
  const name = `booking ${JSON.stringify(booking.bookingId ?? booking.reference)}`;
  const open: Open = {
    name,
    state: 'active',
    look: bindings['pnr-retrieve'] && (() => ask('pnr-retrieve', { booking }, callOptions)),
    isOpen: ({ facts }) => facts.flightBooking?.isActive,
    // It may have ended with its last ticket.
    goneCodes: ['BOOKING_NOT_FOUND'],
  };
  const left = await leftOf(closing, open, { exchange, request: `${name}: cancelling ended with`, done: 'cancelled' });
  return left?.outcome ? { ...left, isTroubled: true } : left;
};

type FoundTickets = {
  readonly tickets: readonly HeldTicket[];
  readonly unknown: FlightEntry['unknown'];
  readonly doubt?: Left;
};

/** All tickets that a request has made of which nobody has seen the answer. */
const found = async (
  { closing, booking, callOptions }: Of,
  { tickets, settledBy, createdAt }: FlightEntry,
): Promise<FoundTickets> => {
  const unreported: Left = { left: 'unknown whether tickets were issued: no retrieval tells', isTroubled: false };
  if (!closing.bindings['pnr-retrieve']) return { tickets, unknown: 'tickets', doubt: unreported };
  const { exchange, facts } = await closing.ask('pnr-retrieve', { booking }, callOptions);
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') {
    const left = `unknown whether tickets were issued: ${outcome.trouble}`;
    return { tickets, unknown: 'tickets', doubt: { left, isTroubled: true } };
  }
  if (!facts.tickets) return { tickets, unknown: 'tickets', doubt: unreported };
  const open = facts.tickets
    .filter((each) => each.isOpen !== false && !tickets.some((known) => areSameTicket(known, each)))
    .map((each): HeldTicket => ({ ...ticketRefOf(each), issuedAt: createdAt }));
  if (open.length > 0 || closing.now() > Date.parse(settledBy))
    return { tickets: [...tickets, ...open], unknown: null };
  const left = `no ticket found, and the service may work on it until ${settledBy}`;
  return { tickets, unknown: 'tickets', doubt: { left, isTroubled: false } };
};

const beyondUs = ({ unknown }: FlightEntry): Left => ({
  left: `unknown whether ${unknown === 'tickets' ? 'tickets were issued' : 'it was booked'}: the answer was lost, and no operation lists flights`,
  isTroubled: false,
});

export const closeFlight = async (closing: Closing, entry: FlightEntry): Promise<Closed> => {
  const { mark, booking, isCancelled } = entry;
  if (!booking) return closedWith([beyondUs(entry)], {});
  const of: Of = { closing, booking, callOptions: { bearer: entry.partner } };
  const looked: FoundTickets = entry.unknown ? await found(of, entry) : { tickets: entry.tickets, unknown: null };
  let tickets = looked.tickets;
  await closing.ledger.note(mark, { tickets: [...tickets], unknown: looked.unknown });
  const lefts: Left[] = [];
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
    const left = await cancelled(of);
    if (left) lefts.push(left);
    else {
      count = 1;
      await closing.ledger.note(mark, { isCancelled: true });
    }
  }
  if (looked.doubt) lefts.push(looked.doubt);
  return closedWith(lefts, { cancelled: count, ticketsClosed });
};
