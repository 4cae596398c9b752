/** Worlds are independent of each other, and their levers refuse what they do not understand. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request } from 'undici';
import type { Sandbox } from '../../../sandbox/server.ts';
import { call, hourMs, json, login, post, read, startMs, stillSandbox, tokenOf } from './caller.ts';

let sandbox: Sandbox;
let admin: string;
before(async () => {
  sandbox = await stillSandbox({
    world: {
      scale: 'small',
      dialect: 'flat',
      faults: ['sorts-cities-descending'],
      oddities: ['tells-no-date'],
      troubles: [{ id: 'answers-503', operations: ['meal-types'] }],
    },
  });
  admin = `${sandbox.url}/_admin/worlds`;
});
after(() => sandbox.close());

test('a world like another copies its dialect, faults, oddities, troubles, scale and seed', async () => {
  const opened = await post(admin, { like: 'default', now: '2030-01-01T00:00:00Z' });
  assert.equal(opened.status, 201);
  const { id, baseUrl } = json(opened);
  assert.equal(baseUrl, `${sandbox.url}/worlds/${id}`);
  const { now, ...state } = json(await call(`${admin}/${id}`));
  assert.equal(now, '2030-01-01T00:00:00.000Z');
  assert.deepEqual(state, {
    id,
    tokensRequested: 0,
    requests: 0,
    dialect: 'flat',
    faults: ['sorts-cities-descending'],
    oddities: ['tells-no-date'],
    troubles: [{ id: 'answers-503', operations: ['meal-types'] }],
  });
  const token = await tokenOf(baseUrl);
  assert.equal(json(await read(baseUrl, 'countries', token)).length, sandbox.world('default')?.countries.length);
  assert.equal(json(await call(`${admin}/${id}`)).tokensRequested, 1);
  assert.equal(json(await call(`${admin}/${id}`)).requests, 2);
});

test('what is given wins over what is copied', async () => {
  const troubles = [{ id: 'hangs' }, { id: 'drips', operations: ['token', 'hotel-static'] }];
  const { id } = json(await post(admin, { like: 'default', faults: [], scale: 'full', troubles }));
  assert.deepEqual(sandbox.world(id)?.options.faults, []);
  const nested = json(await post(admin, { like: 'default', dialect: 'nested' }));
  assert.equal(sandbox.world(nested.id)?.options.dialect, 'nested');
  assert.deepEqual(sandbox.world(id)?.options.troubles, troubles);
  assert.equal(sandbox.world(id)?.countries.length, 249);
});

test('clocks move alone, and no token of one world opens another', async () => {
  const [one, other] = [sandbox.openWorld({ scale: 'small' }), sandbox.openWorld({ scale: 'small' })];
  const tokens = { one: await tokenOf(one.baseUrl), other: await tokenOf(other.baseUrl) };
  const moved = await post(`${admin}/${one.id}/clock`, { advanceMs: 25 * hourMs });
  assert.deepEqual(json(moved), { now: new Date(startMs + 25 * hourMs).toISOString() });
  assert.equal((await read(one.baseUrl, 'countries', tokens.one)).status, 401);
  assert.equal((await read(other.baseUrl, 'countries', tokens.other)).status, 200);
  assert.equal((await read(other.baseUrl, 'countries', await tokenOf(one.baseUrl))).status, 401);
});

test('faults stay in their world', async () => {
  const healthy = sandbox.openWorld({ scale: 'small' });
  const faulty = sandbox.openWorld({ scale: 'small', faults: ['answers-404-for-unknown-country'] });
  for (const [{ baseUrl }, status] of [
    [healthy, 200],
    [faulty, 404],
  ] as const) {
    assert.equal((await read(baseUrl, 'cities?countryId=0', await tokenOf(baseUrl))).status, status);
  }
});

test('the same id and seed give the same tokens, another seed gives others', async () => {
  const tokenWith = async (seed: number) => {
    const { id, baseUrl } = sandbox.openWorld({ id: 'again', seed });
    const token = await tokenOf(baseUrl);
    assert.equal((await call(`${admin}/${id}`, { method: 'DELETE' })).status, 200);
    return token;
  };
  assert.equal(await tokenWith(7), await tokenWith(7));
  assert.notEqual(await tokenWith(7), await tokenWith(8));
});

test('a deleted world is gone, the default one stays', async () => {
  const { id, baseUrl } = sandbox.openWorld();
  await call(`${admin}/${id}`, { method: 'DELETE' });
  assert.equal((await login(baseUrl)).status, 404);
  assert.equal((await call(`${admin}/${id}`)).status, 404);
  assert.equal((await call(`${admin}/default`, { method: 'DELETE' })).status, 400);
});

for (const bad of [
  { like: 'nobody' },
  { seed: 'x' },
  { scale: 'huge' },
  { dialect: 'toString' },
  { dialect: null },
  { faults: ['no-such-fault'] },
  { faults: 'x' },
  { faults: [1] },
  { oddities: ['toString'] },
  { troubles: 'hangs' },
  { troubles: ['hangs'] },
  { troubles: [{}] },
  { troubles: [{ id: 'no-such-trouble' }] },
  { troubles: [{ id: 'hangs', operations: 'cities' }] },
  { troubles: [{ id: 'hangs', operations: ['no-such-operation'] }] },
  { troubles: [{ id: 'hangs', surprise: 1 }] },
  { now: 'tomorrow' },
  { now: -1 },
  { surprise: true },
  [],
  'text',
]) {
  test(`opening a world with ${JSON.stringify(bad)} is refused in one line`, async () => {
    const answer = await post(admin, bad);
    assert.equal(answer.status, 400);
    assert.match(json(answer).message, /^[^\n]+$/);
  });
}

test('a world goes on with other faults, and keeps its data and tokens', async () => {
  const { id, baseUrl } = json(await post(admin, { scale: 'small' }));
  const token = await tokenOf(baseUrl);
  const ids = async (): Promise<readonly number[]> =>
    json(await read(baseUrl, 'countries', token)).map((country: { id: number }) => country.id);
  const deviate = (body: unknown) =>
    call(`${admin}/${id}/deviations`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const healthy = await ids();
  assert.equal((await deviate({ faults: ['sorts-countries-descending'] })).status, 200);
  assert.deepEqual(await ids(), healthy.toReversed());
  assert.deepEqual(json(await call(`${admin}/${id}`)).faults, ['sorts-countries-descending']);
  assert.equal((await deviate({ faults: ['no-such-fault'] })).status, 400);
  assert.deepEqual(await ids(), healthy.toReversed(), 'a refusal changes nothing');
  assert.equal((await deviate({})).status, 200);
  assert.deepEqual(await ids(), healthy);
});

for (const bad of [{}, { advanceMs: -1 }, { advanceMs: 1.5 }, { advanceMs: '1' }, { advanceMs: 1e300 }]) {
  test(`moving a clock with ${JSON.stringify(bad)} is refused`, async () => {
    assert.equal((await post(`${admin}/default/clock`, bad)).status, 400);
  });
}

test('close ends at once, though a connection is still open', async () => {
  const short = await stillSandbox({ world: { scale: 'small' } });
  await login(short.url);
  await short.close();
  await assert.rejects(login(short.url));
});

test('the levers answer no page of another site, and no name that was made to lead here', async () => {
  const ask = (headers: Record<string, string>, path = '/_admin/worlds') =>
    request(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
  const { host, port } = new URL(sandbox.url);
  for (const headers of [
    { host: 'evil.example' },
    { host: `evil.example:${port}` },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    for (const path of ['/_admin/worlds', '/%5Fadmin/worlds', '/_admin/worlds/default/clock']) {
      const answer = await ask(headers, path);
      assert.ok([403, 404].includes(answer.statusCode) || path.includes('%'), `${path} ${JSON.stringify(headers)}`);
      assert.notEqual(answer.statusCode, 201, `${path} ${JSON.stringify(headers)}`);
      await answer.body.dump();
    }
  }
  for (const headers of [
    {},
    { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
    { host: `localhost:${port}` },
  ]) {
    const answer = await ask(headers);
    assert.equal(answer.statusCode, 201, JSON.stringify(headers));
    await answer.body.dump();
  }
  const served = await ask({ host: 'evil.example' }, '/auth/token');
  assert.notEqual(served.statusCode, 403);
  await served.body.dump();
});
