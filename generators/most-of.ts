/** One of every kind in each drawing, so that what only one kind shows need not be waited for. */
import fc from 'fast-check';

/** So rarely is a kind left out of a drawing: it is so to shrink an input. */
const leftOutOnceIn = 1_000_000;

/** One of each, in their order; without some while it shrinks, and never without all. */
export const mostOf = <T>(...kinds: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T[]> =>
  fc
    .tuple(...kinds.map((kind) => fc.option(kind, { freq: leftOutOnceIn, nil: undefined })))
    .map((drawn) => drawn.filter((each) => each !== undefined) as T[])
    .filter(({ length }) => length > 0);
