/** The plan of all shards, made again by each of them and by whoever merges: nobody believes what another says of it. */
import { createHash } from 'node:crypto';
import type { Depth } from '../../contracts/depth.ts';
import type { ObligationId } from '../../contracts/obligations.ts';
import type { Flow } from '../../engine/flow.ts';
import { type Plan, planOf } from '../../flows/plan.ts';
import { type Shard, shardsOf } from '../../flows/shards.ts';

export type PlanInputs = {
  readonly revision: string;
  readonly depth: Depth;
  readonly only?: readonly string[] | undefined;
  readonly obligations: readonly ObligationId[];
};

export type SharedPlan = {
  readonly plan: Plan;
  /** By shard. */
  readonly flows: readonly (readonly Flow[])[];
  /** Where it is the same, the same was planned. */
  readonly hash: string;
};

export const sharedPlan = (inputs: PlanInputs, count: number): SharedPlan => {
  const plan = planOf(inputs);
  const flows = shardsOf(plan.flows, { depth: inputs.depth, count }).map((load) => load.flows);
  const { pairs, leftOut } = plan;
  const text = JSON.stringify([flows.map((each) => each.map(({ id }) => id)), pairs, leftOut]);
  return { plan, flows, hash: createHash('sha256').update(text).digest('hex') };
};

export const flowsOf = ({ flows }: SharedPlan, { index }: Pick<Shard, 'index'>): readonly Flow[] =>
  flows[index - 1] ?? [];
