/** Each fault is proven with one of four seeds, each lawful world with all, and half of the faults are subtle. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { type Case, catalogue, holds } from '../../prover/prover.ts';
import { proofMatrix } from '../../reports/proof-matrix.ts';
import { plainFaultIds } from '../../sandbox/faults.ts';

const seeds = [1, 2, 3, 4];

const isLawful = ({ kind }: Case): boolean => kind !== 'fault';

test('each fault is proven with one of four seeds, and each lawful world with all of them', async () => {
  let subtle = 0;
  for (const [turn, seed] of seeds.entries()) {
    let fault = 0;
    const cases = catalogue.filter((each) => isLawful(each) || fault++ % seeds.length === turn);
    for await (const proof of proveAll(cases, { seed })) {
      assert.ok(holds(proof), proofMatrix([proof], { color: false, seed, seconds: 0 }));
      if (proof.isSubtle && proof.dialect === 'nested') subtle += 1;
    }
  }
  assert.ok(
    subtle >= plainFaultIds.length / 2,
    `a look at status and fields misses ${subtle} of ${plainFaultIds.length}: add subtle ones in sandbox/faults`,
  );
});
