/** The catalogue is proven whatever the seed draws, and half of its faults are subtle. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { catalogue, holds } from '../../prover/prover.ts';
import { proofMatrix } from '../../reports/proof-matrix.ts';
import { plainFaultIds } from '../../sandbox/faults.ts';

for (let seed = 1; seed <= 4; seed += 1) {
  test(`the whole catalogue with seed ${seed}`, async () => {
    let subtle = 0;
    for await (const proof of proveAll(catalogue, { seed })) {
      assert.ok(holds(proof), proofMatrix([proof], { color: false, seed, seconds: 0 }));
      if (proof.isSubtle && proof.dialect === 'nested') subtle += 1;
    }
    assert.ok(
      subtle >= plainFaultIds.length / 2,
      `a look at status and fields misses ${subtle} of ${plainFaultIds.length}: add subtle ones in sandbox/faults`,
    );
  });
}
