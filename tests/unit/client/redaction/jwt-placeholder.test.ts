/** A JWT in a record keeps its form and its times, and nothing else. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { base64url, decodeJwt, decodeProtectedHeader } from 'jose';
import { allowList } from '../../../../client/redaction/allow-list.ts';
import { createRedactor } from '../../../../client/redaction/credentials.ts';
import { claimsOf, isJwt } from '../../../../contracts/jwt.ts';
import { jwtOf } from '../test-server.ts';

const answer = allowList('token').response;

const redactedToken = (token: string, redactor = createRedactor()): string =>
  (redactor.clean({ token, expiresAt: '2026-09-02T12:00:00Z' }, answer) as { token: string }).token;

const signatureOf = (token: string): string | undefined => token.split('.')[2];

test('header and times stay, everybody and everything else goes', () => {
  const token = jwtOf(
    { sub: 'Ivan', email: 'ivan@mail.test', exp: 1_900_000_000, iat: 1_800_000_000, nbf: 1_800_000_000 },
    { alg: 'RS256', typ: 'JWT', kid: 'key-of-ivan' },
  );
  const made = redactedToken(token);
  deepEqual(decodeProtectedHeader(made), { alg: 'RS256', typ: 'JWT' });
  deepEqual(decodeJwt(made), { exp: 1_900_000_000, iat: 1_800_000_000, nbf: 1_800_000_000 });
  equal(signatureOf(made)?.length, signatureOf(token)?.length);
  notEqual(signatureOf(made), signatureOf(token));
});

test('an unsigned one stays unsigned, an unknown algorithm is not told', () => {
  const unsigned = jwtOf({ exp: 5 }, { alg: 'none' }).replace(/[^.]+$/, '');
  equal(signatureOf(redactedToken(unsigned)), '');
  ok(!Buffer.from(redactedToken(jwtOf({}, { alg: 'canary' })).split('.')[0] ?? '', 'base64url').includes('canary'));
  equal(typeof claimsOf(redactedToken(jwtOf({ exp: '1900000000' }))).exp, 'undefined');
});

test('an encrypted one stays encrypted', () => {
  const token = `${base64url.encode('{"alg":"dir","enc":"A256GCM","kid":"x"}')}..aaaa.bbbbbb.cccc`;
  const made = redactedToken(token);
  ok(isJwt(made));
  deepEqual(decodeProtectedHeader(made), { alg: 'dir', enc: 'A256GCM' });
  deepEqual(
    made
      .split('.')
      .map((part) => part.length)
      .slice(1),
    [0, 4, 6, 4],
  );
});

test('equal tokens look equal, and tokens that differ anywhere look different', () => {
  const redactor = createRedactor();
  const first = jwtOf({ exp: 5, sub: 'a' });
  const second = jwtOf({ exp: 5, sub: 'b' })
    .split('.')
    .with(2, signatureOf(first) ?? '')
    .join('.');
  equal(redactedToken(first, redactor), redactedToken(first, redactor));
  notEqual(redactedToken(first, redactor), redactedToken(second, redactor));
});

const header = base64url.encode('{"alg":"HS256"}');
const part = fc.stringMatching(/^[\w-]{0,30}$/);
const anyToken = fc.oneof(
  fc.string(),
  fc.tuple(part, part, part).map((parts) => parts.join('.')),
  fc.tuple(part, part).map((parts) => [header, ...parts].join('.')),
  fc.tuple(part, part, part, part).map((parts) => [header, ...parts].join('.')),
  fc
    .tuple(fc.jsonValue(), part)
    .map(([claims, end]) => [header, base64url.encode(JSON.stringify(claims)), end].join('.')),
  fc
    .dictionary(fc.constantFrom('alg', 'typ', 'enc', 'crit', 'b64'), fc.jsonValue())
    .map((any) => jwtOf({ exp: 5 }, any)),
  fc.dictionary(fc.constantFrom('exp', 'iat', 'nbf', 'sub'), fc.jsonValue()).map((claims) => jwtOf(claims)),
  fc.record({ exp: fc.integer() }).map((claims) => `${jwtOf(claims)}=`),
  fc.tuple(fc.constantFrom('Bearer ', 'x.', ''), part).map(([start, end]) => `${start}${jwtOf({ exp: 5 })}${end}`),
);

test('what is a JWT stays one with its times, and what is none stays none with its dots', () => {
  fc.assert(
    fc.property(anyToken, (token) => {
      const made = redactedToken(token);
      equal(isJwt(made), isJwt(token), made);
      equal(made.split('.').length, token.split('.').length);
      deepEqual(claimsOf(made), claimsOf(token));
    }),
    { seed: 1, numRuns: 1_000 },
  );
});

test('a JWT whose payload is no JSON stays recognisable as that', () => {
  const made = redactedToken(`${header}.${base64url.encode('no JSON at all')}.abcdefgh`);
  deepEqual(decodeProtectedHeader(made), { alg: 'HS256' });
  match(made, /^[\w-]+\.[\w-]{19}\.[\w-]{8}$/);
  ok(!isJwt(made));
});

test('a JWT in the wrong place is one there too, and is told nowhere', () => {
  const secret = jwtOf({ sub: 'canary-of-the-partner', exp: 5 });
  const redactor = createRedactor();
  const body = { expiresAt: secret, error: { code: 'X', message: secret, 'a b': `Bearer ${secret}` }, other: secret };
  const made = redactor.clean(body, answer) as typeof body;
  equal(made.expiresAt, made.other);
  ok(isJwt(made.expiresAt));
  const text = JSON.stringify(made);
  for (const piece of secret.split('.').slice(1)) ok(!text.includes(piece));
  ok(!redactor.kept(`use ${secret}, please`).includes(secret));
});
