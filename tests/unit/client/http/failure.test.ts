/** What came back is named: a kind of failure, a kind of content, or a path. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { ClientOptions } from '../../../../client/client.ts';
import { content } from '../../../../client/http/content.ts';
import type { Exchange, FailureKind } from '../../../../contracts/trace.ts';
import { draws } from '../../../whole.ts';
import { byteServer, clientOf, credentials, httpServer, served } from '../test-server.ts';

const ask = async (t: TestContext, baseUrl: string, options: Partial<ClientOptions> = {}): Promise<Exchange> => {
  const { client, recorder, exchanges } = clientOf(t, baseUrl, options);
  const query = [['countryId', 'canary']] as const;
  const exchange = await client.send({ operation: 'cities', query, bearer: 'garbage', garbage: 'secret' }, recorder);
  equal(exchanges.length, 1, 'nothing is sent again');
  ok(exchange.response === undefined || exchange.failure === undefined);
  ok(!/canary|secret/.test(exchange.failure?.message ?? ''));
  return exchange;
};

const bytes = (t: TestContext, text: string, { end = true } = {}): Promise<string> =>
  byteServer(t, (socket) => (end ? socket.end(text) : socket.write(text)));

/** A server without a certificate cannot agree on any cipher with a client. */
const untrusted = async (t: TestContext): Promise<string> => {
  const server = createTlsServer({});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const compressed = (body: string | Uint8Array) => (t: TestContext) =>
  httpServer(t, (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
  });

const silent = (t: TestContext): Promise<string> => byteServer(t, () => undefined);

type Failing = {
  readonly at: (t: TestContext) => string | Promise<string>;
  readonly kinds: readonly FailureKind[];
  readonly limits?: ClientOptions['limits'];
};

const failing: Readonly<Record<string, Failing>> = {
  'a name that is not known': { at: () => 'http://no-such-host.invalid', kinds: ['unresolved'] },
  'a closed port': { at: () => 'http://127.0.0.1:1', kinds: ['refused'] },
  'a certificate that is not trusted': { at: untrusted, kinds: ['tls'] },
  'a connection that is reset': { at: (t) => byteServer(t, (socket) => socket.resetAndDestroy()), kinds: ['reset'] },
  'a connection that is closed': { at: (t) => byteServer(t, (socket) => socket.end()), kinds: ['reset'] },
  // TLS is part of connecting, and this server never says a word.
  'a connection that never gets ready': {
    at: async (t) => (await silent(t)).replace('http:', 'https:'),
    kinds: ['connect-timeout'],
    limits: { connectTimeoutMs: 40 },
  },
  'headers that do not come in time': { at: silent, kinds: ['headers-timeout'], limits: { headersTimeoutMs: 40 } },
  'a body that stops coming': {
    at: (t) => bytes(t, 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n[1,', { end: false }),
    kinds: ['body-timeout'],
    limits: { bodyTimeoutMs: 40 },
  },
  'a body that swells over the limit in decompression': {
    at: compressed(gzipSync(Buffer.alloc(10_000_000, 0x20))),
    kinds: ['too-large'],
    limits: { responseBytesMax: 1_000_000 },
  },
  'a body that drips for ever': {
    at: (t) =>
      httpServer(t, (_, response) => {
        const drip = setInterval(() => response.write(' '), 5);
        response.on('close', () => clearInterval(drip));
      }),
    kinds: ['deadline'],
    limits: { bodyTimeoutMs: 5_000, deadlineMs: 60 },
  },
  'a body over the limit that says so': {
    at: (t) => httpServer(t, (_, response) => response.end(' '.repeat(1_001))),
    kinds: ['too-large'],
    limits: { responseBytesMax: 1_000 },
  },
  'a body over the limit in pieces': {
    at: (t) =>
      httpServer(t, (_, response) => {
        for (let i = 0; i < 11; i++) response.write(' '.repeat(100));
        response.end();
      }),
    kinds: ['too-large'],
    limits: { responseBytesMax: 1_000 },
  },
  'a body that is not compressed as it says': { at: compressed('plain'), kinds: ['protocol'] },
  'a compressed body that breaks off': { at: compressed(gzipSync('[1,2,3]').subarray(0, 15)), kinds: ['protocol'] },
  'what is not HTTP': { at: (t) => bytes(t, 'SSH-2.0-OpenSSH_9.9\r\n'), kinds: ['protocol'] },
  'a header that is too long': {
    at: (t) => bytes(t, `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(200_000)}\r\n\r\n`),
    kinds: ['protocol'],
  },
  'a chunk without a length': {
    at: (t) => bytes(t, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n'),
    kinds: ['protocol'],
  },
  'a body shorter than its length': {
    at: (t) => bytes(t, 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n[1,2]'),
    kinds: ['protocol', 'reset'],
  },
  'chunks without an end': {
    at: (t) => bytes(t, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n'),
    kinds: ['protocol', 'reset'],
  },
};

test('each way to fail has its kind', async (t) => {
  const all = Object.entries(failing).map(async ([what, { at, kinds, limits = {} }]) => {
    const { failure } = await ask(t, await at(t), { limits });
    ok(failure && kinds.includes(failure.kind), `${what}: ${failure?.kind}`);
  });
  await Promise.all(all);
});

test('a body of as many bytes as the limit is read', async (t) => {
  const exact = await httpServer(t, (_, response) => response.end(`"${' '.repeat(998)}"`));
  equal((await ask(t, exact, { limits: { responseBytesMax: 1_000 } })).response?.bytes, 1_000);
});

test('an interrupted run aborts what is under way and sends nothing more', async (t) => {
  const interruption = new AbortController();
  let requests = 0;
  const baseUrl = await byteServer(t, () => {
    requests++;
    interruption.abort();
  });
  const { client, recorder } = clientOf(t, baseUrl, { signal: interruption.signal });
  const call = { operation: 'countries', bearer: 'missing' } as const;
  equal((await client.send(call, recorder)).failure?.kind, 'aborted');
  equal((await client.send(call, recorder)).failure?.kind, 'aborted');
  equal(requests, 1);
});

test('what we ourselves do wrong is thrown, and no failure of the service', async (t) => {
  const { client, recorder } = clientOf(t, 'http://127.0.0.1:1', { credentials });
  await rejects(client.send({ operation: 'countries', bearer: 'garbage', garbage: 'a\nb' }, recorder));
});

const read = (text: string, contentType?: string) =>
  content({
    bytes: Buffer.from(text),
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });

const looksLike = (text: string, contentType?: string): string => {
  const result = read(text, contentType);
  return 'text' in result ? result.text.looksLike : Object.keys(result).join();
};

test('every proper prefix of an object or array is JSON that breaks off', () => {
  const documents = fc
    .tuple(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), fc.constantFrom(0, 2))
    .map(([value, indent]) => JSON.stringify(value, null, indent));
  fc.assert(
    fc.property(documents, fc.string(), (document, space) => {
      const start = space.replace(/[^ \n\t]/g, '');
      for (let end = 1; end < document.length; end++) {
        // A text that ends within a pair of surrogates cannot be sent as UTF-8.
        const prefix = document.slice(0, end);
        if (prefix.isWellFormed()) equal(looksLike(start + prefix), 'truncated-json', prefix);
      }
      equal(looksLike(document), 'body');
    }),
    { seed: 1, numRuns: draws(60) },
  );
});

test('JSON nested too deep is a protocol failure, however deep, and is looked at without recursion', () => {
  const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const failure = { kind: 'protocol', message: 'JSON nested deeper than 64 levels' };
  for (const text of [lists(65), lists(1_000_000), objects(65)]) deepEqual(read(text), { failure });
  for (const text of [lists(64), objects(64)]) equal(looksLike(text), 'body');
  equal(looksLike('['.repeat(500_000)), 'truncated-json');
});

const otherTexts = `{'a':1} | [' | [1,] | {"a":1,} | [NaN | [NaN] | [01 | {a | [1} | [+1 | ["\\x | ["\\u12G | [1]] | oops | "abc
  | tru | } | ][ | <xml>`;

test('what could never become JSON is other text, but for a page: by its type or by its start', () => {
  for (const text of [...otherTexts.split(/\s+\|\s/), '   ', '["a\nb']) equal(looksLike(text), 'other', text);
  equal(looksLike('<p>', 'text/html; charset=utf-8'), 'html');
  equal(looksLike(' \n<!DOCTYPE html><html>'), 'html');
  equal(looksLike('<HTML lang="en">', 'application/json'), 'html');
  equal(looksLike('[1]', 'text/html'), 'body');
});

test('a byte order mark is ignored, and an empty body is nothing', () => {
  deepEqual(read('\ufeff[1]'), { body: [1] });
  deepEqual(read(''), {});
  deepEqual(read('oops!'), { text: { looksLike: 'other', characters: 5 } });
});

test('a number too large to be read is named with its place', () => {
  const named = (text: string) => {
    const result = read(text);
    return 'text' in result ? [result.text.looksLike, result.text.number] : result;
  };
  const places = {
    '1e999': '1e999 at body',
    '[{"id":1},{"id":1e999,"x":1e400}]': '1e999 at body[1].id',
    '{"a":[{"b":-1e999}]}': '-1e999 at body.a[0].b',
    '{"Ivan Petrov":1e999}': '1e999 at body.…',
    [`[${'9'.repeat(400)}]`]: `${'9'.repeat(24)}… at body[0]`,
    [`${'[1,'.repeat(20)}1e999${']'.repeat(20)}`]: `1e999 at body${'[1]'.repeat(12)}…`,
  };
  for (const [text, number] of Object.entries(places)) deepEqual(named(text), ['unreadable-number', number]);
  deepEqual(read('[1e308]'), { body: [1e308] });
});

test('keys that stand again in their object are counted, and others are not', () => {
  const repeated = (text: string): unknown => {
    const result = read(text);
    return 'body' in result && result.repeatedKeys;
  };
  for (const text of [
    '{"a":1,"a":1}',
    '[{"a":{"b":[],"b" : {"b":1}}}]',
    String.raw`{"\u0061":1,"a":2}`,
    '{"__proto__":1,"__proto__":2}',
  ])
    equal(repeated(text), 1, text);
  for (const text of [
    '{}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":1}}',
    String.raw`{"a":"\":","b":"x\\","c":": \"a\":"}`,
    '{"__proto__":1}',
  ])
    equal(repeated(text), undefined, text);
  equal(repeated('{"a":1,"a":1,"b":{"c":1,"c":2,"c":3}}'), 3);
});

test('avia operations live where the target says, and nothing else moves', async (t) => {
  const { asked, client, recorder } = await served(t, {}, { aviaPath: '/avia' });
  const { request } = await client.send({ operation: 'avia-search', body: {} }, recorder);
  await client.send({ operation: 'hotel-search', body: {} }, recorder);
  equal(request.path, '/avia/search');
  equal(asked.map(({ path }) => path).join(' '), '/auth/token /avia/search /api/hotels/search');
});
