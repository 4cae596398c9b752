/** Splits a plan over several machines: each flow in exactly one shard, and with it what it needs. */
import type { Depth } from '../contracts/depth.ts';
import { operations } from '../contracts/operations.ts';
import type { Flow } from '../engine/flow.ts';
import { sendsOf } from './planned.ts';

/** Which shard of how many, counted from 1. */
export type Shard = { readonly index: number; readonly count: number };

export const shardText = ({ index, count }: Shard): string => `${index}/${count}`;

/**
 * Flows that share one budget, in which each leaves the others theirs, and what they have booked. Split over machines,
 * a list of bookings would be empty. What is enough for all would be too little for each.
 */
const hasEffect = ({ operations: all }: Flow): boolean =>
  all.some((each) => ['books', 'tickets'].includes(operations[each].effect) || each === 'search-bookings');

/** Flows that settle what a former run left behind are not announced; they take a few requests. */
const requestsUnannounced = 5;

/**
 * What may be in the way of other shards, or needs what stands on one machine. It asks for tokens, logs in wrongly,
 * moves a clock, or leaves something behind for a later run.
 */
const isForFirst = ({ phase, operations, begins, settles }: Flow): boolean =>
  phase !== 'main' || operations.includes('token') || begins !== undefined || settles !== undefined;

/** Whether a flow asks for a token itself, which may end the token of all other shards. */
export const logsIn = ({ operations }: Flow): boolean => operations.includes('token');

const requestsOf = ({ id }: Flow, depth: Depth): number =>
  Object.values(sendsOf(id, depth)?.requests ?? { unannounced: requestsUnannounced }).reduce((sum, n) => sum + n, 0);

export type Load = { readonly flows: readonly Flow[]; readonly requests: number };

/** What must stay together, the largest first. */
const unitsOf = (flows: readonly Flow[], depth: Depth): Load[] => {
  const keyOf = (flow: Flow): string => (hasEffect(flow) ? 'with an effect' : flow.id);
  const units = [...Map.groupBy(flows, keyOf).values()].map((unit) => ({
    flows: unit,
    requests: unit.reduce((sum, flow) => sum + requestsOf(flow, depth), 0),
  }));
  return units.sort((one, other) => other.requests - one.requests);
};

/**
 * The flows of each shard, in the order of the plan: the same on every machine that is given the same plan. The first
 * shard has what belongs to one; the rest goes, the largest first, to the shard with the fewest requests.
 */
export const shardsOf = (flows: readonly Flow[], { depth, count }: { depth: Depth; count: number }): Load[] => {
  const shards = Array.from({ length: count }, () => ({ flows: [] as Flow[], requests: 0 }));
  const give = (unit: Load, shard = shards.reduce((one, other) => (other.requests < one.requests ? other : one))) => {
    shard.flows.push(...unit.flows);
    shard.requests += unit.requests;
  };
  for (const unit of unitsOf(flows.filter(isForFirst), depth)) give(unit, shards[0]);
  const rest = flows.filter((flow) => !isForFirst(flow));
  for (const unit of unitsOf(rest, depth)) give(unit);
  return shards.map(({ requests, flows: given }) => ({
    requests,
    flows: flows.filter((flow) => given.includes(flow)),
  }));
};
