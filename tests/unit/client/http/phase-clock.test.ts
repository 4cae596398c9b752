/** Where the time of requests goes: what a phase counts, and what it does not. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { phaseClock } from '../../../../client/http/phase-clock.ts';
import { cert, key } from '../../../cli/untrusted-certificate.ts';
import { clientOf, httpServer, jsonReply } from '../test-server.ts';

const call = { operation: 'countries', bearer: 'missing' } as const;

const encryptedServer = async (t: TestContext): Promise<string> => {
  const server = createServer({ cert, key }, (_, response) => jsonReply(response, 200, []));
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

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
  const { client, recorder } = clientOf(t, await encryptedServer(t), { phases });
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
  const { hostname, host, protocol, port } = new URL(await encryptedServer(t));
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
