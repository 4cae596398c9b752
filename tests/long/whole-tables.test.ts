/** What `npm test` samples is run in full. */

import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { dialectIds } from '../../sandbox/dialects.ts';
import { screens, startBrowser } from '../browser/browser.ts';
import { assertUsable } from '../browser/run-page.ts';
import { preflight } from '../cli/preflight-here.ts';
import { assertSameFound, revoking, sharded } from '../cli/sharded.ts';
import { plantEverywhere } from '../unit/client/redaction/planted-person.ts';
import { gatesWithClocksApart } from '../unit/engine/disagreeing-clocks.ts';
import { closeSandbox, openMarks, sandbox } from '../unit/flows/hotel-world.ts';
import { testLesserTargets } from '../unit/flows/lesser-target-runs.ts';

gatesWithClocksApart({ levers: ['worlds', 'one clock', 'none'], alone: false });

testLesserTargets('full');

for (const dialect of dialectIds)
  test(`a person in any place and any key of an answer is found in nothing that leaves, ${dialect}`, () =>
    plantEverywhere(dialect, 1));

test('the page of a run is accessible on every screen', async () => {
  const browser = await startBrowser();
  try {
    for (const screen of Object.keys(screens)) await assertUsable(browser, screen);
  } finally {
    await browser.close();
  }
});

after(closeSandbox);

const seed = 11;
/** Faults of dictionaries, and of tokens. What depends on the age of a token depends on how often a client logs in. */
const faults = ['swaps-one-pair-deep-in-list', 'accepts-the-algorithm-none'] as const;

for (const [depth, counts] of [
  ['standard', [1, 2, 3, 7]],
  ['full', [3, 7]],
] as const) {
  for (const broken of [[], [...faults]]) {
    const options = { seed, faults: broken };
    test(`${depth}, with ${broken.length} faults: ${counts.join(', ')} shards find what one run finds`, async () => {
      const args = ['--depth', depth];
      const whole = await preflight(['gate', '--seed', String(seed), '--json', ...args], revoking(sandbox, options));
      for (const count of counts) {
        const place = revoking(sandbox, options);
        const { loginsOfOthers, merged } = await sharded(place, { count, seed, args });
        equal(loginsOfOthers, 0);
        assertSameFound(merged, whole);
        deepEqual(openMarks(place.world), []);
      }
    });
  }
}
