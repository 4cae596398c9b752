/** Every deviation of the sandbox shows where it says. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { conditionalSeeds, conditionalShareMin, depthShares, foundWithin } from '../../prover/prove-all.ts';
import { conditionalCatalogue } from '../../prover/prover.ts';
import { faults, plainFaultIds } from '../../sandbox/faults.ts';
import { oddityIds } from '../../sandbox/oddities.ts';
import { comparison, oddityShows, showsOnlyOn } from '../unit/sandbox/comparison.ts';

const whole = await comparison();
const briefly = await comparison({ isBrief: true });
after(() => Promise.all([whole.close(), briefly.close()]));

for (const id of plainFaultIds) {
  test(`fault ${id} shows, and only where it says`, async () => {
    showsOnlyOn(whole.differing(await whole.seenIn({ faults: [id] })), faults[id].touches);
  });
}

for (const id of oddityIds) {
  test(`oddity ${id} shows, and only where it says`, () => oddityShows(id, { whole, briefly }));
}

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
