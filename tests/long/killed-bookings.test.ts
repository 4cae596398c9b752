/** The kill test of `npm test`, at many more moments. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { hits, killMany, kills, leaving } from '../cli/killed-bookings.ts';

test('after two hundred kills at drawn moments nothing of ours is open that nobody reports', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  try {
    const results = await killMany(sandbox, kills(200, 2026), 3);
    deepEqual(leaving(results), []);
    for (const kind of ['hotels', 'flights', 'tickets'] as const) ok(hits(results, kind) >= 40, kind);
    const unknown = results.filter((each) => each.unknown > 0).length;
    t.diagnostic(`${unknown} kills left a flight that nothing can find again`);
    ok(unknown > 0);
  } finally {
    await sandbox.close();
  }
});
