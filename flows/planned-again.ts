/** After trouble: which flows may be walked once more, and how that is planned. */

import { operations } from '../contracts/operations.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { againOf, isJudged } from '../contracts/standing.ts';
import type { Pair } from '../engine/judged-flow.ts';
import { flowOf } from './flows.ts';

/** Whoever logs in wrongly, moves a clock, books or tickets does so once a run, whatever came of it. */
export const mayBeWalkedAgain = (id: string): boolean => {
  const flow = flowOf(id);
  return flow?.phase === 'main' && flow.operations.every((each) => operations[each].effect === 'reads');
};

/** The plan with what is walked once more. */
type Again = { readonly flows: string[]; readonly pairs: Pair[]; readonly again: string[] };

/** @param flows Those of the plan that are walked once more. */
export const withAgain = (
  plan: { readonly flows: readonly string[]; readonly pairs: readonly Pair[] },
  flows: readonly string[],
): Again => {
  const pairs = plan.pairs.filter(({ flow }) => flows.includes(flow));
  const again = flows.map(againOf);
  return {
    flows: [...plan.flows, ...again],
    pairs: [...plan.pairs, ...pairs.map((pair) => ({ ...pair, flow: againOf(pair.flow) }))],
    again,
  };
};

/** Undefined where nothing may be walked again, or the whole service is in trouble. */
export const plannedAgain = (
  plan: { readonly flows: readonly string[]; readonly pairs: readonly Pair[] },
  { verdicts }: Pick<RunRecord, 'verdicts'>,
): Again | undefined => {
  if (!verdicts.some(isJudged)) return undefined;
  const troubled = new Set(verdicts.filter(({ because }) => because === 'trouble').map(({ flow }) => flow));
  const flows = plan.flows.filter((flow) => troubled.has(flow) && mayBeWalkedAgain(flow));
  if (flows.length === 0) return undefined;
  return withAgain(plan, flows);
};
