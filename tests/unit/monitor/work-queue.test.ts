/** The queue that hands out slots, on a real PostgreSQL. */
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { databaseUrl } from '../../../contracts/database-url.ts';
import { workQueue } from '../../../monitor/work-queue.ts';
import { postgresServer } from '../../postgres-server.ts';

const at = Date.parse('2026-09-01T12:00:00.000Z');
const slot = (probe: string, location = 'fra') => ({ probe, location, at });

test('what several offer waits once, and is given to one alone; of each location by itself', async (t) => {
  const server = await postgresServer();
  const url = databaseUrl(await server.newDatabase());
  // All at once, as when a cluster starts.
  const [one, other, elsewhere] = await Promise.all([
    workQueue(url, 'fra'),
    workQueue(url, 'fra'),
    workQueue(url, 'iad'),
  ]);
  t.after(() => Promise.all([one, other, elsewhere].map((each) => each.close())));
  await Promise.all([one, other].flatMap((each) => ['p', 'q'].map((name) => each.offer(slot(name)))));
  await elsewhere.offer(slot('p', 'iad'));
  const taken = (await Promise.all([one.take(8), other.take(8)])).flat();
  deepEqual(taken.map(({ probe, location }) => `${probe} ${location}`).toSorted(), ['p fra', 'q fra']);
  deepEqual(await elsewhere.take(8), [slot('p', 'iad')]);
  // Whoever took it may have died: it is offered again, and taken again.
  await other.offer(slot('p'));
  deepEqual(await one.take(8), [slot('p')]);
  for (const name of ['a', 'b', 'c']) await one.offer(slot(name));
  equal((await other.take(2)).length, 2);
  equal((await other.take(2)).length, 1);
});

test('while the database is away it says so in a line without the password, and then goes on', async (t) => {
  const server = await postgresServer();
  const url = databaseUrl(await server.newDatabase());
  const queue = await workQueue(url, 'fra');
  t.after(() => queue.close());
  await server.stop();
  try {
    await rejects(queue.offer(slot('p')), {
      name: 'StoreFailed',
      isPassing: true,
      message: new RegExp(`^history ${url.shown}: slots cannot be shared: `),
    });
  } finally {
    await server.start();
  }
  await queue.offer(slot('p'));
  deepEqual(await queue.take(1), [slot('p')]);
});
