/** Webhooks and programs receive an alert once, and failures are reported without secrets. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, type TestContext, test } from 'node:test';
import type { Channel } from '../../../../monitor/config.ts';
import { bodyText, byteServer, httpServer } from '../../client/test-server.ts';
import { failureOf, nowMs, secrets, shortMs, token, told } from './told.ts';

type Arrived = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Answers everything alike. */
const receiver = async (t: TestContext, status = 200, answer = 'ok', headers: Record<string, string> = {}) => {
  const arrived: Arrived[] = [];
  const url = await httpServer(t, async (request, response) => {
    const { method = '', url: path = '', headers: sent } = request;
    arrived.push({ method, path, headers: sent, body: await bodyText(request) });
    response.writeHead(status, headers).end(answer);
  });
  return { url, arrived };
};

const slackAt = (url: string): Channel => ({ to: 'slack', name: 'team', url: `${url}/services/${token}` });
const keyBytes = Buffer.from('a key of thirty-two bytes, 32 ..');

const saysNoSecret = (line: string | undefined): void => {
  ok(line !== undefined && !line.includes('\n'));
  for (const secret of secrets) ok(!line.includes(secret), line);
};

const signingKeys = {
  'a secret of 24 characters': Buffer.from('a secret of 24 characters'),
  [`whsec_${keyBytes.toString('base64')}`]: keyBytes,
};

test('a webhook gets one signed POST, and a receiver that knows the secret believes it', async (t) => {
  const { url, arrived } = await receiver(t, 204, '');
  for (const [secret, key] of Object.entries(signingKeys)) {
    equal(await failureOf({ to: 'webhook', name: 'w', url: `${url}/in?token=${token}`, secret }), undefined);
    const [{ method, path, headers, body } = {} as never, ...more] = arrived.splice(0);
    deepEqual([more, method, path, JSON.parse(body)], [[], 'POST', `/in?token=${token}`, told]);
    deepEqual(
      [headers['content-type'], headers['webhook-id'], headers['webhook-timestamp']],
      ['application/json', told.key, String(nowMs / 1_000)],
    );
    const signature = createHmac('sha256', key)
      .update(`${told.key}.${nowMs / 1_000}.${body}`)
      .digest('base64');
    equal(headers['webhook-signature'], `v1,${signature}`);
  }
});

test('an alert that is sent again is known by its key', async (t) => {
  const { url, arrived } = await receiver(t, 202);
  const channels: readonly Channel[] = [
    { to: 'webhook', name: 'w', url, secret: 'a secret of 24 characters' },
    slackAt(url),
    { to: 'pagerduty', name: 'p', url, routingKey: 'r0uting-key' },
  ];
  for (const channel of channels) for (let time = 0; time < 2; time += 1) equal(await failureOf(channel), undefined);
  const keys = arrived.map(({ headers, body }) => [
    headers['webhook-id'] ?? headers['idempotency-key'] ?? JSON.parse(body).dedup_key,
    body,
  ]);
  equal(keys.length, 6);
  deepEqual([keys[1], keys[3], keys[5]], [keys[0], keys[2], keys[4]]);
  deepEqual([keys[0]?.[0], keys[2]?.[0], keys[4]?.[0]], [told.key, told.key, told.incident]);
});

for (const status of [302, 429, 503]) {
  test(`an answer of ${status} is reported by its number alone, and nothing more is sent`, async (t) => {
    const { url, arrived } = await receiver(t, status, 'told-by-the-server', { location: '/elsewhere' });
    for (const channel of [slackAt(url), { to: 'pagerduty', name: 'p', url, routingKey: 'r0uting-key' } as const]) {
      equal(await failureOf(channel), `HTTP ${status}`);
    }
    equal(arrived.length, 2);
  });
}

test('an answer counts by its status, and a long body is not waited for', async (t) => {
  const cut: boolean[] = [];
  const long = await httpServer(t, (_, response) => {
    response.on('close', () => cut.push(!response.writableFinished)).end(Buffer.alloc(30_000_000));
  });
  equal(await failureOf(slackAt(long)), undefined);
  while (cut.length === 0) await new Promise(setImmediate);
  deepEqual(cut, [true]);
  const endless = await httpServer(t, (_, response) => void response.writeHead(200).write('x'));
  equal(await failureOf(slackAt(endless), { deadlineMs: shortMs }), undefined);
});

test('a receiver that never answers is left at the deadline', async (t) => {
  const url = await httpServer(t, () => {});
  equal(await failureOf(slackAt(url), { deadlineMs: shortMs }), `no answer within ${shortMs / 1_000} s`);
});

test('a failure on the way is reported in words of Preflight', async (t) => {
  const reset = await byteServer(t, (socket) => socket.resetAndDestroy());
  const garbage = await byteServer(t, (socket) => socket.end('told-by-the-server\r\n\r\n'));
  const { url: refusing } = await receiver(t);
  const lines: readonly (readonly [url: string, says: RegExp])[] = [
    [reset, /^the connection was reset \(ECONNRESET\)$|^the connection was closed before the answer was complete/],
    [garbage, /^the answer is not HTTP$/],
    ['http://127.0.0.1:1', /^the connection was refused \(ECONNREFUSED\)$/],
    ['http://service.invalid', /^the (host name is not known|name service did not answer)/],
    [refusing.replace('http:', 'https:'), /^the port speaks no TLS|^the connection was/],
  ];
  for (const [url, says] of lines) {
    const line = await failureOf(slackAt(url));
    saysNoSecret(line);
    match(line ?? '', says);
  }
});

test('a proxy that is set is used, unless no_proxy names the host', async (t) => {
  const { url: proxy, arrived } = await receiver(t);
  const { url: direct, arrived: arrivedDirectly } = await receiver(t);
  const environment = { http_proxy: proxy, no_proxy: '127.0.0.1' };
  equal(await failureOf(slackAt('http://service.invalid'), { environment }), undefined);
  equal(arrived[0]?.path, `http://service.invalid/services/${token}`);
  equal(await failureOf(slackAt(direct), { environment }), undefined);
  deepEqual([arrived.length, arrivedDirectly.length], [1, 1]);
});

test('a proxy that is none or refuses is reported without its password', async (t) => {
  const { url: refusing } = await receiver(t, 407);
  const slack = slackAt('http://service.invalid');
  equal(
    await failureOf(slack, { environment: { http_proxy: refusing.replace('//', '//me:pa55word@') } }),
    'the proxy refused with HTTP 407',
  );
  const line = await failureOf(slack, { environment: { http_proxy: 'socks5://me:pa55word@proxy.test' } });
  saysNoSecret(line);
  match(line ?? '', /^the variable http_proxy is no address of a proxy/);
});

test('a login within the address is sent as one', async (t) => {
  const { url, arrived } = await receiver(t);
  equal(await failureOf(slackAt(url.replace('//', '//me:pa55%20word@'))), undefined);
  equal(arrived[0]?.headers.authorization, `Basic ${Buffer.from('me:pa55 word').toString('base64')}`);
  equal(arrived[0]?.path, `/services/${token}`);
});

const command = (...parts: string[]): Channel => ({ to: 'command', name: 'own', command: parts });

describe('a program that receives alerts', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Its first argument is the place of what it writes. */
  const program = (text: string): Channel => {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, text);
    return command(process.execPath, file, join(folder, 'written.json'), '$HOME; exit 9');
  };
  const written = () => JSON.parse(readFileSync(join(folder, 'written.json'), 'utf8'));

  it('finds the alert on its standard input and the shortest of it in variables', async () => {
    const channel = program(`
      import { readFileSync, writeFileSync } from 'node:fs';
      console.log('dropped'.repeat(100_000));
      const own = Object.entries(process.env).filter(([name]) => name.startsWith('PREFLIGHT_ALERT_') || name === 'GIVEN');
      const told = JSON.parse(readFileSync(0, 'utf8'));
      writeFileSync(process.argv[2], JSON.stringify({ told, own: Object.fromEntries(own), last: process.argv[3] }));
    `);
    const alert = { ...told, title: 'a\0b\nc', severity: 'critical' } as const;
    equal(await failureOf(channel, { alert, environment: { GIVEN: 'yes' } }), undefined);
    deepEqual(written(), {
      told: alert,
      own: {
        GIVEN: 'yes',
        PREFLIGHT_ALERT_EVENT: 'opened',
        PREFLIGHT_ALERT_TARGET: 'acme',
        PREFLIGHT_ALERT_KIND: 'contract',
        PREFLIGHT_ALERT_KEY: told.key,
        PREFLIGHT_ALERT_TITLE: 'a b c',
        PREFLIGHT_ALERT_HEADLINE: 'acme breaks a promise since 12:00 UTC: a b c',
        PREFLIGHT_ALERT_SEVERITY: 'critical',
      },
      last: '$HOME; exit 9',
    });
  });

  it('need not read it', async () => {
    const long = { ...told, firstStep: 'x'.repeat(1_000_000) };
    equal(await failureOf(program('process.exit(0)'), { alert: long }), undefined);
  });

  it('fails with what it ends with', async () => {
    equal(await failureOf(program('console.error("pa55word"); process.exit(3)')), 'the program ended with 3');
    equal(await failureOf(program('process.kill(process.pid, "SIGTERM")')), 'the program was ended by SIGTERM');
  });

  it('is killed when it takes too long, also when it ignores signals', { timeout: 10_000 }, async () => {
    const stubborn = command('sh', '-c', 'trap "" TERM; i=0; while [ $i -lt 20 ]; do sleep 1; i=$((i+1)); done');
    const environment = { PATH: process.env.PATH };
    const line = await failureOf(stubborn, { environment, deadlineMs: shortMs });
    equal(line, 'the program was not done within 0.06 s');
    while (process.getActiveResourcesInfo().includes('ProcessWrap')) await new Promise(setImmediate);
  });

  it('that is not there is reported in a line', async () => {
    equal(await failureOf(command('./nowhere')), 'the program ./nowhere is not there (ENOENT)');
    writeFileSync(join(folder, 'text'), '', { mode: 0o600 });
    match((await failureOf(command(join(folder, 'text')))) ?? '', /cannot be executed \(EACCES\)$/);
    match((await failureOf(command('a\0b'))) ?? '', /cannot be started \(ERR_INVALID_ARG_VALUE\)$/);
  });
});
