/** The transport sends exactly what it is given, and reports the phases of a request. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { phaseClock } from '../../../../client/http/phase-clock.ts';
import { permitToBook } from '../../../../client/permit.ts';
import { cert, key } from '../../../cli/another-service.ts';
import { byteServer, clientOf, connectionServer, expired, httpServer, jsonReply, notYetValid } from '../test-server.ts';

const call = { operation: 'countries', bearer: 'missing' } as const;
const list = [{ id: 1, nameEn: 'Georgia' }];

const encodings = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  'deflate ': deflateRawSync,
  br: brotliCompressSync,
  'gzip, br': (text: string) => brotliCompressSync(gzipSync(text)),
};

test('a body in any encoding is read, and its headers stay as they came', async (t) => {
  for (const [encoding, encode] of Object.entries(encodings)) {
    const body = encode(JSON.stringify(list));
    const headers = { 'content-encoding': encoding.trim(), 'content-length': String(body.length) };
    let accepted: string | string[] | undefined;
    const baseUrl = await httpServer(t, (request, response) => {
      accepted = request.headers['accept-encoding'];
      response.writeHead(200, headers).end(body);
    });
    const { client, recorder } = clientOf(t, baseUrl);
    const { response } = await client.send(call, recorder);
    deepEqual([response?.body, response?.bytes], [list, JSON.stringify(list).length], encoding);
    deepEqual({ ...response?.headers, ...headers }, response?.headers);
    equal(accepted, 'gzip, deflate, br');
  }
});

test('a redirect is an answer and is not followed, and an overloaded one is not tried again', async (t) => {
  for (const [status, headers] of [
    [302, { location: '/elsewhere' }],
    [503, { 'retry-after': '0' }],
  ] as const) {
    let requests = 0;
    const baseUrl = await httpServer(t, (_, response) => {
      requests++;
      response.writeHead(status, headers).end();
    });
    const { client, recorder } = clientOf(t, baseUrl);
    const { response } = await client.send(call, recorder);
    deepEqual([response?.status, response?.body, response?.text, requests], [status, undefined, undefined, 1]);
  }
});

/** A proxy that forwards by request target, and by tunnel; it refuses both when asked to. */
const proxyServer = async (t: TestContext, { refuses = false } = {}) => {
  const seen: string[] = [];
  const server = createHttpServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    jsonReply(response, refuses ? 407 : 200, list);
  });
  server.on('connect', (request, socket, head) => {
    seen.push(`CONNECT ${request.url}`);
    if (refuses) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const [host, port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
};

test('the proxy variables count, and no_proxy takes out of them', async (t) => {
  const proxy = await proxyServer(t);
  const direct = await httpServer(t, (_, response) => jsonReply(response, 200, []));
  const variables = { http_proxy: proxy.url, no_proxy: '127.0.0.1' };
  const far = clientOf(t, 'http://service.invalid/base', { proxy: variables });
  deepEqual((await far.client.send(call, far.recorder)).response?.body, list);
  equal(proxy.seen.length, 1);
  ok(proxy.seen[0]?.includes('service.invalid'));
  const near = clientOf(t, direct, { proxy: variables });
  deepEqual((await near.client.send(call, near.recorder)).response?.body, []);
  const none = clientOf(t, 'http://service.invalid', { proxy: 'none' });
  equal((await none.client.send(call, none.recorder)).failure?.kind, 'unresolved');
  equal(proxy.seen.length, 1);
});

const viaProxy = async (t: TestContext, baseUrl: string, proxy: NodeJS.ProcessEnv) => {
  const { client, recorder } = clientOf(t, baseUrl, { proxy });
  return (await client.send(call, recorder)).failure;
};

test('a proxy that refuses is named as the proxy', async (t) => {
  const proxy = await proxyServer(t, { refuses: true });
  const variables = { http_proxy: proxy.url, https_proxy: proxy.url };
  for (const [scheme, status] of Object.entries({ http: 407, https: 403 })) {
    deepEqual(await viaProxy(t, `${scheme}://service.invalid`, variables), {
      kind: 'refused',
      message: `the proxy that ${scheme}_proxy names: the proxy refused with HTTP ${status}`,
    });
  }
  equal(proxy.seen.length, 2);
});

test('what a forwarding proxy answers itself is named as its own, and what the service answers is not', async (t) => {
  const served = '"gateway.example"; error=connection_refused, proxy.example';
  const ways: readonly (readonly [status: number, headers: Record<string, string>, kind: string | undefined])[] = [
    [403, { 'x-squid-error': 'ERR_ACCESS_DENIED 0' }, 'refused'],
    [502, { 'proxy-status': 'proxy.example; error=connection_refused' }, 'reset'],
    [504, { 'proxy-status': 'gateway.example, "proxy.example"; details="none"; error=dns_timeout' }, 'reset'],
    [502, { 'proxy-status': served, via: '1.1 proxy.example' }, undefined],
    [502, { via: '1.1 proxy.example' }, undefined],
    [200, { 'proxy-status': 'proxy.example; error=http_response_incomplete' }, undefined],
  ];
  for (const [status, headers, kind] of ways) {
    const proxy = await httpServer(t, (_, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      jsonReply(response, status, list);
    });
    const failed = await viaProxy(t, 'http://service.invalid', { HTTP_PROXY: proxy });
    const message = `the proxy that HTTP_PROXY names answered HTTP ${status} itself`;
    deepEqual(failed, kind && { kind, message });
  }
});

test('an answer with headers of 100 KB is read', async (t) => {
  const url = await httpServer(t, (_, response) => {
    response.setHeader('content-security-policy', 'x'.repeat(100_000));
    jsonReply(response, 200, list);
  });
  const { client, recorder } = clientOf(t, url);
  deepEqual((await client.send(call, recorder)).response?.body, list);
});

test('a page of an error that comes by way of a proxy is named as perhaps its own, until the service is seen', async (t) => {
  const html = (response: ServerResponse, status: number): void => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Blocked by policy</html>');
  };
  for (const [status, kind] of [
    [403, 'refused'],
    [502, 'reset'],
  ] as const) {
    const denying = await httpServer(t, (_, response) => html(response, status));
    deepEqual(await viaProxy(t, 'http://service.invalid', { HTTP_PROXY: denying }), {
      kind,
      message: `the proxy that HTTP_PROXY names, or what is behind it, answered HTTP ${status} without JSON`,
    });
    let served = 0;
    const serving = await httpServer(t, (_, response) => {
      served += 1;
      if (served === 1) jsonReply(response, 200, list);
      else html(response, status);
    });
    const { client, recorder } = clientOf(t, 'http://service.invalid', { proxy: { HTTP_PROXY: serving } });
    equal((await client.send(call, recorder)).failure, undefined);
    const after = await client.send(call, recorder);
    deepEqual([after.failure, after.response?.status], [undefined, status]);
  }
});

test('a proxy that is not there is named, and so are entries of NO_PROXY that mean nothing', async (t) => {
  const variables = { HTTP_PROXY: 'http://user:pa55word@127.0.0.1:1', NO_PROXY: '10.0.0.0/8,192.168.*, a/b' };
  for (const scheme of ['http', 'https']) {
    deepEqual(await viaProxy(t, `${scheme}://127.0.0.1:2`, variables), {
      kind: 'refused',
      message:
        'the proxy that HTTP_PROXY names: the connection was refused (ECONNREFUSED); NO_PROXY has entries that mean nothing: 192.168.*, a/b',
    });
  }
});

const tlsServer = async (t: TestContext, options: object): Promise<string> => {
  const server = createHttpsServer(options, (_, response) => jsonReply(response, 200, list));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const failureAt = async (t: TestContext, baseUrl: string) => {
  const { client, recorder } = clientOf(t, baseUrl);
  return (await client.send(call, recorder)).failure;
};

test('a certificate out of its time says so with its dates', async (t) => {
  deepEqual(await failureAt(t, await tlsServer(t, expired)), {
    kind: 'tls',
    message: 'the certificate has expired (CERT_HAS_EXPIRED): it is valid from 2020-01-01 to 2021-01-01',
  });
  const early = (await failureAt(t, await tlsServer(t, notYetValid)))?.message ?? '';
  match(early, /not valid yet.*: it is valid from 2090-01-01 to 2091-01-01$/);
});

test('HTTP to a port of TLS is recognised, and TLS to a port of HTTP', async (t) => {
  const overTls = { kind: 'tls', message: 'the port speaks TLS, and the address begins with http://' };
  deepEqual(await failureAt(t, (await tlsServer(t, expired)).replace('https:', 'http:')), overTls);
  const said = await httpServer(t, (_, response) => {
    response.writeHead(400, { 'content-type': 'text/html' });
    response.end('<h1>400 Bad Request</h1>The plain HTTP request was sent to HTTPS port');
  });
  deepEqual(await failureAt(t, said), overTls);
  const plain = await httpServer(t, (_, response) => response.end('[]'));
  match((await failureAt(t, plain.replace('http:', 'https:')))?.message ?? '', /^the port speaks no TLS/);
});

test('a 100 Continue that was not asked for is passed over, in pieces of any size', async (t) => {
  const answer = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
  const pieces = [
    [`${interim}${answer('[]')}`],
    [interim, answer('[]')],
    ['HTT', 'P/1.1 100 Con', 'tinue\r\nx: y\r\n', '\r\nHTTP/1.1 2', answer('[]').slice(10)],
    [`${interim}${interim}`, answer('"HTTP/1.1 100 Continue"')],
  ];
  for (const written of pieces) {
    const baseUrl = await byteServer(t, async (socket) => {
      for (const piece of written) {
        socket.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    const { client, recorder } = clientOf(t, baseUrl);
    const { response, failure } = await client.send(call, recorder);
    equal(failure, undefined, written.join('|'));
    equal(response?.status, 200);
  }
});

/** A server that answers the first request of a connection and ends it at the second, in one of two ways. */
const closingServer = async (t: TestContext, end: (socket: Socket) => void) => {
  let [requests, connections] = [0, 0];
  const baseUrl = await connectionServer(t, (socket) => {
    connections += 1;
    let isFirst = true;
    socket
      .on('error', () => {})
      .on('data', () => {
        requests += 1;
        if (isFirst) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]');
        else end(socket);
        isFirst = false;
      });
  });
  return { baseUrl, met: () => ({ requests, connections }) };
};

for (const [way, end] of Object.entries({
  reset: (socket: Socket) => socket.resetAndDestroy(),
  closed: (socket: Socket) => socket.end(),
})) {
  test(`a reused connection that is ${way}: a read is sent once more on a new one, and an effect is not`, async (t) => {
    const { baseUrl, met } = await closingServer(t, end);
    const { client, recorder } = clientOf(t, baseUrl, { limits: { concurrency: 1 } });
    for (let i = 0; i < 2; i += 1) equal((await client.send(call, recorder)).failure, undefined);
    deepEqual(met(), { requests: 3, connections: 2 });
    const other = await closingServer(t, end);
    const effects = clientOf(t, other.baseUrl, { limits: { concurrency: 1 } });
    await effects.client.send(call, effects.recorder);
    const body = { operation: 'create-booking', bearer: 'missing', body: {}, permit: permitToBook() } as const;
    equal((await effects.client.send(body, effects.recorder)).failure?.kind, 'reset');
    deepEqual(other.met(), { requests: 2, connections: 1 });
  });
}

test('deadlines hold behind a proxy', async (t) => {
  const silent = await httpServer(t, () => undefined);
  const { client, recorder } = clientOf(t, 'http://service.invalid', {
    proxy: { http_proxy: silent },
    limits: { headersTimeoutMs: 40 },
  });
  equal((await client.send(call, recorder)).failure?.kind, 'headers-timeout');
});

test('a connection is opened once, and each request is processed and transferred', async (t) => {
  const baseUrl = await httpServer(t, (_, response) => jsonReply(response, 200, []));
  const phases = phaseClock();
  const { client, recorder } = clientOf(t, baseUrl.replace('127.0.0.1', 'localhost'), {
    phases,
    limits: { concurrency: 1 },
  });
  const before = performance.now();
  await client.send(call, recorder);
  const first = phases.totalMs();
  for (const phase of ['resolve', 'connect', 'processing', 'transfer'] as const) ok(first[phase] > 0, phase);
  equal(first.tls, 0);
  ok(Object.values(first).reduce((sum, ms) => sum + ms) <= performance.now() - before);

  await client.send(call, recorder);
  const second = phases.totalMs();
  deepEqual([second.resolve, second.connect], [first.resolve, first.connect]);
  ok(second.processing > first.processing && second.transfer > first.transfer);
});

test('an address needs no name, and what is refused costs a handshake alone', async (t) => {
  const phases = phaseClock();
  const { client, recorder } = clientOf(t, await tlsServer(t, { cert, key }), { phases });
  const { failure } = await client.send(call, recorder);
  equal(failure?.kind, 'tls');
  const { resolve, connect, processing, transfer } = phases.totalMs();
  deepEqual([resolve, processing, transfer], [0, 0, 0]);
  ok(connect > 0);
});

test('an answer that breaks off was being transferred, and none at all was being processed', async (t) => {
  let isBegun = true;
  const baseUrl = await httpServer(t, (_, response) => {
    if (isBegun) response.writeHead(200, { 'content-length': 100 }).write('[', () => response.destroy());
    else response.destroy();
  });
  const phases = phaseClock();
  const { client, recorder } = clientOf(t, baseUrl, { phases });
  ok((await client.send(call, recorder)).failure);
  const first = phases.totalMs();
  ok(first.transfer > 0);
  isBegun = false;
  ok((await client.send(call, recorder)).failure);
  const second = phases.totalMs();
  equal(second.transfer, first.transfer);
  ok(second.processing > first.processing);
});

test('of a connection that is encrypted, the handshake is counted by itself', async (t) => {
  const { hostname, host, protocol, port } = new URL(await tlsServer(t, { cert, key }));
  const phases = phaseClock();
  const socket = await new Promise<Socket>((resolve, reject) =>
    phases.connector({ ca: cert, allowH2: false })({ hostname, host, protocol, port }, (error, opened) =>
      opened ? resolve(opened) : reject(error),
    ),
  );
  socket.destroy();
  const { resolve, connect, tls } = phases.totalMs();
  equal(resolve, 0);
  ok(connect > 0 && tls > 0);
});
