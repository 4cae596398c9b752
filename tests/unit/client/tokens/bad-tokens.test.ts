/** Bad tokens and wrong logins differ from the right ones as they say; a token lives as long as it says. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { ClientOptions } from '../../../../client/client.ts';
import { badToken } from '../../../../client/tokens/bad-token.ts';
import { loginBody, wrongValue } from '../../../../client/tokens/wrong-login.ts';
import type { Json } from '../../../../contracts/json.ts';
import { memoryStores } from '../../../../stores/memory-stores.ts';
import {
  type Asked,
  clientOf,
  credentials,
  issues,
  jsonReply,
  jwtOf,
  served,
  service,
  startMs,
} from '../test-server.ts';

const good = jwtOf({ sub: 'partner', exp: 1_900_000_000, role: 'agent' });
const kinds = ['tampered-signature', 'tampered-claims', 'unsigned'] as const;
const [header, payload, signature] = good.split('.');

test('a tampered signature decodes to other bytes under the same claims', async () => {
  const token = await new SignJWT({ sub: 'x' }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
  const before = token.split('.');
  const after = badToken(token, 'tampered-signature').split('.');
  deepEqual(after.slice(0, 2), before.slice(0, 2));
  equal(after[2]?.length, before[2]?.length);
  notEqual(`${base64url.decode(after[2] ?? '')}`, `${base64url.decode(before[2] ?? '')}`);
});

test('tampered claims expire later under the same signature', () => {
  const token = badToken(good, 'tampered-claims');
  deepEqual([token.split('.')[0], token.split('.')[2]], [header, signature]);
  deepEqual(decodeJwt(token), { sub: 'partner', exp: 1_900_086_400, role: 'agent' });
});

test('without a time to push, another claim changes', () => {
  deepEqual(decodeJwt(badToken(jwtOf({ sub: 'a' }), 'tampered-claims')), { sub: 'ax' });
  deepEqual(decodeJwt(badToken(jwtOf({ exp: 1e300 }), 'tampered-claims')), { exp: 1e300, tampered: true });
  deepEqual(decodeJwt(badToken(jwtOf({ tampered: true }), 'tampered-claims')), { tampered: false });
});

test('an unsigned token says so and keeps the claims', () => {
  const token = badToken(good, 'unsigned');
  deepEqual(decodeProtectedHeader(token), { alg: 'none', typ: 'JWT' });
  deepEqual(token.split('.').slice(1), [payload, '']);
  equal(badToken('opaque', 'unsigned').split('.').length, 3);
  deepEqual(Object.keys(decodeJwt(badToken('opaque', 'unsigned'))), ['sub', 'exp']);
});

test('an encrypted token is tampered in its tag and in its text', () => {
  const parts = [base64url.encode('{"alg":"dir","enc":"A256GCM"}'), '', 'aaaa', 'bbbb', 'cccc'];
  const token = parts.join('.');
  deepEqual(badToken(token, 'tampered-signature').split('.').slice(0, 4), parts.slice(0, 4));
  deepEqual(badToken(token, 'tampered-claims').split('.').toSpliced(3, 1), parts.toSpliced(3, 1));
});

const tokens = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~+='), minLength: 1, maxLength: 40 }),
  fc.dictionary(fc.string(), fc.jsonValue()).map((claims) => jwtOf(claims)),
  fc.tuple(fc.jsonValue(), fc.base64String()).map(([claims, end]) => `${jwtOf([claims])}${end.replace(/\W/g, '')}`),
  fc.constantFrom(badToken(good, 'unsigned'), badToken('opaque', 'unsigned'), `${header}.${payload}.a`),
);

test('a bad token always differs from the good one, and can be sent', () => {
  fc.assert(
    fc.property(tokens, fc.constantFrom(...kinds), (token, kind) => {
      const bad = badToken(token, kind);
      notEqual(bad, token);
      equal(/^[\x21-\x7e]+$/.test(bad), true);
    }),
    { seed: 1 },
  );
});

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('', ' ', '123', 'Abc'));

const wrongness = fc.oneof(
  text.map((drawn) => ({ kind: 'random', text: drawn }) as const),
  text.map((drawn) => ({ kind: 'extended', text: drawn }) as const),
  text.map((drawn) => ({ kind: 'preceded', text: drawn }) as const),
  fc.jsonValue().map((value) => ({ kind: 'value', value: value as Json }) as const),
  fc
    .constantFrom('truncated', 'case-flipped', 'last-changed', 'middle-changed', 'last-widened')
    .map((kind) => ({ kind })),
);

test('a wrong value always differs from the right one, also after trimming', () => {
  fc.assert(
    fc.property(text, wrongness, (right, how) => {
      const wrong = wrongValue(right, how);
      notEqual(wrong, right);
      if (typeof wrong !== 'object') notEqual(String(wrong).trim(), right.trim());
    }),
    { seed: 1 },
  );
  fc.assert(
    fc.property(text, (right) => {
      for (const same of [
        { kind: 'random', text: right },
        { kind: 'value', value: right },
      ] as const)
        notEqual(String(wrongValue(right, same)).trim(), right.trim());
    }),
    { seed: 1 },
  );
});

test('each way changes the value as it says', () => {
  equal(wrongValue('Secret1', { kind: 'random', text: 'other' }), 'other');
  equal(wrongValue('Secret1', { kind: 'extended', text: 'more' }), 'Secret1more');
  equal(wrongValue('Secret1', { kind: 'preceded', text: 'more' }), 'moreSecret1');
  equal(wrongValue('Secret1', { kind: 'truncated' }), 'Secret');
  equal(wrongValue('Secret1', { kind: 'last-changed' }), 'Secretx');
  equal(wrongValue('Secretx', { kind: 'last-changed' }), 'Secrety');
  equal(wrongValue('Secret1', { kind: 'middle-changed' }), 'Secxet1');
  equal(wrongValue('Secret1', { kind: 'value', value: true }), true);
  equal(wrongValue('1', { kind: 'value', value: 1 }), '1x');
  equal(wrongValue('1', { kind: 'value', value: [[1]] }), '1x');
  deepEqual(wrongValue('1', { kind: 'value', value: [{ toString: null }] }), [{ toString: null }]);
  equal(wrongValue('Secret1', { kind: 'case-flipped' }), 'sECRET1');
  equal(wrongValue('123', { kind: 'case-flipped' }), '123x');
});

test('a widened character is another one, and the same again for a service that writes only its low byte', () => {
  for (const right of ['Secret1', 'Secret-', 'K']) {
    const wrong = String(wrongValue(right, { kind: 'last-widened' }));
    equal(Buffer.from(wrong, 'latin1').toString('latin1'), right);
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) notEqual(wrong.normalize(form), right);
  }
});

test('a login is wrong in one field only', () => {
  const { clientId, clientSecret } = credentials;
  const how = { kind: 'truncated' } as const;
  deepEqual(loginBody('own', credentials), { clientId, clientSecret });
  deepEqual(loginBody('wrong-client-id', credentials, how), { clientId: clientId.slice(0, -1), clientSecret });
  deepEqual(loginBody('wrong-secret', credentials, how), { clientId, clientSecret: clientSecret.slice(0, -1) });
  deepEqual(loginBody('wrong-secret', credentials), { clientId, clientSecret: `${clientSecret}x` });
  const value = { kind: 'value', value: { $ne: '' } } as const;
  deepEqual(loginBody('unusual-client-id', credentials, value), { clientId: { $ne: '' }, clientSecret });
  deepEqual(loginBody('unusual-secret', credentials, value), { clientId, clientSecret: { $ne: '' } });
  deepEqual(loginBody('no-client-id', credentials), { clientSecret });
  deepEqual(loginBody('no-secret', credentials), { clientId });
});

const call = { operation: 'countries' } as const;
const minuteMs = 60_000;

test('a token is renewed five minutes before its end, by the time since issue, with any Date headers', async (t) => {
  const aheadMs = { none: 0, minutes: 20 * minuteMs, days: 50 * 60 * minuteMs, behind: -50 * 60 * minuteMs };
  for (const ms of Object.values(aheadMs)) {
    let nowMs = startMs;
    const { logins, client, recorder } = await served(
      t,
      { login: issues(60 * minuteMs), dateMs: () => nowMs + ms },
      { now: () => nowMs },
    );
    await client.send(call, recorder);
    nowMs = startMs + 54 * minuteMs;
    await client.send(call, recorder);
    equal(logins(), 1);
    nowMs = startMs + 56 * minuteMs;
    const { tokenSerial } = await client.send(call, recorder);
    equal(logins(), 2);
    equal(tokenSerial, 2);
  }
});

test('nodes that disagree by days cost one token', async (t) => {
  let answers = 0;
  const nodesMs = [0, 50 * 60 * minuteMs, -50 * 60 * minuteMs];
  const { logins, client, recorder } = await served(t, { dateMs: () => startMs + (nodesMs[answers++ % 3] ?? 0) });
  for (let i = 0; i < 20; i += 1) await client.send(call, recorder);
  equal(logins(), 1);
});

test('a token that is over once a lever moved the clock is not used, though no Date header follows', async (t) => {
  const refusesWith403 = (_: Asked, response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 403, {});
  const { logins, client, recorder } = await served(t, { reply: refusesWith403 });
  await client.send(call, recorder);
  ok(client.heldTokens().own);
  client.clock.move(24 * 60 * minuteMs);
  equal(client.heldTokens().own, undefined, 'and no clean-up gets it');
  equal(
    (await client.send({ ...call, bearer: 'expired' }, recorder)).tokenSerial,
    1,
    'but where an expired one is meant',
  );
  equal(logins(), 1);
  await client.send(call, recorder);
  equal(logins(), 2);
});

test('a short life is renewed halfway, and a token born expired never', async (t) => {
  let nowMs = startMs;
  const short = await service(t, { login: issues(2 * minuteMs), dateMs: () => nowMs });
  const one = clientOf(t, short.baseUrl, { now: () => nowMs });
  for (const seconds of [0, 30, 65]) {
    nowMs = startMs + seconds * 1_000;
    await one.client.send(call, one.recorder);
  }
  equal(short.logins(), 2);
  const past = await service(t, { login: issues(-minuteMs), dateMs: () => nowMs });
  const two = clientOf(t, past.baseUrl, { now: () => nowMs });
  for (let i = 0; i < 3; i++) await two.client.send(call, two.recorder);
  equal(past.logins(), 1);
});

test('a token that does not give its end in ISO 8601 is kept', async (t) => {
  for (const expiresAt of ['tomorrow', '1', 5, null, undefined]) {
    const answer = () => ({ status: 200, body: { token: 'opaque-token', expiresAt } });
    const { baseUrl, logins } = await service(t, { login: answer });
    let nowMs = startMs;
    const { client, recorder } = clientOf(t, baseUrl, { now: () => nowMs });
    await client.send(call, recorder);
    nowMs += 48 * 60 * minuteMs;
    await client.send(call, recorder);
    equal(logins(), 1);
  }
});

const login = { operation: 'token', login: 'own' } as const;

/** Only the newest token counts. */
const revoking = async (t: TestContext) => {
  let newest = '';
  const { baseUrl, logins } = await service(t, {
    login: (count) => {
      newest = jwtOf({ jti: count, iat: startMs / 1_000 });
      return { status: 200, body: { token: newest, expiresAt: new Date(startMs + 86_400_000).toISOString() } };
    },
    reply: ({ bearer }, response) => jsonReply(response, bearer === newest ? 200 : 401, []),
  });
  const tokenCache = memoryStores();
  const run = (more: Partial<ClientOptions> = {}) => clientOf(t, baseUrl, { tokenCache, ...more });
  return { run, logins };
};

test('a run that needs a token meanwhile waits for the last of a run that asks for several', async (t) => {
  const { run, logins } = await revoking(t);
  const [one, other] = [run(), run()];
  await other.client.send(call, other.recorder);

  const giveBack = await one.client.holdTokens();
  await one.client.send(login, one.recorder);
  const waiting = other.client.send(call, other.recorder);
  await one.client.send(login, one.recorder);
  await one.client.send(call, one.recorder);
  await giveBack();
  equal((await waiting).response?.status, 200);
  equal((await one.client.send(call, one.recorder)).response?.status, 200);
  equal(logins(), 3, 'the other found the last one');
});

test('a lost token is replaced by those that others asked for, and asked for anew only once', async (t) => {
  const { run, logins } = await revoking(t);
  const [one, other] = [run(), run()];
  await one.client.send(call, one.recorder);
  await other.client.send(login, other.recorder);
  await other.client.send(login, other.recorder);
  for (let time = 0; time < 3; time += 1) {
    equal((await one.client.send(call, one.recorder)).response?.status, 200);
    await other.client.send(login, other.recorder);
  }
  equal((await one.client.send(call, one.recorder)).response?.status, 200);
  equal(logins(), 6, 'all logins but the first were of the other');
});

test('a service that accepts no token is not asked for ever', async (t) => {
  const { asked, logins, client, recorder } = await served(
    t,
    { reply: (_, response) => jsonReply(response, 401, {}) },
    { tokenCache: memoryStores() },
  );
  for (let time = 0; time < 12; time += 1) await client.send(call, recorder);
  equal(logins(), 2);
  // Each call once, the first again with the new token, and the same token again while another was hoped for.
  equal(asked.length - logins(), 12 + 1 + 5);
});

test('a client that is given tokens asks for none, until they are refused', async (t) => {
  const { run, logins } = await revoking(t);
  const one = run({ tokenCache: undefined });
  await one.client.send(call, one.recorder);
  const heir = run({ tokenCache: undefined, tokens: one.client.heldTokens() });
  equal((await heir.client.send(call, heir.recorder)).response?.status, 200);
  equal(logins(), 1);
  await one.client.send(login, one.recorder);
  equal((await heir.client.send(call, heir.recorder)).response?.status, 200);
  equal(logins(), 3);
});
