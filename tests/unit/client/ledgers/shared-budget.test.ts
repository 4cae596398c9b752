/** A budget of a day is one, however many machines reserve from it at once; a token, too. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { bookingLedger } from '../../../../client/ledgers/booking-ledger.ts';
import { tokenCache } from '../../../../client/tokens/token-cache.ts';
import { databaseOf } from '../../stores/database-stored.ts';
import { credentials, startMs } from '../test-server.ts';

const account = { baseUrl: 'http://one.test', clientId: 'a' };

test('two machines that reserve at once spend one budget, and no more than it holds', async (t) => {
  const { open } = await databaseOf(t);
  const machines = [await open(), await open()].map((stores) => bookingLedger({ stores, account, now: () => startMs }));
  const budget = { perRun: 10, perDay: 5 };
  const spent = await Promise.all(
    Array.from({ length: 8 }, (_, at) => machines[at % 2]?.spend('booking', `run-${at}`, budget)),
  );
  equal(spent.filter(Boolean).length, 5);
  for (const machine of machines) deepEqual((await machine.left('booking', 'run-9', budget)).ofDay, 0);
});

test('two machines that need a token at once ask for one', async (t) => {
  const { open } = await databaseOf(t);
  const caches = [await open(), await open()].map((stores) =>
    tokenCache(stores, { ...credentials, baseUrl: account.baseUrl }),
  );
  let logins = 0;
  const tokens = await Promise.all(
    caches.map((cache) =>
      cache.lock(async () => {
        const found = await cache.get();
        if (found) return found.token;
        logins += 1;
        await cache.put({
          token: `token-${logins}`,
          expiresAt: '2026-09-02T12:00:00Z',
          heldSinceMs: startMs,
          livesForMs: 86_400_000,
        });
        return `token-${logins}`;
      }),
    ),
  );
  deepEqual([logins, tokens], [1, ['token-1', 'token-1']]);
});
