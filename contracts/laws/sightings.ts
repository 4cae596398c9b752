/** What answers show of one thing: each value by the name of its field, from every operation that shows the thing. */
import { inBody, type Path, valueAt } from '../check.ts';
import { inLists, inViews, isMadeOnce } from '../checks/kept-bookings.ts';
import { ownBookings } from '../checks/own-bookings.ts';
import { bookingReported, ownFlights, retrievalsOf } from '../checks/own-flights.ts';
import {
  areSameTicket,
  looksAt,
  momentOf,
  ownTickets,
  ticketReported,
  ticketsReported,
} from '../checks/own-tickets.ts';
import { moneyText } from '../checks/reads.ts';
import type { Facts } from '../facts.ts';
import type { Json } from '../json.ts';
import { succeeded } from '../outcome.ts';
import { field, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { leavesOf, type PlacedLeaf } from './leaves.ts';
import { flightChanges, stayChanges, ticketChanges } from './things.ts';

/** A thing as one answer shows it, at a place of the body, and what a binding has read of it. */
export type ShownThing = {
  readonly key: string;
  readonly exchange: Exchange;
  readonly at: Path;
  readonly read?: Readonly<Record<string, Json | undefined>>;
};

export type ShownThingsOf = (trace: Trace) => readonly ShownThing[];

type AttributeValue = {
  /** From the thing down. */
  readonly path: Path;
  /** A day or a moment is not compared with other texts. */
  readonly form: string;
  /** As it is compared. */
  readonly text: string;
  readonly values: readonly Json[];
};

/** One value of one thing, as one operation showed it. */
export type ThingSighting = ShownThing & { readonly value: AttributeValue };

export const pathInAnswer = ({ at, value }: ThingSighting): Path => [...inBody, ...at, ...value.path];

type NamedThing = Pick<ShownThing, 'key' | 'at'>;

const byReference = (
  kind: string,
  { at, reference = null }: { at: Path; reference?: Json | undefined },
): NamedThing[] => (reference === null ? [] : [{ key: `${kind} ${JSON.stringify(reference)}`, at }]);

const offersIn = ({ offers = [], flightOffers = [] }: Facts): NamedThing[] => [
  ...offers.flatMap(({ at, offerId }) => {
    const id = idText(offerId);
    return id === undefined ? [] : [{ key: `offer ${id}`, at }];
  }),
  ...flightOffers.flatMap((offer) => byReference('flight offer', offer)),
];

const shownBy =
  (namedIn: (exchange: Exchange) => readonly NamedThing[]): ShownThingsOf =>
  ({ exchanges }) =>
    exchanges.filter(succeeded).flatMap((exchange) => namedIn(exchange).map((each) => ({ ...each, exchange })));

/** As the schedule names flights. */
export const scheduledShown = shownBy(({ facts }) =>
  (facts?.flights ?? []).flatMap((each) => byReference('flight', each)),
);

/** The offer that rules are asked for: what stands in the answer is said of it. */
const offerAskedAbout = ({ operation, intent }: Exchange): NamedThing[] =>
  operation === 'fare-rules'
    ? byReference('flight offer', { at: [], reference: field(field(intent, 'offer'), 'reference') })
    : [];

/** Things that keep what is said of them as long as a story lasts: none of these states or prices. */
export const offersShown = shownBy((exchange) =>
  exchange.facts ? [...offersIn(exchange.facts), ...offerAskedAbout(exchange)] : [],
);

/** Until something is done to it: what is reported of it may be another thing then. */
const untilChanged = (all: readonly ShownThing[], { create }: { create: Exchange }, changes: readonly number[]) => {
  const end = Math.min(...changes.filter((change) => change > create.index));
  return all.filter(
    ({ exchange }) => succeeded(exchange) && exchange.response?.body !== undefined && exchange.index < end,
  );
};

export const staysShown: ShownThingsOf = (trace) =>
  ownBookings(trace)
    .filter((booking) => isMadeOnce(trace, booking))
    .flatMap((booking, i) => {
      const made = succeeded(booking.create) ? booking.create.facts?.booking : undefined;
      const all = [
        ...(made ? [{ exchange: booking.create, at: made.at, fact: made }] : []),
        ...inViews(trace, booking),
        ...inLists(trace, booking),
      ];
      const shown = all.map(({ exchange, at, fact: { createdAt, checkIn, checkOut } }) => ({
        key: `stay ${i}`,
        exchange,
        at,
        read: { createdAt, checkIn, checkOut },
      }));
      return untilChanged(shown, booking, stayChanges(trace, booking));
    });

export const flightsShown: ShownThingsOf = (trace) =>
  ownFlights(trace).flatMap((flight, i) =>
    untilChanged(
      [flight.create, ...retrievalsOf(trace, flight)]
        .toSorted((one, other) => one.index - other.index)
        .map((exchange) => {
          const { at = [], createdAt } = bookingReported(exchange) ?? {};
          return { key: `flight ${i}`, exchange, at, read: { createdAt } };
        }),
      flight,
      flightChanges(trace, flight),
    ),
  );

export const ticketsShown: ShownThingsOf = (trace) =>
  ownTickets(trace).flatMap((ticket, i) => {
    const inIssue = ticketsReported(ticket.issue).filter((each) => areSameTicket(each, ticket.fact) === true);
    const inLooks = looksAt(trace, ticket, ticket.partner).flatMap((exchange) => {
      const fact = succeeded(exchange) ? ticketReported(exchange) : undefined;
      return fact ? [{ exchange, fact }] : [];
    });
    const all = [...inIssue.map((fact) => ({ exchange: ticket.issue, fact })), ...inLooks];
    const shown = all.map(({ exchange, fact: { at, issuedAt, price } }) => ({
      key: `ticket ${i}`,
      exchange,
      at,
      read: { issuedAt, price: price && moneyText(price) },
    }));
    return untilChanged(shown, { create: ticket.issue }, ticketChanges(trace, ticket));
  });

/** A currency may stand before or after it. */
const amount = /^(\p{Sc}|[A-Z]{3})? ?-?\d+[.,]\d+ ?(\p{Sc}|[A-Z]{3})?$/u;

/** Amounts and counts move, and ids do not. In a list a moment may be of a leg, which a carrier changes. */
const isLasting = ({ value, path }: PlacedLeaf, name: string, hasMoments: boolean): boolean => {
  if (typeof value === 'number') return /ids?$/i.test(name);
  if (typeof value !== 'string') return true;
  if (amount.test(value)) return false;
  return !momentOf(value)?.hasTime || (hasMoments && path.every((key) => typeof key === 'string'));
};

/** As operations may write one value: in capitals. */
const comparable = (value: Json): string => JSON.stringify(typeof value === 'string' ? value.toLowerCase() : value);

const formOf = (value: Json): string => {
  const moment = momentOf(value);
  if (!moment) return typeof value;
  return moment.hasTime ? 'moment' : 'day';
};

/** How many names of a path call an attribute, at most: operations nest alike things otherwise. */
const namesMax = 2;

/** What stands at one place; undefined where it moves. */
const attributeAt = (leaves: readonly PlacedLeaf[], name: string, hasMoments: boolean): AttributeValue | undefined => {
  const [first] = leaves;
  if (!first || !leaves.every((leaf) => isLasting(leaf, name, hasMoments))) return undefined;
  const values = leaves.map(({ value }) => value);
  return { text: JSON.stringify(values.map(comparable).sort()), form: formOf(first.value), path: first.path, values };
};

/** By the name of their field, and of what encloses it where several places of the thing have that name. */
const attributesOf = (
  value: Json,
  read: ShownThing['read'] = {},
  hasMoments = true,
): ReadonlyMap<string, AttributeValue> => {
  const attributes = new Map<string, AttributeValue>();
  const places = [...(leavesOf(value)?.values() ?? [])].map((leaves) => {
    const path = leaves[0]?.path ?? [];
    const names = path.filter((key) => typeof key === 'string');
    // One of a list is another thing than one that stands alone.
    return {
      names,
      inLists: '[]'.repeat(path.length - names.length),
      value: attributeAt(leaves, names.at(-1) ?? '', hasMoments),
    };
  });
  for (const [name, fact = null] of Object.entries(read)) {
    if (fact !== null)
      attributes.set(`${name} as read`, { text: comparable(fact), form: formOf(fact), path: [], values: [fact] });
  }
  for (let count = 1; count <= namesMax; count += 1) {
    const called = new Map<string, AttributeValue | undefined>();
    for (const { names, inLists, value } of places) {
      const name = names.slice(-count).join('.') + inLists;
      called.set(name, called.has(name) ? undefined : value);
    }
    for (const [name, value] of called) if (value) attributes.set(name, value);
  }
  return attributes;
};

export type SightingsByThing = ReadonlyMap<string, ReadonlyMap<string, readonly ThingSighting[]>>;

/** By thing and attribute. */
export const sightingsIn = (shown: readonly ShownThing[], hasMoments = true): SightingsByThing => {
  // Most answers say of a thing what another has said.
  const known = new Map<string, ReadonlyMap<string, AttributeValue>>();
  const attributesAt = ({ exchange, at, read }: ShownThing): ReadonlyMap<string, AttributeValue> => {
    const value = valueAt(exchange, [...inBody, ...at]) ?? null;
    const text = read ? JSON.stringify([value, read]) : JSON.stringify(value);
    const made = known.get(text) ?? attributesOf(value, read, hasMoments);
    known.set(text, made);
    return made;
  };
  const things = new Map<string, ReadonlyMap<string, readonly ThingSighting[]>>();
  for (const [key, alike] of Map.groupBy(shown, ({ key }) => key)) {
    const attributes = new Map<string, ThingSighting[]>();
    for (const thing of alike) {
      for (const [name, value] of attributesAt(thing)) {
        const seen = attributes.get(name);
        const sighting = { ...thing, value };
        if (seen) seen.push(sighting);
        else attributes.set(name, [sighting]);
      }
    }
    things.set(key, attributes);
  }
  return things;
};
