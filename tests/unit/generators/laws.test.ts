/** The laws of the generators: a value is what its name says, whatever the seed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isJwt } from '../../../contracts/jwt.ts';
import { drawn } from '../../../generators/drawn.ts';
import { garbageToken } from '../../../generators/garbage-tokens.ts';
import { languages } from '../../../generators/languages.ts';
import { notNumber, notNumbers } from '../../../generators/not-numbers.ts';
import { picked, pickSeed } from '../../../generators/picked.ts';
import { unknownCountries, unknownCountry, unknownCountryId } from '../../../generators/unknown-country.ts';
import { wrongClientId, wrongSecret } from '../../../generators/wrongness.ts';

const seed = 20_260_831;
const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, law), { seed, numRuns: 500 });

const ids = fc.uniqueArray(fc.integer({ min: -50, max: 400 }), { maxLength: 60 });

test('an unknown country is not among the known ones, and is a whole number', () => {
  holds(fc.tuple(unknownCountry, ids), ([unknown, known]) => {
    const id = unknownCountryId(unknown, known);
    assert.ok(Number.isSafeInteger(id));
    assert.ok(!known.includes(id), `${id} is known`);
  });
});

test('0 is always asked, a gap of the list too where it has one', () => {
  holds(unknownCountries, (unknown) => {
    assert.equal(unknownCountryId(unknown[0] ?? { kind: 'zero' }, [1, 2, 3]), 0);
    const gap = unknown.find(({ kind }) => kind === 'gap');
    assert.equal(gap && unknownCountryId(gap, [4, 6]), 5);
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
  holds(garbageToken, (token) => {
    assert.ok(!isJwt(token), token);
    assert.match(token, /^[\w.-]+$/);
  });
});

test('a language is a header of its own', () => {
  holds(languages, (language) => assert.match(language, /^[\w\-*,;=. ]+$/));
});

test('a wrong secret is nearly right, a wrong clientId never differs by case alone', () => {
  holds(wrongSecret, ({ kind }) => assert.notEqual(kind as string, 'random'));
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
