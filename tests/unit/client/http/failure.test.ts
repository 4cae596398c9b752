/** What came back is named: a kind of failure, a kind of content, or a path. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { ClientOptions } from '../../../../client/client.ts';
import { pathUnder } from '../../../../client/http/address.ts';
import { content } from '../../../../client/http/content.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
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

const kindOf = async (...given: Parameters<typeof ask>): Promise<string | undefined> =>
  (await ask(...given)).failure?.kind;

const bytes = (t: TestContext, text: string, { end = true } = {}): Promise<string> =>
  byteServer(t, (socket) => (end ? socket.end(text) : socket.write(text)));

test('a name that is not known is unresolved', async (t) => {
  equal(await kindOf(t, 'http://no-such-host.invalid'), 'unresolved');
});

test('a closed port refuses', async (t) => {
  equal(await kindOf(t, 'http://127.0.0.1:1'), 'refused');
});

test('a certificate that is not trusted is a tls failure', async (t) => {
  // A server without a certificate cannot agree on any cipher with us.
  const server = createTlsServer({});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  equal(await kindOf(t, `https://127.0.0.1:${(server.address() as AddressInfo).port}`), 'tls');
});

test('a connection torn down is a reset', async (t) => {
  equal(await kindOf(t, await byteServer(t, (socket) => socket.resetAndDestroy())), 'reset');
  equal(await kindOf(t, await byteServer(t, (socket) => socket.end())), 'reset');
});

test('a connection that never gets ready is a connect-timeout', async (t) => {
  // TLS is part of connecting, and this server never says a word.
  const baseUrl = await byteServer(t, () => undefined);
  const limits = { connectTimeoutMs: 40 };
  equal(await kindOf(t, baseUrl.replace('http:', 'https:'), { limits }), 'connect-timeout');
});

test('headers that do not come in time', async (t) => {
  const baseUrl = await byteServer(t, () => undefined);
  equal(await kindOf(t, baseUrl, { limits: { headersTimeoutMs: 40 } }), 'headers-timeout');
});

test('a body that stops coming', async (t) => {
  const baseUrl = await bytes(t, 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n[1,', { end: false });
  equal(await kindOf(t, baseUrl, { limits: { bodyTimeoutMs: 40 } }), 'body-timeout');
});

test('a body that drips for ever meets the deadline', async (t) => {
  const baseUrl = await httpServer(t, (_, response) => {
    const drip = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(drip));
  });
  equal(await kindOf(t, baseUrl, { limits: { bodyTimeoutMs: 5_000, deadlineMs: 60 } }), 'deadline');
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

test('a body over the limit is too large, whether it says so or not', async (t) => {
  const limits = { responseBytesMax: 1_000 };
  const reported = await httpServer(t, (_, response) => response.end(' '.repeat(1_001)));
  const untold = await httpServer(t, (_, response) => {
    for (let i = 0; i < 11; i++) response.write(' '.repeat(100));
    response.end();
  });
  equal(await kindOf(t, reported, { limits }), 'too-large');
  equal(await kindOf(t, untold, { limits }), 'too-large');
  const exact = await httpServer(t, (_, response) => response.end(`"${' '.repeat(998)}"`));
  equal((await ask(t, exact, { limits })).response?.bytes, 1_000);
});

test('a body that swells over the limit in decompression is too large', async (t) => {
  const bomb = gzipSync(Buffer.alloc(10_000_000, 0x20));
  const baseUrl = await httpServer(t, (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  equal(await kindOf(t, baseUrl, { limits: { responseBytesMax: 1_000_000 } }), 'too-large');
});

test('what is not HTTP is a protocol failure', async (t) => {
  equal(await kindOf(t, await bytes(t, 'SSH-2.0-OpenSSH_9.9\r\n')), 'protocol');
  const header = `x: ${'a'.repeat(40_000)}`;
  equal(await kindOf(t, await bytes(t, `HTTP/1.1 200 OK\r\n${header}\r\n\r\n`)), 'protocol');
  const chunk = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n';
  equal(await kindOf(t, await bytes(t, chunk)), 'protocol');
});

test('a body shorter than its content-length is a failure', async (t) => {
  const kind = await kindOf(t, await bytes(t, 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n[1,2]'));
  ok(kind === 'protocol' || kind === 'reset', kind);
  const unended = await kindOf(t, await bytes(t, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n'));
  ok(unended === 'protocol' || unended === 'reset', unended);
});

test('JSON nested too deep is a protocol failure, however deep', async (t) => {
  for (const depth of [65, 1_000_000]) {
    const text = '['.repeat(depth) + ']'.repeat(depth);
    const baseUrl = await httpServer(t, (_, response) => response.end(text));
    const { failure } = await ask(t, baseUrl);
    deepEqual(failure, { kind: 'protocol', message: 'JSON nested deeper than 64 levels' });
  }
  const baseUrl = await httpServer(t, (_, response) => response.end('['.repeat(64) + ']'.repeat(64)));
  equal((await ask(t, baseUrl)).failure, undefined);
});

test('a broken compressed body is a protocol failure', async (t) => {
  for (const body of ['plain', gzipSync('[1,2,3]').subarray(0, 15)]) {
    const baseUrl = await httpServer(t, (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
    });
    equal(await kindOf(t, baseUrl), 'protocol');
  }
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
    { seed: 1, numRuns: 60 },
  );
});

test('escapes and exponents break off too', () => {
  for (const document of ['["\\u00e9\\n\\\\"]', '[-1.25e+10,true,false,null]', '{"a" : {"b":[ ]}}']) {
    for (let end = 1; end < document.length; end++) equal(looksLike(document.slice(0, end)), 'truncated-json');
  }
});

test('what could never become JSON is other text', () => {
  const texts = [
    "{'a':1}",
    "['",
    '[1,]',
    '{"a":1,}',
    '[NaN',
    '[NaN]',
    '[01',
    '{a',
    '[1}',
    '[+1',
    '["\\x',
    '["\\u12G',
    '[1]]',
  ];
  for (const text of [...texts, 'oops', '"abc', 'tru', '   ', '}', '["a\nb', ']['])
    equal(looksLike(text), 'other', text);
});

test('a page is html by its type or by its start', () => {
  equal(looksLike('<p>', 'text/html; charset=utf-8'), 'html');
  equal(looksLike(' \n<!DOCTYPE html><html>'), 'html');
  equal(looksLike('<HTML lang="en">', 'application/json'), 'html');
  equal(looksLike('<xml>'), 'other');
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

test('a megabyte of brackets is looked at without recursion', () => {
  const depth = 500_000;
  deepEqual(Object.keys(read('['.repeat(depth) + ']'.repeat(depth))), ['failure']);
  equal(looksLike('['.repeat(depth)), 'truncated-json');
  deepEqual(Object.keys(read('{"a":'.repeat(65) + 1 + '}'.repeat(65))), ['failure']);
  deepEqual(Object.keys(read('{"a":'.repeat(64) + 1 + '}'.repeat(64))), ['body']);
});

test('avia operations live where the target says, and nothing else moves', () => {
  equal(pathUnder('/api/avia/search', '/avia'), '/avia/search');
  equal(pathUnder('/api/avia/search', '/api/avia'), '/api/avia/search');
  equal(pathUnder('/api/hotels/search', '/avia'), '/api/hotels/search');
  equal(pathUnder('/auth/token', '/avia'), '/auth/token');
});

test('a request goes to that path, and the record says so', async (t) => {
  const { asked, client, recorder } = await served(t, {}, { aviaPath: '/avia' });
  const exchange = await client.send({ operation: 'avia-search', body: {} }, recorder);
  equal(exchange.request.path, '/avia/search');
  equal(asked.at(-1)?.path, '/avia/search');
});
