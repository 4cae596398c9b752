/** The life of tickets as their answers tell it: what can be asked next, which outcomes are lawful, what follows from them. */
import type { BookingRef, FlightSearch, TicketRef } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { idText, isAboutRights } from '../../contracts/subjects.ts';
import type { KnownTicket } from '../../contracts/target.ts';
import { areSameTicket, ticketReported } from '../../engine/effects/refs.ts';
import type { Asked, IssuedTickets } from '../../engine/session.ts';
import type { TicketAct } from '../../generators/ticket-acts.ts';
import { anything, countedBack, type Lawful, refused, type Surprise, toldNothing } from './lawful.ts';

/** `unknown` once an answer was lost, or something was done of which nothing says what becomes of the ticket. */
type TicketState = 'open' | 'used' | 'void' | 'exchanged' | 'refunded' | 'unknown';

export type FlightHeld = {
  readonly booking: BookingRef;
  readonly search: FlightSearch;
  readonly passengers: number;
  state: 'active' | 'cancelled' | 'unknown';
  /** A retrieval has shown it as not active, or not at all, after it was cancelled. */
  isSeenEnded: boolean;
  isTicketed: boolean;
};

export type TicketHeld = {
  readonly flight: FlightHeld;
  readonly ticket: TicketRef;
  /** In the words of ticket_cancel. */
  readonly named: KnownTicket;
  readonly isOfExchange: boolean;
  readonly issuedAtMs: number;
  state: TicketState;
  /** By the last look. */
  isShownOpen: boolean;
  /** What was calculated last. */
  exchange?: { readonly exchangeId: string; readonly offer?: Json };
  refund?: { readonly calculation?: Json };
};

/** What a model may do and knows; lists end with the newest. */
export type TicketLife = {
  /** What the target lets be done at all. */
  readonly may: readonly TicketAct['act'][];
  /** There is a second partner. */
  readonly isTwofold: boolean;
  readonly voidWindowMs: number;
  nowMs: number;
  bookingsLeft: number;
  ticketsLeft: number;
  readonly flights: FlightHeld[];
  readonly tickets: TicketHeld[];
  readonly surprises: Surprise[];
};

/** What came of an act: its answer, and the tickets that it made. */
export type Reported = Asked & Partial<IssuedTickets>;

const bookingsMax = 4;

/** What an act is about. */
export type About = { readonly ticket?: TicketHeld | undefined; readonly flight?: FlightHeld | undefined };

export const aboutOf = ({ tickets, flights }: Readonly<TicketLife>, act: TicketAct): About => ({
  ticket: 'ticket' in act ? countedBack(tickets, act.ticket) : undefined,
  flight: 'flight' in act ? countedBack(flights, act.flight) : undefined,
});

const isEnded = ({ state }: TicketHeld): boolean => state === 'void' || state === 'exchanged' || state === 'refunded';

const mayBook = ({ flights, bookingsLeft }: Readonly<TicketLife>): boolean =>
  flights.length < bookingsMax && bookingsLeft > 0;

/** Whether tickets can be issued for a flight as it stands: a second issue while some are open is another matter. */
export const mayIssue = ({ tickets, ticketsLeft }: Readonly<TicketLife>, flight: FlightHeld): boolean =>
  ticketsLeft >= flight.passengers &&
  (!flight.isTicketed ||
    flight.isSeenEnded ||
    tickets.filter((each) => each.flight === flight).every((each) => isEnded(each)));

export const isPossible = (life: Readonly<TicketLife>, act: TicketAct): boolean => {
  if (!life.may.includes(act.act) || ('as' in act && act.as === 'other' && !life.isTwofold)) return false;
  const { ticket, flight } = aboutOf(life, act);
  switch (act.act) {
    case 'book':
      return mayBook(life);
    case 'wait':
      return true;
    case 'issue':
      return flight ? mayIssue(life, flight) : mayBook(life) && life.ticketsLeft > 0;
    case 'use':
      return ticket?.state === 'open';
    case 'exchange':
      return ticket !== undefined && life.ticketsLeft > 0;
    default:
      return (ticket ?? flight) !== undefined;
  }
};

const notFound = ['BOOKING_NOT_FOUND', 'TICKET_NOT_FOUND'];
const ofState = ['TICKET_USED', 'INVALID_TICKET_STATE'];
const late = 'VOID_TIME_EXPIRED';
const noRights = 'ACCESS_DENIED';
const documented = [...notFound, ...ofState, late, noRights];

/** Clocks differ, and nobody says how exact a window is. */
const marginMs = 10 * 60_000;

const windowOf = ({ nowMs, voidWindowMs }: Readonly<TicketLife>, { issuedAtMs }: TicketHeld) => {
  const leftMs = issuedAtMs + voidWindowMs - nowMs;
  if (leftMs > marginMs) return 'open';
  return leftMs < -marginMs ? 'passed' : 'unclear';
};

const lawfulVoid = (life: Readonly<TicketLife>, ticket: TicketHeld): Lawful => {
  const window = windowOf(life, ticket);
  switch (ticket.state) {
    case 'unknown':
      return anything;
    case 'void':
    case 'exchanged':
    case 'refunded':
      return { success: false, codes: documented };
    case 'used':
      if (ticket.flight.state !== 'active') return { success: false, codes: documented };
      return { success: false, codes: [...ofState, noRights, ...(window === 'open' ? [] : [late])] };
    case 'open':
      if (window === 'passed') {
        return { success: false, codes: ticket.flight.state === 'active' ? [late, noRights] : documented };
      }
      // What an exchange issued may stand in another booking, which nobody has told us.
      if (window === 'unclear' || ticket.isOfExchange || ticket.flight.state !== 'active') return anything;
      return {
        success: true,
        notCodes: [late, 'TICKET_USED', ...(ticket.isShownOpen ? [...notFound, ...ofState] : [])],
      };
  }
};

const lawfulVoidByAnother = (life: Readonly<TicketLife>, ticket: TicketHeld): Lawful => {
  const isWhole = ticket.state === 'open' && ticket.flight.state === 'active' && windowOf(life, ticket) === 'open';
  return { success: false, codes: isWhole ? [...notFound, noRights] : documented };
};

/** The outcomes that some reading of the interface allows an act, by all that was answered before. */
export const lawful = (life: Readonly<TicketLife>, act: TicketAct, { ticket, flight }: About): Lawful => {
  switch (act.act) {
    case 'void':
      if (!ticket) return anything;
      return act.as === 'other' ? lawfulVoidByAnother(life, ticket) : lawfulVoid(life, ticket);
    case 'look':
    case 'retrieve':
    case 'calculate-exchange':
    case 'calculate-refund':
      return act.as === 'other' ? toldNothing : anything;
    case 'cancel':
      return act.as === 'other' ? refused : anything;
    case 'refund':
      return ticket?.state === 'refunded' ? refused : anything;
    case 'issue':
      return flight?.isSeenEnded ? refused : anything;
    default:
      return anything;
  }
};

/** A number that an exchange gave again is that of the new ticket. */
const isReissued = (reported: Reported, { ticket }: TicketHeld): boolean =>
  (reported.facts.tickets ?? []).some((each) => each.isOpen !== false && areSameTicket(each, ticket));

const stateAfter = {
  void: 'void',
  refund: 'refunded',
  exchange: 'exchanged',
} as const satisfies Partial<Record<TicketAct['act'], TicketState>>;

const learnEnd = (
  ticket: TicketHeld,
  { end, isOwn }: { readonly end: keyof typeof stateAfter; readonly isOwn: boolean },
  reported: Reported,
): void => {
  const { kind } = outcomeOf(reported.exchange);
  if (kind === 'refusal') return;
  const isAgain = end === 'exchange' && isReissued(reported, ticket);
  ticket.state = kind === 'success' && isOwn && !isAgain ? stateAfter[end] : 'unknown';
};

const learnCalculation = (ticket: TicketHeld, { act }: TicketAct, { exchange, facts }: Reported): void => {
  if (!succeeded(exchange)) return;
  if (act === 'calculate-refund') {
    const calculation = facts.refund?.reference;
    ticket.refund = calculation === undefined ? {} : { calculation };
  } else {
    const exchangeId = idText(facts.exchange?.exchangeId);
    const offer = facts.exchange?.offers?.[0]?.reference;
    if (exchangeId !== undefined) ticket.exchange = { exchangeId, ...(offer !== undefined && { offer }) };
  }
};

/** What its own partner's retrieval says of a flight. */
export const learnRetrieval = (flight: FlightHeld, { exchange, facts }: Reported): void => {
  const isGone = outcomeOf(exchange).kind === 'refusal' && !isAboutRights(exchange);
  flight.isSeenEnded = flight.state === 'cancelled' && (isGone || facts.flightBooking?.isActive === false);
};

/** What its own partner's look says of a ticket. */
export const learnLook = (ticket: TicketHeld, { exchange, facts }: Reported): void => {
  if (succeeded(exchange)) ticket.isShownOpen = ticketReported(facts.tickets, ticket.ticket)?.isOpen === true;
};

const learnCancellation = (life: TicketLife, flight: FlightHeld, isOwn: boolean, { exchange }: Reported): void => {
  const { kind } = outcomeOf(exchange);
  if (kind === 'refusal') return;
  flight.state = kind === 'success' && isOwn && flight.state !== 'unknown' ? 'cancelled' : 'unknown';
  flight.isSeenEnded = false;
  // Its open tickets may have gone with it.
  for (const ticket of life.tickets) if (ticket.flight === flight && ticket.state === 'open') ticket.state = 'unknown';
};

const learnNew = (life: TicketLife, flight: FlightHeld, isOfExchange: boolean, { tickets = [] }: Reported): void => {
  for (const ticket of tickets) {
    const [bookingId, ticketNumber] = [idText(flight.booking.bookingId), idText(ticket.ticketNumber)];
    if (bookingId === undefined || ticketNumber === undefined) continue;
    life.tickets.push({
      flight,
      ticket,
      named: { bookingId, ticketNumber },
      isOfExchange,
      issuedAtMs: life.nowMs,
      state: 'open',
      isShownOpen: false,
    });
  }
};

const learnOfFlight = (life: TicketLife, act: TicketAct, flight: FlightHeld, reported: Reported): void => {
  if (act.act === 'cancel') learnCancellation(life, flight, act.as === 'own', reported);
  if (act.act === 'retrieve' && act.as === 'own') learnRetrieval(flight, reported);
  if (act.act === 'issue') {
    flight.isTicketed ||= outcomeOf(reported.exchange).kind !== 'refusal';
    learnNew(life, flight, false, reported);
  }
};

const learnOfTicket = (life: TicketLife, act: TicketAct, ticket: TicketHeld, reported: Reported): void => {
  if (act.act === 'look' && act.as === 'own') learnLook(ticket, reported);
  const isCalculation = act.act === 'calculate-exchange' || act.act === 'calculate-refund';
  if (isCalculation && act.as === 'own') learnCalculation(ticket, act, reported);
  if (act.act === 'void') learnEnd(ticket, { end: 'void', isOwn: act.as === 'own' }, reported);
  if (act.act === 'refund' || act.act === 'exchange') learnEnd(ticket, { end: act.act, isOwn: true }, reported);
  if (act.act === 'exchange') learnNew(life, ticket.flight, true, reported);
};

/** Keeps what follows from an answer. */
export const learn = (life: TicketLife, act: TicketAct, { ticket, flight }: About, reported: Reported): void => {
  if (ticket) learnOfTicket(life, act, ticket, reported);
  if (flight) learnOfFlight(life, act, flight, reported);
};
