/** The catalogue: health and every oddity fail nothing, every fault fails exactly its clauses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, holds, proveAll } from '../../cli/prover.ts';
import { proofMatrix } from '../../reports/proof-matrix.ts';

test('the whole catalogue is proven', async (t) => {
  for await (const proof of proveAll(catalogue, 20_260_831)) {
    await t.test(`${proof.kind} ${proof.id}`, () => {
      assert.ok(holds(proof), proofMatrix([proof], { color: false, seed: 20_260_831, seconds: 0 }));
    });
  }
});

test('a healthy sandbox shows every clause', async () => {
  const healthy = catalogue.filter(({ kind }) => kind === 'healthy');
  for await (const { standings } of proveAll(healthy, 7)) {
    const unshown = standings.flatMap(({ verdicts }) => verdicts.filter(({ outcome }) => outcome !== 'pass'));
    assert.deepEqual(unshown, []);
  }
});
