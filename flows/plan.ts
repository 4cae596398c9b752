/** The plan of a run, with the flows that it walks. */
import type { PlannedClause } from '../contracts/partner-clause.ts';
import { originalOf } from '../contracts/standing.ts';
import { type Flow, flowOfClause } from '../engine/flow.ts';
import type { WalkStep } from '../engine/walk.ts';
import { flowOf, flows } from './flows.ts';
import { type Plan, type PlanOptions, planFrom } from './planned.ts';

/** @throws UsageError when a name is unknown or nothing is left to judge. */
export const planOf = (options: PlanOptions): Plan<Flow> => planFrom(flows, options);

/** The flows of a plan by their names; one of another version is left out. */
export const stepsOf = (names: readonly string[], clauses: readonly PlannedClause[] = []): WalkStep[] => {
  const own = clauses.flatMap(flowOfClause);
  return names.flatMap((name) => {
    const flow = flowOf(originalOf(name)) ?? own.find(({ id }) => id === name);
    return flow ? [{ name, flow }] : [];
  });
};
