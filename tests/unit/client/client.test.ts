/** A client logs in, records each exchange, reads facts from it, and sends again only what may be sent again. */
import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pino from 'pino';
import { type AnswerReading, createClient } from '../../../client/client.ts';
import { permitToBook } from '../../../client/permit.ts';
import type { Json } from '../../../contracts/json.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import { exchange as exchangeSchema } from '../../../contracts/trace.ts';
import type { Turns } from '../../../stores/turns.ts';
import { clientOf, credentials, httpServer, jsonReply, jwtOf, served, service, startMs } from './test-server.ts';

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

const canary = credentials.clientSecret;

test('facts are read from the answer as it came, and are kept beside it', async (t) => {
  const body = { hotels: [{ hotelId: 7, name: 'Zum Löwen' }], searchId: 's-1' };
  const { client, recorder } = await served(t, { reply: (_, response) => jsonReply(response, 200, body) });
  let seen: Json | undefined;
  const read = (answer: Json): AnswerReading => {
    seen = answer;
    return { facts: { searchId: 's-1', hotels: [{ at: ['hotels', 0], hotelId: 7 }] } };
  };
  const intent = { region: 'Zum Löwen', stay: { checkIn: '2027-01-01' } };
  const exchange = await client.send({ operation: 'hotel-search', body: { place: 'x' }, intent, read }, recorder);
  deepEqual(seen, body);
  deepEqual(exchange.facts, { searchId: 's-1', hotels: [{ at: ['hotels', 0], hotelId: 7 }] });
  deepEqual(exchange.intent, intent);
  equal(exchange.unread, undefined);
  deepEqual(exchange.response?.body, body);
  exchangeSchema.parse(exchange);
});

test('no credential and no token is in facts, intents or reasons, wherever they stand', async (t) => {
  const token = jwtOf({ sub: 'partner-of-the-token', exp: 1_900_000_000 });
  const { client, recorder } = await served(t, {
    login: () => ({ status: 200, body: { token, expiresAt: '2030-01-01T00:00:00Z' } }),
    reply: ({ bearer }, response) => jsonReply(response, 200, { searchId: `${bearer} of ${canary}` }),
  });
  const read = (body: Json): AnswerReading => {
    const { searchId } = body as { searchId: string };
    const offer = { at: [searchId, 0], identity: { [searchId]: searchId }, reference: [{ [canary]: searchId }] };
    return { facts: { searchId, offers: [offer] }, unread: `${searchId} has no price` };
  };
  const intent = { region: { [`for ${canary}`]: [canary, token] } };
  const exchange = await client.send({ operation: 'hotel-search', body: {}, intent, read }, recorder);
  const text = JSON.stringify(exchange);
  for (const secret of [canary, ...token.split('.').slice(1)]) ok(!text.includes(secret), text);
  ok(exchange.unread?.endsWith('has no price'));
  exchangeSchema.parse(exchange);
});

test('nothing is read of what did not succeed, or is no JSON', async (t) => {
  const answers = [
    (response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 400, { error: { code: 'X', message: 'x' } }),
    (response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 200, { error: { code: 'X', message: 'x' } }),
    (response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 200, { success: false }),
    (response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 503, {}),
    (response: Parameters<typeof jsonReply>[0]) => response.writeHead(200).end('<html>'),
    (response: Parameters<typeof jsonReply>[0]) => response.writeHead(200).end(),
    (response: Parameters<typeof jsonReply>[0]) => response.destroy(),
  ];
  let next = 0;
  const { client, recorder } = await served(t, {
    reply: (_, response) => (answers[next++] ?? answers.at(-1))?.(response),
  });
  let reads = 0;
  const read = (): AnswerReading => {
    reads += 1;
    return { facts: {} };
  };
  for (const _ of answers) {
    const { facts } = await client.send({ operation: 'hotel-search', body: {}, read }, recorder);
    equal(facts, undefined);
  }
  equal(reads, 0);
  equal(next, answers.length + 1, 'on a reused connection it is sent once more');
});

test('members that are undefined are not in a record', async (t) => {
  const { client, recorder } = await served(t, { reply: (_, response) => jsonReply(response, 200, {}) });
  const read = (): AnswerReading => ({ facts: { booking: { at: [], bookingId: undefined, status: 'inWork' } } });
  const exchange = await client.send({ operation: 'view-booking', body: {}, read }, recorder);
  deepEqual(Object.keys(exchange.facts?.booking ?? {}), ['at', 'status']);
});

type Answer = { readonly status: number; readonly retryAfter?: string; readonly body?: object };

const refused = (retryAfter?: string): Answer => ({ status: 429, ...(retryAfter !== undefined && { retryAfter }) });

/** A client of a service that gives these answers in turn, then empty lists; its waits are noted and take no time. */
const answering = async (t: TestContext, answers: readonly Answer[], signal?: AbortSignal) => {
  const left = [...answers];
  const waits: number[] = [];
  let nowMs = startMs;
  const made = await served(
    t,
    {
      reply: (_, response) => {
        const { status, retryAfter, body = [] } = left.shift() ?? { status: 200 };
        jsonReply(response, status, body, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      },
      dateMs: () => nowMs,
    },
    {
      now: () => nowMs,
      delay: async (ms) => {
        waits.push(ms);
        nowMs += ms;
      },
      signal,
    },
  );
  const send = (operation: OperationId = 'countries') => made.client.send({ operation }, made.recorder);
  return { ...made, send, waits, sent: () => made.asked.filter(({ path }) => !path.endsWith('/auth/token')).length };
};

test('the last answer is the one that is recorded, with how often the service refused before it', async (t) => {
  const { send, exchanges, waits, sent } = await answering(t, [refused('2'), refused('2')]);
  const exchange = await send();
  equal(exchange.response?.status, 200);
  equal(exchange.throttled?.refused, 2);
  equal(exchanges.filter(({ operation }) => operation === 'countries').length, 1);
  equal(sent(), 3);
  deepEqual(waits.filter((ms) => ms === 2_000).length, 2);
});

test('without Retry-After it waits 1, 2 and 4 s, and then the 429 stands', async (t) => {
  const { send, waits, sent } = await answering(t, [refused(), refused(), refused(), refused()]);
  const exchange = await send();
  equal(exchange.response?.status, 429);
  equal(exchange.throttled?.refused, 4);
  deepEqual(waits.filter((ms) => ms >= 1_000).slice(0, 3), [1_000, 2_000, 4_000]);
  equal(sent(), 4);
});

test('what asks to wait for longer than is bearable is not sent again', async (t) => {
  const { send, sent } = await answering(t, [refused('31')]);
  equal((await send()).response?.status, 429);
  equal(sent(), 1);
});

test('what has an effect is sent once', async (t) => {
  const { client, recorder, sent } = await answering(t, [refused('1')]);
  const call = { operation: 'create-booking', body: {}, permit: permitToBook() } as const;
  const exchange = await client.send(call, recorder);
  equal(exchange.response?.status, 429);
  equal(exchange.throttled?.refused, 1);
  equal(sent(), 1);
});

test('a documented code says no at any status, and is final', async (t) => {
  const body = { error: { code: 'HOTEL_NOT_FOUND', message: 'No.' } };
  const { send, sent } = await answering(t, [{ ...refused('1'), body }]);
  const exchange = await send();
  deepEqual([exchange.response?.status, exchange.throttled, sent()], [429, undefined, 1]);
});

test('after the end of the run nothing is sent again', async (t) => {
  const run = new AbortController();
  const { client, recorder, sent } = await answering(t, [], run.signal);
  await client.send({ operation: 'countries' }, recorder);
  run.abort();
  await client.send({ operation: 'countries' }, recorder);
  equal(sent(), 1);
});

test('what waits for its turn until the run is over is withheld, and its turn is given back', async (t) => {
  const run = new AbortController();
  let given = 0;
  const turns: Turns = {
    take: async () => {
      run.abort();
      return {
        end: () => {
          given += 1;
        },
      };
    },
    rest: async () => {},
  };
  const { client, recorder, exchanges, asked } = await served(t, {}, { turnsOf: () => turns, signal: run.signal });
  await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
  deepEqual(
    exchanges.map(({ failure }) => failure),
    [{ kind: 'withheld', message: 'the run was over before its turn came' }],
  );
  deepEqual([asked.length, given], [0, 1]);
});

test('what a turn is refused is withheld with its reason, and a turn ends with its request', async (t) => {
  let [isAway, given] = [true, 0];
  const withheld = 'the database is away';
  const turns: Turns = {
    take: async () =>
      isAway
        ? { withheld }
        : {
            end: () => {
              given += 1;
            },
          },
    rest: async () => {},
  };
  const { client, recorder, exchanges, asked } = await served(t, {}, { turnsOf: () => turns });
  await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
  equal(asked.length, 0);
  isAway = false;
  await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
  deepEqual(
    exchanges.map(({ failure }) => failure),
    [{ kind: 'withheld', message: withheld }, undefined],
  );
  deepEqual([asked.length, given], [1, 1]);
});
