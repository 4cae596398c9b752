/** Laws of samples: what a run takes of a list, and what several runs take together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type OperationId, operationIds } from '../../../contracts/operations.ts';
import { alteredBearers } from '../../../contracts/trace.ts';
import { badTokens } from '../../../generators/bad-token-kinds.ts';
import { countriesToAsk } from '../../../generators/countries-to-ask.ts';
import { notNumbers, sampledNotNumbers } from '../../../generators/not-numbers.ts';
import { sampleOf, turned } from '../../../generators/sample.ts';

const seeds = fc.integer({ min: -0x7fff_ffff, max: 0x7fff_ffff });
const ring = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 20 });

test('a window of a ring has as many as were asked for, in their order', () => {
  fc.assert(
    fc.property(ring, fc.nat(25), seeds, fc.nat(40), (all, count, seed, row) => {
      const some = turned(all, { count, seed, row });
      assert.equal(some.length, Math.min(count, all.length));
      assert.deepEqual(
        some,
        all.filter((each) => some.includes(each)),
      );
    }),
  );
});

test('as many seeds in a row as there are windows meet every element, and so do as many rows', () => {
  fc.assert(
    fc.property(ring, fc.integer({ min: 1, max: 20 }), seeds, (all, count, seed) => {
      const windows = Array.from({ length: Math.ceil(all.length / count) }, (_, i) => i);
      const met = (of: (i: number) => number[]) => new Set(windows.flatMap(of)).size;
      assert.equal(
        met((i) => turned(all, { count, seed: seed + i })),
        all.length,
      );
      assert.equal(
        met((i) => turned(all, { count, seed, row: i })),
        all.length,
      );
    }),
  );
});

const garbage = ['garbage', 'a.b.c'];
const isEmpty = (operation: OperationId) => operation.startsWith('ticket-') || operation.startsWith('pnr-');

/** Of one run, `operation kind` for each pair that it asks. */
const pairsOf = (depth: 'standard' | 'full', seed: number): string[] => {
  const { unowned, altered, isSampled } = badTokens(garbage, sampleOf(depth, seed), isEmpty);
  return operationIds.flatMap((operation) =>
    [...unowned, ...altered]
      .filter((token) => isSampled(operation, token))
      .map((token) => `${operation} ${token.bearer} ${token.garbage ?? ''}`.trim()),
  );
};

const everyPair = (operations: readonly OperationId[]): string[] =>
  operations.flatMap((operation) =>
    ['missing', ...garbage.map((text) => `garbage ${text}`), ...alteredBearers].map((kind) => `${operation} ${kind}`),
  );

test('a full run asks every operation with every kind of bad token', () => {
  assert.deepEqual(new Set(pairsOf('full', 1)), new Set(everyPair(operationIds)));
});

test('a standard run asks every operation with some kinds, and each kind of some operation of each area', () => {
  const areas = [
    /^(countries|cities|.*-types|amenities|hotel-static)$/,
    /^(hotel-(search|pricing)|.*-booking.*|offer-pricing)$/,
    /^(avia-|fare-|pnr-|ticket-)/,
  ];
  fc.assert(
    fc.property(seeds, (seed) => {
      const pairs = pairsOf('standard', seed);
      for (const operation of operationIds)
        assert.ok(
          pairs.some((pair) => pair.startsWith(`${operation} `)),
          operation,
        );
      for (const area of areas) {
        const kinds = new Set(
          pairs.filter((pair) => area.test(pair.split(' ')[0] ?? '')).map((pair) => pair.replace(/^\S+ /, '')),
        );
        assert.equal(kinds.size, 11, [...kinds].join(', '));
      }
    }),
  );
});

test('five seeds in a row meet every pair of what is asked with content, eleven every pair at all', () => {
  const withContent = operationIds.filter((operation) => !isEmpty(operation));
  fc.assert(
    fc.property(seeds, (seed) => {
      const met = (runs: number) =>
        new Set(Array.from({ length: runs }, (_, i) => pairsOf('standard', seed + i)).flat());
      const [ofFive, ofEleven] = [met(5), met(11)];
      assert.deepEqual(
        everyPair(withContent).filter((pair) => !ofFive.has(pair)),
        [],
      );
      assert.deepEqual(
        everyPair(operationIds).filter((pair) => !ofEleven.has(pair)),
        [],
      );
    }),
    { numRuns: 30 },
  );
});

test('of the countries, the first, the last and one for each length of an id are asked for, and those known to be large', () => {
  const codes = ['RU', 'US', 'VA', 'AQ', 'XA', 'XB', 'XC', 'XD'];
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: codes.length, maxLength: 60 });
  fc.assert(
    fc.property(ids, seeds, (drawn, seed) => {
      const countries = drawn
        .toSorted((a, b) => a - b)
        .map((id, i) => ({ id, ...(codes[i] && { codeA2: i % 2 ? codes[i] : codes[i].toLowerCase() }) }));
      const { some } = sampleOf('standard', seed);
      const asked = countriesToAsk(countries, { some, seed });
      const idOf = (code: string) => countries.find(({ codeA2 }) => codeA2?.toUpperCase() === code)?.id ?? 0;
      for (const id of [countries[0]?.id, countries.at(-1)?.id, idOf('RU'), idOf('US'), idOf('VA'), idOf('AQ')]) {
        assert.ok(asked.includes(id ?? 0), `${id} is not among ${asked.join(' ')}`);
      }
      const lengths = (of: readonly number[]) => new Set(of.map((id) => String(id).length));
      assert.deepEqual(lengths(asked), lengths(drawn));
      assert.ok(asked.length <= 12, `${asked.length} of ${drawn.length}`);
    }),
  );
});

test('of values that are no numbers, one begins with digits and one is a word of a careless client', () => {
  fc.assert(
    fc.property(notNumbers, seeds, (values, seed) => {
      const some = sampledNotNumbers(values, sampleOf('standard', seed));
      assert.ok(some.some((value) => /^\d/.test(value)));
      assert.ok(some.some((value) => ['null', 'undefined'].includes(value)));
      assert.equal(some.length, 3);
    }),
  );
});
