/** What a client sends for a call, and what it gives back. */
import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { createClient } from '../../../client/client.ts';
import { exchange as exchangeSchema } from '../../../contracts/trace.ts';
import { clientOf, credentials, httpServer, jsonReply, served, service, startMs } from './test-server.ts';

test('a first call logs in, and both exchanges are recorded in order', async (t) => {
  const { baseUrl, asked } = await service(t);
  const { client, recorder, exchanges } = clientOf(t, `${baseUrl}/worlds//7/`);
  const exchange = await client.send({ operation: 'cities', query: [['countryId', '7']] }, recorder);
  deepEqual(
    exchanges.map(({ index, operation, bearer, login, tokenSerial }) => ({
      index,
      operation,
      bearer,
      login,
      tokenSerial,
    })),
    [
      { index: 0, operation: 'token', bearer: 'missing', login: 'own', tokenSerial: 1 },
      { index: 1, operation: 'cities', bearer: 'own', login: undefined, tokenSerial: 1 },
    ],
  );
  equal(exchange, exchanges[1]);
  deepEqual(
    asked.map(({ path }) => path),
    ['/worlds/7/auth/token', '/worlds/7/api/dictionary/cities?countryId=7'],
  );
  equal(asked[0]?.body, JSON.stringify(credentials));
  deepEqual(client.counts(), { exchanges: 2, tokensRequested: 1 });
  for (const one of exchanges) exchangeSchema.parse(one);
});

test('a query is sent as given: order, repeats and every character', async (t) => {
  const urls: string[] = [];
  const baseUrl = await httpServer(t, (request, response) => {
    urls.push(request.url ?? '');
    jsonReply(response, 200, []);
  });
  const { client, recorder } = clientOf(t, baseUrl);
  const query = [
    ['countryId', '1'],
    ['a b', '+&=?#/%'],
    ['countryId', ''],
    ['имя', 'é\u{1f600}'],
  ] as const;
  const { request } = await client.send({ operation: 'cities', query, bearer: 'missing' }, recorder);
  deepEqual(
    [...new URL(urls[0] ?? '', baseUrl).searchParams],
    query.map((pair) => [...pair]),
  );
  ok(!urls[0]?.includes('+'));
  deepEqual(request.query[0], ['countryId', '1']);
  equal(request.query.length, 4);
});

test('headers of a call are sent and recorded, but for the one that carries its token', async (t) => {
  let seen: NodeJS.Dict<string | string[]> = {};
  const baseUrl = await httpServer(t, (request, response) => {
    seen = request.headers;
    jsonReply(response, 200, [], { 'x-trace': 'canary', 'Retry-After': '7', vary: 'a', 'cache-control': 'no-store' });
  });
  const { client, recorder } = clientOf(t, baseUrl);
  const { request, response } = await client.send(
    { operation: 'countries', headers: { 'Accept-Language': 'ru', 'x-mark': 'canary' }, bearer: 'missing' },
    recorder,
  );
  equal(seen['accept-language'], 'ru');
  equal(seen['x-mark'], 'canary');
  equal(seen.authorization, undefined);
  deepEqual(request.headers, { accept: 'application/json', 'accept-language': 'ru', 'x-mark': 'canary' });
  equal(response?.headers['retry-after'], '7');
  equal(response?.headers['cache-control'], 'no-store');
  equal(response?.headers['x-trace'], 'canary');
});

test('the offset of the target clock comes from the Date header', async (t) => {
  const { client, recorder } = await served(t, { dateMs: () => startMs + 3_600_000 });
  equal(client.clockOffsetMs(), null);
  await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
  ok(Math.abs((client.clockOffsetMs() ?? 0) - 3_600_000) < 1_000);
});

test('a cached answer says nothing of the clock', async (t) => {
  const baseUrl = await httpServer(t, (_, response) => jsonReply(response, 200, [], { age: '50' }));
  const { client, recorder } = clientOf(t, baseUrl);
  await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
  equal(client.clockOffsetMs(), null);
});

test('calls and options that make no sense are refused, and nothing is sent', async (t) => {
  const { client, recorder } = clientOf(t, 'http://127.0.0.1:9');
  await rejects(client.send({ operation: 'token', body: {} }, recorder), TypeError);
  await rejects(client.send({ operation: 'cities', login: 'own' }, recorder), TypeError);
  await rejects(client.send({ operation: 'cities', bearer: 'garbage' }, recorder), TypeError);
  await rejects(client.send({ operation: 'cities', headers: { Authorization: 'x' } }, recorder), TypeError);
  const bases = ['ftp://a', 'nonsense', 'http://user:password@a', 'http://a/?x=1', 'http://a/#x'];
  for (const baseUrl of bases) throws(() => createClient({ baseUrl, credentials, proxy: 'none' }), TypeError);
  const limits = { concurrency: 0 };
  throws(() => createClient({ baseUrl: 'http://a', credentials, proxy: 'none', limits }), RangeError);
  deepEqual(client.counts(), { exchanges: 0, tokensRequested: 0 });
});

test('the log has a line for each exchange and no secret', async (t) => {
  const lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const { asked, client, recorder } = await served(t, {}, { logger });
  await client.send({ operation: 'countries' }, recorder);
  equal(lines.length, 2);
  match(lines[1] ?? '', /"operation":"countries","bearer":"own","status":200,"durationMs":\d+/);
  const log = lines.join('');
  for (const secret of [credentials.clientId, credentials.clientSecret, asked[1]?.bearer ?? '?']) {
    ok(!log.includes(secret));
  }
});
