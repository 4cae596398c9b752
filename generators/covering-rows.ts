/** Covering arrays: few rows in which every two values of two dimensions come together at least once. */

export type Values = Readonly<Record<string, readonly unknown[]>>;
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
