/** Ways for a countryId to match no country (part 4.7), made concrete once the known ids are read. */
import fc from 'fast-check';

export type UnknownCountry =
  | { readonly kind: 'zero' }
  | { readonly kind: 'negative'; readonly distance: number }
  /** An id that the list skips, at this share of the way through it. */
  | { readonly kind: 'gap'; readonly share: number }
  | { readonly kind: 'beyond'; readonly distance: number };

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

export const unknownCountry: fc.Arbitrary<UnknownCountry> = fc.oneof(
  fc.record({ kind: fc.constant('negative' as const), distance: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.record({ kind: fc.constant('gap' as const), share }),
  fc.record({ kind: fc.constant('beyond' as const), distance: fc.integer({ min: 1, max: 1_000_000 }) }),
);

/** One of every kind, 0 always among them, and a few more. */
export const unknownCountries: fc.Arbitrary<UnknownCountry[]> = fc
  .tuple(
    fc.record({ kind: fc.constant('negative' as const), distance: fc.integer({ min: 1, max: 1_000 }) }),
    fc.record({ kind: fc.constant('gap' as const), share }),
    fc.record({ kind: fc.constant('beyond' as const), distance: fc.constant(1) }),
    fc.array(unknownCountry, { minLength: 2, maxLength: 2 }),
  )
  .map(([negative, gap, beyond, more]) => [{ kind: 'zero' as const }, negative, gap, beyond, ...more]);

const gapsShownMax = 10_000;

/** Integers between the lowest and the highest known id that are not known; bounded when the ids are far apart. */
const gapsOf = (known: readonly number[]): number[] => {
  const sorted = [...known].sort((a, b) => a - b);
  const gaps: number[] = [];
  for (const [i, id] of sorted.entries()) {
    const next = sorted[i + 1] ?? id;
    for (let gap = id + 1; gap < next && gap - id <= 100 && gaps.length < gapsShownMax; gap += 1) gaps.push(gap);
  }
  return gaps;
};

/** The id itself: one that is not among the known ones, whatever they are. */
export const unknownCountryId = (unknown: UnknownCountry, known: readonly number[]): number => {
  const highest = known.reduce((max, id) => Math.max(max, id), 0);
  const lowest = known.reduce((min, id) => Math.min(min, id), 0);
  switch (unknown.kind) {
    case 'zero':
      return 0;
    case 'negative':
      return lowest - unknown.distance;
    case 'beyond':
      return highest + unknown.distance;
    case 'gap': {
      const gaps = gapsOf(known.filter((id) => id > 0));
      return gaps[Math.floor(unknown.share * gaps.length)] ?? highest + 1;
    }
  }
};
