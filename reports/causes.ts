/** Puts clauses that could not be measured together by what stood in the way. */
import type { ClauseId } from '../contracts/clauses.ts';
import type { Standing } from '../contracts/standing.ts';
import type { InconclusiveCause } from '../contracts/verdict.ts';
import { oneLine } from './one-line.ts';

export type CauseGroup = {
  readonly because: InconclusiveCause;
  readonly cause: string;
  readonly clauses: readonly ClauseId[];
};

/** First what keeps a gate from its verdict, then what does not. */
const order = ['trouble', 'nothing', 'needs', 'unshown'] as const satisfies readonly InconclusiveCause[];

/** How many subjects were troubled differs from clause to clause, what troubled them does not. */
const tally = /^\d+ of \d+ in trouble, first /;

const causeOf = ({ decisive }: Standing): string => oneLine((decisive.reason ?? 'no reason given').replace(tally, ''));

/** The inconclusive ones among the standings, one group per cause. */
export const causeGroups = (all: readonly Standing[]): CauseGroup[] => {
  const inconclusive = all
    .filter(({ outcome }) => outcome === 'inconclusive')
    .map((each) => ({
      clause: each.clause,
      because: each.decisive.because ?? ('nothing' as const),
      cause: causeOf(each),
    }));
  const groups = [...Map.groupBy(inconclusive, ({ because, cause }) => `${because}\n${cause}`).values()];
  return groups
    .flatMap((group) =>
      group[0]
        ? [{ because: group[0].because, cause: group[0].cause, clauses: group.map(({ clause }) => clause) }]
        : [],
    )
    .sort((one, other) => order.indexOf(one.because) - order.indexOf(other.because));
};

/**
 * What all causes end in, cut at their colons: `token: refused` and `the login ended in trouble: refused` are one cause
 * met in two places. Undefined when they end differently.
 */
export const sharedCause = (causes: readonly string[]): string | undefined => {
  const [first = [], ...more] = causes.map((cause) => cause.split(': ').reverse());
  const end = first.findIndex((part, at) => more.some((parts) => parts[at] !== part));
  const shared = (end === -1 ? first : first.slice(0, end)).reverse().join(': ');
  return shared === '' ? undefined : shared;
};
