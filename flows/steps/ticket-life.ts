/** The life of tickets as answers report it: which act is possible next, and what follows from its answer. */
import type { BookingRef, ChosenFlight, TicketRef } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { idText, isAboutRights } from '../../contracts/subjects.ts';
import type { KnownTicket } from '../../contracts/target.ts';
import { areSameTicket } from '../../engine/effects/refs.ts';
import type { IssuedTickets, ReadExchange } from '../../engine/session.ts';
import type { Asker, TicketAct } from '../../generators/ticket-acts.ts';
import { countedBack, type HeldThing, takesBoth } from './acts.ts';
import { namedTicket } from './book-flight.ts';

/** `unknown` once an answer was lost, or after an act whose consequence for the ticket is not documented. */
type TicketState = 'open' | 'used' | 'void' | 'exchanged' | 'refunded' | 'unknown';

export type FlightHeld = HeldThing & {
  readonly booking: BookingRef;
  readonly chosen: ChosenFlight;
  /** Whose it is. */
  readonly by: Asker;
  readonly passengers: number;
  state: 'active' | 'cancelled' | 'unknown';
  /** After its cancellation, a retrieval showed it as inactive or missing. */
  isSeenEnded: boolean;
  isTicketed: boolean;
};

export type TicketHeld = HeldThing & {
  readonly flight: FlightHeld;
  readonly ticket: TicketRef;
  /** As ticket_cancel names it. */
  readonly named: KnownTicket;
  state: TicketState;
  exchange?: { readonly exchangeId: string; readonly offer?: Json };
  refund?: { readonly calculation?: Json };
};

/** What the model knows, and what it may still do. The newest is last in each list. */
export type TicketLife = {
  /** Whether the target allows an act. */
  readonly may: (act: TicketAct['act']) => boolean;
  readonly isTwofold: boolean;
  readonly bookingsMax: number;
  bookingsLeft: number;
  ticketsLeft: number;
  readonly flights: FlightHeld[];
  readonly tickets: TicketHeld[];
  readonly lookAt: (flight: FlightHeld, ticket: TicketRef) => Promise<unknown>;
};

/** The answer to an act, and its new tickets. */
export type ActResult = ReadExchange & Partial<IssuedTickets>;

export type ActSubject = { readonly ticket?: TicketHeld | undefined; readonly flight?: FlightHeld | undefined };

export const aboutOf = ({ tickets, flights }: Readonly<TicketLife>, act: TicketAct): ActSubject => ({
  ticket: 'ticket' in act ? countedBack(tickets, act.ticket) : undefined,
  flight: 'flight' in act ? countedBack(flights, act.flight) : undefined,
});

const ended: readonly TicketState[] = ['void', 'exchanged', 'refunded'];

const mayBook = ({ flights, bookingsMax, bookingsLeft }: Readonly<TicketLife>): boolean =>
  flights.length < bookingsMax && bookingsLeft > 0;

/** Whether tickets can be issued for a flight. A second issue while tickets are open is left out. */
const mayIssue = ({ tickets, ticketsLeft }: Readonly<TicketLife>, flight: FlightHeld): boolean =>
  ticketsLeft >= flight.passengers &&
  (!flight.isTicketed ||
    flight.isSeenEnded ||
    tickets.filter((each) => each.flight === flight).every((each) => each.isEnded()));

export const isPossible = (life: Readonly<TicketLife>, act: TicketAct): boolean => {
  if (!life.may(act.act) || (takesBoth(act) && !life.isTwofold)) return false;
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
    case 'exchange-unknown':
      return ticket !== undefined && life.ticketsLeft > 0;
    default:
      return (ticket ?? flight) !== undefined;
  }
};

/** An exchange may keep the number: then it belongs to the new ticket. */
const isReissued = (reported: ActResult, { ticket }: TicketHeld): boolean =>
  (reported.facts.tickets ?? []).some((each) => each.isOpen !== false && areSameTicket(each, ticket));

const stateAfter = {
  void: 'void',
  refund: 'refunded',
  exchange: 'exchanged',
} as const satisfies Partial<Record<TicketAct['act'], TicketState>>;

const learnEnd = (
  ticket: TicketHeld,
  { end, isOwn }: { readonly end: keyof typeof stateAfter; readonly isOwn: boolean },
  reported: ActResult,
): void => {
  const { kind } = outcomeOf(reported.exchange);
  if (kind === 'refusal') return;
  const isAgain = end === 'exchange' && isReissued(reported, ticket);
  ticket.state = kind === 'success' && isOwn && !isAgain ? stateAfter[end] : 'unknown';
};

const learnCalculation = (ticket: TicketHeld, { act }: TicketAct, { exchange, facts }: ActResult): void => {
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

/** Updates a flight by a retrieval of the same partner. */
export const learnRetrieval = (flight: FlightHeld, { exchange, facts }: ActResult): void => {
  const isGone = outcomeOf(exchange).kind === 'refusal' && !isAboutRights(exchange);
  flight.isSeenEnded = flight.state === 'cancelled' && (isGone || facts.flightBooking?.isActive === false);
};

const learnCancellation = (life: TicketLife, flight: FlightHeld, isOwn: boolean, { exchange }: ActResult): void => {
  const { kind } = outcomeOf(exchange);
  if (kind === 'refusal') return;
  flight.state = kind === 'success' && isOwn && flight.state !== 'unknown' ? 'cancelled' : 'unknown';
  flight.isSeenEnded = false;
  // Its open tickets may be ended, too.
  for (const ticket of life.tickets) if (ticket.flight === flight && ticket.state === 'open') ticket.state = 'unknown';
};

const learnNew = (life: TicketLife, flight: FlightHeld, { tickets = [] }: ActResult): void => {
  for (const ticket of tickets) {
    const named = namedTicket(flight.booking, ticket);
    if (!named) continue;
    const held: TicketHeld = {
      kind: 'ticket',
      flight,
      ticket,
      named,
      shares: flight.shares,
      state: 'open',
      isEnded: () => ended.includes(held.state),
      look: () => life.lookAt(flight, ticket),
    };
    life.tickets.push(held);
  }
};

const learnOfFlight = (life: TicketLife, act: TicketAct, flight: FlightHeld, reported: ActResult): void => {
  if (act.act === 'cancel') learnCancellation(life, flight, act.as === 'own', reported);
  if (act.act === 'retrieve' && act.as === 'own') learnRetrieval(flight, reported);
  if (act.act === 'issue') {
    flight.isTicketed ||= outcomeOf(reported.exchange).kind !== 'refusal';
    learnNew(life, flight, reported);
  }
};

const learnOfTicket = (life: TicketLife, act: TicketAct, ticket: TicketHeld, reported: ActResult): void => {
  const isCalculation = act.act === 'calculate-exchange' || act.act === 'calculate-refund';
  if (isCalculation && act.as === 'own') learnCalculation(ticket, act, reported);
  if (act.act === 'void') learnEnd(ticket, { end: 'void', isOwn: act.as === 'own' }, reported);
  if (act.act === 'refund' || act.act === 'exchange')
    learnEnd(ticket, { end: act.act, isOwn: act.as !== 'other' }, reported);
  if (act.act === 'exchange') learnNew(life, ticket.flight, reported);
};

export const learn = (life: TicketLife, act: TicketAct, { ticket, flight }: ActSubject, reported: ActResult): void => {
  if (ticket) learnOfTicket(life, act, ticket, reported);
  if (flight) learnOfFlight(life, act, flight, reported);
};
