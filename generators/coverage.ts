/** Counts which pairs of classes a target was shown, and draws what it was shown least. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { ClassPair, GroupCoverage, ShownTogether } from '../contracts/class-coverage.ts';
import { type DimensionGroup, dimensionGroups, groupOf } from './dimension-groups.ts';

type ClassesTogether = Readonly<Record<string, string>>;

/** A group with more is counted only as far. */
const combinationsMax = 20_000;

/** The classes of each dimension; of an open one those that a target has reported. */
const classesOf = (
  { dimensions }: DimensionGroup,
  together: readonly ShownTogether[],
): [dimension: string, names: readonly string[]][] =>
  Object.entries(dimensions).map(([dimension, names]) => {
    if (names !== 'open') return [dimension, names];
    const reported = together.flatMap(({ classes }) => classes[dimension] ?? []);
    return [dimension, [...new Set(reported)].toSorted()];
  });

/** All that can come together, the first of every dimension first; an open one without a report is left out. */
const combinationsOf = (group: DimensionGroup, together: readonly ShownTogether[]): ClassesTogether[] => {
  let combinations: ClassesTogether[] = [{}];
  for (const [dimension, names] of classesOf(group, together)) {
    if (names.length === 0) continue;
    combinations = combinations
      .flatMap((classes) => names.map((name) => ({ ...classes, [dimension]: name })))
      .slice(0, combinationsMax);
  }
  return combinations.filter((classes) => group.allows?.(classes) ?? true);
};

/** Every two classes of a combination; the one there is, where a group has one dimension alone. */
const pairsOf = (classes: ClassesTogether, { dimensions }: DimensionGroup): ClassPair[] => {
  const all = Object.keys(dimensions).flatMap((dimension): (readonly [string, string])[] => {
    const name = classes[dimension];
    return name === undefined ? [] : [[dimension, name]];
  });
  if (Object.keys(dimensions).length === 1) return all.map((one) => [one]);
  return all.flatMap((one, i) => all.slice(i + 1).map((other): ClassPair => [one, other]));
};

const keyOf = (pair: ClassPair): string => JSON.stringify(pair);

const ofGroup = (id: string, together: readonly ShownTogether[]): ShownTogether[] =>
  together.filter(({ domain }) => domain === id);

const shownKeys = (group: DimensionGroup, together: readonly ShownTogether[]): ReadonlySet<string> =>
  new Set(together.flatMap(({ classes }) => pairsOf(classes, group).map(keyOf)));

/** Which part of one group was shown, out of all that can come together. */
const coverageIn = (id: string, group: DimensionGroup, all: readonly ShownTogether[]): GroupCoverage => {
  const together = ofGroup(id, all);
  const shown = shownKeys(group, together);
  const pairs = new Map(
    combinationsOf(group, together).flatMap((classes) => pairsOf(classes, group).map((pair) => [keyOf(pair), pair])),
  );
  const isShown = (pair: ClassPair): boolean => shown.has(keyOf(pair));
  return {
    domain: id,
    about: group.about,
    shown: [...pairs.values()].filter(isShown),
    neverShown: [...pairs.values()].filter((pair) => !isShown(pair)),
  };
};

export const coverageOf = (
  together: readonly ShownTogether[],
  of: Readonly<Record<string, DimensionGroup>> = dimensionGroups,
): GroupCoverage[] => Object.entries(of).map(([id, group]) => coverageIn(id, group, together));

/** Draws some of the combinations, and shrinks by one dimension at a time to any that its first classes make. */
class Drawing extends fc.Arbitrary<ClassesTogether> {
  readonly #all: readonly ClassesTogether[];
  readonly #best: readonly ClassesTogether[];

  constructor({ all, best }: { all: readonly ClassesTogether[]; best: readonly ClassesTogether[] }) {
    super();
    this.#all = all;
    this.#best = best;
  }

  generate(random: fc.Random): fc.Value<ClassesTogether> {
    const drawn = this.#best[random.nextInt(0, this.#best.length - 1)];
    return new fc.Value(drawn ?? {}, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is ClassesTogether {
    return this.#all.some((classes) => isDeepStrictEqual(classes, value));
  }

  shrink(from: ClassesTogether): fc.Stream<fc.Value<ClassesTogether>> {
    const differing = (to: ClassesTogether): string[] =>
      Object.keys(from).filter((dimension) => from[dimension] !== to[dimension]);
    // They stand in the order of their dimensions, so that what comes before is simpler.
    const at = this.#all.findIndex((classes) => isDeepStrictEqual(classes, from));
    const simpler = this.#all.slice(0, Math.max(0, at)).filter((classes) => differing(classes).length === 1);
    return fc.stream(simpler.map((classes) => new fc.Value(classes, undefined)).values());
  }
}

/**
 * Classes with the most pairs that were never shown; where all were, any. A draw depends on the seed and what was shown
 * alone, and shrinks towards the first class of every dimension.
 *
 * @throws when nothing may be drawn.
 */
export const leastShown = (
  id: string,
  {
    together,
    may = () => true,
    group = groupOf(id),
  }: {
    readonly together: readonly ShownTogether[];
    /** What a target lets us draw at all. */
    readonly may?: (classes: ClassesTogether) => boolean;
    readonly group?: DimensionGroup;
  },
): fc.Arbitrary<ClassesTogether> => {
  if (!group) throw new RangeError(`no group of dimensions is named ${id}`);
  const known = ofGroup(id, together);
  const all = combinationsOf(group, known).filter(may);
  if (all.length === 0) throw new RangeError(`nothing of ${id} may be drawn`);
  const shown = shownKeys(group, known);
  const newPairs = (classes: ClassesTogether): number =>
    pairsOf(classes, group).filter((pair) => !shown.has(keyOf(pair))).length;
  const most = Math.max(...all.map(newPairs));
  return new Drawing({ all, best: all.filter((classes) => newPairs(classes) === most) });
};
