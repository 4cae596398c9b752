/** Wrong logins are wrong, and wrong in one field. */
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loginBody, wrongValue } from '../../../../client/tokens/wrong-login.ts';
import type { Json } from '../../../../contracts/json.ts';
import { credentials } from '../test-server.ts';

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

test('a widened character is another one, and the same again for who writes only its low byte', () => {
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
