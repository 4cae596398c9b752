/** Which of the things that could be asked about a run asks about: all of them, or some that its seed decides. */
import type { Depth } from '../contracts/depth.ts';

/**
 * The next `count` of a ring. Rows of one seed begin one window after another, and so do consecutive seeds in one row.
 * As many of either as there are windows in the ring meet every element.
 */
export const turned = <T>(
  ring: readonly T[],
  { count, seed, row = 0 }: { readonly count: number; readonly seed: number; readonly row?: number },
): T[] => {
  if (count >= ring.length) return [...ring];
  // Of a count that is no integer, some windows are longer than others. Fractions are not exact.
  const [start, end] = [seed + row, seed + row + 1].map((window) => Math.floor(window * count + 1e-6)) as [
    number,
    number,
  ];
  const chosen = new Set(
    Array.from({ length: end - start }, (_, i) => (((start + i) % ring.length) + ring.length) % ring.length),
  );
  return ring.filter((_, i) => chosen.has(i));
};

/** What a depth says of a number, or of a list; a probe takes what `standard` takes where nothing else is said. */
export type ByDepth<T> = { readonly probe?: T; readonly standard: T; readonly full: T };

export type DepthSample = {
  readonly depth: Depth;
  readonly at: <T>(byDepth: ByDepth<T>) => T;
  /**
   * All of them at full depth; else as many as is said, in their order. The next seed, or the next row, takes the next.
   *
   * @param row Where the same list is sampled for several, e.g. the kinds of bad tokens for each operation.
   */
  readonly some: <T>(all: readonly T[], counts: Omit<ByDepth<number>, 'full'>, row?: number) => readonly T[];
};

export const sampleOf = (depth: Depth, seed: number): DepthSample => {
  const at = <T>({ probe, standard, full }: ByDepth<T>): T => {
    if (depth === 'full') return full;
    return depth === 'probe' && probe !== undefined ? probe : standard;
  };
  return {
    depth,
    at,
    some: (all, counts, row = 0) => turned(all, { count: at({ ...counts, full: all.length }), seed, row }),
  };
};

// Covering arrays: few rows in which every two values of two dimensions come together at least once.

type Values = Readonly<Record<string, readonly unknown[]>>;
export type CoveringRow<V extends Values> = { readonly [Name in keyof V]: V[Name][number] };

type ValuePlace = readonly [name: string, at: number];

const keyOf = (one: ValuePlace, other: ValuePlace): string => `${one.join(' ')} ${other.join(' ')}`;

/** By name the place of its value. */
type ChosenValues = ReadonlyMap<string, number>;

const pairsOf = (row: ChosenValues): string[] => {
  const all = [...row];
  return all.flatMap((one, i) => all.slice(i + 1).map((other) => keyOf(one, other)));
};

/** All rows there are, the first value of every dimension first. */
const product = (values: Values): ChosenValues[] => {
  let rows: ChosenValues[] = [new Map()];
  for (const [name, all] of Object.entries(values)) {
    rows = rows.flatMap((row) => all.map((_, at) => new Map([...row, [name, at]])));
  }
  return rows;
};

/**
 * The fewest rows that a greedy choice finds: each shows most pairs that none before it shows.
 *
 * @param values By dimension, each with one value at least.
 * @param allows Which rows there can be; all when not said. A pair of which no row is allowed is left out.
 */
export const coveringRows = <const V extends Values>(
  values: V,
  allows: (row: CoveringRow<V>) => boolean = () => true,
): readonly CoveringRow<V>[] => {
  const rowOf = (chosen: ChosenValues): CoveringRow<V> =>
    Object.fromEntries([...chosen].map(([name, at]) => [name, values[name]?.[at]])) as CoveringRow<V>;
  const all = product(values).filter((chosen) => allows(rowOf(chosen)));
  const shownBy = new Map(all.map((row) => [row, pairsOf(row)]));
  const missing = new Set([...shownBy.values()].flat());
  const rows: ChosenValues[] = [];
  const [simplest] = all;
  // Of one dimension there are no pairs, and every value is a row.
  if (Object.keys(values).length < 2) return all.map(rowOf);
  for (let next = simplest; next && missing.size > 0; ) {
    rows.push(next);
    for (const pair of shownBy.get(next) ?? []) missing.delete(pair);
    let most = 0;
    for (const [row, pairs] of shownBy) {
      const shown = pairs.filter((pair) => missing.has(pair)).length;
      if (shown > most) [most, next] = [shown, row];
    }
  }
  return rows.map(rowOf);
};
