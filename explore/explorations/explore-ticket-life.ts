/** Explores the lives of tickets and flights: acts in any order, by either partner. */

import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { hourMs } from '../../contracts/durations.ts';
import type { FlightOfferFact } from '../../contracts/facts.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Session } from '../../engine/session.ts';
import { bookFound } from '../../flows/steps/book-flight.ts';
import { type FoundFlights, findFlights, laterBy } from '../../flows/steps/find-flights.ts';
import { endWithout, needTickets, unbound } from '../../flows/steps/needs.ts';
import { ownTicket, retrieveUntilInactive } from '../../flows/steps/own-ticket.ts';
import { type FlightToBook, flightsOfOne, flightToBook } from '../../generators/flights.ts';
import { type TicketAct, ticketActNames, ticketActs, ticketLives } from '../../generators/ticket-acts.ts';
import { acted, acting, withActsAsJson } from '../acting.ts';
import { exploration } from '../exploration.ts';
import {
  type ActResult,
  type ActSubject,
  aboutOf,
  type FlightHeld,
  isPossible,
  learn,
  learnRetrieval,
  type TicketHeld,
  type TicketLife,
} from '../models/ticket-life.ts';

/** Sends an act on a ticket; undefined where a calculation is missing. */
const askedOf = async (session: Session, act: TicketAct, held: TicketHeld): Promise<ActResult | undefined> => {
  const { flight, ticket, named } = held;
  const about = { booking: flight.booking, ticket };
  switch (act.act) {
    case 'look':
      return session.ask('ticket-info', about, { bearer: act.as });
    case 'void':
      return session.voidTicket(named, { bearer: act.as });
    case 'calculate-exchange':
      return session.ask(
        'ticket-exchange-calculation',
        { ...about, search: laterBy(flight.search, act.daysLater) },
        { bearer: act.as },
      );
    case 'exchange':
      return held.exchange && session.exchangeTicket({ ...about, ...held.exchange });
    case 'calculate-refund':
      return session.ask('ticket-refund-calculation', about, { bearer: act.as });
    case 'refund':
      return held.refund && session.refundTicket({ ...about, ...held.refund });
  }
  return undefined;
};

const askedOfFlight = async (
  session: Session,
  act: TicketAct,
  { booking }: FlightHeld,
): Promise<ActResult | undefined> => {
  switch (act.act) {
    case 'issue':
      return session.issueTickets(booking);
    case 'retrieve':
      return session.ask('pnr-retrieve', { booking }, { bearer: act.as });
    case 'cancel':
      return session.cancelFlight(booking, { bearer: act.as });
  }
  return undefined;
};

/** An exchange to a day on which the same flights go. */
const laterDays = 7;

const own = [
  'ticket-issue',
  'ticket-info',
  'ticket-cancel',
  'ticket-exchange-calculation',
  'ticket-exchange',
  'ticket-refund-calculation',
  'ticket-refund',
  'pnr-cancel',
  'pnr-retrieve',
] as const satisfies readonly OperationId[];

/** For a flight of two. */
const ticketsWanted = 2;

/** Every life needs these operations. Acts of other operations are left out where no binding is. */
const needed = ['avia-search', 'pnr-create', 'ticket-issue', 'ticket-info'] as const;

const needs: Partial<Record<TicketAct['act'], keyof Session['target']['bindings']>> = {
  retrieve: 'pnr-retrieve',
  cancel: 'pnr-cancel',
  'calculate-exchange': 'ticket-exchange-calculation',
  exchange: 'ticket-exchange',
  'calculate-refund': 'ticket-refund-calculation',
  refund: 'ticket-refund',
};

type TicketsLived = TicketLife & {
  readonly journey: FlightToBook;
  /** The flights found, by the number of passengers, until the clock moves. */
  readonly found: Map<number, FoundFlights>;
};

/** Offers whose tickets allow every act. */
const wish = {
  fits: ({ isRefundable, isExchangeable }: FlightOfferFact) => isRefundable !== false && isExchangeable !== false,
};

/** An effect may take some time: the flow waits until it shows. New tickets are looked at once. */
const seenAfter = async (
  session: Session,
  life: TicketsLived,
  act: TicketAct,
  { about, reported }: { about: ActSubject; reported: ActResult },
) => {
  const { ticket, flight } = about;
  const look = (held: TicketHeld) => ownTicket(session, held.flight.booking, held.ticket).lookUntilShown();
  const isDone = succeeded(reported.exchange) && !('as' in act && act.as === 'other');
  if (ticket && (act.act === 'void' || act.act === 'refund' || act.act === 'exchange')) {
    if (isDone) await ownTicket(session, ticket.flight.booking, ticket.ticket).lookUntilClosed();
    else if (ticket.state === 'open') await look(ticket);
  }
  if (flight && act.act === 'cancel' && isDone) {
    const last = await retrieveUntilInactive(session, flight.booking);
    if (last) learnRetrieval(flight, last);
  }
  for (const held of life.tickets) if (reported.tickets?.includes(held.ticket)) await look(held);
};

const budgeted = async (session: Session, life: TicketsLived): Promise<void> => {
  life.bookingsLeft = await session.bookingsLeft();
  life.ticketsLeft = await session.ticketsLeft();
};

const booked = async (session: Session, life: TicketsLived, adults = 1): Promise<void> => {
  const { journey } = life;
  const seed = journey.seed + life.flights.length;
  const flights = journey.flights.map((each) => ({ ...each, adults }));
  const found = life.found.get(adults) ?? (await findFlights(session, flights));
  life.found.set(adults, found);
  const { booking, chosen } = await bookFound(session, found, { ...journey, seed }, wish);
  life.flights.push({
    booking,
    search: chosen.search,
    passengers: adults,
    state: 'active',
    isSeenEnded: false,
    isTicketed: false,
  });
  await budgeted(session, life);
};

/** A read after the wait: it can be sent again where the token has expired. */
const waited = async (session: Session, { tickets, found }: TicketsLived, hours: number): Promise<void> => {
  found.clear();
  await session.advanceClock(hours * hourMs);
  const last = tickets.at(-1);
  if (last) await ownTicket(session, last.flight.booking, last.ticket).look();
};

const used = async (session: Session, ticket: TicketHeld | undefined): Promise<void> => {
  if (!ticket) return;
  await session.useCoupon(ticket.named);
  ticket.state = 'used';
};

/** Sends an act on a ticket or a flight, and updates the model. */
const asked = async (life: TicketsLived, session: Session, act: TicketAct, about: ActSubject): Promise<void> => {
  const { ticket, flight } = about;
  const reported = ticket ? await askedOf(session, act, ticket) : flight && (await askedOfFlight(session, act, flight));
  if (!reported) return;
  learn(life, act, about, reported);
  await seenAfter(session, life, act, { about, reported });
  await budgeted(session, life);
};

const perform = async (life: TicketsLived, session: Session, act: TicketAct): Promise<void> => {
  const about = aboutOf(life, act);
  const { ticket, flight } = about;
  if (act.act === 'book') return booked(session, life, act.adults);
  if (act.act === 'wait') return waited(session, life, act.hours);
  if (act.act === 'use') return used(session, ticket);
  if (act.act === 'issue' && !flight) {
    await booked(session, life);
    return asked(life, session, act, { flight: life.flights.at(-1) });
  }
  const { ticket: nth } = { ticket: 0, ...act };
  if (act.act === 'exchange' && !ticket?.exchange) {
    await asked(life, session, { act: 'calculate-exchange', ticket: nth, daysLater: laterDays, as: 'own' }, about);
  }
  if (act.act === 'refund' && !ticket?.refund) {
    await asked(life, session, { act: 'calculate-refund', ticket: nth, as: 'own' }, about);
  }
  return asked(life, session, act, about);
};

const { commands, asJson } = acting<TicketAct, TicketsLived>({
  planned: ticketLives,
  byChance: ticketActs,
  isPossible,
  perform,
});

/** Acts are shrunk first: fewer acts make the rest cheaper. */
const input = fc.record({ acts: commands, ...flightToBook(flightsOfOne) });
type TicketsToLive = typeof input extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const mayIn = ({ levers, bindings }: Session['target']): TicketLife['may'] => {
  const isBound = (act: TicketAct['act']): boolean => needs[act] === undefined || bindings[needs[act]] !== undefined;
  const lacks: readonly TicketAct['act'][] = [
    ...(levers.openWorld ? [] : (['wait'] as const)),
    ...(levers.useCoupon ? [] : (['use'] as const)),
  ];
  return ticketActNames.filter((act) => isBound(act) && !lacks.includes(act));
};

const liveTickets = async (session: Session, { acts, ...journey }: TicketsToLive): Promise<void> => {
  const { target } = session;
  const life: TicketsLived = {
    journey,
    may: mayIn(target),
    isTwofold: target.otherPartner !== undefined,
    bookingsLeft: 0,
    ticketsLeft: 0,
    flights: [],
    tickets: [],
    found: new Map(),
  };
  await session.inOwnWorld(async (world) => {
    await budgeted(world, life);
    await acted(life, world, acts);
  });
};

/** Acts on tickets and flights, in every order that their states allow. */
export const exploreTicketLife = exploration('explore-ticket-life', {
  story: 'Book and issue tickets, and void, use, exchange, refund and cancel them in any order, either partner.',
  phase: 'main',
  operations: ['avia-search', 'pnr-create', ...own],
  exercises: [
    ...clausesOf([
      'json',
      'pnr-create',
      'pnr-retrieve',
      'pnr-cancel',
      'ticket-info',
      'ticket-exchange-calculation',
      'ticket-refund-calculation',
      'avia-refusal',
    ]),
    'ticket-issue.works-on-created-booking',
    'ticket-issue.cancelled-booking-is-refused',
    'ticket-issue.ticket-numbers-have-a-documented-form',
    'ticket-cancel.unused-ticket-is-voided-inside-window',
    'ticket-cancel.success-is-empty-or-tells-when',
    'ticket-cancel.voided-at-is-the-moment-of-the-void',
    'ticket-cancel.success-carries-no-error',
    'ticket-cancel.failure-carries-an-error',
    'ticket-cancel.voided-ticket-is-not-open',
    'ticket-cancel.late-void-is-expired',
    'ticket-cancel.used-ticket-is-refused',
    'ticket-cancel.second-void-is-refused',
    'ticket-cancel.ended-ticket-is-refused',
    'ticket-cancel.other-partner-is-refused',
    'ticket-cancel.refused-void-changes-nothing',
    'ticket-exchange.works-with-a-calculation',
    'ticket-exchange.old-ticket-is-not-open',
    'ticket-exchange.new-ticket-has-another-number',
    'ticket-exchange.costs-what-was-calculated',
    'ticket-refund.works-after-a-calculation',
    'ticket-refund.amount-is-the-calculated-one',
    'ticket-refund.no-more-than-was-paid',
    'ticket-refund.refunded-ticket-is-not-open',
    'ticket-refund.refunded-ticket-is-not-refunded-again',
  ],
  input,
  asJson: withActsAsJson<TicketsToLive, TicketsLived>(asJson),
  run: async (session, drawn) => {
    if (!own.some(session.isAsked)) return;
    const { bindings } = session.target;
    endWithout(unbound(bindings, needed));
    await needTickets(session, ticketsWanted);
    await liveTickets(session, drawn);
  },
});
