/** Draws: by seed and name, picks from lists known only during a run, one of each kind, and stretches of acts. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';

/** So rarely is a part left out of what is drawn: next to never, so that shrinking alone leaves it out. */
const freq = 1_000_000;

/** One of each, in their order; without some while it shrinks, and never without all. */
export const mostOf = <T>(...kinds: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T[]> =>
  fc
    .tuple(...kinds.map((kind) => fc.option(kind, { freq, nil: undefined })))
    .map((drawn) => drawn.filter((each) => each !== undefined) as T[])
    .filter(({ length }) => length > 0);

/** A separate seed for each name, so that leaving one flow out does not change what the others draw. */
export const seedFor = (seed: number, name: string): number =>
  createHash('sha256').update(`${seed}\n${name}`).digest().readInt32BE(0);

export const drawn = <T>(arbitrary: fc.Arbitrary<T>, seed: number, name: string): T => {
  const [value] = fc.sample(arbitrary, { seed: seedFor(seed, name), numRuns: 1 });
  return value as T;
};

/** A text of so many digits. */
export const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

/** A text that no service has given out, without letters and digits that look alike. */
export const inventedText = (minLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'abcdefghjkmnpqrstuvwxyz23456789'), minLength, maxLength: 24 });

/** What an arbitrary draws. */
export type Drawn<Draws> = Draws extends fc.Arbitrary<infer Value> ? Value : never;

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

/** Stretches of acts, put together to whole lives: all of one is drawn, and shrinking alone leaves some of it out. */
export type Stretch<Act> = fc.Arbitrary<readonly Act[]>;

const kept = <Act>(stretch: Stretch<Act>): Stretch<Act> =>
  fc.option(stretch, { nil: [] as readonly Act[], freq, depthSize: 'max' });

export const only = <Act>(act: fc.Arbitrary<Act>): Stretch<Act> => act.map((one) => [one]);

export const inTurn = <Act>(...parts: readonly Stretch<Act>[]): Stretch<Act> =>
  fc.tuple(...parts.map(kept)).map((drawn) => drawn.flat());

/** @param count How many of them. */
export const inAnyOrder = <Act>(parts: readonly Stretch<Act>[], count = parts.length): Stretch<Act> =>
  fc
    .tuple(fc.shuffledSubarray([...parts.keys()], { minLength: count, maxLength: count }), fc.tuple(...parts.map(kept)))
    .map(([order, drawn]) => order.flatMap((at) => drawn[at] ?? []));

const groupSize = 4;

/** 64 acts, in groups of groups: shrinking leaves out whole groups first. */
export const inGroups = <Act>(act: fc.Arbitrary<Act>, levels = 3): Stretch<Act> =>
  levels === 0 ? only(act) : inTurn(...Array.from({ length: groupSize }, () => inGroups(act, levels - 1)));
