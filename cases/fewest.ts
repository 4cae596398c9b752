/** Delta debugging: which of many things it takes, found by leaving out halves, quarters, …, and each by itself at last. */

/**
 * Yields what is left to be tried, is told whether that is enough, and returns the fewest: of these none can be left out by
 * itself.
 *
 * @param isFixed Stays in any case.
 */
export function* fewest<Item>(
  all: readonly Item[],
  isFixed: (item: Item) => boolean = () => false,
): Generator<readonly Item[], readonly Item[], boolean> {
  let kept = all;
  for (let size = Math.ceil(all.length / 2); size >= 1; ) {
    const { length } = kept;
    for (let from = 0; from < kept.length; ) {
      const rest = kept.filter((item, i) => i < from || i >= from + size || isFixed(item));
      if (rest.length < kept.length && (yield rest)) kept = rest;
      else from += size;
    }
    // What stayed because of something that has gone since is tried once more.
    if (size > 1) size = Math.ceil(size / 2);
    else if (kept.length === length) return kept;
  }
  return kept;
}
