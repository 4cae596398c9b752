/** The healthy sandbox keeps what the interface says. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { otherPartner } from '../../../sandbox/access/tokens.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { call, json, login, post, read, startMs, stillSandbox, tokenOf } from './caller.ts';

let sandbox: Sandbox;
let token: string;
before(async () => {
  sandbox = await stillSandbox();
  token = await tokenOf(sandbox.url);
});
after(() => sandbox.close());

describe('token', () => {
  test('is given to each partner, and the one before stays valid', async () => {
    const { token: other } = json(await login(sandbox.url, otherPartner));
    assert.notEqual(await tokenOf(sandbox.url), token);
    for (const each of [token, other]) assert.equal((await read(sandbox.url, 'countries', each)).status, 200);
  });

  test('is refused to a broken body', async () => {
    assert.equal((await call(`${sandbox.url}/auth/token`, { method: 'POST', body: '{"clientId":' })).status, 400);
    assert.equal((await call(`${sandbox.url}/auth/token`, { method: 'POST' })).status, 400);
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
