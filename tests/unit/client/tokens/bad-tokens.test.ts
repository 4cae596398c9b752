/** Bad tokens and wrong logins differ from the right ones as they say; a token lives as long as it says. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { ClientOptions } from '../../../../client/client.ts';
import { badToken, loginBody, wrongValue } from '../../../../client/tokens/wrong-login.ts';
import type { Json } from '../../../../contracts/json.ts';
import { memoryStores } from '../../../../stores/store.ts';
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
  const [before, after] = [token, badToken(token, 'tampered-signature')].map((each) => each.split('.'));
  deepEqual(after?.slice(0, 2), before?.slice(0, 2));
  equal(after?.[2]?.length, before?.[2]?.length);
  notEqual(`${base64url.decode(after?.[2] ?? '')}`, `${base64url.decode(before?.[2] ?? '')}`);
});

test('tampered claims expire later under the same signature; without a time to push, another claim changes', () => {
  const token = badToken(good, 'tampered-claims');
  deepEqual([token.split('.')[0], token.split('.')[2]], [header, signature]);
  for (const [claims, tampered] of [
    [
      { sub: 'partner', exp: 1_900_000_000 },
      { sub: 'partner', exp: 1_900_086_400 },
    ],
    [{ sub: 'a' }, { sub: 'ax' }],
    [{ exp: 1e300 }, { exp: 1e300, tampered: true }],
    [{ tampered: true }, { tampered: false }],
  ])
    deepEqual(decodeJwt(badToken(jwtOf(claims ?? {}), 'tampered-claims')), tampered);
});

test('an unsigned token says so and keeps the claims', () => {
  const token = badToken(good, 'unsigned');
  deepEqual(decodeProtectedHeader(token), { alg: 'none', typ: 'JWT' });
  deepEqual(token.split('.').slice(1), [payload, '']);
  deepEqual(Object.keys(decodeJwt(badToken('opaque', 'unsigned'))), ['sub', 'exp']);
});

test('an encrypted token is tampered in its tag and in its text', () => {
  const parts = [base64url.encode('{"alg":"dir","enc":"A256GCM"}'), '', 'aaaa', 'bbbb', 'cccc'];
  const tampered = (kind: (typeof kinds)[number]) => badToken(parts.join('.'), kind).split('.');
  deepEqual(tampered('tampered-signature').slice(0, 4), parts.slice(0, 4));
  deepEqual(tampered('tampered-claims').toSpliced(3, 1), parts.toSpliced(3, 1));
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
  const cut = { kind: 'truncated' } as const;
  const value = { kind: 'value', value: { $ne: '' } } as const;
  const bodies = [
    loginBody('own', credentials),
    loginBody('wrong-client-id', credentials, cut),
    loginBody('wrong-secret', credentials, cut),
    loginBody('wrong-secret', credentials),
    loginBody('unusual-client-id', credentials, value),
    loginBody('unusual-secret', credentials, value),
    loginBody('no-client-id', credentials),
    loginBody('no-secret', credentials),
  ];
  deepEqual(bodies, [
    credentials,
    { clientId: clientId.slice(0, -1), clientSecret },
    { clientId, clientSecret: clientSecret.slice(0, -1) },
    { clientId, clientSecret: `${clientSecret}x` },
    { clientId: { $ne: '' }, clientSecret },
    { clientId, clientSecret: { $ne: '' } },
    { clientSecret },
    { clientId },
  ]);
});

const call = { operation: 'countries' } as const;
const minuteMs = 60_000;

/** How often a service is asked for tokens that live so long, where requests are sent after so many minutes. */
const loginsAfter = async (
  t: TestContext,
  { login, minutes, aheadMs = 0 }: { login: ReturnType<typeof issues>; minutes: readonly number[]; aheadMs?: number },
): Promise<readonly number[]> => {
  let nowMs = startMs;
  const made = await served(t, { login, dateMs: () => nowMs + aheadMs }, { now: () => nowMs });
  const counts: number[] = [];
  for (const each of minutes) {
    nowMs = startMs + each * minuteMs;
    await made.client.send(call, made.recorder);
    counts.push(made.logins());
  }
  return counts;
};

test('a token is renewed five minutes before its end, by the time since issue, with any Date headers', async (t) => {
  for (const aheadMs of [0, 20 * minuteMs, 50 * 60 * minuteMs, -50 * 60 * minuteMs]) {
    deepEqual(await loginsAfter(t, { login: issues(60 * minuteMs), minutes: [0, 54, 56], aheadMs }), [1, 1, 2]);
  }
});

test('a short life is renewed halfway; a token that was born expired, or that gives no end, never', async (t) => {
  deepEqual(await loginsAfter(t, { login: issues(2 * minuteMs), minutes: [0, 0.5, 1.1] }), [1, 1, 2]);
  deepEqual(await loginsAfter(t, { login: issues(-minuteMs), minutes: [0, 0, 0] }), [1, 1, 1]);
  for (const expiresAt of ['tomorrow', '1', 5, null, undefined]) {
    const login = () => ({ status: 200, body: { token: 'opaque-token', expiresAt } });
    deepEqual(await loginsAfter(t, { login, minutes: [0, 48 * 60] }), [1, 1]);
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
