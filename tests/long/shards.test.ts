/** A whole gate in shards, at the depths of a release and of a night, healthy and broken: what one run finds, and nothing left open. */
import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { preflight } from '../cli/preflight-here.ts';
import { assertSameFound, revoking, sharded } from '../cli/sharded.ts';
import { closeSandbox, openMarks, sandbox } from '../unit/flows/hotel-world.ts';

after(closeSandbox);

const seed = 11;
/** Told of dictionaries, and of tokens. What depends on the age of a token depends on how often somebody logs in. */
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
