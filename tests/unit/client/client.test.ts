/** A client logs in, records each exchange, reads facts from it, and sends again only what may be sent again. */
import { deepEqual, equal, fail, match, ok, rejects, throws } from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import pino from 'pino';
import about from '#package' with { type: 'json' };
import { type AnswerReading, createClient } from '../../../client/client.ts';
import { permitToBook } from '../../../client/permit.ts';
import type { Json } from '../../../contracts/json.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import { exchange as exchangeSchema } from '../../../contracts/trace.ts';
import type { Turns } from '../../../stores/store.ts';
import { clientOf, credentials, httpServer, jsonReply, served, service, startMs } from './test-server.ts';

test('a first call logs in, and both exchanges are recorded in order', async (t) => {
  const { baseUrl, asked } = await service(t);
  const { client, recorder, exchanges } = clientOf(t, `${baseUrl}/worlds//7/`);
  const exchange = await client.send({ operation: 'cities', query: [['countryId', '7']] }, recorder);
  const said = exchanges.map(({ index, operation, bearer, login, tokenSerial }) =>
    [index, operation, bearer, login, tokenSerial].join(' '),
  );
  deepEqual(said, ['0 token missing own 1', '1 cities own  1']);
  equal(exchange, exchanges[1]);
  equal(asked.map(({ path }) => path).join(' '), '/worlds/7/auth/token /worlds/7/api/dictionary/cities?countryId=7');
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

test('a request names the product with its version, and who to write to', async (t) => {
  const seen: (string | undefined)[] = [];
  const baseUrl = await httpServer(t, (request, response) => {
    seen.push(request.headers['user-agent']);
    jsonReply(response, 200, []);
  });
  for (const contact of [undefined, 'ops@acme.example']) {
    const { client, recorder } = clientOf(t, baseUrl, { contact });
    await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
  }
  const product = `preflight/${about.version}`;
  deepEqual(seen, [product, `${product} (ops@acme.example)`]);
});

test('the offset of the target clock comes from the Date header, and not from that of a cached answer', async (t) => {
  const headers = { date: new Date(startMs + 3_600_000).toUTCString() };
  for (const [more, offset] of [
    [{}, 3_600_000],
    [{ age: '0' }, 3_600_000],
    [{ age: '50' }, undefined],
  ] as const) {
    const baseUrl = await httpServer(t, (_, response) => jsonReply(response, 200, [], { ...headers, ...more }));
    const { client, recorder } = clientOf(t, baseUrl);
    equal(client.clockOffsetMs(), null);
    await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
    if (offset === undefined) equal(client.clockOffsetMs(), null);
    else ok(Math.abs((client.clockOffsetMs() ?? 0) - offset) < 1_000);
  }
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

test('nothing is read of what did not succeed, or is no JSON', async (t) => {
  const refusal = { error: { code: 'X', message: 'x' } };
  const answers: readonly ((response: ServerResponse) => unknown)[] = [
    (response) => jsonReply(response, 400, refusal),
    (response) => jsonReply(response, 200, refusal),
    (response) => jsonReply(response, 200, { success: false }),
    (response) => jsonReply(response, 503, {}),
    (response) => response.writeHead(200).end('<html>'),
    (response) => response.writeHead(200).end(),
    (response) => response.destroy(),
  ];
  let next = 0;
  const { client, recorder } = await served(t, {
    reply: (_, response) => void (answers[next++] ?? answers.at(-1))?.(response),
  });
  const read = () => fail('it is read');
  for (const _ of answers) {
    const { facts } = await client.send({ operation: 'hotel-search', body: {}, read }, recorder);
    equal(facts, undefined);
  }
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
  return { ...made, waits, sent: () => made.asked.filter(({ path }) => !path.endsWith('/auth/token')).length };
};

const code = { error: { code: 'HOTEL_NOT_FOUND', message: 'No.' } };

/** Of a request: the status that is recorded, how often it was refused, how often it was sent, and the waits. */
const patient: Readonly<Record<string, readonly [readonly Answer[], OperationId, readonly unknown[]]>> = {
  'is sent again after a 429, and the last answer is recorded': [
    [refused('2'), refused('2')],
    'countries',
    [200, 2, 3, [2_000, 2_000]],
  ],
  'waits 1, 2 and 4 s without Retry-After, and then the 429 stands': [
    [refused(), refused(), refused(), refused()],
    'countries',
    [429, 4, 4, [1_000, 2_000, 4_000]],
  ],
  'is not sent again after a wait that is longer than is bearable': [[refused('31')], 'countries', [429, 1, 1, []]],
  'is sent once where it has an effect': [[refused('1')], 'create-booking', [429, 1, 1, []]],
  'is final where the answer has a documented code': [
    [{ ...refused('1'), body: code }],
    'countries',
    [429, undefined, 1, []],
  ],
};

for (const [what, [answers, operation, came]] of Object.entries(patient)) {
  test(`a request ${what}`, async (t) => {
    const { client, recorder, exchanges, waits, sent } = await answering(t, answers);
    const effect = operation === 'create-booking' ? { body: {}, permit: permitToBook() } : {};
    const { response, throttled } = await client.send({ operation, ...effect }, recorder);
    deepEqual([response?.status, throttled?.refused, sent(), waits.filter((ms) => ms >= 1_000)], came);
    equal(exchanges.length, 2, 'with the login');
  });
}

/** Turns that are counted; each is withheld for a reason, or taken. */
const turnsOf = (reasonNotTo: () => string | undefined) => {
  let given = 0;
  const end = () => {
    given += 1;
  };
  const take: Turns['take'] = async () => {
    const withheld = reasonNotTo();
    return withheld === undefined ? { end } : { withheld };
  };
  return { turnsOf: (): Turns => ({ take, rest: async () => {} }), given: () => given };
};

const unauthorized = { operation: 'countries', bearer: 'missing' } as const;

test('what waits for its turn until the run is over is withheld, and its turn is given back', async (t) => {
  const run = new AbortController();
  const { given, ...turns } = turnsOf(() => void run.abort());
  const { client, recorder, asked } = await served(t, {}, { ...turns, signal: run.signal });
  const { failure } = await client.send(unauthorized, recorder);
  deepEqual(failure, { kind: 'withheld', message: 'the run was over before its turn came' });
  deepEqual([asked.length, given()], [0, 1]);
});

test('what a turn is refused is withheld with its reason, and a turn ends with its request', async (t) => {
  const reasons = ['the database is away'];
  const { given, ...turns } = turnsOf(() => reasons.pop());
  const { client, recorder, asked } = await served(t, {}, turns);
  const { failure } = await client.send(unauthorized, recorder);
  deepEqual([failure, asked.length], [{ kind: 'withheld', message: 'the database is away' }, 0]);
  equal((await client.send(unauthorized, recorder)).failure, undefined);
  deepEqual([asked.length, given()], [1, 1]);
});

test('after the end of the run nothing is sent again', async (t) => {
  const run = new AbortController();
  const { client, recorder, sent } = await answering(t, [], run.signal);
  await client.send({ operation: 'countries' }, recorder);
  run.abort();
  await client.send({ operation: 'countries' }, recorder);
  equal(sent(), 1);
});
