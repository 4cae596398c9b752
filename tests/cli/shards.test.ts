/** A gate in shards finds what one run finds, on a service that revokes: each flow once, and no shard ends the token of another. */
import { equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { preflight } from './preflight-here.ts';
import { assertSameFound, revoking, sharded } from './sharded.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

const seed = 7;
const args = ['--only', 'token,countries,search-bookings'];

for (const count of [1, 2, 3, 7]) {
  test(`${count} shards find what one run finds`, async () => {
    const whole = await preflight(['gate', '--seed', String(seed), '--json', ...args], revoking(sandbox, { seed }));
    const place = revoking(sandbox, { seed });
    const { shards, merged } = await sharded(place, { count, seed, args });
    for (const { code, stderr, stdout } of shards) equal(code, 0, stderr + stdout);
    assertSameFound(merged, whole);
  });
}
