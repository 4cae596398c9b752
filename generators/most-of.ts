/** One of nearly every kind in each drawing, so that what only one kind shows need not be waited for. */
import fc from 'fast-check';

/** A kind is left out once in so many drawings, and whenever that shrinks an input. */
const leftOutOnceIn = 100;

/** One of each, in their order; now and then without some, and never without all. */
export const mostOf = <T>(...kinds: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T[]> =>
  fc
    .tuple(...kinds.map((kind) => fc.option(kind, { freq: leftOutOnceIn, nil: undefined })))
    .map((drawn) => drawn.filter((each) => each !== undefined) as T[])
    .filter(({ length }) => length > 0);
