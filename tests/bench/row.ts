/** One row of the benchmark: what was measured, how far it spread, and the limit that it has to keep. */
import { type Spread, spread } from './spread.ts';

export type Row = {
  readonly name: string;
  readonly unit: 'ratio' | 'ms' | 'share' | 'MB' | 'slots' | 'bytes' | 'a second';
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

/** Both sides of each pair were measured one right after the other, so that a machine that slows down slows both. */
export const ratioRow = (
  name: string,
  pairs: readonly { readonly ours: number; readonly base: number }[],
  rest: Pick<Row, 'atMost' | 'parts'>,
): Row => ({
  name,
  unit: 'ratio',
  measured: spread(pairs.map(({ ours, base }) => ours / base)),
  samples: pairs.length,
  ...rest,
});
