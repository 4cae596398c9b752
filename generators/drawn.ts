/** Draws one value from an arbitrary by a run's seed and the name of what it is for. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';

/** A seed of its own for each name, so that leaving one flow out does not change what the others draw. */
export const seedFor = (seed: number, name: string): number =>
  createHash('sha256').update(`${seed}\n${name}`).digest().readInt32BE(0);

export const drawn = <T>(arbitrary: fc.Arbitrary<T>, seed: number, name: string): T => {
  const [value] = fc.sample(arbitrary, { seed: seedFor(seed, name), numRuns: 1 });
  return value as T;
};
