/** Channels are looked for before anything runs, and nothing is sent by it. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Channel } from '../../../../monitor/config.ts';
import { unreachableChannels } from '../../../../monitor/reached.ts';
import { httpServer } from '../../client/test-server.ts';
import { greeter, secrets, shortMs, token } from './told.ts';

/** Why it cannot be reached, between its name and the way out. */
const whyNot = async (
  channel: Channel,
  {
    environment = {},
    deadlineMs = 5_000,
  }: { readonly environment?: NodeJS.ProcessEnv; readonly deadlineMs?: number } = {},
): Promise<string | undefined> => {
  const lines = await unreachableChannels([channel], { environment, deadlineMs });
  for (const line of lines) {
    ok(!line.includes('\n'));
    for (const secret of secrets) ok(!line.includes(secret), line);
  }
  const [, why] =
    /^channel c cannot be reached: (.+); correct its (?:url|smtp|command).*, or take it out of the monitor file$/.exec(
      lines[0] ?? '',
    ) ?? [];
  equal(why === undefined, lines.length === 0, lines[0]);
  return why;
};

const slackAt = (url: string): Channel => ({ to: 'slack', name: 'c', url: `${url}/services/${token}` });
const mailAt = (host: string, scheme = 'smtp'): Channel => ({
  to: 'email',
  name: 'c',
  smtp: `${scheme}://me:pa55word@${host}`,
  from: 'preflight@acme.example',
  recipients: ['oncall@acme.example'],
});
const command = (...parts: string[]): Channel => ({ to: 'command', name: 'c', command: parts });

/** A port where no service listens. */
const nobody = '127.0.0.1:1';

test('an address is connected to, and is sent nothing', async (t) => {
  let requests = 0;
  const url = await httpServer(t, (_, response) => {
    requests += 1;
    response.end();
  });
  equal(await whyNot(slackAt(url)), undefined);
  equal(await whyNot({ to: 'pagerduty', name: 'c', routingKey: 'r0uting-key', url }), undefined);
  equal(await whyNot({ to: 'webhook', name: 'c', url, secret: 'whsec_' }), undefined);
  equal(await whyNot(slackAt(`http://${await greeter(t, undefined)}`)), undefined);
  equal(requests, 0);
});

test('an address where no service listens is reported', async (t) => {
  equal(await whyNot(slackAt(`http://${nobody}`)), 'the connection was refused (ECONNREFUSED)');
  const plain = await greeter(t, 'no TLS here');
  ok(await whyNot(slackAt(`https://${plain}`)));
  equal(
    await whyNot(slackAt(`https://${await greeter(t, undefined)}`), { deadlineMs: shortMs }),
    'no connection within 0.06 s',
  );
});

/** Makes tunnels, and answers all that is asked of it directly. */
const proxyServer = async (
  t: TestContext,
  status: number,
): Promise<{ readonly url: string; readonly seen: string[] }> => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const onward = connect(1, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    return socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
};

test('behind a proxy the proxy has to answer, unless no_proxy names the host', async (t) => {
  const { url, seen } = await proxyServer(t, 200);
  equal(await whyNot(slackAt('http://service.invalid'), { environment: { http_proxy: url } }), undefined);
  deepEqual(seen, ['HEAD http://service.invalid/']);
  const around = { http_proxy: `http://${nobody}`, no_proxy: '127.0.0.1' };
  equal(await whyNot(slackAt(url), { environment: around }), undefined);
  equal(
    await whyNot(slackAt('http://service.invalid'), { environment: { http_proxy: `http://${nobody}` } }),
    'the connection was refused (ECONNREFUSED)',
  );
  equal(seen.length, 1);
});

test('a proxy that refuses is reported, for a tunnel too', async (t) => {
  const { url, seen } = await proxyServer(t, 407);
  const environment = { http_proxy: url, https_proxy: url };
  for (const scheme of ['http', 'https']) {
    equal(
      await whyNot(slackAt(`${scheme}://service.invalid`), { environment }),
      'the proxy refused with HTTP 407',
      scheme,
    );
  }
  deepEqual(seen, ['HEAD http://service.invalid/', 'CONNECT service.invalid:443']);
});

test('a mail server has to greet, and the login is kept back', async (t) => {
  equal(await whyNot(mailAt(await greeter(t, '220 mail.example ready\r\n'))), undefined);
  const refused = 'what answers is no mail server, or takes no letters now';
  equal(await whyNot(mailAt(await greeter(t, '554 told-by-the-server\r\n'))), refused);
  equal(await whyNot(mailAt(await greeter(t, 'HTTP/1.1 400 Bad Request\r\n'))), refused);
  equal(await whyNot(mailAt(await greeter(t, ''))), 'the mail server closed the connection');
  equal(await whyNot(mailAt(nobody)), 'the connection was refused (ECONNREFUSED)');
  const silent = await greeter(t, undefined);
  equal(await whyNot(mailAt(silent), { deadlineMs: shortMs }), 'no greeting of a mail server within 0.06 s');
  ok(await whyNot(mailAt(await greeter(t, '220 no TLS here\r\n'), 'smtps')));
});

test('a program has to be there, and to be one', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const text = join(folder, 'text');
  writeFileSync(text, '', { mode: 0o600 });
  const environment = { PATH: `${folder}:${dirname(process.execPath)}` };
  equal(await whyNot(command(process.execPath, '--token', token)), undefined);
  equal(await whyNot(command('node'), { environment }), undefined);
  equal(await whyNot(command('node')), 'the program node is not there (ENOENT)');
  equal(await whyNot(command('nowhere'), { environment }), 'the program nowhere is not there (ENOENT)');
  equal(await whyNot(command(folder)), `the program ${folder} cannot be executed (EACCES)`);
  equal(await whyNot(command(text)), `the program ${text} cannot be executed (EACCES)`);
});

test('there is a line for each, in the order of the channels', async () => {
  const lines = await unreachableChannels(
    [{ ...command('./a'), name: 'first' }, command(process.execPath), { ...slackAt(`http://${nobody}`), name: 'last' }],
    { environment: {} },
  );
  deepEqual(
    lines.map((line) => line.split(' ')[1]),
    ['first', 'last'],
  );
});
