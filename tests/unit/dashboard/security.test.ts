/** A dashboard and a status page let in only who has the token, and let nothing act. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UsageError } from '../../../contracts/usage-error.ts';
import { routes } from '../../../dashboard/api/routes.ts';
import { noon } from '../history/run-at.ts';
import { ask, dashboardsHere, fill, found, statusPagesHere, watch } from './dashboard-here.ts';

const token = 'a token of sixteen or more';

/** What a browser says of a page from elsewhere. */
const foreign: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

const pages = ['/', '/index.html', '/live.html', '/status.json'];

describe('a dashboard and a status page', () => {
  const [dashboards, statusPages] = [dashboardsHere(), statusPagesHere()];
  const both = [
    {
      start: dashboards.start,
      variable: 'PREFLIGHT_DASHBOARD_TOKEN',
      paths: ['/', '/api/state', '/assets/dashboard.css'],
    },
    {
      start: statusPages.start,
      variable: 'PREFLIGHT_STATUS_TOKEN',
      paths: [...pages, '/status.css', '/icon.svg', '/healthz', '/readyz'],
    },
  ];

  it('are open to others with a token only', async () => {
    for (const { start, variable } of both)
      await rejects(start({ host: '0.0.0.0' }), (thrown) => {
        ok(thrown instanceof UsageError);
        match(thrown.message, new RegExp(`^--host 0\\.0\\.0\\.0 is open to others: set ${variable}`));
        return true;
      });
  });

  it('are not answered under a foreign name, also on this machine', async () => {
    for (const { start, paths } of both) {
      const { url } = await start({ names: ['status.acme.example'] });
      const { port } = new URL(url);
      for (const [host, status] of [
        [`127.0.0.1:${port}`, 200],
        [`localhost:${port}`, 200],
        ['status.acme.example', 200],
        [`evil.example:${port}`, 403],
        [`127.0.0.1.evil.example:${port}`, 403],
        ['localhost.evil.example', 403],
      ] as const)
        for (const path of paths)
          equal((await ask(`${url}${path}`, { headers: { host } })).status, status, `${host} ${path}`);
    }
  });
});

describe('a dashboard', () => {
  const { here, start } = dashboardsHere();
  const json = { 'content-type': 'application/json' };

  it('shows nothing without its token, which is exchanged for a cookie that no script can read', async () => {
    const { incident } = await fill(here.history);
    const { url } = await start({ token });
    const paths = [
      ...routes.map(({ method, path }) => [method, path.replace(':id', incident)] as const),
      ['GET', '/api/events'],
      ['GET', '/metrics'],
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

  it('changes nothing for a foreign page, nor by GET', async () => {
    const { incident } = await fill(here.history);
    const { url } = await start();
    const path = `${url}/api/incidents/${incident}/acknowledge`;
    const body = JSON.stringify({ by: 'Mallory' });
    for (const from of foreign)
      equal((await ask(path, { method: 'POST', headers: { ...json, ...from }, body })).status, 403);
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

  it('answers no foreign page, but a person who follows a link from there', async () => {
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

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const bodyOf = (given: string): string => new URLSearchParams({ token: given }).toString();

describe('a status page', () => {
  const { here, at, start } = statusPagesHere();
  const dashboards = dashboardsHere();

  it('shows nothing without its token, which a form exchanges for a cookie that no script can read', async () => {
    await watch(here.history);
    await found(here.history, noon);
    const { url } = await start({ token });
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { cookie: 'preflight-status=guessed' }]) {
      for (const path of pages) {
        const { status, text } = await ask(`${url}${path}`, { headers });
        equal(status, 401, path);
        ok(!/perational|measured|Acme/.test(text), text);
      }
    }
    match((await ask(`${url}/`)).text, /<form method="post" action="login">/);
    for (const given of ['', token.slice(1), `${token} `]) {
      const { status, headers, text } = await ask(`${url}/login`, {
        method: 'POST',
        headers: form,
        body: bodyOf(given),
      });
      deepEqual([status, headers['set-cookie']], [401, undefined]);
      match(text, /This is not the token/);
    }
    const login = await ask(`${url}/login`, { method: 'POST', headers: form, body: bodyOf(token) });
    deepEqual([login.status, login.headers.location, login.text], [303, './', '']);
    const [cookie = ''] = login.headers['set-cookie'] ?? [];
    match(cookie, /^preflight-status=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    ok(!cookie.includes(token));
    const [session = ''] = cookie.split(';');
    for (const headers of [{ cookie: session }, { authorization: `Bearer ${token}` }]) {
      const shown = await ask(`${url}/`, { headers });
      deepEqual([shown.status, shown.headers['cache-control']], [200, 'private, max-age=10']);
      match(shown.text, /All systems operational/);
    }
    at.now += 12 * 3_600_000;
    equal((await ask(`${url}/`, { headers: { cookie: session } })).status, 401, 'a session ends');
  });

  it('opens nothing of a dashboard by what it was given', async () => {
    const { url } = await start({ token });
    const login = await ask(`${url}/login`, { method: 'POST', headers: form, body: bodyOf(token) });
    const [session = ''] = (login.headers['set-cookie']?.[0] ?? '').split(';');
    const dashboard = await dashboards.start({ token: 'another token of the dashboard' });
    const cookie = session.replace('preflight-status', 'preflight-session');
    for (const headers of [{ cookie: session }, { cookie }, { authorization: `Bearer ${token}` }]) {
      equal((await ask(`${dashboard.url}/api/state`, { headers })).status, 401);
    }
  });

  it('takes no token from a foreign page, and changes nothing by GET', async () => {
    const { url } = await start({ token });
    for (const from of foreign) {
      const asked = { method: 'POST', headers: { ...form, ...from }, body: bodyOf(token) };
      const { status, headers } = await ask(`${url}/login`, asked);
      deepEqual([status, headers['set-cookie']], [403, undefined], JSON.stringify(from));
    }
    const own = { ...form, origin: url, 'sec-fetch-site': 'same-origin' };
    equal((await ask(`${url}/login`, { method: 'POST', headers: own, body: bodyOf(token) })).status, 303);
    const got = await ask(`${url}/login?token=${encodeURIComponent(token)}`);
    deepEqual([got.status, got.headers['set-cookie']], [404, undefined]);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const authorization = `Bearer ${token}`;
      equal((await ask(`${url}/status.json`, { method, headers: { authorization } })).status, 404, method);
    }
  });

  it('takes no more than it needs, and says no more than it must', async () => {
    const { url } = await start({ token });
    const post = (headers: Record<string, string>, body: string) =>
      ask(`${url}/login`, { method: 'POST', headers, body });
    equal((await post(form, bodyOf('x'.repeat(20_000)))).status, 413);
    equal((await post({ 'content-type': 'text/plain' }, bodyOf(token))).status, 415);
    equal((await post({ 'content-type': 'application/json' }, JSON.stringify({ token }))).status, 415);
    // Of two tokens, none is tried after the other.
    equal((await post(form, `token=wrong&${bodyOf(token)}&token=wrong`)).status, 401);
    for (const path of ['/..%2fserver.ts', '/api/state', '/assets/dashboard.css', '/status.json.part']) {
      const { status, text } = await ask(`${url}${path}`);
      deepEqual([status, text], [404, '{"error":"there is nothing at this address"}'], path);
    }
  });

  it('loads its style and its icon, and nothing else, least of all a script', async () => {
    const { url } = await start();
    for (const path of [...pages, '/none']) {
      const { headers, text } = await ask(`${url}${path}`);
      equal(
        headers['content-security-policy'],
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      );
      deepEqual([headers['x-content-type-options'], headers['referrer-policy']], ['nosniff', 'same-origin']);
      ok(!/<script|style=|\son\w+=|https?:/i.test(text), path);
    }
  });
});
