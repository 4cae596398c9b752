/** The catalogue: health and every oddity fail nothing, every fault fails exactly its clauses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../cli/prove-all.ts';
import { catalogue, holds } from '../../cli/prover.ts';
import { proofMatrix } from '../../reports/proof-matrix.ts';

const seed = 20_260_831;

test('the whole catalogue is proven', async (t) => {
  for await (const proof of proveAll(catalogue, { seed })) {
    await t.test(`${proof.kind} ${proof.id} on ${proof.personality}`, () => {
      assert.ok(holds(proof), proofMatrix([proof], { color: false, seed, seconds: 0 }));
    });
  }
});

test('a healthy sandbox shows every clause', async () => {
  const healthy = catalogue.filter(({ kind }) => kind === 'healthy');
  for await (const { standings } of proveAll(healthy, { seed: 7 })) {
    const unshown = standings.flatMap(({ verdicts }) => verdicts.filter(({ outcome }) => outcome !== 'pass'));
    assert.deepEqual(unshown, []);
  }
});
