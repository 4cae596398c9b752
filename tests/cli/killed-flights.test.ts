/** Whenever a process that books flights dies, the next start ends all that can be ended, and knows what cannot. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { flightKills, killFlights } from './killed-flights.ts';

test('after a kill every flight and ticket of ours is ended, or the ledger says that it is unknown', async () => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  try {
    const results = await killFlights(sandbox, flightKills(8, 3), 2);
    deepEqual(
      results.filter(({ lost, tickets, unended }) => lost + tickets + unended > 0),
      [],
    );
    ok(results.some(({ openWhenKilled }) => openWhenKilled > 0));
  } finally {
    await sandbox.close();
  }
});
