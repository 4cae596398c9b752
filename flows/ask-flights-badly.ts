import fc from 'fast-check';
import { type ClauseId, clausesOf } from '../contracts/clauses.ts';
import type { BookingRef, Intents, TicketRef } from '../contracts/intents.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { KnownTicket } from '../contracts/target.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { type FlightDraw, flightOfOne } from '../generators/flights.ts';
import {
  badBodies,
  malformedBookingIds,
  unknownBookings,
  unknownTicketDigits,
  unknownTicketLike,
} from '../generators/unknown-ids.ts';
import { flightSearch } from './steps/find-flights.ts';
import { endWithout, unbound } from './steps/needs.ts';
import { aviaOperations, readsOnly } from './steps/token-asks.ts';

const wantsSense = ['avia-offer-price', 'fare-rules', 'pnr-retrieve', 'pnr-reprice', 'ticket-info'] as const;
const ofBooking = ['pnr-retrieve', 'pnr-reprice'] as const;
const ofTicket = ['ticket-info', 'ticket-refund-calculation'] as const;
const exchange = 'ticket-exchange-calculation';
const effects = ['pnr-cancel', 'ticket-issue', 'ticket-cancel'] as const satisfies readonly OperationId[];

/** Each operation gets so many of the ids that are none. */
const malformedMax = 2;
const malformedAt = { standard: 1 };

type OfFlight = { readonly booking: BookingRef; readonly ticket: TicketRef };

/** A booking that does not exist, the clause that its request shows, and another booking: their requests differ. */
type UnknownFlight = OfFlight & { readonly clause: ClauseId; readonly other: OfFlight };

const reading = [...ofBooking, ...ofTicket, exchange] as const;

/**
 * All of them about a booking that does not exist; some about an id that is none.
 *
 * @param isRetrieved The booking is retrieved in any case, also when this step does not ask it.
 */
const askReading = async (
  session: Session,
  { clause, other, ...about }: UnknownFlight,
  { draw, row, isRetrieved }: { readonly draw: FlightDraw; readonly row: number; readonly isRetrieved: boolean },
): Promise<void> => {
  const { ask, isAsked, target, sample } = session;
  const { bindings, known } = target;
  const intentOf = (operation: (typeof reading)[number], { booking, ticket }: OfFlight) => {
    if (operation === 'pnr-retrieve' || operation === 'pnr-reprice') return { booking };
    return operation === exchange ? { booking, ticket, search: flightSearch(session, draw) } : { booking, ticket };
  };
  const possible = reading.filter(
    (operation) => isAsked(operation) && bindings[operation] && (operation !== exchange || known.route !== undefined),
  );
  const first = possible.filter((operation) => operation !== 'pnr-retrieve' || !isRetrieved);
  for (const operation of row === 0 ? first : sample.some(possible, { standard: 1 })) {
    await session.wrong({ clauses: [clause], unlike: [intentOf(operation, other)] }, (options) =>
      ask(operation, intentOf(operation, about) as Intents[typeof exchange], options),
    );
  }
};

/**
 * On a faulty service they may do something all the same. So only what the target allows is asked, and only where a
 * retrieval can say that there is no booking.
 */
const effectsAllowed = async ({ target, isAsked, ticketsLeft }: Session): Promise<readonly OperationId[]> => {
  const { bindings, may } = target;
  if (!bindings['pnr-retrieve']) return [];
  const isAllowed = {
    'ticket-cancel': may.tickets !== undefined,
    'ticket-issue': bindings['ticket-issue'] && may.tickets && (await ticketsLeft()) > 0,
    'pnr-cancel': may.books && bindings['pnr-cancel'],
  };
  return effects.filter((operation) => isAsked(operation) && isAllowed[operation]);
};

/** Each of them comes after a retrieval. */
const askEffects = async (
  { cancelFlight, issueTickets, ticketsLeft, voidTicket, wrong }: Session,
  { bookingId, ticketNumber }: KnownTicket,
  { clause, other, asked }: Pick<UnknownFlight, 'clause' | 'other'> & { readonly asked: readonly OperationId[] },
): Promise<void> => {
  const unlike = [{ booking: other.booking }];
  if (asked.includes('ticket-cancel')) {
    const clauses = [clause, 'ticket-cancel.unknown-booking-is-not-found'] as const;
    await wrong({ clauses, unlike: [] }, (options) => voidTicket({ bookingId, ticketNumber }, options));
  }
  if (asked.includes('ticket-issue') && (await ticketsLeft()) > 0) {
    const clauses = [clause, 'ticket-issue.unknown-booking-is-refused'] as const;
    await wrong({ clauses, unlike }, (options) => issueTickets({ bookingId }, options));
  }
  if (asked.includes('pnr-cancel')) {
    await wrong({ clauses: [clause], unlike }, (options) => cancelFlight({ bookingId }, options));
  }
};

/** Asks every avia operation for what it must refuse. */
export const askFlightsBadly = flow('ask-flights-badly', {
  story: 'Ask avia operations with empty bodies, and about bookings that do not exist or have no possible id.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: aviaOperations,
  exercises: [
    ...clausesOf(['avia-booking', 'avia-refusal', 'refusal'], {
      except: ['avia-booking.unnamed-booking-is-refused', 'refusal.lack-is-refused-alike'],
    }),
    'ticket-issue.unknown-booking-is-refused',
    'ticket-cancel.unknown-booking-is-not-found',
  ],
  // By the name of `unknownBookings` the checks know that no booking asked about in this trace exists.
  input: fc.record({
    unknownBookings,
    malformed: malformedBookingIds,
    digits: unknownTicketDigits,
    bodies: badBodies,
    flight: flightOfOne,
  }),
  run: async (session, { unknownBookings: [unknown, another], malformed, digits, bodies, flight }) => {
    const { isAsked, send, target, sample } = session;
    const { bindings, may } = target;
    const withoutEffect = aviaOperations.filter((operation) => readsOnly({ operation }));
    const bad = [
      ...withoutEffect.filter(isAsked).map((operation) => ({ operation, body: bodies.empty })),
      ...wantsSense.filter(isAsked).map((operation) => ({ operation, body: bodies.senseless })),
    ];
    for (const call of sample.some(bad, { standard: 1 })) await send(call);
    const ticketNumber = unknownTicketLike(digits, undefined);
    const other = { booking: { bookingId: another?.uuid ?? null }, ticket: { ticketNumber } };
    const about = (row: number) => ({
      other,
      clause: `avia-booking.${row === 0 ? 'unknown-booking' : 'malformed-booking-id'}-is-refused` as const,
    });
    const ids = [...(unknown ? [unknown.uuid] : []), ...sample.some(malformed.slice(0, malformedMax), malformedAt)];
    const withEffect = await effectsAllowed(session);
    // Of a sample, before what has an effect alone.
    const isRetrieved = sample.depth !== 'full' && withEffect.length > 0;
    for (const [row, bookingId] of ids.entries())
      await askReading(
        session,
        { booking: { bookingId }, ticket: { ticketNumber }, ...about(row) },
        { draw: flight, row, isRetrieved },
      );
    // Last, because the story ends where a retrieval shows such a booking.
    for (const [row, bookingId] of ids.entries()) {
      const asked = row === 0 ? withEffect : sample.some(withEffect, { standard: 1 });
      await askEffects(session, { bookingId, ticketNumber }, { ...about(row), asked });
    }
    endWithout([
      ...unbound(bindings, ['pnr-retrieve', 'pnr-cancel', 'ticket-issue']),
      !may.books && 'may.books, because a faulty service may cancel something,',
      may.tickets && (await session.ticketsLeft()) === 0 && 'more of may.tickets',
      !may.tickets && 'may.tickets, because a faulty service may issue or void something,',
    ]);
  },
});
