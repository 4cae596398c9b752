/**
 * The law of the same answer: what is said of one thing, every operation says (parts 1, 2.4 and 2.6). Which places say
 * the same is learnt: where two operations agree on several things, they agree on all.
 */
import { inBody, type Mismatch, type Opinion, type Path, shown, unshown, valueAt } from '../check.ts';
import { momentOf } from '../checks/own-tickets.ts';
import type { Facts } from '../facts.ts';
import type { Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { idText, perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { leavesOf, type PlacedLeaf } from './leaves.ts';

/** One value of one thing, as one operation showed it. */
type OfferSighting = { readonly exchange: Exchange; readonly path: Path; readonly text: string };

/** Things that keep what is said of them as long as a story lasts: none of these states or prices. */
const offersIn = ({ offers = [], flightOffers = [] }: Facts): { readonly key: string; readonly at: Path }[] => [
  ...offers.flatMap(({ at, offerId }) => {
    const id = idText(offerId);
    return id === undefined ? [] : [{ key: `offer ${id}`, at }];
  }),
  ...flightOffers.flatMap(({ at, reference = null }) =>
    reference === null ? [] : [{ key: `flight offer ${JSON.stringify(reference)}`, at }],
  ),
];

const nameOf = (path: Path): string => String(path.findLast((key) => typeof key === 'string') ?? '');

/** Amounts, counts and scores move; an id that is a number does not. */
const isLasting = ({ value, path }: PlacedLeaf): boolean =>
  typeof value === 'number' ? /ids?$/i.test(nameOf(path)) : momentOf(value)?.hasTime !== true;

/** By the name of their field, where only one place of the thing has it: operations nest alike things otherwise. */
const attributesOf = (value: Json): Map<string, { readonly text: string; readonly path: Path }> => {
  const byName = new Map<string, readonly PlacedLeaf[] | undefined>();
  for (const leaves of leavesOf(value)?.values() ?? []) {
    const [first] = leaves;
    if (!first || !leaves.every(isLasting)) continue;
    const name = nameOf(first.path);
    byName.set(name, byName.has(name) ? undefined : leaves);
  }
  return new Map(
    [...byName].flatMap(([name, leaves]) => {
      if (!leaves) return [];
      const text = JSON.stringify(leaves.map((leaf) => JSON.stringify(leaf.value)).sort());
      return [[name, { text, path: leaves[0]?.path ?? [] }] as const];
    }),
  );
};

/** By thing and attribute. */
const sightingsOf = (trace: Trace): ReadonlyMap<string, ReadonlyMap<string, readonly OfferSighting[]>> => {
  const things = new Map<string, Map<string, OfferSighting[]>>();
  for (const exchange of trace.exchanges) {
    if (!exchange.facts || !succeeded(exchange)) continue;
    for (const { key, at } of offersIn(exchange.facts)) {
      const attributes = things.get(key) ?? new Map<string, OfferSighting[]>();
      things.set(key, attributes);
      for (const [name, { text, path }] of attributesOf(valueAt(exchange, [...inBody, ...at]) ?? null)) {
        const seen = attributes.get(name) ?? [];
        attributes.set(name, seen);
        seen.push({ exchange, path: [...inBody, ...at, ...path], text });
      }
    }
  }
  return things;
};

/** Two sightings of one attribute of one thing. */
type OfferPair = { readonly one: OfferSighting; readonly other: OfferSighting };

type OfferComparison = { readonly agreed: Set<string>; count: number; readonly conflicts: OfferPair[] };

const agreedMin = 2;

/** By attribute and the two operations: on which values they agree, and where they do not. */
const comparisonsOf = (trace: Trace): ReadonlyMap<string, OfferComparison> => {
  const comparisons = new Map<string, OfferComparison>();
  for (const attributes of sightingsOf(trace).values()) {
    for (const [name, seen] of attributes) {
      const firsts = [...Map.groupBy(seen, ({ exchange }) => exchange.operation).values()];
      const pairs = firsts.flatMap(([one, ...again], i): OfferPair[] => {
        if (!one) return [];
        const others = firsts.slice(i + 1).flatMap(([other]) => (other ? [{ one, other }] : []));
        return [...again.map((other) => ({ one, other })), ...others];
      });
      for (const { one, other } of pairs) {
        const key = `${name} ${one.exchange.operation} ${other.exchange.operation}`;
        const known = comparisons.get(key) ?? { agreed: new Set(), count: 0, conflicts: [] };
        comparisons.set(key, known);
        if (one.text === other.text) {
          known.agreed.add(one.text);
          known.count += 1;
        } else known.conflicts.push({ one, other });
      }
    }
  }
  return comparisons;
};

type OfferConflicts = { readonly conflicts: readonly OfferPair[]; readonly isLearnt: boolean };

const judgedIn = perTrace((trace: Trace): OfferConflicts => {
  const learnt = [...comparisonsOf(trace).values()].filter(
    ({ agreed, count, conflicts }) => agreed.size >= agreedMin && conflicts.length * 2 <= count,
  );
  return { conflicts: learnt.flatMap(({ conflicts }) => conflicts), isLearnt: learnt.length > 0 };
});

/** The answers that show an offer, each judged by what is said of that offer elsewhere. */
export const offersAgree = (...of: readonly OperationId[]) => ({
  given: (trace: Trace): Exchange[] =>
    trace.exchanges.filter(
      (each) =>
        of.includes(each.operation) &&
        (isTroubled(each) || (succeeded(each) && each.facts !== undefined && offersIn(each.facts).length > 0)),
    ),
  then: (exchange: Exchange, trace: Trace): Opinion => {
    const { conflicts, isLearnt } = judgedIn(trace);
    if (!isLearnt) return unshown('no two answers show the same of several offers');
    return conflicts
      .filter(({ other }) => other.exchange === exchange)
      .map(
        ({ one, other }): Mismatch => ({
          exchange,
          path: other.path,
          expected: `${shown(JSON.parse(one.text))}, as ${one.exchange.operation} says of this offer (exchange ${one.exchange.index})`,
          actual: shown(JSON.parse(other.text)),
        }),
      );
  },
});
