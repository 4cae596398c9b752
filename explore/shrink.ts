/** Draws an input again, smaller and smaller. */
import fc from 'fast-check';
import type { Exploration } from './exploration.ts';

/** How an input was drawn, and can be drawn again. */
export type Drawing = { readonly seed: number; readonly path: string; readonly arbitrary: Exploration['input'] };

/** Tries ever smaller inputs, as long as they show what is sought; what is not tried any more does not. */
export const shrink = async (
  { arbitrary, ...drawing }: Drawing,
  isShown: (input: unknown) => Promise<boolean>,
): Promise<void> => {
  await fc.check(
    fc.asyncProperty(arbitrary, async (input) => !(await isShown(input))),
    { ...drawing, numRuns: 1 },
  );
};
