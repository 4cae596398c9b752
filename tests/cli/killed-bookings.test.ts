/** A process that is killed while it books leaves nothing behind that the next start does not find and cancel. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { killMany, kills } from './killed-bookings.ts';

test('after ten kills at drawn moments no booking of ours is open, and the ledgers are empty', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  try {
    const results = await killMany(sandbox, kills(10, 4), 3);
    t.diagnostic(JSON.stringify(results.map(({ made, openWhenKilled }) => [made, openWhenKilled])));
    deepEqual(
      results.filter(({ open, entries }) => open > 0 || entries > 0),
      [],
    );
    ok(results.filter(({ openWhenKilled }) => openWhenKilled > 0).length >= 3, 'hardly any kill hit an open booking');
  } finally {
    await sandbox.close();
  }
});
