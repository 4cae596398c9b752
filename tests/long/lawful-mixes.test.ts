/** Lawful worlds that are unusual in several ways at a time: nobody is blamed, whatever the seed draws. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { holds, mixedWorld } from '../../prover/prover.ts';

const worlds = 500;
/** A seed for so many of them, as a night has one. */
const worldsPerSeed = 50;

test(`nobody is blamed in ${worlds} lawful worlds`, async () => {
  const blamed: string[] = [];
  for (let first = 0; first < worlds; first += worldsPerSeed) {
    const cases = Array.from({ length: worldsPerSeed }, (_, i) => mixedWorld(first + i));
    const seed = 1_000 + first / worldsPerSeed;
    for await (const proof of proveAll(cases, { seed, isBlind: true })) {
      const { id, dialect, with: others = [], blamed: wrong, broken } = proof;
      if (!holds(proof))
        blamed.push(`${[id, ...others].join(' ')} on ${dialect}, seed ${seed}: ${[...wrong, ...broken]}`);
    }
  }
  assert.deepEqual(blamed, []);
});
