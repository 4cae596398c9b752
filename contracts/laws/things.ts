/** The own things that a trace looks at again and again: stays, flight bookings and tickets. */
import { inBody, type Path, valueAt } from '../check.ts';
import { inLists, inViews, isMadeOnce } from '../checks/kept-bookings.ts';
import { areSame, isAbout, nameAsked, type OwnBooking, ownBookings, viewsOf } from '../checks/own-bookings.ts';
import { bookingReported, type OwnFlight, ownFlights, retrievalsOf } from '../checks/own-flights.ts';
import {
  areSameTicket,
  changesOf,
  isInItsBooking,
  isSurelyRefused,
  looksAt,
  type OwnTicket,
  ownTickets,
  ticketReported,
} from '../checks/own-tickets.ts';
import type { Money } from '../facts.ts';
import type { Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { field, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { answeredLeaf, type LookedThing, type ThingLook } from './frame.ts';
import { leavesOf, type PlacedLeaves } from './leaves.ts';

const isDone = ({ exchanges }: Trace, isMeant: (exchange: Exchange) => boolean): number[] =>
  exchanges.filter((each) => isMeant(each) && !isSurelyRefused(each)).map(({ index }) => index);

const language = ({ request: { headers } }: Exchange): string => headers['accept-language'] ?? '';

const moving: readonly (Json | undefined)[] = ['inWork', 'unknown'];

/** A refusal shows that there is nothing to see; one about rights, or trouble, shows nothing. */
const refusedLook = (exchange: Exchange, question: string): ThingLook[] =>
  isRefusal(exchange) && !isAboutRights(exchange)
    ? [{ exchange, at: [], leaves: answeredLeaf(false), question, isAtRest: true }]
    : [];

const answeredLook = (look: ThingLook): ThingLook[] => [
  { ...look, leaves: new Map([...answeredLeaf(true), ...look.leaves]) },
];

const questionOf = (exchange: Exchange): string => {
  const asks = exchange.operation === 'view-booking' ? field(exchange.intent, 'details') : null;
  return `${exchange.operation} ${JSON.stringify(asks)} ${language(exchange)}`;
};

const stayLook = (exchange: Exchange, at: Path, status: Json | undefined): ThingLook[] => {
  const leaves = succeeded(exchange) ? leavesOf(valueAt(exchange, [...inBody, ...at]) ?? null) : undefined;
  if (!leaves) return [];
  const isAtRest = !moving.includes(status);
  return answeredLook({ exchange, at, leaves, question: questionOf(exchange), isAtRest });
};

/** The positions of what may have changed a stay. */
export const stayChanges = (trace: Trace, booking: OwnBooking): number[] =>
  isDone(
    trace,
    (each) => each.operation === 'cancel-booking' && (isAbout(each, booking) || booking.names.length === 0),
  );

/** Stays, as their views and the entries of lists show them. */
export const stays = (trace: Trace): LookedThing[] =>
  ownBookings(trace)
    .filter((booking) => isMadeOnce(trace, booking))
    .map((booking) => ({
      looks: [
        ...[...inViews(trace, booking), ...inLists(trace, booking)].flatMap(({ exchange, at, status }) =>
          stayLook(exchange, at, status),
        ),
        ...viewsOf(trace, booking).flatMap((each) => refusedLook(each, questionOf(each))),
      ].toSorted((one, other) => one.exchange.index - other.exchange.index),
      changes: stayChanges(trace, booking),
    }));

/** Of tickets only what a binding reads, and nothing of their legs: a carrier changes these of its own accord. */
const read = (facts: Readonly<Record<string, Json | Money | undefined>>): PlacedLeaves =>
  new Map(
    [...(leavesOf(JSON.parse(JSON.stringify(facts)) as Json) ?? new Map()).entries()].map(([place, leaves]) => [
      place,
      leaves.map(({ value }: { readonly value: Json }) => ({ value, path: [] })),
    ]),
  );

const onFlights: readonly OperationId[] = [
  'pnr-cancel',
  'pnr-reprice',
  'ticket-issue',
  'ticket-cancel',
  'ticket-exchange',
  'ticket-refund',
];

/** What stands in no list, as legs do: a carrier changes these of its own accord. */
const outsideLists = (leaves: PlacedLeaves): PlacedLeaves =>
  new Map([...leaves].filter(([place]) => !place.includes('[]')));

const flightLook = (exchange: Exchange): ThingLook[] => {
  const question = language(exchange);
  const leaves = succeeded(exchange) ? leavesOf(exchange.response?.body ?? null) : undefined;
  if (!leaves) return refusedLook(exchange, question);
  const { isActive, price, createdAt, passengers } = bookingReported(exchange) ?? {};
  const all = new Map([...outsideLists(leaves), ...read({ isActive, price, createdAt, passengers })]);
  return answeredLook({ exchange, at: [], leaves: all, question, isAtRest: true });
};

export const flightChanges = (trace: Trace, flight: OwnFlight): number[] =>
  isDone(trace, (each) => onFlights.includes(each.operation) && areSame(nameAsked(each), flight.name) !== false);

/** Flight bookings, as they are retrieved: what a binding reads, and all that stands in no list. */
export const flights = (trace: Trace): LookedThing[] =>
  ownFlights(trace).map((flight) => ({
    looks: retrievalsOf(trace, flight).flatMap(flightLook),
    changes: flightChanges(trace, flight),
  }));

export const ticketChanges = (trace: Trace, ticket: OwnTicket): number[] => [
  ...changesOf(trace, ticket).map(({ index }) => index),
  ...isDone(trace, (each) => each.operation === 'ticket-issue' && isInItsBooking(each, ticket)),
  ...(trace.usedCoupons ?? [])
    .filter((used) => areSameTicket(used, ticket.fact) === true)
    .map(({ beforeExchange }) => beforeExchange - 1),
];

export const tickets = (trace: Trace): LookedThing[] =>
  ownTickets(trace).map((ticket) => ({
    looks: looksAt(trace, ticket, ticket.partner).flatMap((exchange): ThingLook[] => {
      const fact = succeeded(exchange) ? ticketReported(exchange) : undefined;
      if (!fact) return refusedLook(exchange, language(exchange));
      const { at, isOpen, price, couponStatuses, issuedAt } = fact;
      const leaves = read({ isOpen, price, coupons: couponStatuses, issuedAt });
      return answeredLook({ exchange, at, leaves, question: language(exchange), isAtRest: true });
    }),
    changes: ticketChanges(trace, ticket),
  }));
