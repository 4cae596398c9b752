/** Stretches of acts, put together to whole lives: all of one is drawn, and shrinking alone leaves some of it out. */
import fc from 'fast-check';

export type Stretch<Act> = fc.Arbitrary<readonly Act[]>;

/** Against one that a draw leaves out: next to never. */
const freq = 1_000_000;

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
