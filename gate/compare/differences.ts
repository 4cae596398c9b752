/** How two environments differ: what already differs between two rounds on one of them is left out. */
import type { Difference } from '../../contracts/comparison.ts';
import type { Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { isRefusal, isTroubled } from '../../contracts/outcome.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { type Feature, type Features, featuresOf, sequenceOf } from './features.ts';

/** What stands on the second side in place of what. */
type ValueChange = { readonly from: Json; readonly to: Json; readonly name: string };

/** Shorter ones, and booleans, are the same by chance: they say something of one field alone. */
const charactersMin = 3;

/** The end may be cut off. */
const listIn = (text: string | undefined): readonly Json[] | undefined => {
  if (!text?.startsWith('[')) return undefined;
  for (const whole of [text, `${text.slice(0, text.lastIndexOf(','))}]`]) {
    try {
      return JSON.parse(whole) as Json[];
    } catch {}
  }
  return undefined;
};

const sidesOf = ({ kind, a, b }: Difference): readonly [readonly Json[], readonly Json[]] | undefined => {
  if (kind === 'value') return [a, b];
  if (kind !== 'content' || a.length !== 1 || b.length !== 1) return undefined;
  const [ofA, ofB] = [listIn(a[0]), listIn(b[0])];
  return ofA && ofB && [ofA, ofB];
};

const inOrder = (one: Json, other: Json): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one) < String(other) ? -1 : 1;

/** Of two lists, those values of the first that the second has not as often. */
const without = (list: readonly Json[], other: readonly Json[]): Json[] => {
  const left = Map.groupBy(other, (value) => JSON.stringify(value));
  return list.filter((value) => left.get(JSON.stringify(value))?.pop() === undefined).sort(inOrder);
};

/** None where only the order differs; undefined where one cannot say what became of what. */
const changesOf = (difference: Difference): readonly ValueChange[] | undefined => {
  const sides = sidesOf(difference);
  if (!sides) return undefined;
  const [from, to] = [without(sides[0], sides[1]), without(sides[1], sides[0])];
  if (from.length !== to.length) return undefined;
  const name = difference.place.replace(/.*[ .]/, '');
  return from.map((value, at) => ({ from: value, to: to[at] ?? null, name }));
};

const isNotable = ({ from, to }: ValueChange): boolean =>
  [from, to].every((value) => value !== null && typeof value !== 'boolean' && String(value).length >= charactersMin);

const cents = ({ from, to }: ValueChange): number =>
  typeof from === 'number' && typeof to === 'number' ? Math.round((to - from) * 100) : 0;

/** Whether one change is explained by those of a cause. */
const isExplainedBy =
  (causes: readonly ValueChange[]) =>
  (change: ValueChange): boolean => {
    const comparable = causes.filter((cause) => cause.name === change.name || (isNotable(cause) && isNotable(change)));
    const sum = comparable.reduce((all, cause) => all + cents(cause), 0);
    return comparable.some(
      (cause) =>
        (String(cause.from) === String(change.from) && String(cause.to) === String(change.to)) ||
        (cents(change) !== 0 && [cents(cause), sum].includes(cents(change))),
    );
  };

type Cause = { readonly at: number; readonly about: string; readonly changes: readonly ValueChange[] };

const causeOf = (
  { about }: Difference,
  changes: readonly ValueChange[],
  causes: readonly Cause[],
): number | undefined => {
  const beside = causes.filter((cause) => cause.about === about);
  if (changes.length === 0) return beside[0]?.at;
  const one = causes.find((cause) => changes.every(isExplainedBy(cause.changes)));
  // A sum may be of several that changed beside it.
  const all = beside.flatMap((cause) => cause.changes);
  return one?.at ?? (changes.every(isExplainedBy(all)) ? beside[0]?.at : undefined);
};

/** Each with the place of the first that explains it: what comes first in the list is a cause. */
const withCauses = (differences: readonly Difference[]): Difference[] => {
  const causes: Cause[] = [];
  return differences.map((difference, at) => {
    const changes = changesOf(difference);
    const followsFrom = changes && causeOf(difference, changes, causes);
    if (followsFrom !== undefined) return { ...difference, followsFrom };
    if (changes && changes.length > 0) causes.push({ at, about: difference.about, changes });
    return difference;
  });
};

/** One flow, as one environment answered it in one round. */
export type ShownFlow = {
  readonly flow: string;
  readonly features: Features;
  readonly sequence: string;
  /** In the way of a comparison, at a place that differs from round to round. */
  readonly troubles: string;
  readonly isOurError: boolean;
  /** False where no service answered, or every login was refused. */
  readonly isAnswered: boolean;
  readonly latencies: ReadonlyMap<OperationId, readonly number[]>;
};

export const shownBy = (trace: Trace, verdicts: readonly Verdict[]): ShownFlow => ({
  flow: trace.flow,
  features: featuresOf(trace, verdicts),
  sequence: sequenceOf(trace),
  troubles: trace.exchanges
    .filter(isTroubled)
    .map(({ index }) => index)
    .join(),
  isOurError: trace.error !== undefined,
  isAnswered: trace.exchanges.some((each) => !isTroubled(each) && !(each.operation === 'token' && isRefusal(each))),
  latencies: new Map(
    [...Map.groupBy(trace.exchanges, ({ operation }) => operation)].map(([operation, all]) => [
      operation,
      all.map(({ durationMs }) => durationMs),
    ]),
  ),
});

/** All rounds on both environments. */
type Rounds = { readonly a: readonly ShownFlow[]; readonly b: readonly ShownFlow[] };

export type Compared = {
  readonly differences: readonly Difference[];
  /** How many places were held beside each other. */
  readonly compared: number;
  readonly troubled: readonly string[];
};

/** Shown at the most of one side. */
const valuesMax = 6;

/** A busy machine shows smaller differences, too. */
const latencyMsMin = 50;
const latencyFactor = 1.5;
const latencySamplesMin = 3;

/** Of an object that is there, a member that is not. */
const absent: ReadonlySet<string> = new Set(['absent']);

const parentName = ({ kind, about, place }: Feature): string =>
  JSON.stringify([kind, about, `${place.slice(0, place.lastIndexOf('.'))}.*`]);

/** What a round shows of a feature; undefined where it had no occasion to. */
const valuesIn = (features: Features, name: string, feature: Feature): ReadonlySet<string> | undefined => {
  const own = features.get(name)?.values;
  if (own || feature.kind !== 'shape') return own;
  return features.has(parentName(feature)) ? absent : undefined;
};

const inAll = (sets: readonly ReadonlySet<string>[]): Set<string> => {
  const [first = new Set<string>(), ...rest] = sets;
  return new Set([...first].filter((value) => rest.every((set) => set.has(value))));
};

const inAny = (sets: readonly ReadonlySet<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]));

/** Something that one side shows in every round, and the other in none. */
const differs = (a: readonly ReadonlySet<string>[], b: readonly ReadonlySet<string>[]): boolean => {
  const [ofA, ofB] = [inAny(a), inAny(b)];
  return [...inAll(a)].some((value) => !ofB.has(value)) || [...inAll(b)].some((value) => !ofA.has(value));
};

const shownValues = (sets: readonly ReadonlySet<string>[]): string[] => [...inAny(sets)].sort().slice(0, valuesMax);

const isWhole = <T>(values: readonly (T | undefined)[]): values is readonly T[] =>
  values.length > 0 && values.every((value) => value !== undefined);

/** Of one flow. */
const differencesOfFlow = (flow: string, { a, b }: Rounds): { differences: Difference[]; compared: number } => {
  const areAlike = new Set([...a, ...b].map(({ sequence }) => sequence)).size === 1;
  const all = new Map([...a, ...b].flatMap(({ features }) => [...features]));
  const differences: Difference[] = [];
  let compared = 0;
  for (const [name, feature] of all) {
    if (feature.isPlaced && !areAlike) continue;
    const [ofA, ofB] = [a, b].map((rounds) => rounds.map(({ features }) => valuesIn(features, name, feature)));
    if (!ofA || !ofB || !isWhole(ofA) || !isWhole(ofB)) continue;
    compared += 1;
    if (!differs(ofA, ofB)) continue;
    const { kind, about, place } = feature;
    differences.push({ kind, about, place, a: shownValues(ofA), b: shownValues(ofB), flows: [flow] });
  }
  return { differences, compared };
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** The median of an operation in each round. */
const mediansOf = (rounds: readonly (readonly ShownFlow[])[], operation: OperationId): (number | undefined)[] =>
  rounds.map((round) => {
    const all = round.flatMap(({ latencies }) => latencies.get(operation) ?? []);
    return all.length < latencySamplesMin ? undefined : median(all);
  });

const rounded = (values: readonly number[]): string[] => values.map((ms) => `${Math.round(ms)} ms`);

/** Slower in the quickest round of the second than in the slowest of the first. */
const slower = (rounds: {
  readonly a: readonly (readonly ShownFlow[])[];
  readonly b: readonly (readonly ShownFlow[])[];
}) => {
  const operations = new Set(rounds.a.flatMap((round) => round.flatMap(({ latencies }) => [...latencies.keys()])));
  return [...operations].flatMap((operation): Difference[] => {
    const [a, b] = [mediansOf(rounds.a, operation), mediansOf(rounds.b, operation)];
    if (!isWhole(a) || !isWhole(b)) return [];
    const [slowest, quickest] = [Math.max(...a), Math.min(...b)];
    if (quickest < latencyFactor * slowest || quickest < slowest + latencyMsMin) return [];
    const flows = rounds.b.flatMap((round) => round.filter(({ latencies }) => latencies.has(operation)));
    return [
      {
        kind: 'latency',
        about: operation,
        place: 'median of a round',
        a: rounded(a),
        b: rounded(b),
        flows: [...new Set(flows.map(({ flow }) => flow))],
      },
    ];
  });
};

/** The same answers at several places, and what was read under one path, are one line. */
const lineOf = ({ kind, about, place, a, b }: Difference): string => {
  if (kind === 'answer') return JSON.stringify([kind, about, a, b]);
  if (kind === 'content') return JSON.stringify([kind, about, place.replace(/^request \d+ /, '')]);
  return JSON.stringify([kind, about, place, a, b]);
};

const merged = (differences: readonly Difference[]): Difference[] =>
  [...Map.groupBy(differences, lineOf).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, flows: [...new Set(same.flatMap(({ flows }) => flows))] }] : [];
  });

/** A verdict of a flow says nothing where trouble came and went, or where we broke. */
const isTroubledFlow = ({ a, b }: Rounds): boolean =>
  [a, b].some((rounds) => new Set(rounds.map(({ troubles }) => troubles)).size > 1) ||
  [...a, ...b].some(({ isOurError }) => isOurError);

/** @param rounds Of each environment, the flows that were sent in each round. */
export const differencesOf = (rounds: {
  readonly a: readonly (readonly ShownFlow[])[];
  readonly b: readonly (readonly ShownFlow[])[];
}): Compared => {
  const [a, b] = [Map.groupBy(rounds.a.flat(), ({ flow }) => flow), Map.groupBy(rounds.b.flat(), ({ flow }) => flow)];
  const flows = [...a.keys()].map((flow) => ({ flow, of: { a: a.get(flow) ?? [], b: b.get(flow) ?? [] } }));
  const troubled = flows.filter(({ of }) => isTroubledFlow(of)).map(({ flow }) => flow);
  const found = flows.map(({ flow, of }) => differencesOfFlow(flow, of));
  // One that is not there differs in nothing that it does.
  const isMeasured = [rounds.a, rounds.b].every((side) => side.flat().some(({ isAnswered }) => isAnswered));
  if (!isMeasured) return { differences: [], compared: 0, troubled: flows.map(({ flow }) => flow) };
  return {
    differences: withCauses(merged([...found.flatMap(({ differences }) => differences), ...slower(rounds)])),
    compared: found.reduce((sum, { compared }) => sum + compared, 0),
    troubled,
  };
};
