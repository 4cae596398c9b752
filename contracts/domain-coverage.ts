/** Which parts of its domain a target was shown: plain data that one run shows and many runs add up. */
import { z } from 'zod';

/** Values that were shown together, by dimension and class; a dimension that nothing shows is left out. */
export const touch = z.strictObject({ domain: z.string(), classes: z.record(z.string(), z.string()) });
export type Touch = z.infer<typeof touch>;

/** What one target was shown over all of its runs. */
export const touchStore = z
  .strictObject({
    schema: z.literal('preflight.touches/1'),
    target: z.string(),
    /** How many runs it is of. */
    runs: z.int().nonnegative(),
    touches: z.array(touch),
  })
  .meta({ id: 'TouchStore', description: 'What one target was shown of every domain, over all of its runs.' });
export type TouchStore = z.infer<typeof touchStore>;

const keyOf = ({ domain, classes }: Touch): string => JSON.stringify([domain, Object.entries(classes).toSorted()]);

/** Each once, in the order in which they came. */
export const distinctTouches = (touches: readonly Touch[]): Touch[] => [
  ...new Map(touches.map((each) => [keyOf(each), each])).values(),
];

/** What a run showed, as a store of its own. */
export const storeOf = (target: string, touches: readonly Touch[]): TouchStore => ({
  schema: 'preflight.touches/1',
  target,
  runs: 1,
  touches: distinctTouches(touches),
});

/**
 * Adds up what several runs showed of one target.
 *
 * @throws when they are of two targets: what one was shown says nothing of the other.
 */
export const merged = (one: TouchStore, other: TouchStore): TouchStore => {
  if (one.target !== other.target) throw new RangeError(`${one.target} and ${other.target} are two targets`);
  return { ...one, runs: one.runs + other.runs, touches: distinctTouches([...one.touches, ...other.touches]) };
};

/** A class of each of two dimensions; of one, where a domain has no more. */
export type Pair = readonly (readonly [dimension: string, name: string])[];

export type DomainCoverage = {
  readonly domain: string;
  /** What its values are, in a few words. */
  readonly about: string;
  readonly shown: readonly Pair[];
  readonly neverShown: readonly Pair[];
};
