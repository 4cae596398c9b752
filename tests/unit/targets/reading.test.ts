/** The aids of bindings read what is there, and nothing else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { byList, each, list, moment, money, orNull, plain, sum, text, texts } from '../../../targets/reading.ts';

const body = {
  one: { id: 0 },
  hotels: [
    { id: 1, offers: [{ id: 11 }, { id: 12 }] },
    { id: 2 },
    null,
    { id: 3, offers: 'none' },
    { id: 4, offers: [{ id: 41 }, 'no object', [{ id: 42 }]] },
  ],
};

describe('each', () => {
  test('reads every object of lists within lists, with its place and what is around it', () => {
    assert.deepEqual(
      each(body, 'hotels[].offers[]', ({ id }, [hotel]) => ({ id, hotel: hotel.id })),
      [
        { id: 11, hotel: 1, at: ['hotels', 0, 'offers', 0] },
        { id: 12, hotel: 1, at: ['hotels', 0, 'offers', 1] },
        { id: 41, hotel: 4, at: ['hotels', 4, 'offers', 0] },
      ],
    );
  });

  for (const [place, root, at] of [
    ['one', body, [['one']]],
    ['', { id: 5 }, [[]]],
    ['[]', [{}, {}], [[0], [1]]],
    ['hotels', body, []],
    ['nothing[].here', body, []],
    ['one[]', body, []],
    ['hotels[].constructor', body, []],
    ['a', null, []],
  ] as const) {
    test(`finds ${at.length} at ${place || 'the root'}`, () => {
      assert.deepEqual(
        each(root, place, () => ({})).map((found) => found.at),
        at,
      );
    });
  }

  test('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', '[]', 'a', 'a[]', 'a[].b[]', '[].a.b'), (value, place) => {
        for (const found of each(value, place, () => ({}))) assert.ok(Array.isArray(found.at));
      }),
      { seed: 1 },
    );
  });
});

test('byList puts together what stands in one list', () => {
  const found = each(body, 'hotels[].offers[]', ({ id }) => ({ id }));
  assert.deepEqual(
    byList(found).map((one) => one.map(({ id }) => id)),
    [[11, 12], [41]],
  );
  assert.deepEqual(byList([]), []);
});

describe('money', () => {
  for (const [value, currency, minorPerMajor, expected] of [
    [12.5, 'EUR', 1, { amount: 12.5, currency: 'EUR' }],
    ['12.50', 'EUR', 1, { amount: 12.5, currency: 'EUR' }],
    ['-0.01', undefined, 1, { amount: -0.01 }],
    [1250, 'EUR', 100, { amount: 12.5, currency: 'EUR' }],
    [0, null, 1, { amount: 0 }],
    ['12,50', 'EUR', 1, undefined],
    ['', 'EUR', 1, undefined],
    [null, 'EUR', 100, undefined],
    [undefined, 'EUR', 100, undefined],
    ['1e3', 'EUR', 1, undefined],
    [Number.POSITIVE_INFINITY, 'EUR', 1, undefined],
    [{ amount: 1 }, 'EUR', 1, undefined],
  ] as const) {
    test(`of ${JSON.stringify(value)} by ${minorPerMajor} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(money(value, currency, minorPerMajor), expected);
    });
  }

  for (const [amounts, expected] of [
    [
      [
        { amount: 0.1, currency: 'EUR' },
        { amount: 0.2, currency: 'EUR' },
      ],
      { amount: 0.3, currency: 'EUR' },
    ],
    [[{ amount: 1 }], { amount: 1 }],
    [[], { amount: 0 }],
    [
      [
        { amount: 1, currency: 'EUR' },
        { amount: 1, currency: 'USD' },
      ],
      undefined,
    ],
    [[{ amount: 1, currency: 'EUR' }, undefined], undefined],
    [undefined, undefined],
  ] as const) {
    test(`sum of ${JSON.stringify(amounts)} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(sum(amounts), expected);
    });
  }
});

test('the others keep what has the form, and leave out all else', () => {
  assert.deepEqual([text('a'), text(1), text(null)], ['a', undefined, undefined]);
  assert.deepEqual([texts(['a', 1, 'b']), texts('a')], [['a', 'b'], undefined]);
  assert.deepEqual([list([1]), list({ length: 1 })], [[1], undefined]);
  assert.deepEqual([plain(null), plain(1), plain(Number.NaN), plain({})], [null, 1, undefined, undefined]);
  assert.deepEqual([orNull(null, text), orNull('a', text), orNull(1, text)], [null, 'a', undefined]);
  assert.equal(moment(1_800_000_000), '2027-01-15T08:00:00.000Z');
  assert.equal(moment(1_800_000_000_000, 1), '2027-01-15T08:00:00.000Z');
  assert.deepEqual([moment('1'), moment(1e300), moment(null)], [undefined, undefined, undefined]);
});
