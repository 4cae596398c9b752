/** Bad tokens differ from the good one in the one way they are named after. */
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { badToken } from '../../../../client/tokens/bad-token.ts';
import { jwtOf } from '../test-server.ts';

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
