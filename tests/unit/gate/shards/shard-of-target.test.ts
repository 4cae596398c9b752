/** Budgets and limits of all shards together are at most those of one run, and each flow has what one run would give it. */
import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { depths } from '../../../../contracts/depth.ts';
import type { Target } from '../../../../contracts/target.ts';
import { sendsOf } from '../../../../flows/announced.ts';
import { planOf } from '../../../../flows/plan.ts';
import { shardsOf } from '../../../../flows/shards.ts';
import { shardOfTarget } from '../../../../gate/shards/shard-of-target.ts';
import { targetWith } from '../../engine/story.ts';

const revision = '2026-08-31';
const plans = new Map(depths.map((depth) => [depth, planOf({ revision, depth }).flows]));

const targetOf = (may: Target['may'], limits: Partial<Target['limits']> = {}): Target => {
  const target = targetWith();
  return { ...target, may, limits: { ...target.limits, ...limits } };
};

const budget = fc.record({ perRun: fc.integer({ min: 0, max: 120 }), perDay: fc.integer({ min: 0, max: 400 }) });

const drawn = fc.record({
  count: fc.integer({ min: 1, max: 20 }),
  depth: fc.constantFrom(...depths),
  books: budget,
  tickets: budget,
  requestsPerSecond: fc.integer({ min: 1, max: 50 }),
  concurrency: fc.integer({ min: 20, max: 60 }),
});

test('the sum over all shards is at most the whole', () => {
  fc.assert(
    fc.property(drawn, ({ count, depth, books, tickets, ...limits }) => {
      const flows = plans.get(depth) ?? [];
      const target = targetOf({ books, tickets, extraTokens: { perRun: 3, perDay: 9 } }, limits);
      const all = Array.from({ length: count }, (_, at) =>
        shardOfTarget(target, { index: at + 1, count }, { flows, depth, isAlone: false }),
      );
      const sum = (of: (each: (typeof all)[number]) => number | undefined): number =>
        all.reduce((total, each) => total + (of(each) ?? 0), 0);
      for (const [name, whole] of [
        ['books', books],
        ['tickets', tickets],
      ] as const) {
        ok(sum(({ may }) => may[name]?.perRun) <= Math.min(whole.perRun, whole.perDay), name);
        ok(sum(({ may }) => may[name]?.perDay) <= whole.perDay, name);
      }
      deepEqual(
        all.map(({ may }) => may.extraTokens?.perRun),
        all.map((_, at) => (at === 0 ? 3 : 0)),
      );
      ok(sum(({ limits: { requestsPerSecond } }) => requestsPerSecond) <= limits.requestsPerSecond + 1e-9);
      ok(sum(({ limits: { concurrency } }) => concurrency) <= limits.concurrency);
    }),
    { seed: 37, numRuns: 200 },
  );
});

test('each shard has what one run would give its flows, however small the whole is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 80 }), (count, perRun) => {
      const depth = 'full';
      const flows = plans.get(depth) ?? [];
      const loads = shardsOf(flows, { depth, count });
      const given = new Map<string, number>();
      let left = perRun;
      for (const { id } of flows) {
        given.set(id, Math.min(left, sendsOf(id, depth)?.bookings ?? 0));
        left -= given.get(id) ?? 0;
      }
      const target = targetOf({ books: { perRun, perDay: perRun } });
      for (const [at, load] of loads.entries()) {
        const { may } = shardOfTarget(target, { index: at + 1, count }, { flows, depth, isAlone: true });
        const needed = load.flows.reduce((total, { id }) => total + (given.get(id) ?? 0), 0);
        ok((may.books?.perRun ?? 0) >= needed, `${at + 1}/${count}`);
      }
    }),
    { seed: 37, numRuns: 100 },
  );
});

test('more shards than may send at once are refused, but where each has a service of its own', () => {
  const target = targetOf({}, { concurrency: 2 });
  const asked = { flows: plans.get('probe') ?? [], depth: 'probe' } as const;
  throws(
    () => shardOfTarget(target, { index: 1, count: 3 }, { ...asked, isAlone: false }),
    /limits\.concurrency of \S+ is 2, and 3 shards would send 3 requests at once: allow 3 .*, or take 2 shards/,
  );
  deepEqual(shardOfTarget(target, { index: 1, count: 3 }, { ...asked, isAlone: true }), { may: {}, limits: {} });
  equal(shardOfTarget(target, { index: 1, count: 2 }, { ...asked, isAlone: false }).limits.concurrency, 1);
});
