/** How requests travel: compression, redirects, proxies and connections. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { clientOf, httpServer, jsonReply } from '../test-server.ts';

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

for (const [encoding, encode] of Object.entries(encodings)) {
  test(`a body in ${encode.name} for ${encoding} is read, and its headers stay as they came`, async (t) => {
    const body = encode(JSON.stringify(list));
    let accepted: string | string[] | undefined;
    const baseUrl = await httpServer(t, (request, response) => {
      accepted = request.headers['accept-encoding'];
      response.writeHead(200, { 'content-encoding': encoding.trim(), 'content-length': body.length }).end(body);
    });
    const { client, recorder } = clientOf(t, baseUrl);
    const { response } = await client.send(call, recorder);
    deepEqual(response?.body, list);
    equal(response?.bytes, JSON.stringify(list).length);
    equal(response?.headers['content-length'], String(body.length));
    equal(response?.headers['content-encoding'], encoding.trim());
    equal(accepted, 'gzip, deflate, br');
  });
}

test('a redirect is an answer, and is not followed', async (t) => {
  let requests = 0;
  const baseUrl = await httpServer(t, (_, response) => {
    requests++;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const { client, recorder } = clientOf(t, baseUrl);
  const { response } = await client.send(call, recorder);
  equal(response?.status, 302);
  equal(response?.body, undefined);
  equal(response?.text, undefined);
  equal(requests, 1);
});

test('an overloaded answer is not tried again', async (t) => {
  let requests = 0;
  const baseUrl = await httpServer(t, (_, response) => {
    requests++;
    jsonReply(response, 503, {}, { 'retry-after': '0' });
  });
  const { client, recorder } = clientOf(t, baseUrl);
  equal((await client.send(call, recorder)).response?.status, 503);
  equal(requests, 1);
});

const variables = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;

const withVariables = (t: TestContext, given: Partial<Record<(typeof variables)[number], string>>): void => {
  const before = variables.map((name) => [name, process.env[name]] as const);
  for (const name of variables) delete process.env[name];
  Object.assign(process.env, given);
  t.after(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
};

/** A proxy that forwards by request target, and by tunnel; it refuses both when told to. */
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
  withVariables(t, { http_proxy: proxy.url, no_proxy: '127.0.0.1' });
  const far = clientOf(t, 'http://service.invalid/base', { proxy: 'environment' });
  deepEqual((await far.client.send(call, far.recorder)).response?.body, list);
  equal(proxy.seen.length, 1);
  ok(proxy.seen[0]?.includes('service.invalid'));
  const near = clientOf(t, direct, { proxy: 'environment' });
  deepEqual((await near.client.send(call, near.recorder)).response?.body, []);
  const none = clientOf(t, 'http://service.invalid', { proxy: 'none' });
  equal((await none.client.send(call, none.recorder)).failure?.kind, 'unresolved');
  equal(proxy.seen.length, 1);
});

test('a proxy that refuses is a refused connection', async (t) => {
  const proxy = await proxyServer(t, { refuses: true });
  withVariables(t, { http_proxy: proxy.url, https_proxy: proxy.url });
  for (const scheme of ['http', 'https']) {
    const { client, recorder } = clientOf(t, `${scheme}://service.invalid`, { proxy: 'environment' });
    const { failure } = await client.send(call, recorder);
    equal(failure?.kind, 'refused', scheme);
  }
  equal(proxy.seen.length, 2);
});

test('deadlines hold behind a proxy', async (t) => {
  const silent = await httpServer(t, () => undefined);
  withVariables(t, { http_proxy: silent });
  const { client, recorder } = clientOf(t, 'http://service.invalid', {
    proxy: 'environment',
    limits: { headersTimeoutMs: 40 },
  });
  equal((await client.send(call, recorder)).failure?.kind, 'headers-timeout');
});
