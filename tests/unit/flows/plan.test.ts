/** What is planned: which flows walk in which shard, and which walk again after trouble. */
import assert, { deepEqual, equal, ok } from 'node:assert/strict';
import { it, test } from 'node:test';
import fc from 'fast-check';
import { topicOf } from '../../../contracts/clause.ts';
import { clauseIds } from '../../../contracts/clauses.ts';
import { type Depth, depths } from '../../../contracts/depth.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import { pendingIds } from '../../../contracts/pending.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { Flow } from '../../../engine/flow.ts';
import type { RunPlan } from '../../../engine/run-folder.ts';
import { flows as allFlows, flows } from '../../../flows/flows.ts';
import { planOf } from '../../../flows/plan.ts';
import { type Plan, plannedAgain } from '../../../flows/planned.ts';
import { logsIn, shardsOf } from '../../../flows/shards.ts';
import { draws } from '../../whole.ts';
import { none } from '../asserted.ts';
import { inconclusive, passing, run } from '../reports/record-of.ts';

const ids = flows.map(({ id }) => id);
const plan: RunPlan = {
  run,
  targetSource: 'sandbox',
  isEmbedded: false,
  flows: ids,
  pairs: ids.map((flow) => ({ clause: 'json.success-body-parses', flow })),
};
const troubled = (flow: string): Verdict => ({
  ...inconclusive('json.success-body-parses', 'trouble', 'HTTP 503'),
  flow,
});

it('what books, tickets, logs in or moves a clock is never walked twice', () => {
  const again = plannedAgain(plan, { verdicts: [passing('token.is-jwt'), ...ids.map(troubled)] });
  const walked = again?.again ?? [];
  for (const id of ['list-cities', 'search-hotels', 'list-bookings']) assert.ok(walked.includes(`${id}-again`), id);
  const once =
    /book-then|book-with|void|exchange|refund|issue-tokens|refuse-logins|wrong-login|outlive|badly-to|^(begin-)?use-token/;
  none(walked.filter((each) => once.test(each)));
  assert.ok(ids.filter((id) => once.test(id)).length > 12);
});

it('only what met trouble is, and its clauses are judged there', () => {
  const again = plannedAgain(plan, { verdicts: [passing('token.is-jwt'), troubled('list-countries')] });
  assert.deepEqual(again?.again, ['list-countries-again']);
  assert.deepEqual(again?.flows, [...ids, 'list-countries-again']);
  assert.deepEqual(again?.pairs.slice(ids.length), [
    { clause: 'json.success-body-parses', flow: 'list-countries-again' },
  ]);
});

it('nothing is where no clause could be judged, or none met trouble', () => {
  assert.equal(plannedAgain(plan, { verdicts: ids.map(troubled) }), undefined);
  assert.equal(plannedAgain(plan, { verdicts: [passing('token.is-jwt')] }), undefined);
});

const revision = '2026-08-31';
const areas = [...new Set(clauseIds.map(topicOf))];

type Drawn = { readonly plan: Plan<Flow>; readonly depth: Depth; readonly count: number };

/** Undefined where a probe leaves out all of it. */
const planned = (given: Parameters<typeof planOf>[0]): Plan<Flow> | undefined => {
  try {
    return planOf(given);
  } catch {
    return undefined;
  }
};

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    depth: fc.constantFrom(...depths),
    count: fc.integer({ min: 1, max: 20 }),
    only: fc.subarray(areas),
    obligations: fc.subarray([...pendingIds]),
  })
  .map(({ depth, count, ...rest }) => ({ plan: planned({ revision, depth, ...rest }), depth, count }))
  .filter((each): each is Drawn => each.plan !== undefined);

const idsOf = (flows: readonly Flow[]): string[] => flows.map(({ id }) => id);

const flowsWith = (all: readonly OperationId[]): string[] =>
  idsOf(allFlows.filter(({ operations }) => operations.some((each) => all.includes(each))));

const holds = (law: (drawn: Drawn) => void): void =>
  fc.assert(fc.property(drawn, law), { seed: 37, numRuns: draws(300) });

test('every flow is in exactly one shard, in the order of the plan', () => {
  holds(({ plan, depth, count }) => {
    const shards = shardsOf(plan.flows, { depth, count });
    equal(shards.length, count);
    deepEqual(idsOf(shards.flatMap(({ flows }) => flows)).toSorted(), idsOf(plan.flows).toSorted());
    for (const { flows } of shards) deepEqual(idsOf(flows), idsOf(plan.flows.filter((each) => flows.includes(each))));
  });
});

test('what logs in, moves a clock or crosses runs is in the first', () => {
  holds(({ plan, depth, count }) => {
    const [, ...others] = shardsOf(plan.flows, { depth, count });
    for (const flow of others.flatMap(({ flows }) => flows)) {
      ok(!logsIn(flow) && !flow.logsInWrongly && !flow.begins && !flow.settles && flow.phase === 'main', flow.id);
    }
  });
});

const booking = flowsWith(['create-booking', 'search-bookings', 'pnr-create', 'ticket-issue', 'ticket-cancel']);

test('flows that book, and flows that list bookings, share one shard besides the first', () => {
  holds(({ plan, depth, count }) => {
    const [, ...others] = shardsOf(plan.flows, { depth, count });
    ok(others.filter(({ flows }) => idsOf(flows).some((id) => booking.includes(id))).length <= 1);
  });
});

test('shards are even: moving what was given last would not help', () => {
  holds(({ plan, depth, count }) => {
    const [first, ...others] = shardsOf(plan.flows, { depth, count });
    const fewest = Math.min(first?.requests ?? 0, ...others.map(({ requests }) => requests));
    for (const { flows, requests } of others) {
      const alone = flows.map((flow) => shardsOf([flow], { depth, count: 1 })[0]?.requests ?? 0);
      const together = idsOf(flows).filter((id) => booking.includes(id)).length > 1;
      if (flows.length > 1 && !together) ok(requests - Math.min(...alone) <= fewest, `${requests} and ${fewest}`);
    }
  });
});
