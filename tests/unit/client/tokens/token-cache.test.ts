/** Tokens between runs: found by the same credential only, and asked for once by processes that start together. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tokenCache } from '../../../../client/tokens/token-cache.ts';
import { memoryStores, type Stores } from '../../../../stores/store.ts';
import { fileStoresOf } from '../../stores/stored.ts';
import { clientOf, credentials, issues, jwtOf, served, service, startMs } from '../test-server.ts';

const call = { operation: 'countries' } as const;
const entry = {
  token: 'opaque-token',
  expiresAt: '2026-09-02T12:00:00Z',
  heldSinceMs: startMs,
  livesForMs: 86_400_000,
};
const target = { baseUrl: 'https://a.test/base', ...credentials };

test('what is put is found, by the same credential of the same target only, until it is forgotten', async () => {
  const stores = memoryStores();
  const cache = tokenCache(stores, target);
  equal(await cache.get(), undefined);
  await cache.put(entry);
  deepEqual(await tokenCache(stores, target).get(), entry);
  const others = [{ baseUrl: 'https://a.test/other' }, { clientId: 'somebody' }, { clientSecret: 'changed' }];
  for (const other of others) equal(await tokenCache(stores, { ...target, ...other }).get(), undefined);
  await cache.forget();
  equal(await cache.get(), undefined);
});

test('a file shows no secret, and one that was damaged is no entry and is replaced', async (t) => {
  const { open, names, path } = await fileStoresOf(t, 'tokens');
  const cache = tokenCache(open(), target);
  await cache.put(entry);
  ok(!(await readFile(await path(), 'utf8')).includes(credentials.clientSecret));
  for (const text of ['', '{', '[]', '{"token":5}', JSON.stringify({ ...entry, more: 1 })]) {
    await writeFile(await path(), text);
    equal(await cache.get(), undefined);
    await cache.put(entry);
    deepEqual(await cache.get(), entry);
  }
  equal((await names()).length, 1, 'nothing is set aside: it may hold a token');
});

test('one works under the lock at a time, an error frees it, and its holder works on', async () => {
  const stores = memoryStores();
  const [one, other] = [tokenCache(stores, target), tokenCache(stores, target)];
  const order: string[] = [];
  const works = (name: string) => async () => {
    order.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(name);
  };
  await rejects(
    one.lock(() => Promise.reject(new Error('ours'))),
    /ours/,
  );
  await Promise.all([one.lock(works('a')), other.lock(works('b'))]);
  const giveBack = await one.hold();
  const waiting = other.lock(works('d'));
  await one.lock(works('c'));
  await giveBack();
  await waiting;
  equal(order.join(''), 'aabbccdd');
});

test('the next client uses the cached token, until it nears its end', async (t) => {
  const stores = memoryStores();
  let nowMs = startMs;
  const { baseUrl, logins } = await service(t, { login: issues(60 * 60_000), dateMs: () => nowMs });
  const sendOnce = async () => {
    const { client, recorder } = clientOf(t, baseUrl, { tokenCache: stores, now: () => nowMs });
    return (await client.send(call, recorder)).tokenSerial;
  };
  equal(await sendOnce(), 1);
  equal(await sendOnce(), 1);
  equal(logins(), 1);
  nowMs += 56 * 60_000;
  await sendOnce();
  equal(logins(), 2);
});

test('a cached token that no header can carry is dropped, and another asked for and kept', async (t) => {
  const tokens = ['two\r\nlines', 'a\0b', '\u007f', 'tökén', '\u{1f511}', 'a b', '', 'x'.repeat(20_000)];
  for (const token of tokens) {
    const stores = memoryStores();
    const { baseUrl, asked, logins } = await service(t);
    await tokenCache(stores, { baseUrl, ...credentials }).put({ ...entry, token });
    for (let time = 0; time < 2; time++) {
      const { client, recorder } = clientOf(t, baseUrl, { tokenCache: stores });
      equal((await client.send(call, recorder)).response?.status, 200);
    }
    equal(logins(), 1, JSON.stringify(token));
    equal(asked.at(-1)?.bearer, asked.at(-2)?.bearer);
  }
});

test('a token without a readable end, or past it, is not cached', async (t) => {
  for (const expiresAt of ['soon', '2020-01-01T00:00:00Z']) {
    const stores = memoryStores();
    const { baseUrl, client, recorder } = await served(
      t,
      { login: () => ({ status: 200, body: { token: jwtOf({}), expiresAt } }) },
      { tokenCache: stores },
    );
    await client.send(call, recorder);
    equal(await tokenCache(stores, { baseUrl, ...credentials }).get(), undefined);
  }
});

test('a cache that fails costs a token and no run', async (t) => {
  const fails = () => Promise.reject(new Error('disk full'));
  const broken: Stores = { open: () => ({ read: fails, change: fails, hold: fails, damaged: fails }) };
  const { logins, client, recorder } = await served(t, {}, { tokenCache: broken });
  equal((await client.send(call, recorder)).response?.status, 200);
  await (await client.holdTokens())();
  equal(logins(), 1);
});

test('runs that start at once ask the service once, and find the token in one file', async (t) => {
  const { open, names } = await fileStoresOf(t, 'tokens');
  const { baseUrl, logins } = await service(t);
  const statuses = [1, 2, 3].map(async () => {
    const { client, recorder } = clientOf(t, baseUrl, { tokenCache: open() });
    return (await client.send(call, recorder)).response?.status;
  });
  deepEqual(await Promise.all(statuses), [200, 200, 200]);
  deepEqual([logins(), (await names()).length], [1, 1]);
});
