/** Draws the seed of a run that was given none: the one draw that no seed decides. */
export const newSeed = (): number => Math.floor(Math.random() * 0x7fff_ffff);
