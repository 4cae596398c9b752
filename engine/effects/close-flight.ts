/** Closes one entry about a flight: its tickets are voided, or refunded once that is too late, and then it is cancelled. */
import type { FlightEntry, HeldTicket } from '../../client/ledgers/booking-ledger.ts';
import { permitToCancel } from '../../client/permit.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts';
import { idText, isAboutRights } from '../../contracts/subjects.ts';
import type { Asked, Manner } from '../session.ts';
import type { Closed, Closing } from './close-entry.ts';
import { lookUntil } from './look-until.ts';
import { areSameTicket, ticketRefOf, ticketTold } from './ticket-ref.ts';

type Left = {
  readonly left: string;
  readonly isTroubled: boolean;
  /** The service said that it cannot be ended, and not that it is too late. */
  readonly isRefused?: boolean;
};

const saying = (outcome: Outcome): string =>
  outcome.kind === 'trouble' ? outcome.trouble : 'code' in outcome ? `refused with ${outcome.code}` : 'refused';

/** One of our bookings, and who asks about it. */
type Of = { readonly closing: Closing; readonly booking: BookingRef; readonly manner: Manner };

const isShownClosed = ({ facts }: Asked, ticket: HeldTicket): boolean =>
  ticketTold(facts.tickets, ticket)?.isOpen === false;

const looking = ({ closing: { pause, settleMs } }: Of) => ({ pause, target: { limits: { settleMs } } });

/** Undefined unless a ticket is shown as open although a request that ends it succeeded. */
const openAllTheSame = async (of: Of, ticket: HeldTicket, what: 'voided' | 'refunded'): Promise<Left | undefined> => {
  const { closing, booking, manner } = of;
  if (!closing.bindings['ticket-info']) return undefined;
  const look = () => closing.ask('ticket-info', { booking, ticket: ticketRefOf(ticket) }, manner);
  const isOpen = ({ facts }: Asked) => ticketTold(facts.tickets, ticket)?.isOpen === true;
  const last = await lookUntil(looking(of), look, (asked) => !isOpen(asked));
  const name = JSON.stringify(ticket.ticketNumber ?? ticket.reference);
  return isOpen(last) ? { left: `ticket ${name}: it was ${what}, and is still open`, isTroubled: false } : undefined;
};

const isRefusedWith = ({ exchange }: Asked, ...codes: readonly string[]): boolean => {
  const outcome = outcomeOf(exchange);
  return outcome.kind === 'refusal' && outcome.code !== undefined && codes.includes(outcome.code);
};

/** Undefined when the ticket is not open any more, or not there, whose end was refused. */
const stillOpen = async (
  { closing, booking, manner }: Of,
  ticket: HeldTicket,
  why: Left,
): Promise<Left | undefined> => {
  if (!closing.bindings['ticket-info']) return why;
  const info = await closing.ask('ticket-info', { booking, ticket: ticketRefOf(ticket) }, manner);
  // Where its end was refused for being late, or by nobody, it must be somewhere.
  const isGone = why.isRefused === true && isRefusedWith(info, 'TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND');
  return isShownClosed(info, ticket) || isGone ? undefined : why;
};

const refunded = async (of: Of, ticket: HeldTicket, late: Left): Promise<Left | undefined> => {
  const { closing, booking, manner } = of;
  const { ask, bindings } = closing;
  if (!bindings['ticket-refund-calculation'] || !bindings['ticket-refund']) return late;
  const about = { booking, ticket: ticketRefOf(ticket) };
  const calculated = await ask('ticket-refund-calculation', about, manner);
  const calculation = calculated.facts.refund?.reference;
  const intent = { ...about, ...(calculation !== undefined && { calculation }) };
  const permit = permitToCancel('ticket-refund');
  const { exchange } = await ask('ticket-refund', intent, { ...manner, permit });
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'success') return openAllTheSame(of, ticket, 'refunded');
  const left = `${late.left}, and refunding it with ${saying(outcome)}`;
  return stillOpen(of, ticket, { left, isTroubled: true, isRefused: outcome.kind === 'refusal' });
};

/** With these a void stays refused, however often it is asked for (part 7). */
const lastingCodes: readonly unknown[] = [
  ...['TICKET_NOT_FOUND', 'TICKET_USED', 'INVALID_TICKET_STATE', 'BOOKING_NOT_FOUND', 'ACCESS_DENIED'],
];

/** After a refusal that may be of the moment. */
const beforeAgainMs = 1_000;

/**
 * Undefined when nothing of the ticket is left. A void that is refused for no reason of the ticket is asked for once more,
 * for it had no effect; then the ticket is refunded.
 */
const closeTicket = async (of: Of, ticket: HeldTicket, isFirst = true): Promise<Left | undefined> => {
  const { closing, booking, manner } = of;
  const [bookingId, ticketNumber] = [idText(booking.bookingId), idText(ticket.ticketNumber)];
  if (bookingId === undefined || ticketNumber === undefined) {
    return { left: 'a ticket was issued, and nothing tells its number: void it by hand', isTroubled: false };
  }
  const permit = permitToCancel('ticket-cancel');
  const exchange = await closing.voidTicket({ bookingId, ticketNumber }, { ...manner, permit });
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'success') return openAllTheSame(of, ticket, 'voided');
  const left = `ticket ${JSON.stringify(ticketNumber)}: voiding it ended with ${saying(outcome)}`;
  const code = outcome.kind === 'refusal' ? outcome.code : undefined;
  const isRefused = outcome.kind === 'refusal' && code !== 'VOID_TIME_EXPIRED';
  const why: Left = { left, isTroubled: outcome.kind === 'trouble' || isAboutRights(exchange), isRefused };
  if (isAboutRights(exchange)) return why;
  const isLate = code === 'VOID_TIME_EXPIRED' || closing.now() > Date.parse(ticket.issuedAt) + closing.voidWindowMs;
  const open = await stillOpen(of, ticket, why);
  if (!open) return undefined;
  if (isLate) return refunded(of, ticket, open);
  if (outcome.kind !== 'refusal' || lastingCodes.includes(code)) return open;
  if (!isFirst) return refunded(of, ticket, open);
  await closing.pause(beforeAgainMs);
  return closeTicket(of, ticket, false);
};

/** Undefined when the booking is cancelled. */
const cancelled = async (of: Of): Promise<Left | undefined> => {
  const { closing, booking, manner } = of;
  const { ask, bindings } = closing;
  const { exchange } = await ask('pnr-cancel', { booking }, { ...manner, permit: permitToCancel('pnr-cancel') });
  const outcome = outcomeOf(exchange);
  const name = JSON.stringify(booking.bookingId ?? booking.reference);
  const look = () => ask('pnr-retrieve', { booking }, manner);
  if (outcome.kind === 'success') {
    if (!bindings['pnr-retrieve']) return undefined;
    const isActive = ({ facts }: Asked) => facts.flightBooking?.isActive === true;
    const isStill = isActive(await lookUntil(looking(of), look, (asked) => !isActive(asked)));
    return isStill ? { left: `booking ${name}: it was cancelled, and is still active`, isTroubled: false } : undefined;
  }
  const why: Left = { left: `booking ${name}: cancelling ended with ${saying(outcome)}`, isTroubled: true };
  if (isAboutRights(exchange) || !bindings['pnr-retrieve']) return why;
  const view = await look();
  // It may have ended with its last ticket.
  const isGone = outcome.kind === 'refusal' && isRefusedWith(view, 'BOOKING_NOT_FOUND');
  return view.facts.flightBooking?.isActive === false || isGone ? undefined : why;
};

type Found = {
  readonly tickets: readonly HeldTicket[];
  readonly unknown: FlightEntry['unknown'];
  readonly doubt?: Left;
};

/** All tickets that a request has made of which nobody has seen the answer. */
const found = async (
  { closing, booking, manner }: Of,
  { tickets, settledBy, createdAt }: FlightEntry,
): Promise<Found> => {
  const untold: Left = { left: 'unknown whether tickets were issued: no retrieval tells', isTroubled: false };
  if (!closing.bindings['pnr-retrieve']) return { tickets, unknown: 'tickets', doubt: untold };
  const { exchange, facts } = await closing.ask('pnr-retrieve', { booking }, manner);
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') {
    const left = `unknown whether tickets were issued: ${outcome.trouble}`;
    return { tickets, unknown: 'tickets', doubt: { left, isTroubled: true } };
  }
  if (!facts.tickets) return { tickets, unknown: 'tickets', doubt: untold };
  const open = facts.tickets
    .filter((each) => each.isOpen !== false && !tickets.some((known) => areSameTicket(known, each)))
    .map((each): HeldTicket => ({ ...ticketRefOf(each), issuedAt: createdAt }));
  if (open.length > 0 || closing.now() > Date.parse(settledBy))
    return { tickets: [...tickets, ...open], unknown: null };
  const left = `no ticket found, and the service may work on it until ${settledBy}`;
  return { tickets, unknown: 'tickets', doubt: { left, isTroubled: false } };
};

const beyondUs = ({ unknown }: FlightEntry): Closed => ({
  cancelled: 0,
  ticketsClosed: 0,
  left: `unknown whether ${unknown === 'tickets' ? 'tickets were issued' : 'it was booked'}: the answer was lost, and no operation lists flights`,
  isTroubled: false,
});

export const closeFlight = async (closing: Closing, entry: FlightEntry): Promise<Closed> => {
  const { mark, booking, isCancelled } = entry;
  if (!booking) return beyondUs(entry);
  const of: Of = { closing, booking, manner: { bearer: entry.partner } };
  const looked: Found = entry.unknown ? await found(of, entry) : { tickets: entry.tickets, unknown: null };
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
  return { cancelled: count, ticketsClosed, left: lefts[0]?.left, isTroubled: lefts.some((each) => each.isTroubled) };
};
