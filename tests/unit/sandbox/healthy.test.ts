/** The healthy sandbox keeps what the interface says. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { otherPartner, preflightPartner } from '../../../sandbox/access/tokens.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { call, hourMs, json, login, post, read, startMs, stillSandbox, tokenOf } from './caller.ts';

let sandbox: Sandbox;
let token: string;
before(async () => {
  sandbox = await stillSandbox();
  token = await tokenOf(sandbox.url);
});
after(() => sandbox.close());

const hotelPaths = [
  'hotels/accommodation-types',
  'hotels/amenities',
  'hotels/bed-types',
  'hotels/meal-types',
  'hotels/7/static',
  'hotels/8/static',
  'hotels/x/static',
];

const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

describe('token', () => {
  test('lives 24 hours, says so in UTC, and its claims agree', async () => {
    const answer = await login(sandbox.url);
    const { token: jwt, expiresAt, ...rest } = json(answer);
    assert.equal(answer.status, 200);
    assert.deepEqual(rest, {});
    assert.equal(expiresAt, '2026-09-02T12:00:00Z');
    assert.equal(claimsOf(jwt).iat * 1000, startMs);
    assert.equal(claimsOf(jwt).exp * 1000, Date.parse(expiresAt));
    assert.equal(claimsOf(jwt).sub, preflightPartner.clientId);
  });

  test('is given to each partner, and the one before stays valid', async () => {
    const { token: other } = json(await login(sandbox.url, otherPartner));
    assert.notEqual(other, token);
    assert.notEqual(await tokenOf(sandbox.url), token);
    assert.equal((await read(sandbox.url, 'countries', token)).status, 200);
    assert.equal((await read(sandbox.url, 'countries', other)).status, 200);
  });

  for (const wrong of [
    { ...preflightPartner, clientId: 'nobody' },
    { ...preflightPartner, clientSecret: `${preflightPartner.clientSecret}x` },
    { ...preflightPartner, clientSecret: preflightPartner.clientSecret.toLowerCase() },
    { ...preflightPartner, clientSecret: otherPartner.clientSecret },
  ]) {
    test(`is refused to ${wrong.clientId} with a secret of ${wrong.clientSecret.length} letters`, async () => {
      const answer = await login(sandbox.url, wrong);
      assert.equal(answer.status, 401);
      assert.equal(json(answer).error.code, 'AUTHENTICATION_FAILED');
      assert.ok(json(answer).error.message);
      assert.equal(json(answer).token, undefined);
    });
  }

  for (const incomplete of [
    {},
    { clientId: preflightPartner.clientId },
    { clientSecret: preflightPartner.clientSecret },
    { ...preflightPartner, clientSecret: '' },
    { ...preflightPartner, clientId: 7 },
    { ...preflightPartner, clientSecret: null },
    [],
    'text',
  ]) {
    test(`is refused to ${JSON.stringify(incomplete)}`, async () => {
      const answer = await login(sandbox.url, incomplete);
      assert.equal(answer.status, 400);
      assert.ok(json(answer).error.code && json(answer).error.message);
    });
  }

  test('is refused to a broken body', async () => {
    assert.equal((await call(`${sandbox.url}/auth/token`, { method: 'POST', body: '{"clientId":' })).status, 400);
    assert.equal((await call(`${sandbox.url}/auth/token`, { method: 'POST' })).status, 400);
  });
});

describe('bearer', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  for (const [kind, bend] of [
    ['missing', () => undefined],
    ['garbage', () => 'not-a-token'],
    [
      'tampered signature',
      ([h, p, s = '']: string[]) => `${h}.${p}.${s.slice(0, 20)}${s[20] === 'A' ? 'B' : 'A'}${s.slice(21)}`,
    ],
    ['tampered claims', ([h, p = '', s]: string[]) => `${h}.${encoded({ ...claimsOf(`.${p}`), sub: 'other' })}.${s}`],
    ['unsigned', ([, p]: string[]) => `${encoded({ alg: 'none', typ: 'JWT' })}.${p}.`],
    ['empty signature', ([h, p]: string[]) => `${h}.${p}.`],
  ] as const) {
    test(`${kind} answers 401`, async () => {
      for (const path of ['countries', 'cities?countryId=4', ...hotelPaths]) {
        assert.equal((await read(sandbox.url, path, bend(token.split('.')))).status, 401);
      }
    });
  }

  test('works up to its expiry and not after', async () => {
    const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
    const own = await tokenOf(baseUrl);
    sandbox.world(id)?.advance(24 * hourMs - 1000);
    assert.equal((await read(baseUrl, 'countries', own)).status, 200);
    sandbox.world(id)?.advance(1000);
    assert.equal((await read(baseUrl, 'countries', own)).status, 401);
  });
});

describe('cities', () => {
  for (const [id, status] of [
    ['0', 200],
    ['-4', 200],
    ['4.5', 200],
    ['99999999999999999999', 200],
    ['1e400', 200],
    ['5', 200],
    ['', 400],
    ['abc', 400],
    ['12abc', 400],
    ['null', 400],
    ['NaN', 400],
    ['Infinity', 400],
    ['4&countryId=4', 400],
  ] as const) {
    test(`countryId=${id} answers ${status}`, async () => {
      const answer = await read(sandbox.url, `cities?countryId=${id}`, token);
      assert.equal(answer.status, status);
      if (status === 200) assert.deepEqual(json(answer), []);
      else assert.ok(json(answer).error.code);
    });
  }

  test('without countryId answers 400', async () => {
    assert.equal((await read(sandbox.url, 'cities', token)).status, 400);
  });

  test('belong to their country, whose names agree, sorted by unique id, within range', async () => {
    for (const { codeA2: _, codeA3: __, ...country } of json(await read(sandbox.url, 'countries', token))) {
      const cities = json(await read(sandbox.url, `cities?countryId=${country.id}`, token));
      for (const [at, city] of cities.entries()) {
        assert.deepEqual(city.country, country);
        assert.ok(Number.isInteger(city.id) && (at === 0 || city.id > cities[at - 1].id));
        assert.ok(Math.abs(city.latitude) <= 90 && Math.abs(city.longitude) <= 180);
        assert.ok(city.nameRu && city.nameEn);
      }
    }
  });
});

describe('http', () => {
  test('an unknown path answers 404, a wrong method 405, both in JSON', async () => {
    const nowhere = await call(`${sandbox.url}/api/nowhere`);
    assert.equal(nowhere.status, 404);
    assert.equal(json(nowhere).error.code, 'NOT_FOUND');
    const wrong = await post(`${sandbox.url}/api/dictionary/countries`, {});
    assert.equal(wrong.status, 405);
    assert.equal(wrong.headers.allow, 'GET');
  });

  test('the Date header is that of the world', async () => {
    const { headers } = await fetch(`${sandbox.url}/api/dictionary/countries`);
    assert.equal(Date.parse(headers.get('date') ?? ''), startMs);
  });
});
