/** The catalogue: health and every oddity fail nothing, every fault fails exactly its clauses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../cli/prove-all.ts';
import { catalogue, holds } from '../../cli/prover.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { proofMatrix } from '../../reports/proof-matrix.ts';
import { plainFaultIds } from '../../sandbox/faults.ts';
import { oddityIds } from '../../sandbox/oddities.ts';
import { troubleIds } from '../../sandbox/troubles.ts';

const seed = 20_260_831;

/** tests/long proves all of it in every personality, with many seeds. */
const [inFull, oneIn] = ['nested', 6] as const;
const chosen = catalogue.filter(({ personality }, i) => personality === inFull || i % oneIn === 0);

test('the whole catalogue is proven in one personality, and a sixth of it in the other', async (t) => {
  const subtle: string[] = [];
  for await (const proof of proveAll(chosen, { seed })) {
    if (proof.isSubtle && proof.personality === inFull) subtle.push(proof.id);
    await t.test(`${proof.kind} ${proof.id} on ${proof.personality}`, () => {
      assert.ok(holds(proof), proofMatrix([proof], { color: false, seed, seconds: 0 }));
    });
  }
  await t.test('half of the faults are subtle: a look at status and fields misses them', () => {
    const subtleMin = Math.ceil(plainFaultIds.length / 2);
    assert.ok(
      subtle.length >= subtleMin,
      `${subtle.length} of ${plainFaultIds.length}: add subtle ones in sandbox/faults`,
    );
  });
});

test('the catalogue is as large as was asked for', () => {
  assert.ok(plainFaultIds.length >= 150);
  assert.ok(oddityIds.length >= 25);
  assert.ok(troubleIds.length >= 10);
});

test('a healthy sandbox shows every clause, each flow in one personality at least', async () => {
  const healthy = catalogue.filter(({ kind }) => kind === 'healthy');
  const verdicts: Verdict[] = [];
  for await (const { standings } of proveAll(healthy, { seed: 7 })) {
    verdicts.push(...standings.flatMap((standing) => standing.verdicts));
  }
  assert.deepEqual(
    verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
    [],
  );
  // What one personality leaves out, the other tells.
  const groups = Map.groupBy(verdicts, ({ clause, flow }) => `${clause} in ${flow}`);
  const unshown = [...groups].filter(([, each]) => each.every(({ outcome }) => outcome !== 'pass'));
  assert.deepEqual(unshown, []);
});
