/** Covering arrays: every two values come together, in far fewer rows than there are combinations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coveringRows } from '../../../generators/covering-rows.ts';

const values = {
  rooms: [1, 2],
  children: ['none', 'some'],
  extras: [false, true],
  supplier: ['a', 'b', 'c', 'd'],
} as const;

test('every two values of two dimensions come together', () => {
  const rows = coveringRows(values);
  for (const supplier of values.supplier) {
    for (const rooms of values.rooms) {
      assert.ok(rows.some((row) => row.supplier === supplier && row.rooms === rooms));
    }
    for (const extras of values.extras) {
      assert.ok(rows.some((row) => row.supplier === supplier && row.extras === extras));
    }
  }
  assert.ok(rows.length <= 10, `${rows.length} rows of 32`);
});

test('rows that cannot be are left out, and what they alone would show', () => {
  const rows = coveringRows({ party: [1, 2], passenger: ['first', 'second'] }, ({ party, passenger }) =>
    party > 1 ? true : passenger === 'first',
  );
  assert.deepEqual(rows, [
    { party: 1, passenger: 'first' },
    { party: 2, passenger: 'first' },
    { party: 2, passenger: 'second' },
  ]);
});

test('of one dimension every value is a row, and of none allowed there is no row', () => {
  assert.deepEqual(coveringRows({ trip: ['one way', 'return'] }), [{ trip: 'one way' }, { trip: 'return' }]);
  assert.deepEqual(
    coveringRows({ trip: [1, 2], party: [1, 2] }, () => false),
    [],
  );
});

test('whatever the dimensions, no pair is missing and no row is in vain', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 }), (sizes) => {
      const dimensions = Object.fromEntries(
        sizes.map((size, i) => [`d${i}`, Array.from({ length: size }, (_, at) => at)]),
      );
      const rows = coveringRows(dimensions);
      const shown = new Set<string>();
      for (const row of rows) {
        const before = shown.size;
        for (const [one, value] of Object.entries(row)) {
          for (const [other, also] of Object.entries(row))
            if (one < other) shown.add(`${one}=${value} ${other}=${also}`);
        }
        assert.ok(shown.size > before);
      }
      const pairs = sizes.flatMap((size, i) => sizes.slice(i + 1).map((other) => size * other));
      assert.equal(
        shown.size,
        pairs.reduce((sum, each) => sum + each, 0),
      );
    }),
    { seed: 1 },
  );
});
