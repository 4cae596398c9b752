/** Acts on tickets and flights in any order, by either partner, with a census after each act. */
import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { hourMs } from '../contracts/durations.ts';
import type { OperationId } from '../contracts/operations.ts';
import { succeeded } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { type FlightToBook, flightsOfOne, flightToBook } from '../generators/flights.ts';
import { type Asker, type TicketAct, ticketWalk } from '../generators/ticket-acts.ts';
import { unknownTicketDigits, unknownTicketLike } from '../generators/unknown-ids.ts';
import { actInTurn, bearerOf, type HeldThing, handsOf } from './steps/acts.ts';
import { bookFound, bookOffer, flexible } from './steps/book-flight.ts';
import { type FoundFlights, findFlights, laterBy } from './steps/find-flights.ts';
import { bookedRef, endWithout, enoughOfDay, needTickets, unbound } from './steps/needs.ts';
import { ownTicket, retrieveUntilInactive } from './steps/own-ticket.ts';
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
} from './steps/ticket-life.ts';

/** Who asks, seen from the booking. */
const askerOf = (session: Session, flight: FlightHeld, as?: Asker): Session => handsOf(session, bearerOf(flight, as));

const ticketOf = (session: Session, { flight, ticket }: Pick<TicketHeld, 'flight' | 'ticket'>) =>
  ownTicket(askerOf(session, flight), flight.booking, ticket);

/** That no calculation has returned. */
const inventedId = (digits: string): string =>
  digits
    .padEnd(32, '0')
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');

/** Sends an act on a ticket; undefined where a calculation is missing. */
const askedOf = async (
  session: Session,
  { digits }: TicketsLived,
  act: TicketAct,
  held: TicketHeld,
): Promise<ActResult | undefined> => {
  const { flight, ticket, named } = held;
  const about = { booking: flight.booking, ticket };
  const asker = askerOf(session, flight, 'as' in act ? act.as : 'own');
  switch (act.act) {
    case 'look':
      return asker.ask('ticket-info', about);
    case 'void':
      return asker.voidTicket(named);
    case 'void-unknown':
      return asker.voidTicket({ ...named, ticketNumber: unknownTicketLike(digits, named.ticketNumber) });
    case 'exchange-unknown':
      return asker.exchangeTicket({ ...about, exchangeId: inventedId(digits) });
    case 'calculate-exchange':
      return asker.ask('ticket-exchange-calculation', {
        ...about,
        search: laterBy(flight.chosen.search, act.daysLater),
      });
    case 'exchange':
      return held.exchange && asker.exchangeTicket({ ...about, ...held.exchange });
    case 'calculate-refund':
      return asker.ask('ticket-refund-calculation', about);
    case 'refund':
      return held.refund && asker.refundTicket({ ...about, ...held.refund });
  }
  return undefined;
};

const askedOfFlight = async (session: Session, act: TicketAct, flight: FlightHeld): Promise<ActResult | undefined> => {
  const { booking, chosen } = flight;
  const asker = askerOf(session, flight, 'as' in act ? act.as : 'own');
  switch (act.act) {
    case 'issue':
      return asker.issueTickets(booking);
    case 'price':
      return asker.ask('avia-offer-price', chosen);
    case 'reprice':
      return asker.ask('pnr-reprice', { booking });
    case 'retrieve':
      return asker.ask('pnr-retrieve', { booking });
    case 'cancel':
      return asker.cancelFlight(booking);
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
  'pnr-reprice',
] as const satisfies readonly OperationId[];

/** For a flight of two. */
const ticketsWanted = 2;

/** Every life needs these operations. Acts of other operations are left out where no binding is. */
const needed = ['avia-search', 'pnr-create', 'ticket-issue', 'ticket-info'] as const;

const needs: Partial<Record<TicketAct['act'], keyof Session['target']['bindings']>> = {
  price: 'avia-offer-price',
  reprice: 'pnr-reprice',
  retrieve: 'pnr-retrieve',
  cancel: 'pnr-cancel',
  'calculate-exchange': 'ticket-exchange-calculation',
  exchange: 'ticket-exchange',
  'exchange-unknown': 'ticket-exchange',
  'calculate-refund': 'ticket-refund-calculation',
  refund: 'ticket-refund',
};

type TicketsLived = TicketLife & {
  readonly journey: FlightToBook;
  /** Of a ticket that does not exist. */
  readonly digits: string;
  /** The flights found, by the partner and the number of passengers, until the clock moves. */
  readonly found: Map<string, FoundFlights>;
  readonly left: () => Promise<readonly [bookings: number, tickets: number]>;
};

/** An effect may take some time: the flow waits until it shows. New tickets are looked at once. */
const seenAfter = async (
  session: Session,
  life: TicketsLived,
  act: TicketAct,
  { about, reported }: { about: ActSubject; reported: ActResult },
) => {
  const { ticket, flight } = about;
  const look = (held: TicketHeld) => ticketOf(session, held).lookUntilShown();
  const isDone = succeeded(reported.exchange) && !('as' in act && act.as === 'other');
  if (ticket && (act.act === 'void' || act.act === 'refund' || act.act === 'exchange')) {
    if (isDone) await ticketOf(session, ticket).lookUntilClosed();
    else if (ticket.state === 'open') await look(ticket);
  }
  if (flight && act.act === 'cancel' && isDone) {
    const last = await retrieveUntilInactive(askerOf(session, flight), flight.booking);
    if (last) learnRetrieval(flight, last);
  }
  for (const held of life.tickets) if (reported.tickets?.includes(held.ticket)) await look(held);
};

const budgeted = async (life: TicketsLived): Promise<void> => {
  [life.bookingsLeft, life.ticketsLeft] = await life.left();
};

const booked = async (
  session: Session,
  life: TicketsLived,
  { adults, by = 'own', isAgain }: Extract<TicketAct, { act: 'book' }>,
): Promise<FlightHeld | undefined> => {
  const { journey } = life;
  const hands = handsOf(session, by);
  const last = isAgain ? life.flights.findLast((each) => each.by === by) : undefined;
  const kept = `${by} ${adults}`;
  const find = async () => {
    const flights = journey.flights.map((each) => ({ ...each, adults }));
    const found = life.found.get(kept) ?? (await findFlights(hands, flights));
    life.found.set(kept, found);
    return bookFound(hands, found, { ...journey, seed: journey.seed + life.flights.length }, flexible);
  };
  const again = async ({ chosen }: FlightHeld) => ({
    booking: bookedRef(await bookOffer(hands, chosen, journey)),
    chosen,
  });
  const { booking, chosen } = last ? await again(last) : await find();
  const flight: FlightHeld = {
    kind: 'flight',
    booking,
    chosen,
    by,
    shares: [JSON.stringify(booking), JSON.stringify(chosen.offer.reference ?? null)],
    passengers: last?.passengers ?? adults,
    state: 'active',
    isSeenEnded: false,
    isTicketed: false,
    isEnded: () => flight.state === 'cancelled',
    look: async () => learnRetrieval(flight, await hands.ask('pnr-retrieve', { booking })),
  };
  life.flights.push(flight);
  await budgeted(life);
  return flight;
};

/** A read after the wait: it can be sent again where the token has expired. */
const waited = async (session: Session, { tickets, found }: TicketsLived, hours: number): Promise<void> => {
  found.clear();
  await session.advanceClock(hours * hourMs);
  const last = tickets.at(-1);
  if (last) await ticketOf(session, last).look();
};

const used = async (session: Session, ticket: TicketHeld | undefined): Promise<void> => {
  if (!ticket) return;
  await session.useCoupon(ticket.named);
  ticket.state = 'used';
};

const asked = async (life: TicketsLived, session: Session, act: TicketAct, about: ActSubject): Promise<void> => {
  const { ticket, flight } = about;
  const reported = ticket
    ? await askedOf(session, life, act, ticket)
    : flight && (await askedOfFlight(session, act, flight));
  if (!reported) return;
  learn(life, act, about, reported);
  await seenAfter(session, life, act, { about, reported });
  await budgeted(life);
};

const perform = async (life: TicketsLived, session: Session, act: TicketAct): Promise<HeldThing | undefined> => {
  const about = aboutOf(life, act);
  const { ticket } = about;
  if (act.act === 'book') return booked(session, life, act);
  if (act.act === 'wait') await waited(session, life, act.hours);
  if (act.act === 'use') await used(session, ticket);
  const isNew = act.act === 'issue' && !about.flight;
  const flight = isNew ? await booked(session, life, { act: 'book', adults: 1 }) : about.flight;
  const { ticket: nth } = { ticket: 0, ...act };
  if (act.act === 'exchange' && !ticket?.exchange) {
    await asked(life, session, { act: 'calculate-exchange', ticket: nth, daysLater: laterDays, as: 'own' }, about);
  }
  if (act.act === 'refund' && !ticket?.refund) {
    await asked(life, session, { act: 'calculate-refund', ticket: nth, as: 'own' }, about);
  }
  await asked(life, session, act, { ticket, flight });
  return ticket ?? flight;
};

const mayIn =
  ({ levers, bindings }: Session['target']): TicketLife['may'] =>
  (act) => {
    if (act === 'wait') return levers.openWorld !== undefined;
    if (act === 'use') return levers.useCoupon !== undefined;
    return needs[act] === undefined || bindings[needs[act]] !== undefined;
  };

/** Acts are shrunk first: fewer acts make the rest cheaper. */
export const ticketsToLive = <Acts>(acts: fc.Arbitrary<Acts>) =>
  fc.record({ acts, ...flightToBook(flightsOfOne), digits: unknownTicketDigits });
type TicketsToLive = FlightToBook & { readonly acts: readonly TicketAct[]; readonly digits: string };

export type TicketBudget = {
  readonly bookingsMax: number;
  /** All that are left, when not said. */
  readonly ticketsMax?: number;
  readonly shareOfDay?: number;
  readonly requestsMax?: number;
};

export const liveTickets = async (
  session: Session,
  { acts, digits, ...journey }: TicketsToLive,
  { bookingsMax, ticketsMax = Number.POSITIVE_INFINITY, shareOfDay = 1, requestsMax }: TicketBudget,
): Promise<void> => {
  if (!own.some(session.isAsked)) return;
  const { target } = session;
  endWithout(unbound(target.bindings, needed));
  await needTickets(session, ticketsWanted);
  const life: TicketsLived = {
    journey,
    digits,
    may: mayIn(target),
    isTwofold: target.otherPartner !== undefined,
    bookingsMax,
    bookingsLeft: 0,
    ticketsLeft: 0,
    flights: [],
    tickets: [],
    found: new Map(),
    lookAt: (flight, ticket) => ticketOf(session, { flight, ticket }).look(),
    left: async () => {
      const tickets = await session.ticketsLeft(0, shareOfDay);
      return [await session.bookingsLeft(0, shareOfDay), Math.min(tickets, ticketsMax - life.tickets.length)];
    },
  };
  await budgeted(life);
  enoughOfDay(life.bookingsLeft, 'may.books');
  enoughOfDay(life.ticketsLeft, 'may.tickets');
  await actInTurn<TicketAct>(session, {
    acts,
    isPossible: (act) => isPossible(life, act),
    perform: (act) => perform(life, session, act),
    things: () => [...(target.bindings['pnr-retrieve'] ? life.flights : []), ...life.tickets],
    ...(requestsMax !== undefined && { requestsMax }),
  });
};

export const shownByTickets = {
  operations: ['avia-search', 'avia-offer-price', 'pnr-create', ...own],
  exercises: [
    ...clausesOf(
      [
        'json',
        'pnr-create',
        'pnr-retrieve',
        'pnr-cancel',
        'ticket-info',
        'ticket-exchange-calculation',
        'ticket-refund-calculation',
        'avia-refusal',
      ],
      { except: ['pnr-create.incomplete-request-is-refused'] },
    ),
    // Voids and refunds that are wrong in another way are for other stories.
    ...clausesOf(['ticket-cancel', 'ticket-refund'], {
      except: [
        'ticket-cancel.ticket-of-another-booking-is-refused',
        'ticket-cancel.unknown-ticket-is-not-found',
        'ticket-cancel.incomplete-request-is-refused',
        'ticket-cancel.unknown-booking-is-not-found',
        'ticket-cancel.unknown-booking-is-named',
        'ticket-cancel.lack-of-rights-is-access-denied',
        'ticket-refund.uncalculated-refund-is-refused',
        'ticket-refund.other-partner-is-refused',
      ],
    }),
    'avia-flow.amounts-keep-their-currency',
    'ticket-issue.works-on-created-booking',
    'ticket-issue.cancelled-booking-is-refused',
    'ticket-issue.ticket-numbers-have-a-documented-form',
    'ticket-exchange.works-with-a-calculation',
    'ticket-exchange.old-ticket-is-not-open',
    'ticket-exchange.new-ticket-has-another-number',
    'ticket-exchange.costs-what-was-calculated',
  ],
} as const;

/** With what is left of a full run: half of what a day may have is left to other runs. */
export const actOnFlights = flow('act-on-flights', {
  story: 'Book flights of one offer and of others, for both partners, and act on them and their tickets as is drawn.',
  phase: 'main',
  isForFullOnly: true,
  isRepeated: true,
  ...shownByTickets,
  input: ticketsToLive(ticketWalk),
  run: (session, drawn) =>
    liveTickets(session, drawn, { bookingsMax: 6, ticketsMax: 12, shareOfDay: 0.5, requestsMax: 137 }),
});
