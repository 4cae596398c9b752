/** Each oddity shows in what a caller sees, and only on the operations it says it touches; so do some faults. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { faultIds, faults, plainFaultIds } from '../../../sandbox/faults.ts';
import { oddityIds } from '../../../sandbox/oddities.ts';
import { everyOperation } from '../../../sandbox/operations.ts';
import { comparison, showsOnlyOn } from './comparison.ts';
import { oddityShows } from './oddity-shows.ts';

const whole = await comparison();
const { healthy, seenIn, differing, close } = whole;
const briefly = await comparison({ isBrief: true });
after(() => Promise.all([close(), briefly.close()]));

test('the same world tells the same twice', async () => {
  assert.deepEqual(await seenIn({}), healthy);
});

// All of them are visited in tests/long; whether a check sees the faults is proven in tests/faults.
// One shows only to a caller that asks for it.
for (const id of oddityIds.filter((id, i) => i % 24 === 0 || id === 'compresses-where-allowed')) {
  test(`oddity ${id} shows, and only where it says`, () => oddityShows(id, { whole, briefly }));
}

for (const id of plainFaultIds.filter((_, i) => i % 160 === 0)) {
  test(`fault ${id} shows, and only where it says`, async () => {
    showsOnlyOn(differing(await seenIn({ faults: [id] })), faults[id].touches);
  });
}

test('all oddities and some faults live in one world', async () => {
  const seen = await seenIn({ oddities: [...oddityIds], faults: ['leaves-a-comma-after-the-last-country'] });
  assert.deepEqual(differing(seen), [...everyOperation]);
});

test('ids are unique, and there are as many oddities as were asked for', () => {
  assert.equal(new Set(faultIds).size, faultIds.length);
  assert.equal(new Set(oddityIds).size, oddityIds.length);
  assert.ok(oddityIds.length >= 45);
});
