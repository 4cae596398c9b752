/** When a client asks for a token, shares it, renews it, and gives up. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { TokenUnavailable } from '../../../../client/client.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { memoryStores } from '../../../../stores/store.ts';
import { type Asked, clientOf, issues, jsonReply, jwtOf, otherPartner, served, service } from '../test-server.ts';

const call = { operation: 'countries' } as const;
const login = { operation: 'token', login: 'own' } as const;

const unavailable = (because: 'needs' | 'trouble' | 'refused', reason: RegExp) => (error: unknown) => {
  ok(error instanceof TokenUnavailable);
  equal(error.because, because);
  match(error.reason, reason);
  return true;
};

/** Lists that answer 401 to the tokens for which this says so. */
const refuses = (isRefused: (bearer: string | undefined) => boolean) => ({
  reply: (asked: Asked, response: Parameters<typeof jsonReply>[0]) =>
    jsonReply(response, isRefused(asked.bearer) ? 401 : 200, []),
});

const cameWith = ({ response, tokenSerial }: Exchange) => `${response?.status} with token ${tokenSerial}`;

test('one token serves every request, also those that start at once', async (t) => {
  const { asked, logins, client, recorder, exchanges } = await served(t);
  await Promise.all(Array.from({ length: 8 }, () => client.send(call, recorder)));
  await client.send(call, recorder);
  equal(logins(), 1);
  equal(new Set(asked.slice(1).map(({ bearer }) => bearer)).size, 1);
  equal(exchanges[0]?.operation, 'token');
  equal(exchanges.map(({ index }) => index).join(''), '0123456789');
  deepEqual(client.counts(), { exchanges: 10, tokensRequested: 1 });
});

test('the token of a login is used from then on, but for that of a wrong one; the same token has one serial', async (t) => {
  const wrong = { operation: 'token', login: 'wrong-secret', wrongness: { kind: 'case-flipped' } } as const;
  const letsAllIn = (count: number) => ({
    status: 200,
    body: { token: jwtOf({ jti: count }), expiresAt: '2026-09-02T12:00:00Z' },
  });
  for (const [issued, calls, expected] of [
    [issues(), [call, login, call], '1 1 2 2'],
    [() => issues()(1, ''), [login, login], '1 1'],
    [letsAllIn, [wrong, call], '1 2 2'],
  ] as const) {
    const { client, recorder, exchanges } = await served(t, { login: issued });
    for (const each of calls) await client.send(each, recorder);
    equal(exchanges.map(({ tokenSerial }) => tokenSerial).join(' '), expected);
  }
});

test('a refused login is never tried again', async (t) => {
  const refusal = { error: { code: 'AUTHENTICATION_FAILED', message: 'no' } };
  for (const status of [200, 401]) {
    const { logins, client, recorder, exchanges } = await served(t, { login: () => ({ status, body: refusal }) });
    const expected = unavailable('refused', /refused the credentials \(AUTHENTICATION_FAILED\): /);
    await rejects(Promise.all([client.send(call, recorder), client.send(call, recorder)]), expected);
    await rejects(client.send(call, recorder), expected);
    await rejects(client.send(login, recorder), expected);
    equal(logins(), 1);
    equal(exchanges.length, 1);
    equal((await client.send({ ...call, bearer: 'missing' }, recorder)).response?.status, 200);
  }
});

test('a refused explicit login is an exchange, and counts as refused', async (t) => {
  const { logins, client, recorder } = await served(t, { login: () => ({ status: 403, body: {} }) });
  equal((await client.send(login, recorder)).response?.status, 403);
  await rejects(client.send(call, recorder), unavailable('refused', /HTTP 403/));
  equal(logins(), 1);
});

test('wrong logins do not count, however they are answered', async (t) => {
  const { asked, client, recorder, exchanges } = await served(t, {
    login: (count, body) =>
      body.includes('S3cret/of+the=client"') && body.includes('clientId')
        ? issues()(count, body)
        : { status: 401, body: { error: { code: 'AUTHENTICATION_FAILED', message: 'no' } } },
  });
  for (const wrong of ['wrong-secret', 'no-client-id', 'no-secret'] as const) {
    const { tokenSerial, login: noted } = await client.send({ operation: 'token', login: wrong }, recorder);
    equal(tokenSerial, 0);
    equal(noted, wrong);
  }
  await client.send(call, recorder);
  equal(exchanges.at(-1)?.tokenSerial, 1);
  deepEqual(Object.keys(JSON.parse(asked[1]?.body ?? '')), ['clientSecret']);
  deepEqual(Object.keys(JSON.parse(asked[2]?.body ?? '')), ['clientId']);
});

test('trouble may be tried again, three times in the life of a client, and trouble that passes is over', async (t) => {
  const down = await served(t, { login: () => ({ status: 503, body: {} }) });
  const expected = unavailable('trouble', /^token: HTTP 503/);
  for (let i = 0; i < 5; i++) await rejects(down.client.send(call, down.recorder), expected);
  equal(down.logins(), 3);
  const healthy = issues();
  const { client, recorder } = await served(t, {
    login: (count, body) => (count === 1 ? { status: 500, body: 'oops' } : healthy(count, body)),
  });
  await rejects(client.send(call, recorder), unavailable('trouble', /HTTP 500/));
  equal((await client.send(call, recorder)).response?.status, 200);
});

test('a success without a token that can be sent is trouble', async (t) => {
  for (const token of [undefined, null, 7, '', 'a b', 'a\nb', 'ключ', 'x'.repeat(16_385)]) {
    const { client, recorder, exchanges } = await served(t, { login: () => ({ status: 200, body: { token } }) });
    await rejects(client.send(call, recorder), unavailable('trouble', /no token that can be sent/));
    equal(exchanges[0]?.tokenSerial, 0);
  }
});

test('a 401 is asked once more with the same token, and then with another', async (t) => {
  const first = issues()(1, '').body as { token: string };
  const { logins, client, recorder, exchanges } = await served(
    t,
    refuses((bearer) => bearer === first.token),
  );
  const answers = await Promise.all([client.send(call, recorder), client.send(call, recorder)]);
  deepEqual(answers.map(cameWith), ['200 with token 2', '200 with token 2']);
  equal(logins(), 2);
  equal(exchanges.filter(({ response }) => response?.status === 401).length, 4);
});

test('a token that is accepted at the second try is kept', async (t) => {
  let refusals = 1;
  const { logins, client, recorder, exchanges } = await served(
    t,
    refuses(() => refusals-- > 0),
  );
  equal((await client.send(call, recorder)).response?.status, 200);
  deepEqual(exchanges.slice(1).map(cameWith), ['401 with token 1', '200 with token 1']);
  equal(logins(), 1);
});

test('a service that refuses every token is asked for two, and its 401 is the answer', async (t) => {
  for (const [tokenCache, repeats] of [
    [undefined, 2],
    // The first again with the new token, and the same token again while another was hoped for.
    [memoryStores(), 6],
  ] as const) {
    const refused = refuses(() => true);
    const { logins, client, recorder, exchanges } = await served(t, refused, { tokenCache });
    for (let i = 0; i < 12; i++) equal((await client.send(call, recorder)).response?.status, 401);
    deepEqual([logins(), exchanges.length], [2, 2 + 12 + repeats]);
  }
});

test('a renewal that fails leaves the 401 as the answer', async (t) => {
  const healthy = issues();
  const { client, recorder, exchanges } = await served(t, {
    ...refuses(() => true),
    login: (count, body) => (count === 1 ? healthy(count, body) : { status: 401, body: {} }),
  });
  equal((await client.send(call, recorder)).response?.status, 401);
  equal(exchanges.map(({ operation }) => operation).join(' '), 'token countries countries token');
});

test('bearers that should be refused are sent once and never renewed', async (t) => {
  const { asked, logins, client, recorder } = await served(
    t,
    refuses(() => true),
  );
  const bad = ['tampered-signature', 'tampered-claims', 'unsigned', 'expired', 'missing', 'garbage'] as const;
  for (const bearer of bad) {
    const exchange = await client.send({ ...call, bearer, garbage: 'nonsense' }, recorder);
    equal(exchange.bearer, bearer);
    equal(exchange.tokenSerial, bearer === 'missing' || bearer === 'garbage' ? 0 : 1);
  }
  equal(logins(), 1);
  equal(asked.length, 1 + bad.length);
  equal(new Set(asked.slice(1).map(({ bearer }) => bearer)).size, bad.length);
});

test('another partner has its own token, or is needed', async (t) => {
  const { baseUrl, asked } = await service(t);
  const lone = clientOf(t, baseUrl);
  const needed = unavailable('needs', /^needs otherPartner: /);
  await rejects(lone.client.send({ ...call, bearer: 'other' }, lone.recorder), needed);
  await rejects(lone.client.send({ operation: 'token', login: 'other' }, lone.recorder), needed);
  const both = clientOf(t, baseUrl, { otherPartner });
  await both.client.send(call, both.recorder);
  await both.client.send({ ...call, bearer: 'other' }, both.recorder);
  deepEqual(
    both.exchanges.map(({ bearer, login: noted, tokenSerial }) => [bearer, noted, tokenSerial]),
    [
      ['missing', 'own', 1],
      ['own', undefined, 1],
      ['missing', 'other', 2],
      ['other', undefined, 2],
    ],
  );
  equal(asked[2]?.body, JSON.stringify(otherPartner));
});
