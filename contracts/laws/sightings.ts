/** What answers show of one thing: each value by the name of its field, from every operation that shows the thing. */
import { inBody, type Path, valueAt } from '../check.ts';
import { inLists, inViews, isMadeOnce } from '../checks/kept-bookings.ts';
import { ownBookings } from '../checks/own-bookings.ts';
import { bookingReported, isAboutFlight, ownFlights } from '../checks/own-flights.ts';
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

/** One value of one thing, as one operation showed it. */
export type ThingSighting = {
  readonly exchange: Exchange;
  readonly path: Path;
  /** A day is not compared with other texts. */
  readonly form: string;
  /** As it is compared. */
  readonly text: string;
  readonly values: readonly Json[];
};

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
      trace.exchanges
        .filter(
          (each) =>
            each === flight.create ||
            (each.operation === 'pnr-retrieve' && each.bearer === flight.partner && isAboutFlight(each, flight)),
        )
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

const namesOf = (path: Path): string[] => path.filter((key) => typeof key === 'string');

const amount = /^-?\d+[.,]\d+$/;

/**
 * Amounts, counts and scores move; an id that is a number does not. Moments are not compared: one may be that of its
 * answer, and two operations may have two clocks.
 */
const isLasting = ({ value, path }: PlacedLeaf): boolean =>
  typeof value === 'number'
    ? /ids?$/i.test(namesOf(path).at(-1) ?? '')
    : !amount.test(String(value)) && momentOf(value)?.hasTime !== true;

/** As operations may write one value: in capitals. */
const comparable = (value: Json): string => JSON.stringify(typeof value === 'string' ? value.toLowerCase() : value);

const formOf = (value: Json): string => (momentOf(value) ? 'day' : typeof value);

type AttributeValue = Omit<ThingSighting, 'exchange'>;

/** How many names of a path call an attribute, at most: operations nest alike things otherwise. */
const namesMax = 2;

/** By the name of their field, and of what encloses it where several places of the thing have that name. */
const attributesOf = (value: Json): Map<string, AttributeValue> => {
  const attributes = new Map<string, AttributeValue>();
  const places = [...(leavesOf(value)?.values() ?? [])];
  for (let count = 1; count <= namesMax; count += 1) {
    const nameOf = ([first]: readonly PlacedLeaf[]): string => {
      const { path } = first ?? { path: [] };
      // One of a list is another thing than one that stands alone.
      return `${namesOf(path).slice(-count).join('.')}${'[]'.repeat(path.length - namesOf(path).length)}`;
    };
    for (const [name, alike] of Map.groupBy(places, nameOf)) {
      const [leaves, another] = alike;
      if (!leaves || another || !leaves.every(isLasting)) continue;
      const text = JSON.stringify(leaves.map(({ value }) => comparable(value)).sort());
      const values = leaves.map((leaf) => leaf.value);
      attributes.set(name, { text, form: formOf(values[0] ?? null), path: leaves[0]?.path ?? [], values });
    }
  }
  return attributes;
};

export type SightingsByThing = ReadonlyMap<string, ReadonlyMap<string, readonly ThingSighting[]>>;

/** By thing and attribute. */
export const sightingsIn = (shown: readonly ShownThing[]): SightingsByThing => {
  const things = new Map<string, Map<string, ThingSighting[]>>();
  for (const { key, exchange, at } of shown) {
    const attributes = things.get(key) ?? new Map<string, ThingSighting[]>();
    things.set(key, attributes);
    const value = valueAt(exchange, [...inBody, ...at]) ?? null;
    for (const [name, { path, ...rest }] of attributesOf(value)) {
      const seen = attributes.get(name) ?? [];
      attributes.set(name, seen);
      seen.push({ exchange, path: [...inBody, ...at, ...path], ...rest });
    }
  }
  return things;
};
