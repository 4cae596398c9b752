/** Tokens on disk: found again by their owner only, and asked for once by processes that start together. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { fileTokenCache, type TokenCache, tokenCacheKey } from '../../../client/token-cache.ts';
import { clientOf, credentials, issues, jsonReply, jwtOf, service, startMs } from './test-server.ts';

const call = { operation: 'countries' } as const;
const key = tokenCacheKey({ baseUrl: 'https://a.test/base', ...credentials });
const entry = { token: 'opaque-token', expiresAt: '2026-09-02T12:00:00Z', issuedAtMs: startMs };

const folder = async (t: TestContext): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'token-cache-'));
  t.after(() => rm(parent, { recursive: true }));
  return join(parent, 'cache');
};

const fileIn = async (directory: string): Promise<string> => join(directory, (await readdir(directory))[0] ?? '');

test('what is put is found, by the same key only', async (t) => {
  const directory = await folder(t);
  const cache = fileTokenCache(directory);
  equal(await cache.get(key), undefined);
  await cache.put(key, entry);
  await cache.put(key, entry);
  deepEqual(await fileTokenCache(directory).get(key), entry);
  const others = [
    { baseUrl: 'https://a.test/other', ...credentials },
    { baseUrl: 'https://a.test/base', ...credentials, clientId: 'somebody' },
    { baseUrl: 'https://a.test/base', ...credentials, clientSecret: 'changed' },
  ];
  for (const other of others) equal(await cache.get(tokenCacheKey(other)), undefined);
  await cache.forget(key);
  await cache.forget(key);
  equal(await cache.get(key), undefined);
});

test('files and folder are for the owner only, and names tell nothing', async (t) => {
  const directory = await folder(t);
  await fileTokenCache(directory).put(key, entry);
  const [name = '', ...more] = await readdir(directory);
  deepEqual(more, []);
  match(name, /^[0-9a-f]{64}\.json$/);
  equal((await stat(join(directory, name))).mode & 0o777, 0o600);
  equal((await stat(directory)).mode & 0o777, 0o700);
  ok(!(await readFile(join(directory, name), 'utf8')).includes(credentials.clientSecret));
});

test('an entry open to others, a link and a corrupted file are no entry', async (t) => {
  const directory = await folder(t);
  const cache = fileTokenCache(directory);
  await cache.put(key, entry);
  const path = await fileIn(directory);
  await chmod(path, 0o640);
  equal(await cache.get(key), undefined);
  await chmod(path, 0o600);
  deepEqual(await cache.get(key), entry);
  for (const text of ['', '{', '[]', '{"token":5}', JSON.stringify({ ...entry, more: 1 }), 'x'.repeat(70_000)]) {
    await writeFile(path, text);
    equal(await cache.get(key), undefined);
  }
  await rm(path);
  await writeFile(`${directory}-elsewhere`, JSON.stringify(entry), { mode: 0o600 });
  await symlink(`${directory}-elsewhere`, path);
  equal(await cache.get(key), undefined);
});

test('a folder open to others is not used, and its mode not changed', async (t) => {
  const directory = await folder(t);
  await mkdir(directory);
  await chmod(directory, 0o755);
  const cache = fileTokenCache(directory);
  await rejects(cache.put(key, entry), /chmod 700/);
  equal(await cache.get(key), undefined);
  equal(await cache.lock(key, async () => 7), 7);
  equal((await stat(directory)).mode & 0o777, 0o755);
});

test('one process works under a lock at a time, and an error frees it', async (t) => {
  const cache = fileTokenCache(await folder(t));
  let underWay = 0;
  const work = async () => {
    equal(++underWay, 1);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
  };
  await rejects(
    cache.lock(key, () => Promise.reject(new Error('ours'))),
    /ours/,
  );
  await Promise.all([cache.lock(key, work), cache.lock(key, work)]);
});

test('the next client uses the cached token, until it nears its end', async (t) => {
  const tokenCache = fileTokenCache(await folder(t));
  let nowMs = startMs;
  const { baseUrl, logins } = await service(t, { login: issues(60 * 60_000), dateMs: () => nowMs });
  const sendOnce = async () => {
    const { client, recorder } = clientOf(t, baseUrl, { tokenCache, now: () => nowMs });
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
    const tokenCache = fileTokenCache(await folder(t));
    const { baseUrl, asked, logins } = await service(t);
    await tokenCache.put(tokenCacheKey({ baseUrl, ...credentials }), { ...entry, token });
    for (let time = 0; time < 2; time++) {
      const { client, recorder } = clientOf(t, baseUrl, { tokenCache });
      equal((await client.send(call, recorder)).response?.status, 200);
    }
    equal(logins(), 1, JSON.stringify(token));
    equal(asked.at(-1)?.bearer, asked.at(-2)?.bearer);
  }
});

test('a cached token that was revoked is replaced, in the cache too', async (t) => {
  const tokenCache = fileTokenCache(await folder(t));
  let revoked: string | undefined;
  const { baseUrl, asked, logins } = await service(t, {
    reply: ({ bearer }, response) => jsonReply(response, bearer === revoked ? 401 : 200, []),
  });
  const first = clientOf(t, baseUrl, { tokenCache });
  const second = clientOf(t, baseUrl, { tokenCache });
  await first.client.send(call, first.recorder);
  await second.client.send(call, second.recorder);
  revoked = asked[1]?.bearer;
  equal((await first.client.send(call, first.recorder)).response?.status, 200);
  equal((await second.client.send(call, second.recorder)).response?.status, 200);
  // The second finds the token that the first asked for.
  equal(logins(), 2);
});

test('a token without a readable end, or past it, is not cached', async (t) => {
  for (const expiresAt of ['soon', '2020-01-01T00:00:00Z']) {
    const directory = await folder(t);
    const { baseUrl } = await service(t, { login: () => ({ status: 200, body: { token: jwtOf({}), expiresAt } }) });
    const { client, recorder } = clientOf(t, baseUrl, { tokenCache: fileTokenCache(directory) });
    await client.send(call, recorder);
    deepEqual(await readdir(directory), []);
  }
});

test('a cache that fails costs a token and no run', async (t) => {
  const broken: TokenCache = {
    get: async () => undefined,
    put: () => Promise.reject(new Error('disk full')),
    forget: () => Promise.reject(new Error('disk full')),
    lock: (_, work) => work(),
  };
  const { baseUrl } = await service(t);
  const { client, recorder } = clientOf(t, baseUrl, { tokenCache: broken });
  equal((await client.send(call, recorder)).response?.status, 200);
});

test('two processes that start at once ask the service once', async (t) => {
  const directory = await folder(t);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { baseUrl, logins } = await service(t, {
    login: () => ({ status: 200, body: { token: jwtOf({}), expiresAt } }),
    dateMs: () => Date.now(),
  });
  const worker = join(import.meta.dirname, 'cache-worker.ts');
  const run = () => promisify(execFile)(process.execPath, [worker, baseUrl, directory]);
  const results = await Promise.all([run(), run(), run()]);
  deepEqual(
    results.map(({ stdout }) => stdout),
    ['200', '200', '200'],
  );
  equal(logins(), 1);
  deepEqual((await readdir(directory)).length, 1);
});
