/** Of every run that is measured, so that all send the same. */
export const seed = 1;
