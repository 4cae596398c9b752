/** Voids tickets: one that was just issued, in every way, and one that is used or of others. */
import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { BookingRef, TicketRef } from '../contracts/intents.ts';
import type { OperationId } from '../contracts/operations.ts';
import { outcomeOf, succeeded } from '../contracts/outcome.ts';
import type { KnownTicket } from '../contracts/target.ts';
import { flow } from '../engine/flow.ts';
import type { LackingParts, ReadExchange, Session } from '../engine/session.ts';
import { type FlightRow, type FlightToBook, flightRows, journeyOf } from '../generators/flights.ts';
import { type CensusLooks, census } from './steps/acts.ts';
import { actedOn, bookOffer, namedTicket, type Ticketed, ticketedFlight } from './steps/book-flight.ts';
import { type Hands, voidFreshIfLate, walkRows } from './steps/flight-rows.ts';
import { endWithout, needTickets, unbound } from './steps/needs.ts';
import { retrieveUntilFound } from './steps/own-booking.ts';
import {
  otherwise,
  ownTicket,
  retrieveUntilInactive,
  type TicketInput,
  ticketDraws,
  voidWrongly,
} from './steps/own-ticket.ts';

const walked = ['avia-search', 'avia-offer-price', 'fare-rules', 'pnr-create', 'pnr-retrieve', 'pnr-reprice'] as const;
const own = [
  'pnr-create',
  'pnr-retrieve',
  'pnr-reprice',
  'ticket-issue',
  'ticket-info',
  'ticket-cancel',
] as const satisfies readonly OperationId[];

const withNone = (none: undefined | null | ''): LackingParts[] => [{ bookingId: none }, { ticketNumber: none }];

/** Half a request, in both ways. */
const lacking = withNone(undefined);
const lackingInFull = [...lacking, ...withNone(null), ...withNone('')];

/**
 * Asks for voids that must be refused, and looks at the ticket after each. In a sample, it looks after each that was
 * not refused, and at the end.
 */
const voidWronglyAndLook = async (
  hands: Hands,
  look: () => Promise<unknown>,
  named: KnownTicket,
  unknown: TicketInput,
) => {
  const { sample } = hands.session;
  let isLookedAt = true;
  const sends = async (asking: () => Promise<ReadExchange>) => {
    const { exchange } = await asking();
    isLookedAt = sample.depth === 'full' || outcomeOf(exchange).kind !== 'refusal';
    if (isLookedAt) await look();
  };
  await voidWrongly(hands, named, unknown, { lacking: sample.at({ standard: lacking, full: lackingInFull }), sends });
  if (!isLookedAt) await look();
};

/** Books the same offer once more, and asks for the void of a ticket in that booking. @returns That booking. */
const voidElsewhere = async (
  session: Session,
  journey: FlightToBook,
  { chosen }: Pick<Ticketed, 'chosen'>,
  named: KnownTicket,
): Promise<BookingRef | undefined> => {
  if ((await session.bookingsLeft()) === 0) return undefined;
  const { booking } = await bookOffer(session, chosen, journey);
  const elsewhere = booking && namedTicket(booking, named);
  // Asked for the same twice, a service may answer with the first.
  if (!elsewhere || elsewhere.bookingId === named.bookingId) return undefined;
  await session.voidTicket(elsewhere);
  return booking;
};

const voided = async (hands: Hands, row: FlightRow, input: TicketInput, at: number): Promise<boolean> => {
  const { session, stranger } = hands;
  const { isAsked, issueTickets, ticketsLeft, target, sample } = session;
  const { bindings } = target;
  const isFirst = at === 0;
  const journey = journeyOf(input, row);
  const ticketed = await ticketedFlight(session, journey, {
    isWalked: isFirst,
    before: async ({ booking, chosen }) => {
      // Of a sample, another story retrieves what is just booked.
      const steps = sample.at({ standard: ['pnr-reprice'], full: ['pnr-retrieve', 'pnr-reprice'] } as const);
      for (const operation of isFirst ? steps : (['pnr-retrieve'] as const)) {
        if (!bindings[operation] || !isAsked(operation)) continue;
        if (operation === 'pnr-retrieve') await retrieveUntilFound(session, booking);
        else await session.ask(operation, { booking });
      }
      // As long as one more is left for each of them.
      const { adults, children } = chosen.search;
      const mayIssue = isFirst && isAsked('ticket-issue') && (await ticketsLeft()) >= 2 * (adults + children);
      if (mayIssue) await stranger?.issueTickets(booking);
    },
  });
  const { booking } = ticketed;
  const { ticket, named, others } = actedOn(ticketed, row);
  const { look, lookUntilClosed } = ownTicket(session, booking, ticket);
  let late: ReadExchange | undefined;
  const othersVoided = new Set<TicketRef>();
  const beside: CensusLooks = others.map((other) => () => {
    const asOther = ownTicket(session, booking, other);
    return othersVoided.has(other) ? asOther.lookUntilClosed() : asOther.look();
  });
  const lookAtOthers = () => census(beside);
  await look();
  if (isAsked('ticket-info') && stranger) await ownTicket(stranger, booking, ticket).look();
  if (isAsked('ticket-cancel')) {
    // What must be refused is asked of an open ticket, and in the next row of one that is voided.
    if (isFirst && sample.depth === 'full') await lookAtOthers();
    if (isFirst) await voidWronglyAndLook(hands, look, named, input);
    const kin = isFirst ? await voidElsewhere(session, journey, ticketed, named) : undefined;
    await lookAtOthers();
    if (kin && bindings['pnr-retrieve']) {
      const lookAtKin = () => retrieveUntilFound(session, kin);
      beside.push(lookAtKin);
      // Twice with nothing between: what differs then changes by itself.
      for (let time = 0; time < 2; time += 1) await lookAtKin();
    }
    late = await session.voidTicket(named);
    if (succeeded(late.exchange)) {
      await lookUntilClosed();
      await session.voidTicket(named);
    }
    if (at === 1) await voidWrongly(hands, named, otherwise(input), { lacking });
    await look();
    await lookAtOthers();
    await look();
  }
  const hasMoreTickets = (await ticketsLeft()) > 0;
  if (isFirst && isAsked('ticket-issue') && bindings['pnr-retrieve'] && hasMoreTickets) {
    // A ticket would outlive its booking otherwise.
    if (!isAsked('ticket-cancel')) await session.voidTicket(named);
    for (const other of others) {
      const otherNamed = namedTicket(booking, other);
      if (!otherNamed) continue;
      const { exchange } = await session.voidTicket(otherNamed);
      if (!succeeded(exchange)) continue;
      othersVoided.add(other);
      if (sample.depth !== 'full') continue;
      // The second void counts as the first does, and what was voided before stays so.
      await ownTicket(session, booking, other).lookUntilClosed();
      await look();
    }
    const { exchange } = await session.cancelFlight(booking);
    if (succeeded(exchange)) {
      await retrieveUntilInactive(session, booking);
      await lookAtOthers();
      await issueTickets(booking);
    }
  }
  if (late) await voidFreshIfLate(session, late, { row, input });
  return hasMoreTickets;
};

/** Walks from a search to a ticket, voids it in every way that must fail, and then in the way that must not, twice. */
export const bookThenVoid = flow('book-then-void', {
  story: 'Search, book and issue a ticket, try to void it wrongly, void it, void it again, and cancel the booking.',
  phase: 'main',
  operations: [...walked, 'ticket-issue', 'ticket-info', 'ticket-cancel', 'pnr-cancel'],
  exercises: [
    ...clausesOf(
      [
        'json',
        'avia-flow',
        'pnr-create',
        'pnr-reprice',
        'ticket-issue',
        'ticket-info',
        'ticket-cancel',
        'avia-refusal',
        'refusal',
      ],
      {
        except: [
          // Its first look after the issue may be late.
          'ticket-info.acts-elsewhere-change-nothing',
          'pnr-reprice.other-partner-is-refused',
          'ticket-issue.unknown-booking-is-refused',
          'ticket-issue.cancelled-booking-is-refused',
          'ticket-cancel.late-void-is-expired',
          'ticket-cancel.used-ticket-is-refused',
          'ticket-cancel.ended-ticket-is-refused',
          'ticket-cancel.lack-of-rights-is-access-denied',
          'avia-flow.incomplete-request-is-not-served',
          'pnr-create.incomplete-request-is-refused',
          'refusal.lack-is-refused-alike',
        ],
      },
    ),
    'pnr-retrieve.acts-name-the-booking',
    'pnr-retrieve.people-are-as-sent',
    'pnr-retrieve.operations-agree',
    'pnr-retrieve.acts-elsewhere-change-nothing',
    'pnr-retrieve.answers-the-booking-asked-for',
    'pnr-retrieve.finds-each-booking',
    'pnr-retrieve.cancelled-booking-is-not-active',
    'avia-bearer.issued-token-is-accepted',
  ],
  input: fc.record(ticketDraws),
  run: async (session, input) => {
    const { bindings, otherPartner } = session.target;
    if (!own.some(session.isAsked)) return;
    let hasMoreTickets = true;
    await walkRows(session, { offset: 0 }, async (hands, row, at) => {
      if (!(await voided(hands, row, input, at))) hasMoreTickets = false;
    });
    endWithout([
      ...unbound(bindings, ['avia-offer-price', 'pnr-retrieve', 'pnr-reprice', 'ticket-info']),
      !hasMoreTickets && 'more of may.tickets',
      !otherPartner && 'otherPartner, who must not void what is not its own,',
    ]);
  },
});

/** Voids what the target file names, which must be refused, and looks at it before, and after where there is time. */
const voidKnown = async (session: Session, known: KnownTicket): Promise<void> => {
  const { bookingId, ticketNumber } = known;
  const ticket = ownTicket(session, { bookingId }, { ticketNumber });
  await ticket.look();
  await session.voidTicket(known);
  if (session.sample.depth === 'full') await ticket.look();
};

/** Lets a passenger fly, and asks for the void of that ticket. */
const voidFlown = async (hands: Hands, row: FlightRow, input: TicketInput, isFirst: boolean): Promise<void> => {
  const { session } = hands;
  const ticketed = await ticketedFlight(session, journeyOf(input, row));
  const { booking } = ticketed;
  const { ticket, named, others } = actedOn(ticketed, row);
  const { look } = ownTicket(session, booking, ticket);
  await look();
  await session.useCoupon(named);
  await look();
  await session.voidTicket(named);
  if (isFirst && session.sample.depth === 'full') await voidWrongly(hands, named, input);
  for (const each of [ticket, ...others]) await ownTicket(session, booking, each).look();
};

/** What the target file names counts as the ticket of one passenger. */
const rowsOfUsed = flightRows.filter(({ ticket }) => ticket === 'of another');

/** Asks for the void of a used ticket, and of one that the first partner has no rights to. */
export const voidUsedTicket = flow('void-used-ticket', {
  story: 'Let a passenger fly, ask for the void of that ticket, and of one that others must not touch.',
  phase: 'main',
  operations: ['ticket-issue', 'ticket-info', 'ticket-cancel'],
  exercises: [
    'ticket-cancel.used-ticket-is-refused',
    'ticket-cancel.lack-of-rights-is-access-denied',
    'ticket-cancel.failure-carries-an-error',
  ],
  input: fc.record(ticketDraws),
  run: async (session, input) => {
    if (!session.isAsked('ticket-cancel')) return;
    const { levers, known } = session.target;
    await needTickets(session, 1);
    if (known.withoutRights) await voidKnown(session, known.withoutRights);
    if (known.usedTicket) await voidKnown(session, known.usedTicket);
    if ((levers.openWorld || levers.useCoupon) && (!known.usedTicket || session.sample.depth === 'full')) {
      await session.inOwnWorld((world) =>
        walkRows(world, { offset: 4, rows: rowsOfUsed }, (hands, row, at) => voidFlown(hands, row, input, at === 0)),
      );
    }
    endWithout([
      !known.usedTicket && !levers.openWorld && !levers.useCoupon && 'levers.useCoupon, or known.usedTicket,',
      !known.withoutRights && 'known.withoutRights, a ticket whose void the first partner has no rights to,',
    ]);
  },
});
