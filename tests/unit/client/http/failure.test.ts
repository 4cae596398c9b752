/** Each way an exchange can fail, shown by a server that does it. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ClientOptions } from '../../../../client/client.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { byteServer, clientOf, credentials, httpServer } from '../test-server.ts';

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

test('a certificate nobody trusts is a tls failure', async (t) => {
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
