/** Counts which pairs of classes a target was shown, and aims what is drawn at those that it was not. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { DomainCoverage, Pair, Touch } from '../contracts/domain-coverage.ts';
import { type Domain, domainOf, domains } from './partitions.ts';

type Classes = Readonly<Record<string, string>>;

/** A domain of more is counted only as far. */
const combinationsMax = 20_000;

/** The classes of each dimension; of an open one those that a target has told. */
const classesOf = (
  { dimensions }: Domain,
  touches: readonly Touch[],
): [dimension: string, names: readonly string[]][] =>
  Object.entries(dimensions).map(([dimension, names]) => {
    if (names !== 'open') return [dimension, names];
    const reported = touches.flatMap(({ classes }) => classes[dimension] ?? []);
    return [dimension, [...new Set(reported)].toSorted()];
  });

/** All that can come together, the first of every dimension first; an open one of which nothing is told is left out. */
const combinationsOf = (domain: Domain, touches: readonly Touch[]): Classes[] => {
  let combinations: Classes[] = [{}];
  for (const [dimension, names] of classesOf(domain, touches)) {
    if (names.length === 0) continue;
    combinations = combinations
      .flatMap((classes) => names.map((name) => ({ ...classes, [dimension]: name })))
      .slice(0, combinationsMax);
  }
  return combinations.filter((classes) => domain.allows?.(classes) ?? true);
};

/** Every two classes of a combination; the one there is, where a domain has one dimension alone. */
const pairsOf = (classes: Classes, { dimensions }: Domain): Pair[] => {
  const all = Object.keys(dimensions).flatMap((dimension): (readonly [string, string])[] => {
    const name = classes[dimension];
    return name === undefined ? [] : [[dimension, name]];
  });
  if (Object.keys(dimensions).length === 1) return all.map((one) => [one]);
  return all.flatMap((one, i) => all.slice(i + 1).map((other): Pair => [one, other]));
};

const keyOf = (pair: Pair): string => JSON.stringify(pair);

const ofDomain = (id: string, touches: readonly Touch[]): Touch[] => touches.filter(({ domain }) => domain === id);

const shownKeys = (domain: Domain, touches: readonly Touch[]): ReadonlySet<string> =>
  new Set(touches.flatMap(({ classes }) => pairsOf(classes, domain).map(keyOf)));

/** What of one domain was shown, out of all that can come together. */
const coverageIn = (id: string, domain: Domain, all: readonly Touch[]): DomainCoverage => {
  const touches = ofDomain(id, all);
  const shown = shownKeys(domain, touches);
  const pairs = new Map(
    combinationsOf(domain, touches).flatMap((classes) => pairsOf(classes, domain).map((pair) => [keyOf(pair), pair])),
  );
  const isShown = (pair: Pair): boolean => shown.has(keyOf(pair));
  return {
    domain: id,
    about: domain.about,
    shown: [...pairs.values()].filter(isShown),
    neverShown: [...pairs.values()].filter((pair) => !isShown(pair)),
  };
};

export const coverageOf = (
  touches: readonly Touch[],
  of: Readonly<Record<string, Domain>> = domains,
): DomainCoverage[] => Object.entries(of).map(([id, domain]) => coverageIn(id, domain, touches));

export type Aim = {
  readonly touches: readonly Touch[];
  /** What a target lets us draw at all; everything when not said. */
  readonly may?: (classes: Classes) => boolean;
  /** The domain of that name when not said. */
  readonly domain?: Domain;
};

/** Draws some of the combinations, and shrinks by one dimension at a time to any of them that its first classes make. */
class Drawing extends fc.Arbitrary<Classes> {
  readonly #all: readonly Classes[];
  readonly #best: readonly Classes[];

  constructor({ all, best }: { all: readonly Classes[]; best: readonly Classes[] }) {
    super();
    this.#all = all;
    this.#best = best;
  }

  generate(random: fc.Random): fc.Value<Classes> {
    const drawn = this.#best[random.nextInt(0, this.#best.length - 1)];
    return new fc.Value(drawn ?? {}, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Classes {
    return this.#all.some((classes) => isDeepStrictEqual(classes, value));
  }

  shrink(from: Classes): fc.Stream<fc.Value<Classes>> {
    const differing = (to: Classes): string[] =>
      Object.keys(from).filter((dimension) => from[dimension] !== to[dimension]);
    // They stand in the order of their dimensions, so that what comes before is simpler.
    const at = this.#all.findIndex((classes) => isDeepStrictEqual(classes, from));
    const simpler = this.#all.slice(0, Math.max(0, at)).filter((classes) => differing(classes).length === 1);
    return fc.stream(simpler.map((classes) => new fc.Value(classes, undefined)).values());
  }
}

/**
 * Classes with the most pairs that were never shown; where all were, any. A draw depends on the seed and the touches alone,
 * and shrinks towards the first class of every dimension.
 *
 * @throws when nothing may be drawn.
 */
export const aimed = (id: string, { touches, may = () => true, domain = domainOf(id) }: Aim): fc.Arbitrary<Classes> => {
  if (!domain) throw new RangeError(`no domain is named ${id}`);
  const known = ofDomain(id, touches);
  const all = combinationsOf(domain, known).filter(may);
  if (all.length === 0) throw new RangeError(`nothing of ${id} may be drawn`);
  const shown = shownKeys(domain, known);
  const newPairs = (classes: Classes): number =>
    pairsOf(classes, domain).filter((pair) => !shown.has(keyOf(pair))).length;
  const most = Math.max(...all.map(newPairs));
  return new Drawing({ all, best: all.filter((classes) => newPairs(classes) === most) });
};
