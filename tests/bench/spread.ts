/** Several measurements of one thing: the middle one, and how far they lie apart. */

export type Spread = { readonly median: number; readonly min: number; readonly max: number };

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
