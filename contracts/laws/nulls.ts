/**
 * The law of null among values: what one answer says of a thing, another answer about it does not leave empty (parts 2.4,
 * 2.5 and 4.3). That there is a value is shown: a place may lawfully be empty for some things alone.
 */
import { inBody, type Mismatch, mismatchAt, type Opinion, type Path, shown, valueAt } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  flightsShown,
  offersShown,
  type ShownThing,
  type ShownThingsOf,
  scheduledShown,
  staysShown,
  ticketsShown,
} from './sightings.ts';

/** What stands under one name of a thing, in lists or not. */
type NamedValues = { readonly places: Set<string>; readonly values: Json[]; readonly empty: Path[] };

const depthMax = 8;

/** Null says that there is no score (part 2.4). */
const mayBeNull = /score$/i;

const membersIn = (root: Json): ReadonlyMap<string, NamedValues> => {
  const members = new Map<string, NamedValues>();
  const walk = (value: Json, path: Path, place: string): void => {
    if (path.length > depthMax) return;
    if (Array.isArray(value)) for (const [i, each] of value.entries()) walk(each, [...path, i], `${place}[]`);
    else if (isJsonObject(value)) for (const key in value) walk(value[key] ?? null, [...path, key], `${place}.${key}`);
    else {
      const last = path.findLast((step) => typeof step === 'string') ?? '';
      const name = `${last}${'[]'.repeat(path.filter((step) => typeof step === 'number').length)}`;
      const known = members.get(name) ?? { places: new Set(), values: [], empty: [] };
      members.set(name, known);
      known.places.add(place);
      if (value === null || value === '') known.empty.push(path);
      else known.values.push(value);
    }
  };
  walk(root, [], '');
  return members;
};

type MemberSighting = ShownThing & { readonly members: ReadonlyMap<string, NamedValues> };

const isLess = (less: NamedValues, more: NamedValues): boolean => {
  if (less.places.size > 1 || more.places.size > 1 || more.empty.length > 0) return false;
  const left = [...more.values];
  const isThere = less.values.every((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return isThere && left.length === less.empty.length;
};

const agreedMin = 2;

/** How many things two operations say the same of under a name. */
const agreementsOn = (things: readonly (readonly MemberSighting[])[], name: string, pair: readonly string[]): number =>
  things.filter((sightings) => {
    const [one, other] = pair.map((operation) =>
      sightings.find(({ exchange, members }) => {
        const { values = [], empty = [] } = members.get(name) ?? {};
        return exchange.operation === operation && values.length > 0 && empty.length === 0;
      }),
    );
    return (
      one && other && JSON.stringify(one.members.get(name)?.values) === JSON.stringify(other.members.get(name)?.values)
    );
  }).length;

type EmptyPlace = {
  readonly exchange: Exchange;
  readonly path: Path;
  readonly shown: MemberSighting;
  readonly value: Json;
};

const emptyPlaces = (things: readonly (readonly MemberSighting[])[], isLasting: boolean): EmptyPlace[] =>
  things.flatMap((sightings) =>
    sightings.flatMap((less): EmptyPlace[] =>
      [...less.members].flatMap(([name, members]): EmptyPlace[] => {
        if (members.empty.length === 0 || mayBeNull.test(name)) return [];
        const more = sightings.find((each) => {
          const others = each.members.get(name);
          if (each === less || !others || !isLess(members, others)) return false;
          // What is not known at first may be reported later.
          if (!isLasting && members.values.length === 0 && each.exchange.index > less.exchange.index) return false;
          const pair = [less.exchange.operation, each.exchange.operation];
          return pair[0] === pair[1] || members.values.length > 0 || agreementsOn(things, name, pair) >= agreedMin;
        });
        const { values = [] } = more?.members.get(name) ?? {};
        const value = values.find((each) => !members.values.includes(each)) ?? values[0] ?? null;
        return more
          ? members.empty.map((path) => ({ exchange: less.exchange, path: [...less.at, ...path], shown: more, value }))
          : [];
      }),
    ),
  );

const kinds: readonly { readonly of: ShownThingsOf; readonly isLasting: boolean }[] = [
  { of: offersShown, isLasting: true },
  { of: scheduledShown, isLasting: true },
  { of: staysShown, isLasting: false },
  { of: flightsShown, isLasting: false },
  { of: ticketsShown, isLasting: false },
];

const sightedTwice = (trace: Trace, of: ShownThingsOf): MemberSighting[][] =>
  [...Map.groupBy(of(trace), ({ key }) => key).values()]
    .filter(({ length }) => length > 1)
    .map((all) =>
      all.map((each) => ({ ...each, members: membersIn(valueAt(each.exchange, [...inBody, ...each.at]) ?? null) })),
    );

const emptyIn = perTrace((trace: Trace): EmptyPlace[] =>
  kinds.flatMap(({ of, isLasting }) => emptyPlaces(sightedTwice(trace, of), isLasting)),
);

export const noNullAmongValues = {
  given: ({ exchanges }: Trace): Exchange[] =>
    exchanges.filter((each) => isTroubled(each) || (succeeded(each) && each.response?.body !== undefined)),
  then: (exchange: Exchange, trace: Trace): Opinion =>
    emptyIn(trace)
      .filter((each) => each.exchange === exchange)
      .map(
        ({ path, shown: { exchange: other }, value }): Mismatch =>
          mismatchAt(exchange, path, {
            expected: `${shown(value)}, as ${other.operation} says of it (exchange ${other.index})`,
            actual: shown(valueAt(exchange, [...inBody, ...path]) ?? null),
          }),
      ),
};
