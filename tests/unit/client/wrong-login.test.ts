/** Wrong logins are wrong, and wrong in one field. */
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loginBody, wrongValue } from '../../../client/wrong-login.ts';
import { credentials } from './test-server.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('', ' ', '123', 'Abc'));

const wrongness = fc.oneof(
  text.map((drawn) => ({ kind: 'random', text: drawn }) as const),
  text.map((drawn) => ({ kind: 'extended', text: drawn }) as const),
  fc.constant({ kind: 'truncated' } as const),
  fc.constant({ kind: 'case-flipped' } as const),
);

test('a wrong value always differs from the right one, also after trimming', () => {
  fc.assert(
    fc.property(text, wrongness, (right, how) => {
      const wrong = wrongValue(right, how);
      notEqual(wrong, right);
      notEqual(wrong.trim(), right.trim());
    }),
  );
  fc.assert(
    fc.property(text, (right) => notEqual(wrongValue(right, { kind: 'random', text: right }).trim(), right.trim())),
  );
});

test('each way changes the value as it says', () => {
  equal(wrongValue('Secret1', { kind: 'random', text: 'other' }), 'other');
  equal(wrongValue('Secret1', { kind: 'extended', text: 'more' }), 'Secret1more');
  equal(wrongValue('Secret1', { kind: 'truncated' }), 'Secret');
  equal(wrongValue('Secret1', { kind: 'case-flipped' }), 'sECRET1');
  equal(wrongValue('123', { kind: 'case-flipped' }), '123x');
});

test('a login is wrong in one field only', () => {
  const { clientId, clientSecret } = credentials;
  const how = { kind: 'truncated' } as const;
  deepEqual(loginBody('own', credentials), { clientId, clientSecret });
  deepEqual(loginBody('wrong-client-id', credentials, how), { clientId: clientId.slice(0, -1), clientSecret });
  deepEqual(loginBody('wrong-secret', credentials, how), { clientId, clientSecret: clientSecret.slice(0, -1) });
  deepEqual(loginBody('wrong-secret', credentials), { clientId, clientSecret: `${clientSecret}x` });
  deepEqual(loginBody('no-client-id', credentials), { clientSecret });
  deepEqual(loginBody('no-secret', credentials), { clientId });
});
