/** The catalogue is proven whatever the seed draws. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../cli/prove-all.ts';
import { catalogue, holds } from '../../cli/prover.ts';
import { proofMatrix } from '../../reports/proof-matrix.ts';

for (let seed = 1; seed <= 10; seed += 1) {
  test(`the whole catalogue with seed ${seed}`, async () => {
    for await (const proof of proveAll(catalogue, { seed })) {
      assert.ok(holds(proof), proofMatrix([proof], { color: false, seed, seconds: 0 }));
    }
  });
}
