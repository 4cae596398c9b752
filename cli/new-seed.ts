/** Draws the seed of a run that was given none: the one draw that no seed decides. */

/** The options of a command as they were given, perhaps without a seed. */
export type Unseeded<Options extends { seed: number }> = Omit<Options, 'seed'> & { seed?: number };

export const newSeed = (): number => Math.floor(Math.random() * 0x7fff_ffff);
