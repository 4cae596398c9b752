/** The plan of all shards, made again by each of them and by the merge, which compare its hash. */
import { createHash } from 'node:crypto';
import type { Depth } from '../../contracts/depth.ts';
import { operations } from '../../contracts/operations.ts';
import type { PlannedClause } from '../../contracts/partner-clause.ts';
import type { PendingId } from '../../contracts/pending.ts';
import type { Target } from '../../contracts/target.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import type { Flow } from '../../engine/flow.ts';
import type { Within } from '../../engine/run-folder.ts';
import { planOf } from '../../flows/plan.ts';
import { type Plan, sendsOf } from '../../flows/planned.ts';
import { type Shard, shardsOf } from '../../flows/shards.ts';

/** What one shard may do on a target, so that all of them together do no more than one run may. */
type ShardBudget = { readonly perRun: number; readonly perDay: number };

/** The names of a budget: of what a target allows, and of what flows send. */
const spent = { books: 'bookings', tickets: 'tickets' } as const;

/** What a flow may request that no table holds: it goes on with what a former run left, or leaves something itself. */
const unannounced = (flow: Flow): number =>
  flow.operations.some((each) => operations[each].effect === 'books' || operations[each].effect === 'tickets') ? 1 : 0;

const requestedBy = (flow: Flow, effect: keyof typeof spent, depth: Depth): number =>
  sendsOf(flow.id, depth)?.[spent[effect]] ?? unannounced(flow);

/**
 * The budget of each shard. One run gives its flows what they need in their order, as long as there is something left;
 * so does this. What is left over is for those that book together, because each of them leaves something for the
 * others.
 */
const budgetsOf = (
  effect: keyof typeof spent,
  { perRun, perDay }: ShardBudget,
  { flows, depth, count }: { readonly flows: readonly Flow[]; readonly depth: Depth; readonly count: number },
): ShardBudget[] => {
  const whole = Math.min(perRun, perDay);
  const shares = Array.from({ length: count }, () => 0);
  const loads = shardsOf(flows, { depth, count });
  let left = whole;
  let most = 0;
  for (const flow of flows) {
    const requested = requestedBy(flow, effect, depth);
    if (requested === 0) continue;
    const at = loads.findIndex((load) => load.flows.includes(flow));
    const taken = Math.min(left, requested);
    shares[at] = (shares[at] ?? 0) + taken;
    left -= taken;
    most = Math.max(most, at);
  }
  shares[most] = (shares[most] ?? 0) + left;
  return shares.map((share) => ({ perRun: share, perDay: whole > 0 ? Math.floor((perDay * share) / whole) : 0 }));
};

/** Only the first shard asks for more tokens. */
const extraTokensOf = ({ extraTokens }: Target['may'], { index }: Shard) => {
  if (!extraTokens || index === 1) return extraTokens;
  return { perRun: 0, ...(extraTokens.perDay !== undefined && { perDay: 0 }) };
};

/**
 * @param isAlone Each shard has its own service.
 * @throws UsageError where so many shards would send more at once than the target allows.
 */
export const shardOfTarget = (
  { name, may, limits }: Pick<Target, 'name' | 'may' | 'limits'>,
  shard: Shard,
  { isAlone, ...plan }: { readonly flows: readonly Flow[]; readonly depth: Depth; readonly isAlone: boolean },
): Within => {
  const { index, count } = shard;
  const { requestsPerSecond, concurrency } = limits;
  if (!isAlone && concurrency < count) {
    throw new UsageError(
      `limits.concurrency of ${name} is ${concurrency}, and ${count} shards would send ${count} requests at once: allow ${count} in the target file, or take ${concurrency} shards`,
    );
  }
  const asked = { ...plan, count };
  const books = may.books && budgetsOf('books', may.books, asked)[index - 1];
  const tickets = may.tickets && budgetsOf('tickets', may.tickets, asked)[index - 1];
  const extraTokens = extraTokensOf(may, shard);
  return {
    may: { ...(books && { books }), ...(tickets && { tickets }), ...(extraTokens && { extraTokens }) },
    limits: isAlone
      ? {}
      : {
          ...(Number.isFinite(requestsPerSecond) && { requestsPerSecond: requestsPerSecond / count }),
          ...(Number.isFinite(concurrency) && { concurrency: Math.floor(concurrency / count) }),
        },
  };
};

export type PlanInputs = {
  readonly revision: string;
  readonly depth: Depth;
  readonly only?: readonly string[] | undefined;
  readonly obligations: readonly PendingId[];
  /** Those of the target file. */
  readonly clauses?: readonly PlannedClause[] | undefined;
};

export type SharedPlan = {
  readonly plan: Plan<Flow>;
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
