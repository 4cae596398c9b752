/** Ways for a countryId to match no country (part 4.7), made concrete once the known ids are read. */
import fc from 'fast-check';

export type UnknownCountry =
  | { readonly kind: 'zero' }
  /** A known id with a minus before it. */
  | { readonly kind: 'negated'; readonly share: number }
  /** An id that the list skips, at this share of the way through it. */
  | { readonly kind: 'gap'; readonly share: number }
  | { readonly kind: 'beyond'; readonly distance: number }
  /** A known id and 2^32, which looks like the id itself in 32 bits. */
  | { readonly kind: 'wrapped'; readonly share: number }
  /** A known id and a half. */
  | { readonly kind: 'fraction'; readonly share: number };

/** Where in a list that is known only at run time something stands. */
export const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

const kindWithShare = <K extends string>(kind: K) => fc.record({ kind: fc.constant(kind), share });
const beyond = fc.record({ kind: fc.constant('beyond' as const), distance: fc.integer({ min: 1, max: 1_000_000 }) });

/** Any of them. */
export const unknownCountry: fc.Arbitrary<UnknownCountry> = fc.oneof(
  fc.record({ kind: fc.constant('zero' as const) }),
  kindWithShare('negated'),
  kindWithShare('gap'),
  beyond,
  kindWithShare('wrapped'),
  kindWithShare('fraction'),
);

/** One of every kind, 0 always among them, and more of those that a careless reading takes for a country. */
export const unknownCountries: fc.Arbitrary<UnknownCountry[]> = fc
  .tuple(
    kindWithShare('negated'),
    kindWithShare('negated'),
    kindWithShare('negated'),
    kindWithShare('gap'),
    fc.record({ kind: fc.constant('beyond' as const), distance: fc.constant(1) }),
    beyond,
    kindWithShare('wrapped'),
    kindWithShare('fraction'),
  )
  .map((unknown) => [{ kind: 'zero' as const }, ...unknown]);

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

const at = (share: number, values: readonly number[]): number | undefined => values[Math.floor(share * values.length)];

/** What to ask for: the text of a number that is not among the known ids, whatever they are. */
export const unknownCountryId = (unknown: UnknownCountry, known: readonly number[]): string => {
  const highest = known.reduce((max, id) => Math.max(max, id), 0);
  const lowest = known.reduce((min, id) => Math.min(min, id), 0);
  const positive = known.filter((id) => id > 0);
  const free = (id: number, other: number): string => String(known.includes(id) ? other : id);
  switch (unknown.kind) {
    case 'zero':
      return '0';
    case 'negated':
      return free(-(at(unknown.share, positive) ?? 1), lowest - 1);
    case 'beyond':
      return String(highest + unknown.distance);
    case 'gap':
      return String(at(unknown.share, gapsOf(positive)) ?? highest + 1);
    case 'wrapped':
      return free((at(unknown.share, positive) ?? 1) + 2 ** 32, highest + 1);
    case 'fraction':
      return `${at(unknown.share, positive) ?? 1}.5`;
  }
};
