/** Wrong logins are wrong for every lawful service, whatever the right credentials are, and there are some of each kind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type OwnWrongness, wrongValue } from '../../../../client/tokens/wrong-login.ts';
import { type WrongLogin, wrongLogins } from '../../../../generators/requests/wrong-logins.ts';

const drawnLogins: readonly WrongLogin[] = fc.sample(wrongLogins, { seed: 20_260_831, numRuns: 300 }).flat();

/** What a service may lawfully do to a credential before it compares. */
const prepared = (text: string): string => text.normalize('NFKC').replaceAll(/^[\s\p{C}]+|[\s\p{C}]+$/gu, '');

const credential = fc.oneof(
  fc.uuid(),
  fc.integer({ min: 1 }).map(String),
  fc.base64String({ minLength: 8 }),
  fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => prepared(text) !== ''),
);

test('no preparation of a credential that is lawful makes a wrong one right', () => {
  const wrong = drawnLogins.flatMap(({ login, wrongness }) =>
    wrongness && wrongness.kind !== 'client-id' ? [{ login, wrongness }] : [],
  );
  fc.assert(
    fc.property(credential, fc.constantFrom(...wrong), (right, { login, wrongness }) => {
      const sent = wrongValue(right, wrongness as OwnWrongness);
      if (typeof sent === 'object') return;
      const compared = login === 'unusual-client-id' ? (text: string) => prepared(text).toLowerCase() : prepared;
      assert.notEqual(compared(String(sent)), compared(right), JSON.stringify([right, wrongness]));
    }),
    { seed: 1, numRuns: 3_000 },
  );
});

test('a draw has one login of every kind, in the order in which they are sent', () => {
  for (const logins of fc.sample(wrongLogins, { seed: 2, numRuns: 200 })) {
    const abouts = logins.map(({ login }) => login.replace(/^(no|empty|null)-.*/, 'lack'));
    assert.deepEqual(abouts, [
      'lack',
      'unusual-client-id',
      'unusual-client-id',
      ...Array.from({ length: 6 }, () => 'unusual-secret'),
    ]);
    for (const about of ['lack', 'client', 'secret'])
      assert.ok(
        logins.some((each) => each.about === about),
        about,
      );
  }
});

test('what looks like an attack is marked as one', () => {
  for (const { about, wrongness } of drawnLogins) {
    const written = JSON.stringify(wrongness) ?? '';
    assert.equal(/' OR |\\" OR |\$/.test(written), about === 'attack', written);
  }
});
