/** Results of an exploration: the counterexamples, and the pairs of classes that a target was never shown. */

import type { ClassPair, GroupCoverage } from '../contracts/class-coverage.ts';
import type { Json } from '../contracts/json.ts';
import { oneLine } from './safe-text.ts';
import { counted } from './text-layout.ts';

/** The input that shows a failure, and what it took to find it. */
type Counterexample = {
  readonly fingerprint: string;
  readonly exploration: string;
  readonly input: Json;
  readonly requestsUntil: number;
  readonly shrinkRequests: number;
  /** A smaller one that was never sent, and what speaks for it. */
  readonly unsent?: { readonly input: Json; readonly shownBy: string } | undefined;
};

type ExplorationPlaces = {
  readonly corpus: string | undefined;
  readonly commandOf: (fingerprint: string) => string;
};

const unsentLines = ({ fingerprint, unsent }: Counterexample, { commandOf }: ExplorationPlaces): string[] =>
  unsent
    ? [
        `              smaller by ${oneLine(unsent.shownBy)}, and not sent`,
        `              ${oneLine(JSON.stringify(unsent.input))}`,
        `              try it  ${commandOf(fingerprint)}`,
      ]
    : [];

const counterexampleLines = (each: Counterexample, places: ExplorationPlaces): string[] => [
  `${each.fingerprint}  ${each.exploration}, found after ${counted(each.requestsUntil, 'request')}, shrunk by ${each.shrinkRequests} more`,
  `              ${oneLine(JSON.stringify(each.input))}`,
  ...unsentLines(each, places),
];

export const exploredLines = (found: readonly Counterexample[], places: ExplorationPlaces): string =>
  [
    ...found.flatMap((each) => counterexampleLines(each, places)),
    ...(places.corpus === undefined ? [] : [`kept in ${oneLine(places.corpus)}, and tried first the next time`]),
  ].join('\n');

type CoverageReport = {
  readonly target: string;
  readonly runs: number;
  readonly coverage: readonly GroupCoverage[];
};

const linesMax = 12;

type Class = ClassPair[number];

const keyOf = ([dimension, name]: Class): string => JSON.stringify([dimension, name]);

/** Names come from the service where a dimension is its own. */
const named = (classes: readonly Class[]): string =>
  [...Map.groupBy(classes, ([dimension]) => dimension)]
    .map(([dimension, alike]) => `${dimension} ${alike.map(([, name]) => oneLine(name)).join(', ')}`)
    .join('; ');

/** Classes that stand in no pair that was shown. */
const neverAtAll = ({ shown, neverShown }: GroupCoverage): ReadonlyMap<string, Class> => {
  const seen = new Set(shown.flat().map(keyOf));
  return new Map(neverShown.flat().flatMap((each) => (seen.has(keyOf(each)) ? [] : [[keyOf(each), each]])));
};

/** Those of one dimension that are missing beside one class of another are one line. */
const linesOf = (coverage: GroupCoverage): string[] => {
  const unseen = neverAtAll(coverage);
  const pairs = coverage.neverShown.filter((pair) => !pair.some((each) => unseen.has(keyOf(each))));
  const byFirst = [...Map.groupBy(pairs, ([first]) => first && keyOf(first)).values()];
  return [
    ...(unseen.size > 0 ? [`never at all  ${named([...unseen.values()])}`] : []),
    ...byFirst.map(
      (alike) =>
        `never together  ${named(alike[0]?.slice(0, 1) ?? [])}  with  ${named(alike.flatMap((pair) => pair.slice(1)))}`,
    ),
  ];
};

const partOf = (coverage: GroupCoverage): string[] => {
  const { domain, about, shown, neverShown } = coverage;
  const lines = linesOf(coverage);
  const more = lines.length - linesMax;
  return [
    `${domain}: ${about}, ${shown.length} of ${counted(shown.length + neverShown.length, 'pair')} shown`,
    ...lines.slice(0, linesMax).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${counted(more, 'more line')} like these`] : []),
  ];
};

const sumOf = (coverage: readonly GroupCoverage[]): { shown: number; all: number } => {
  const shown = coverage.reduce((sum, each) => sum + each.shown.length, 0);
  return { shown, all: coverage.reduce((sum, each) => sum + each.neverShown.length, shown) };
};

/** The domains with the most that was never shown come first. */
export const domainCoverageText = ({ target, runs, coverage }: CoverageReport): string => {
  const byMissing = coverage.toSorted((one, other) => other.neverShown.length - one.neverShown.length);
  const { shown, all } = sumOf(coverage);
  return [
    `${oneLine(target)} was shown ${shown} of ${counted(all, 'pair')} in ${counted(runs, 'run')}`,
    ...byMissing.flatMap((each) => ['', ...partOf(each)]),
    '',
  ].join('\n');
};

/** How much of the domain one run has shown, and all runs together. */
export const coverageLine = (reported: {
  readonly ofThis: readonly GroupCoverage[];
  readonly ofAll: readonly GroupCoverage[];
  readonly runs: number;
  /** The file that lists the rest. */
  readonly path: string;
}): string => {
  const [now, ever] = [sumOf(reported.ofThis), sumOf(reported.ofAll)];
  const over = reported.runs > 1 ? `, ${ever.shown} of ${ever.all} in ${reported.runs} runs` : '';
  return `shown ${now.shown} of ${now.all} pairs of the domain${over}; what never was is in ${oneLine(reported.path)}`;
};
