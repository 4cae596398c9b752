/** Tells which pairs of classes a target was never shown, in one run or over many. */
import type { DomainCoverage, Pair } from '../contracts/domain-coverage.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

export type CoverageTold = {
  readonly target: string;
  /** How many runs it adds up. */
  readonly runs: number;
  readonly coverage: readonly DomainCoverage[];
};

const linesMax = 12;

/** What a service calls its own comes from it. */
const nameOf = ([dimension, name]: Pair[number]): string => `${dimension} ${oneLine(name)}`;

/** One line for what is missing of one dimension beside one class of another. */
const linesOf = (pairs: readonly Pair[]): string[] => {
  const alike = Map.groupBy(pairs, ([first, second]) =>
    JSON.stringify(first && second ? [...first, second[0]] : [first?.[0]]),
  );
  return [...alike.values()].map((group) => {
    const [[first, second] = []] = group;
    const names = group.map((pair) => oneLine(pair.at(-1)?.[1] ?? '')).join(', ');
    return first && second ? `${nameOf(first)}  with  ${second[0]} ${names}` : `${first?.[0]} ${names}`;
  });
};

const partOf = ({ domain, about, shown, neverShown }: DomainCoverage): string[] => {
  const lines = linesOf(neverShown);
  const more = lines.length - linesMax;
  return [
    `${domain}: ${about}, ${shown.length} of ${counted(shown.length + neverShown.length, 'pair')} shown`,
    ...lines.slice(0, linesMax).map((line) => `  never  ${line}`),
    ...(more > 0 ? [`  never  ${counted(more, 'more line')} like these`] : []),
  ];
};

/** The domains with the most that was never shown come first. */
export const domainCoverageText = ({ target, runs, coverage }: CoverageTold): string => {
  const byMissing = coverage.toSorted((one, other) => other.neverShown.length - one.neverShown.length);
  const [shown, all] = [
    coverage.reduce((sum, each) => sum + each.shown.length, 0),
    coverage.reduce((sum, each) => sum + each.shown.length + each.neverShown.length, 0),
  ];
  return [
    `${oneLine(target)} was shown ${shown} of ${counted(all, 'pair')} in ${counted(runs, 'run')}`,
    ...byMissing.flatMap((each) => ['', ...partOf(each)]),
    '',
  ].join('\n');
};
