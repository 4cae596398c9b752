/** Values of answers are read, and days are read and written in any form. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Json } from '../../../contracts/json.ts';
import { dayReader } from '../../../targets/forms/day-reader.ts';
import { byList, each, list, moment, money, orNull, plain, sum, text, texts } from '../../../targets/reading.ts';
import { draws } from '../../whole.ts';

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

  test('finds the objects at a place, and nothing at others', () => {
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
      const found = each(root, place, () => ({}));
      assert.deepEqual(
        found.map((one) => one.at),
        at,
        place,
      );
    }
  });

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

test('money and its sum are read of amounts alone', () => {
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
    assert.deepEqual(money(value, currency, minorPerMajor), expected, JSON.stringify(value));
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
    assert.deepEqual(sum(amounts), expected, JSON.stringify(amounts));
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

const saidOn = '2026-09-01';
const dayFirst = dayReader(saidOn, ['31/12/2026']);
const monthFirst = dayReader(saidOn, ['12/31/2026']);
const withMs = dayReader(saidOn, [Date.UTC(2027, 0, 22)]);
const alone = dayReader(saidOn);
const compactDayFirst = dayReader(saidOn, [], [31_012_026, '03042017']);
const compactMonthFirst = dayReader(saidOn, [], ['01312026', 3_042_017]);

const parts = (day: string): [string, string, string] => day.split('-') as [string, string, string];
const month = (day: string): string =>
  new Date(day).toLocaleString('en', { month: 'short', timeZone: 'UTC' }).slice(0, 3);

type Spelling = readonly [reader: typeof alone, key: string, spelled: (day: string) => Json];

/** As a service would write it. */
const spellings: readonly Spelling[] = [
  [alone, 'x', (day) => day],
  [alone, 'x', (day) => `${day}T23:59:00+03:00`],
  [alone, 'x', (day) => day.replaceAll('-', '/')],
  [alone, 'x', (day) => day.replaceAll('-', '')],
  [alone, 'x', (day) => Number(day.replaceAll('-', ''))],
  [alone, 'x', (day) => parts(day).toReversed().join('.')],
  [alone, 'birthDate', (day) => `${parts(day).toReversed().join('.').slice(0, 6)}${day.slice(2, 4)}`],
  [dayFirst, 'x', (day) => parts(day).toReversed().join('/')],
  [monthFirst, 'x', (day) => `${parts(day)[1]}/${parts(day)[2]}/${parts(day)[0]} 10:30 PM`],
  [alone, 'birthDate', (day) => `${parts(day)[2]}${month(day).toUpperCase()}${day.slice(2, 4)}`],
  [alone, 'x', (day) => `${parts(day)[2]}${month(day).toUpperCase()}${day.slice(0, 4)}`],
  [alone, 'x', (day) => `${parts(day)[2]}-${month(day)}-${day.slice(0, 4)}`],
  [compactDayFirst, 'birthDate', (day) => parts(day).toReversed().join('')],
  [compactDayFirst, 'arrival', (day) => Number(parts(day).toReversed().join(''))],
  [compactMonthFirst, 'dob', (day) => `${parts(day)[1]}${parts(day)[2]}${parts(day)[0]}`],
  [alone, 'x', (day) => `${day.replaceAll('-', '')}1430`],
  [alone, 'x', (day) => `/Date(${Date.parse(day)})/`],
  [alone, 'x', (day) => `/Date(${Date.parse(day) + 3_600_000}+0100)/`],
  [alone, 'birthDate', (day) => Date.parse(day) / 1000],
  [withMs, 'birthDate', (day) => Date.parse(day)],
  [withMs, 'birthDate', (day) => String(Date.parse(day))],
  [alone, 'x', (day) => ({ year: Number(day.slice(0, 4)), month: Number(parts(day)[1]), day: Number(parts(day)[2]) })],
  [alone, 'x', (day) => ({ Day: parts(day)[2], Month: parts(day)[1], Year: parts(day)[0], zone: 'UTC' })],
  [alone, 'x', (day) => parts(day).map(Number)],
  [alone, 'x', (day) => parts(day).map(Number).concat(14, 0)],
];

test('what is read in each form is written in it again, for another day, too', () => {
  const day = fc
    .integer({ min: Date.parse('1927-01-01') / 86_400_000, max: Date.parse('2026-08-31') / 86_400_000 })
    // About 1970 a number may be seconds or milliseconds.
    .filter((days) => Math.abs(days) > 60)
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, fc.constantFrom(...spellings), (one, other, [{ read }, key, spelled]) => {
      const value = spelled(one);
      const found = read(value, key);
      assert.equal(found?.day, one, JSON.stringify(value));
      assert.deepEqual(found?.as(one), value);
      const written = found?.as(other) ?? null;
      assert.equal(read(written, key)?.day, other, JSON.stringify([value, written]));
    }),
    { seed: 38, numRuns: draws(2_000) },
  );
});

test('a year of two digits is of a birth before, and of a journey ahead', () => {
  const days = (key: string) =>
    ['17APR86', '22JAN27', '01.09.26'].map((value) => alone.read(value, key)?.day.slice(0, 4));
  assert.deepEqual(days('birthDate'), ['1986', '1927', '2026']);
  assert.deepEqual(days('arrival'), ['1986', '2027', '2026']);
});

test('which of day and month comes first is decided by other values, or stays open', () => {
  assert.deepEqual(
    [dayFirst, monthFirst, alone, dayReader(saidOn, ['31/12/2026', '12/31/2026'])].map(
      ({ read }) => read('03/04/2027')?.day,
    ),
    ['2027-04-03', '2027-03-04', undefined, undefined],
  );
  assert.deepEqual(
    [dayFirst, alone].map(({ isUnread }) => isUnread('03/04/2027', 'x')),
    [false, true],
  );
});

test('digits that may be several days, or a day and a moment, are read as none', () => {
  const births: readonly (readonly [value: Json, day: string | undefined])[] = [
    ['20062017', '2017-06-20'],
    [20_062_017, '2017-06-20'],
    [5_311_988, '1988-05-31'],
    ['05311988', '1988-05-31'],
    ['20170620', '2017-06-20'],
    ['03042017', undefined],
    [3_042_017, undefined],
    ['05051986', undefined],
    [860_417, undefined],
    ['860417', undefined],
    ['5311988', undefined],
    [1_706_200_000, undefined],
    // November 2000, or a midnight of 1970.
    [11_232_000, undefined],
    [43_200_000, '1971-05-16'],
    [514_069_200, '1986-04-16'],
    [514_069_201, undefined],
  ];
  for (const [value, day] of births) {
    assert.equal(alone.read(value, 'birthDate')?.day, day, JSON.stringify(value));
    assert.equal(alone.isUnread(value, 'birthDate'), day === undefined, JSON.stringify(value));
  }
  assert.deepEqual(
    [compactDayFirst, compactMonthFirst].map(({ read }) => read('03042017', 'birthDate')?.day),
    ['2017-04-03', '2017-03-04'],
  );
  // Eight digits of an id are no day.
  assert.equal(compactDayFirst.read(20_062_017, 'loyalty'), undefined);
});

test('ids, counts, amounts and times are no days', () => {
  const others: readonly Json[] = [
    4,
    77_801,
    2_400_001,
    5_551_234_567_890,
    1_795_600_000_123,
    250_000,
    '12/29',
    '192.168.1.10',
    '14:00',
    'APR',
    '1.2',
    '2026-02-30',
    19_860_231,
    '5551234567890',
    true,
    null,
    [1, 2, 3],
    [2027, 13, 1],
    { year: 2027 },
    '',
    'JAN27',
  ];
  for (const value of others) assert.equal(alone.read(value, 'x'), undefined, JSON.stringify(value));
});
