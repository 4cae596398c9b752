/** A process that is killed while it books leaves nothing behind that the next start does not end, or report as unknown. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { hits, killMany, kills, leaving } from './killed-bookings.ts';

test('after six kills at drawn moments nothing of ours is open that nobody reports', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  try {
    const results = await killMany(sandbox, kills(6, 4), 3);
    t.diagnostic(JSON.stringify(results.map(({ openWhenKilled, unknown }) => ({ ...openWhenKilled, unknown }))));
    deepEqual(leaving(results), []);
    for (const kind of ['hotels', 'flights', 'tickets'] as const) {
      ok(hits(results, kind) >= 1, `no kill hit open ${kind}`);
    }
  } finally {
    await sandbox.close();
  }
});
