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
import type { Facts } from '../facts.ts';
import type { Json } from '../json.ts';
import { succeeded } from '../outcome.ts';
import { idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { leavesOf, type PlacedLeaf } from './leaves.ts';
import { flightChanges, stayChanges, ticketChanges } from './things.ts';

/** A thing as one answer shows it, at a place of the body. */
type ShownThing = { readonly key: string; readonly exchange: Exchange; readonly at: Path };

export type ShownThingsOf = (trace: Trace) => readonly ShownThing[];

type AttributeValue = {
  /** From the thing down. */
  readonly path: Path;
  /** A day is not compared with other texts. */
  readonly form: string;
  /** As it is compared. */
  readonly text: string;
  readonly values: readonly Json[];
};

/** One value of one thing, as one operation showed it. */
export type ThingSighting = ShownThing & { readonly value: AttributeValue };

export const pathInAnswer = ({ at, value }: ThingSighting): Path => [...inBody, ...at, ...value.path];

const offersIn = ({ offers = [], flightOffers = [] }: Facts): { readonly key: string; readonly at: Path }[] => [
  ...offers.flatMap(({ at, offerId }) => {
    const id = idText(offerId);
    return id === undefined ? [] : [{ key: `offer ${id}`, at }];
  }),
  ...flightOffers.flatMap(({ at, reference = null }) =>
    reference === null ? [] : [{ key: `flight offer ${JSON.stringify(reference)}`, at }],
  ),
];

/** Things that keep what is said of them as long as a story lasts: none of these states or prices. */
export const offersShown: ShownThingsOf = ({ exchanges }) =>
  exchanges.flatMap((exchange) =>
    exchange.facts && succeeded(exchange) ? offersIn(exchange.facts).map((each) => ({ ...each, exchange })) : [],
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
        ...(made ? [{ exchange: booking.create, at: made.at }] : []),
        ...inViews(trace, booking),
        ...inLists(trace, booking),
      ];
      const shown = all.map(({ exchange, at }) => ({ key: `stay ${i}`, exchange, at }));
      return untilChanged(shown, booking, stayChanges(trace, booking));
    });

export const flightsShown: ShownThingsOf = (trace) =>
  ownFlights(trace).flatMap((flight, i) =>
    untilChanged(
      [flight.create, ...retrievalsOf(trace, flight)]
        .toSorted((one, other) => one.index - other.index)
        .map((exchange) => ({ key: `flight ${i}`, exchange, at: bookingReported(exchange)?.at ?? [] })),
      flight,
      flightChanges(trace, flight),
    ),
  );

export const ticketsShown: ShownThingsOf = (trace) =>
  ownTickets(trace).flatMap((ticket, i) => {
    const inIssue = ticketsReported(ticket.issue).filter((each) => areSameTicket(each, ticket.fact) === true);
    const inLooks = looksAt(trace, ticket, ticket.partner).flatMap((exchange) => {
      const fact = succeeded(exchange) ? ticketReported(exchange) : undefined;
      return fact ? [{ exchange, at: fact.at }] : [];
    });
    const all = [...inIssue.map(({ at }) => ({ exchange: ticket.issue, at })), ...inLooks];
    const shown = all.map((each) => ({ key: `ticket ${i}`, ...each }));
    return untilChanged(shown, { create: ticket.issue }, ticketChanges(trace, ticket));
  });

const amount = /^-?\d+[.,]\d+$/;

/** Amounts and counts move, and ids do not. A moment may be that of its answer, or of another clock. */
const isLasting = (value: Json, name: string): boolean =>
  typeof value === 'number'
    ? /ids?$/i.test(name)
    : typeof value !== 'string' || (!amount.test(value) && momentOf(value)?.hasTime !== true);

/** As operations may write one value: in capitals. */
const comparable = (value: Json): string => JSON.stringify(typeof value === 'string' ? value.toLowerCase() : value);

const formOf = (value: Json): string => (momentOf(value) ? 'day' : typeof value);

/** How many names of a path call an attribute, at most: operations nest alike things otherwise. */
const namesMax = 2;

/** What stands at one place; undefined where it moves. */
const attributeAt = (leaves: readonly PlacedLeaf[], name: string): AttributeValue | undefined => {
  const [first] = leaves;
  if (!first || !leaves.every(({ value }) => isLasting(value, name))) return undefined;
  const values = leaves.map(({ value }) => value);
  return { text: JSON.stringify(values.map(comparable).sort()), form: formOf(first.value), path: first.path, values };
};

/** By the name of their field, and of what encloses it where several places of the thing have that name. */
const attributesOf = (value: Json): ReadonlyMap<string, AttributeValue> => {
  const attributes = new Map<string, AttributeValue>();
  const places = [...(leavesOf(value)?.values() ?? [])].map((leaves) => {
    const path = leaves[0]?.path ?? [];
    const names = path.filter((key) => typeof key === 'string');
    // One of a list is another thing than one that stands alone.
    return { names, inLists: '[]'.repeat(path.length - names.length), value: attributeAt(leaves, names.at(-1) ?? '') };
  });
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
export const sightingsIn = (shown: readonly ShownThing[]): SightingsByThing => {
  // Most answers say of a thing what another has said.
  const known = new Map<string, ReadonlyMap<string, AttributeValue>>();
  const attributesAt = ({ exchange, at }: ShownThing): ReadonlyMap<string, AttributeValue> => {
    const value = valueAt(exchange, [...inBody, ...at]) ?? null;
    const text = JSON.stringify(value);
    const made = known.get(text) ?? attributesOf(value);
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
