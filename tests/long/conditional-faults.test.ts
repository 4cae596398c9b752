/** Faults that show under a condition alone: a standard run finds half, a full one nearly all, and three full ones all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionalSeeds, conditionalShareMin, depthShares, foundWithin } from '../../prover/prove-all.ts';
import { conditionalCatalogue } from '../../prover/prover.ts';

const count = conditionalCatalogue.length;

test('a standard run finds half of them', async () => {
  const shares = await depthShares(conditionalCatalogue, { depth: 'standard', seeds: [1] });
  const found = foundWithin(shares, 1);
  assert.ok(found >= conditionalShareMin.standard * count, `${found} of ${count}`);
});

test('a full run finds nearly all of them, and three of other seeds all', async () => {
  const seeds = Array.from({ length: conditionalSeeds }, (_, i) => i + 1);
  const shares = await depthShares(conditionalCatalogue, { depth: 'full', seeds });
  const found = foundWithin(shares, 1);
  assert.ok(found >= conditionalShareMin.full * count, `${found} of ${count}`);
  const missed = shares.sought.filter(({ foundInRun }) => foundInRun === undefined);
  assert.deepEqual(
    missed.map(({ each: { id, dialect } }) => `${id} on ${dialect}`),
    [],
  );
});
