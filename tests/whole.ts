/** `npm test` runs a sample of a long table, `npm run test:long` the same files with all of it. */

/** Set by `node tests/all.ts --long`. */
const isWhole = process.env.PREFLIGHT_TESTS === 'whole';

/** One in so many, the first among them; without a number the first alone. */
export const sampled = <T>(table: readonly T[], oneIn = Number.POSITIVE_INFINITY): readonly T[] =>
  table.filter((_, at) => isWhole || at % oneIn === 0);

/** One fifth of the draws of a property. */
export const draws = (whole: number): number => (isWhole ? whole : Math.ceil(whole / 5));
