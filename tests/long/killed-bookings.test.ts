/** The kill test of `npm test`, at many more moments. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { killMany, kills } from '../cli/killed-bookings.ts';

test('after two hundred kills at drawn moments no booking of ours is open, and the ledgers are empty', async () => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  try {
    const results = await killMany(sandbox, kills(200, 2026), 3);
    deepEqual(
      results.filter(({ open, entries }) => open > 0 || entries > 0),
      [],
    );
    ok(results.filter(({ openWhenKilled }) => openWhenKilled > 0).length >= 50);
  } finally {
    await sandbox.close();
  }
});
