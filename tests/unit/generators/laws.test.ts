/** The laws of the generators: a value is what its name says, whatever the seed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isJwt } from '../../../contracts/jwt.ts';
import { drawn } from '../../../generators/drawn.ts';
import { garbageTokens } from '../../../generators/garbage-tokens.ts';
import { languages } from '../../../generators/languages.ts';
import { notNumber, notNumbers } from '../../../generators/not-numbers.ts';
import { picked, pickSeed } from '../../../generators/picked.ts';
import { unknownCountries, unknownCountryId } from '../../../generators/unknown-country.ts';
import { wrongClientId, wrongSecrets } from '../../../generators/wrongness.ts';

const seed = 20_260_831;
const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed, numRuns: 500 });

/** 0 is no country, by the interface. */
const ids = fc.uniqueArray(
  fc.integer({ min: -50, max: 400 }).filter((id) => id !== 0),
  { maxLength: 60 },
);

test('an unknown country is a number that is not among the known ones', () => {
  holds(fc.tuple(unknownCountries, ids), ([unknown, known]) => {
    for (const each of unknown) {
      const id = unknownCountryId(each, known);
      assert.match(id, /^-?\d+(\.5)?$/);
      assert.ok(!known.includes(Number(id)), `${id} is known`);
    }
  });
});

test('0 is always asked, a gap of the list and what looks like a known id in 32 bits too', () => {
  holds(unknownCountries, (unknown) => {
    const asked = (kind: string) =>
      unknown.filter((each) => each.kind === kind).map((each) => unknownCountryId(each, [4, 6]));
    assert.deepEqual(asked('zero'), ['0']);
    assert.deepEqual(asked('gap'), ['5']);
    assert.ok(asked('wrapped').every((id) => [4, 6].includes(Number(BigInt(id) % 2n ** 32n))));
    assert.ok(asked('negated').every((id) => ['-4', '-6'].includes(id)));
  });
});

test('what is no number is read as one by nobody', () => {
  for (const arbitrary of [notNumber, notNumbers.chain((values) => fc.constantFrom(...values))]) {
    holds(arbitrary, (value) => {
      assert.notEqual(value.trim(), '');
      assert.ok(Number.isNaN(Number(value)), value);
      assert.ok(
        !/^[+-]?(0[xob])?[\d_.,' ]+([eE][+-]?\d+)?[dDfFlLnuU%]*$/.test(value),
        `${value} is a number somewhere`,
      );
    });
  }
});

test('garbage is no JWT and fits a header', () => {
  holds(garbageTokens, (tokens) => {
    for (const token of tokens) {
      assert.ok(!isJwt(token), token);
      assert.match(token, /^[\w.-]+$/);
    }
    assert.ok(!tokens[0].includes('.') && tokens[1].includes('.'));
  });
});

test('a language is a header of its own', () => {
  holds(languages, (language) => assert.match(language, /^[\w\-*,;=. ]+$/));
});

test('wrong secrets are nearly right in every way, a wrong clientId never differs by case alone', () => {
  holds(wrongSecrets, (secrets) => {
    assert.deepEqual(secrets.map(({ kind }) => kind).sort(), ['case-flipped', 'extended', 'last-changed', 'truncated']);
  });
  holds(wrongClientId, ({ kind }) => assert.notEqual(kind as string, 'case-flipped'));
});

test('a pick has the count asked for, no element twice and none of its own', () => {
  holds(fc.tuple(ids, fc.nat(80), pickSeed), ([from, count, pick]) => {
    const chosen = picked(from, count, pick);
    assert.equal(chosen.length, Math.min(count, from.length));
    assert.equal(new Set(chosen).size, chosen.length);
    assert.ok(chosen.every((id) => from.includes(id)));
    assert.deepEqual(picked(from, count, pick), chosen);
  });
});

test('a draw depends on the seed and the name alone', () => {
  const draw = (from: number, name: string) =>
    drawn(fc.array(fc.integer(), { minLength: 8, maxLength: 8 }), from, name);
  assert.deepEqual(draw(1, 'a'), draw(1, 'a'));
  assert.notDeepEqual(draw(1, 'a'), draw(2, 'a'));
  assert.notDeepEqual(draw(1, 'a'), draw(1, 'b'));
});
