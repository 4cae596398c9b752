/** How each clause stands at the end of a run, waivers and policy considered: what every report counts and groups by. */
import { type Area, areaOfClause } from '../contracts/areas.ts';
import { topicOf } from '../contracts/clause.ts';
import { type ClauseId, clauseIds } from '../contracts/clauses.ts';
import type { Decision } from '../contracts/decision.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { isGating, type Standing, standingsOf, waiverOf } from '../contracts/standing.ts';
import type { Finding } from '../contracts/verdict.ts';

/** What asks most of a reader first. Trouble is the environment's, and an error is ours: neither is a failure. */
export const clauseStates = [
  'broken',
  'warning',
  'waived',
  'error',
  'trouble',
  'unjudged',
  'flaky',
  'holds',
  'left-out',
] as const;
export type ClauseState = (typeof clauseStates)[number];

/** As a person says it. */
export const stateNames: Readonly<Record<ClauseState, string>> = {
  broken: 'broken',
  warning: 'warning',
  waived: 'waived',
  error: 'our own error',
  trouble: 'trouble',
  unjudged: 'not judged',
  flaky: 'flaky',
  holds: 'holds',
  'left-out': 'left out',
};

export type DecidedWaiver = Decision['waivers'][number];

export type ClauseRow = {
  readonly clause: ClauseId;
  readonly area: Area;
  readonly topic: string;
  readonly state: ClauseState;
  /** Undefined where the depth of the run leaves the clause out. */
  readonly standing: Standing | undefined;
};

/** The waiver of a run that covers a finding; undefined when none does. */
export const waiverFor = (
  { decision }: Pick<RunRecord, 'decision'>,
  clause: ClauseId,
  finding: Finding,
): DecidedWaiver | undefined => waiverOf(clause, finding, decision);

/** Whether a broken clause fails the gate, by the policy of the run or else as usual. */
export const gatesIn = ({ decision }: Pick<RunRecord, 'decision'>, clause: ClauseId): boolean =>
  isGating(clause, decision);

const brokenStates = { fails: 'broken', warns: 'warning', waived: 'waived' } as const;

const stateOf = (record: RunRecord, { clause, outcome, weight, decisive }: Standing): ClauseState => {
  if (outcome === 'fail') return brokenStates[weight];
  if (outcome === 'error') return 'error';
  if (outcome === 'inconclusive') return decisive.because === 'trouble' ? 'trouble' : 'unjudged';
  return record.decision?.flaky.includes(clause) ? 'flaky' : 'holds';
};

/** One row a clause, in the order of the clause table; those that the depth leaves out among them. */
export const clauseRows = (record: RunRecord): ClauseRow[] => {
  const standing = new Map(standingsOf(record).map((each) => [each.clause, each]));
  const leftOut = new Set(record.leftOut);
  return clauseIds.flatMap((clause): ClauseRow[] => {
    const found = standing.get(clause);
    if (!found && !leftOut.has(clause)) return [];
    const state = found ? stateOf(record, found) : 'left-out';
    return [{ clause, area: areaOfClause(clause), topic: topicOf(clause), state, standing: found }];
  });
};

export type StateCounts = Readonly<Record<ClauseState, number>>;

export const stateCounts = (rows: readonly ClauseRow[]): StateCounts =>
  Object.fromEntries(
    clauseStates.map((state) => [state, rows.filter((each) => each.state === state).length]),
  ) as StateCounts;

/** How many clauses could be judged. */
export const judgedCount = ({ broken, warning, waived, flaky, holds }: StateCounts): number =>
  broken + warning + waived + flaky + holds;

/** `2 broken`, `270 hold` */
export const countText = (state: ClauseState, count: number): string =>
  `${count} ${state === 'holds' && count !== 1 ? 'hold' : stateNames[state]}`;

/** `2 broken, 1 waived, 270 hold`: what there is none of is left out. */
export const countsText = (counts: StateCounts): string =>
  clauseStates
    .filter((state) => counts[state] > 0)
    .map((state) => countText(state, counts[state]))
    .join(', ') || 'no clause';
