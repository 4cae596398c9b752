/** Turns that are taken in a real database: by several clients, by the target, and not at all without it. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createClient } from '../../../client/client.ts';
import { databaseUrl } from '../../../contracts/database-url.ts';
import type { Exchange } from '../../../contracts/trace.ts';
import { databaseTurnsOf } from '../../../stores/database-turns.ts';
import { openState } from '../../../stores/user-database.ts';
import { credentials, service } from '../client/test-server.ts';
import { databaseOf, rowsOf } from './database-stored.ts';

const endless = Number.POSITIVE_INFINITY;

test('two locations share the rate of a target, and another target has its own', async (t) => {
  const { connect } = await databaseOf(t);
  const locations = [await connect(), await connect()].map((each) => databaseTurnsOf(each));
  const limits = { requestsPerSecond: 40, concurrency: endless };
  const turns = locations.map((each) => each('http://one.test', limits));
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 12 }, (_, at) => turns[at % 2]?.take(undefined)));
  // Eleven times 25 ms lie between twelve starts, of any location; the first may be late.
  ok(performance.now() - startedAt > 250);
  const other = locations[0]?.('http://other.test', { ...limits, requestsPerSecond: 0.001 });
  equal((await other?.take(undefined)) !== undefined, true);
});

test('two locations share the places of a target, and what one gives back the other gets', async (t) => {
  const { connect } = await databaseOf(t);
  const limits = { requestsPerSecond: endless, concurrency: 1 };
  const [one, other] = [await connect(), await connect()].map((each) =>
    databaseTurnsOf(each)('http://one.test', limits),
  );
  const turn = await one?.take(undefined);
  ok(turn && 'end' in turn);
  let isTaken = false;
  const waiting = other?.take(undefined).then((taken) => {
    isTaken = true;
    return taken;
  });
  const interruption = new AbortController();
  const interrupted = other?.take(interruption.signal);
  interruption.abort();
  await interrupted;
  equal(isTaken, false);
  turn.end();
  await one?.rest();
  const taken = await waiting;
  ok(taken && 'end' in taken);
  taken.end();
  await other?.rest();
  deepEqual(await rowsOf(await connect(), sql`select place from preflight.turn_places`), []);
});

test('without the database nothing is sent, and each exchange says why', async (t) => {
  const { baseUrl, asked } = await service(t);
  const database = await openState(databaseUrl('postgresql://me:canary-secret@127.0.0.1:1/state'));
  const client = createClient({ baseUrl, credentials, proxy: 'none', turnsOf: databaseTurnsOf(database) });
  const exchanges: Exchange[] = [];
  for (const bearer of ['missing', 'missing'] as const)
    await client.send({ operation: 'countries', bearer }, { exchanges });
  await client.close();
  equal(asked.length, 0);
  for (const { failure } of exchanges) {
    equal(failure?.kind, 'withheld');
    match(failure?.message ?? '', /^the limits that all locations share cannot be kept: it does not answer/);
    ok(!failure?.message.includes('canary'));
  }
});

test('a client begins its requests in their turns, and leaves no place behind', async (t) => {
  const { connect } = await databaseOf(t);
  const { baseUrl, asked } = await service(t);
  const turnsOf = databaseTurnsOf(await connect());
  const limits = { requestsPerSecond: 100, concurrency: 2 };
  const client = createClient({ baseUrl, credentials, limits, proxy: 'none', turnsOf });
  const exchanges: Exchange[] = [];
  const call = { operation: 'countries' } as const;
  await Promise.all([1, 2, 3, 4].map(() => client.send(call, { exchanges })));
  const held = await rowsOf(await connect(), sql`select place from preflight.turn_places where place > 2`);
  await client.close();
  deepEqual([exchanges.length, asked.length, held.length], [5, 5, 0]);
  deepEqual(await rowsOf(await connect(), sql`select place from preflight.turn_places`), []);
});
