/** Who may look, and who may change something: each way around it is tried. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UsageError } from '../../../contracts/usage-error.ts';
import { routes } from '../../../dashboard/api/routes.ts';
import { ask } from './ask.ts';
import { dashboardsHere, fill } from './dashboard-here.ts';

const token = 'a token of sixteen or more';

describe('a dashboard', () => {
  const { here, start } = dashboardsHere();
  const json = { 'content-type': 'application/json' };

  it('is open to others with a token only', async () => {
    await rejects(start({ host: '0.0.0.0' }), (thrown) => {
      ok(thrown instanceof UsageError);
      match(thrown.message, /^--host 0\.0\.0\.0 is open to others: set PREFLIGHT_DASHBOARD_TOKEN/);
      return true;
    });
  });

  it('is not answered under a name that is none of its own', async () => {
    const { url } = await start({ names: ['status.acme.example'] });
    const { port } = new URL(url);
    for (const [host, status] of [
      [`127.0.0.1:${port}`, 200],
      [`localhost:${port}`, 200],
      ['status.acme.example', 200],
      [`evil.example:${port}`, 403],
      [`127.0.0.1.evil.example:${port}`, 403],
      [`localhost.evil.example`, 403],
    ] as const) {
      for (const path of ['/', '/api/state', '/assets/dashboard.css', '/api/events-of-nobody']) {
        const found = (await ask(`${url}${path}`, { headers: { host } })).status;
        equal(found === 404 ? 200 : found, status, `${host} ${path}`);
      }
    }
  });

  it('shows nothing without its token, which is exchanged for a cookie that no script can read', async () => {
    const { incident } = await fill(here.history);
    const { url } = await start({ token });
    const paths = [
      ...routes.map(({ method, path }) => [method, path.replace(':id', incident)] as const),
      ['GET', '/api/events'],
      ['GET', '/api/openapi.json'],
    ] as const;
    for (const [method, path] of paths) {
      for (const headers of [{}, { authorization: 'Bearer wrong' }, { cookie: 'preflight-session=guessed' }]) {
        const { status, text } = await ask(`${url}${path}`, {
          method,
          headers: { ...json, ...headers },
          ...(method === 'POST' && { body: '{}' }),
        });
        deepEqual([status, text], [401, '{"error":"a token is needed"}'], `${method} ${path}`);
      }
    }
    for (const path of ['/healthz', '/readyz']) equal((await ask(`${url}${path}`)).text, '{"ok":true}');
    equal((await ask(`${url}/api/state`, { headers: { authorization: `Bearer ${token}` } })).status, 200);
    for (const given of ['', token.slice(1), `${token} `, 5]) {
      const { status, headers } = await ask(`${url}/login`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ token: given }),
      });
      deepEqual([status, headers['set-cookie']], [401, undefined]);
    }
    const login = await ask(`${url}/login`, { method: 'POST', headers: json, body: JSON.stringify({ token }) });
    const [cookie = ''] = login.headers['set-cookie'] ?? [];
    match(cookie, /^preflight-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    ok(!cookie.includes(token));
    const [session = ''] = cookie.split(';');
    equal((await ask(`${url}/api/state`, { headers: { cookie: `other=1; ${session}` } })).status, 200);
  });

  it('changes nothing for a page of somebody else, nor by GET', async () => {
    const { incident } = await fill(here.history);
    const { url } = await start();
    const path = `${url}/api/incidents/${incident}/acknowledge`;
    const body = JSON.stringify({ by: 'Mallory' });
    for (const headers of [
      { ...json, origin: 'https://evil.example' },
      { ...json, origin: 'null' },
      { ...json, 'sec-fetch-site': 'cross-site' },
      { ...json, 'sec-fetch-site': 'same-site' },
    ]) {
      equal((await ask(path, { method: 'POST', headers, body })).status, 403);
    }
    // A form of any page can be sent as this without being asked for.
    equal((await ask(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body })).status, 415);
    equal((await ask(path)).status, 404);
    const acknowledged = async (): Promise<unknown> =>
      (await here.history.read.selectFrom('incident').select('acknowledgedBy').executeTakeFirstOrThrow())
        .acknowledgedBy;
    equal(await acknowledged(), null);
    const own = { ...json, origin: url, 'sec-fetch-site': 'same-origin' };
    equal((await ask(path, { method: 'POST', headers: own, body: JSON.stringify({ by: 'Ann' }) })).status, 200);
    equal(await acknowledged(), 'Ann');
  });

  it('answers no page of somebody else, but who follows a link from there', async () => {
    const { url } = await start();
    const elsewhere = [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
      { origin: 'https://evil.example' },
    ];
    for (const path of ['/', '/api/state', '/api/events', '/metrics', '/assets/dashboard.css']) {
      for (const headers of elsewhere) {
        equal((await ask(`${url}${path}`, { headers })).status, 403, `${path} ${JSON.stringify(headers)}`);
      }
    }
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    equal((await ask(url, { headers: link })).status, 200);
    equal((await ask(`${url}/login`, { method: 'POST', headers: { ...json, ...link }, body: '{}' })).status, 403);
  });

  it('takes no more than it needs', async () => {
    const { incident } = await fill(here.history);
    const { url } = await start();
    const path = `${url}/api/incidents/${incident}/acknowledge`;
    const long = JSON.stringify({ by: 'x'.repeat(20_000) });
    equal((await ask(path, { method: 'POST', headers: json, body: long })).status, 413);
    equal((await ask(`${url}/api/runs/${'x'.repeat(5_000)}`)).status, 414);
    equal((await ask(path, { method: 'POST', headers: json, body: '{' })).status, 400);
  });

  it('lets a page load from itself alone', async () => {
    const { url } = await start();
    const { headers } = await ask(`${url}/`);
    const policy = String(headers['content-security-policy']);
    match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
    ok(!/unsafe|data:|\*/.test(policy), policy);
    deepEqual(
      [headers['x-content-type-options'], headers['referrer-policy'], headers['cache-control']],
      ['nosniff', 'no-referrer', 'no-store'],
    );
  });
});
