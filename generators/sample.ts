/** Which of the things that could be asked about a run asks about: all of them, or some that its seed decides. */
import type { Depth } from '../contracts/depth.ts';

/**
 * The next `count` of a ring. Rows of one seed begin one window after another, and so do consecutive seeds in one row.
 * As many of either as there are windows in the ring meet every element.
 */
export const turned = <T>(
  ring: readonly T[],
  { count, seed, row = 0 }: { readonly count: number; readonly seed: number; readonly row?: number },
): T[] => {
  if (count >= ring.length) return [...ring];
  const start = (seed + row) * count;
  const chosen = new Set(
    Array.from({ length: count }, (_, i) => (((start + i) % ring.length) + ring.length) % ring.length),
  );
  return ring.filter((_, i) => chosen.has(i));
};

/** What a depth says of a number, or of a list; a probe takes what `standard` takes where nothing else is said. */
export type ByDepth<T> = { readonly probe?: T; readonly standard: T; readonly full: T };

export type DepthSample = {
  readonly depth: Depth;
  readonly at: <T>(byDepth: ByDepth<T>) => T;
  /**
   * All of them at full depth; else as many as is said, in their order. The next seed, or the next row, takes the next.
   *
   * @param row Where the same list is sampled for several, e.g. the kinds of bad tokens for each operation.
   */
  readonly some: <T>(all: readonly T[], counts: Omit<ByDepth<number>, 'full'>, row?: number) => readonly T[];
};

export const sampleOf = (depth: Depth, seed: number): DepthSample => {
  const at = <T>({ probe, standard, full }: ByDepth<T>): T => {
    if (depth === 'full') return full;
    return depth === 'probe' && probe !== undefined ? probe : standard;
  };
  return {
    depth,
    at,
    some: (all, counts, row = 0) => turned(all, { count: at({ ...counts, full: all.length }), seed, row }),
  };
};
