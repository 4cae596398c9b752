/** What stands at each place of a value, so that two answers can be compared place by place. */
import type { Path } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';

/** A value, and the path to it. */
export type PlacedLeaf = { readonly value: Json; readonly path: Path };

/** By place without positions: lists are sets, because their order is not documented. */
export type PlacedLeaves = ReadonlyMap<string, readonly PlacedLeaf[]>;

const depthMax = 12;
/** What a view of one thing has is far less; of more nothing is compared. */
const leavesMax = 2_000;

/** Null, an empty text, an empty list and absence mean the same. */
const isNothing = (value: Json): boolean => value === null || value === '';

const positionMax = 20;
/** In an entry of a list it may count entries, and the order of lists is open. */
const isPosition = (value: Json, path: Path): boolean =>
  Number.isInteger(value) && Math.abs(Number(value)) <= positionMax && path.some((key) => typeof key === 'number');

/** Undefined where there is too much to compare. */
export const leavesOf = (value: Json): PlacedLeaves | undefined => {
  const leaves = new Map<string, PlacedLeaf[]>();
  let count = 0;
  const walk = (inner: Json, path: Path, place: string): void => {
    if (isNothing(inner) || isPosition(inner, path) || path.length > depthMax) return;
    if (Array.isArray(inner)) for (const [i, each] of inner.entries()) walk(each, [...path, i], `${place}[]`);
    else if (isJsonObject(inner)) {
      for (const key in inner) walk(inner[key] ?? null, [...path, key], place === '' ? key : `${place}.${key}`);
    } else {
      const there = leaves.get(place);
      if (there) there.push({ value: inner, path });
      else leaves.set(place, [{ value: inner, path }]);
      count += 1;
    }
  };
  walk(value, [], '');
  return count > leavesMax ? undefined : leaves;
};

/** People in one text, such as `Ivanov; Berg`, are a list, too. */
const separator = /\s*[;|\n]\s*|,\s+/;

const isListed = (one: Json, other: Json): boolean =>
  one === other ||
  (typeof one === 'string' &&
    typeof other === 'string' &&
    one.length === other.length &&
    separator.test(one) &&
    one.split(separator).sort().join() === other.split(separator).sort().join());

const valuesAt = (leaves: PlacedLeaves, place: string): readonly Json[] =>
  (leaves.get(place) ?? []).map(({ value }) => value);

/** Of one list those that the other has not, each as often. */
const missingIn = (other: readonly Json[], one: readonly Json[]): Json[] => {
  const left = [...other];
  return one.filter((value) => {
    const at = left.findIndex((each) => isListed(each, value));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

/** What one place said, and what it says in place of that. */
export type LeafChange = {
  readonly place: string;
  readonly path: Path;
  readonly was: Json;
  readonly is: Json | undefined;
};

/** Places at which the later value lacks or replaces something of the earlier one; what is only added does not count. */
export const changesBetween = (earlier: PlacedLeaves, later: PlacedLeaves): LeafChange[] =>
  [...earlier.keys()].flatMap((place): LeafChange[] => {
    const [before, after] = [valuesAt(earlier, place), valuesAt(later, place)];
    const [was] = missingIn(after, before);
    if (was === undefined) return [];
    const [is] = missingIn(before, after);
    const { path } = (later.get(place) ?? []).find(({ value }) => value === is) ??
      (earlier.get(place) ?? [])[0] ?? { path: [] };
    return [{ place, path, was, is }];
  });

/** Places at which two values differ in any way. */
export const differingPlaces = (one: PlacedLeaves, other: PlacedLeaves): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((place) => {
    const [here, there] = [valuesAt(one, place), valuesAt(other, place)];
    return here.length !== there.length || missingIn(there, here).length > 0;
  });
