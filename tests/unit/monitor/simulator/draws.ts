/** What a simulation draws: always the same of the same seed. */

export type Draws = {
  /** Whether something happens that does so often of a thousand times. */
  perMille(often: number): boolean;
  /** A whole number, both ends among them. */
  between(least: number, most: number): number;
  of<T>(all: readonly [T, ...T[]]): T;
};

/** The generator is known as mulberry32. */
export const drawsOf = (seed: number): Draws => {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(share() * (most - least + 1));
  return {
    perMille: (often) => share() * 1_000 < often,
    between,
    of: (all) => all[between(0, all.length - 1)] ?? all[0],
  };
};
