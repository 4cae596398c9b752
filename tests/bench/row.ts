/** One row of the benchmark: what was measured, how far it spread, and the limit that it has to keep. */

/** Several measurements of one thing: the middle one, and how far they lie apart. */
type Spread = { readonly median: number; readonly min: number; readonly max: number };

export const spread = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const half = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1) };
};

/** @param share From 0 to 1: 0.95 is the 95th percentile, by the nearest rank. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

/** In ms. */
export const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** The rows of the benchmark as a table that fits a terminal. */
const figure = (unit: Row['unit'], value: number): string => {
  if (unit === 'share') return `${(100 * value).toFixed(1)} %`;
  return unit === 'ratio' ? value.toFixed(2) : `${Math.round(value)} ${unit}`;
};

const limitOf = ({ unit, atMost, atLeast }: Row): string => {
  if (atMost !== undefined) return `at most ${figure(unit, atMost)}`;
  return atLeast === undefined ? 'reported' : `at least ${figure(unit, atLeast)}`;
};

const spreadText = (unit: Row['unit'], { min, max }: Spread): string => `${figure(unit, min)} to ${figure(unit, max)}`;

const partText = ([name, value]: [string, Spread | number]): string =>
  typeof value === 'number' ? `${name} ${value}` : `${name} ${Math.round(value.median)} ms`;

export const benchTable = (rows: readonly Row[]): string => {
  const cells = rows.map((row) => [
    row.name,
    figure(row.unit, row.measured.median),
    spreadText(row.unit, row.measured),
    limitOf(row),
    holds(row) ? 'holds' : 'BROKEN',
  ]);
  const head = ['row', 'median', 'spread', 'limit', ''];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line(head),
    ...rows.flatMap((row, at) => [line(cells[at] ?? []), `  ${Object.entries(row.parts).map(partText).join(', ')}`]),
  ].join('\n');
};

export type Row = {
  readonly name: string;
  readonly unit: 'ratio' | 'ms' | 'share' | 'MB' | 'slots' | 'files' | 'mutants' | 'bytes' | 'a second';
  readonly measured: Spread;
  /** How many measurements. */
  readonly samples: number;
  /** Absent where the row is only reported. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** What the figure is made of, for a reader of the table. */
  readonly parts: Readonly<Record<string, Spread | number>>;
};

export const holds = ({ measured: { median }, atMost = Number.POSITIVE_INFINITY, atLeast = 0 }: Row): boolean =>
  median <= atMost && median >= atLeast;

/** Of one thing that was measured several times, or once. */
export const rowOf = (
  name: string,
  unit: Row['unit'],
  values: readonly number[],
  rest: Partial<Omit<Row, 'name' | 'unit' | 'measured'>> = {},
): Row => ({ name, unit, measured: spread(values), samples: values.length, parts: {}, ...rest });

/** Both sides of each pair were measured one right after the other, so that a machine that slows down slows both. */
export const ratioRow = (
  name: string,
  pairs: readonly { readonly ours: number; readonly base: number }[],
  rest: Pick<Row, 'atMost' | 'parts'>,
): Row =>
  rowOf(
    name,
    'ratio',
    pairs.map(({ ours, base }) => ours / base),
    rest,
  );
