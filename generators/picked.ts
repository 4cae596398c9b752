/** Picks elements of a list that is known only while a flow runs; the flow's input holds the seed. */
import fc from 'fast-check';

/** The seed of a pick, as part of a flow's input. */
export const pickSeed: fc.Arbitrary<number> = fc.integer({ min: 0, max: 0x7fff_ffff });

/** `count` different elements in random order; all of them when there are not more. Same seed, same pick. */
export const picked = <T>(from: readonly T[], count: number, seed: number): T[] => {
  const length = Math.min(count, from.length);
  const [subset] = fc.sample(fc.shuffledSubarray([...from], { minLength: length, maxLength: length }), {
    seed,
    numRuns: 1,
  });
  return subset ?? [];
};
