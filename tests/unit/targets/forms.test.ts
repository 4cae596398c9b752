/** Every form reads what it writes, and says what it loses. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Json } from '../../../contracts/json.ts';
import { amountForms, momentForms, moneyBeside, moneyTexts, moneyUnder } from '../../../targets/forms/amounts.ts';
import {
  ageForm,
  ageOn,
  dayForms,
  dayFormsLike,
  dayPartForms,
  daysAfter,
  joinedDay,
} from '../../../targets/forms/dates.ts';
import {
  asItIs,
  booleanForms,
  countryForms,
  type Form,
  genderForms,
  inField,
  isSame,
  tableForm,
  textForms,
  timesForm,
} from '../../../targets/forms/form.ts';
import { draws } from '../../whole.ts';

const dayMs = 86_400_000;
const day = fc
  .integer({ min: Date.parse('1930-01-01') / dayMs, max: Date.parse('2029-12-31') / dayMs })
  .map((days) => new Date(days * dayMs).toISOString().slice(0, 10));

/** What a form writes it reads again, but for what it says that it loses; what it reads it writes again. */
const keeps = (form: Form, canonical: Json): void => {
  const spelled = form.write(canonical);
  if (spelled === undefined) return;
  const read = form.read(spelled);
  assert.notEqual(read, undefined, `${form.id} does not read ${JSON.stringify(spelled)}`);
  if (form.loses === undefined) assert.deepEqual(read, canonical, `${form.id}: ${JSON.stringify(spelled)}`);
  assert.deepEqual(form.write(read as Json), spelled, form.id);
};

const anyForm = (forms: readonly unknown[]): readonly Form[] => forms as readonly Form[];

describe('forms', () => {
  test('of days', () => {
    const forms = anyForm([
      ...dayForms(2029),
      daysAfter('2027-02-28'),
      ageForm('2027-03-01'),
      ageForm('2028-02-29', true),
    ]);
    assert.equal(new Set(forms.map(({ id }) => id)).size, forms.length);
    fc.assert(
      fc.property(day, (one) => {
        for (const form of forms) keeps(form, one);
      }),
      { seed: 42, numRuns: draws(500) },
    );
    // Every form can fail: it reads nothing of another kind.
    for (const { id, read } of dayForms(2029))
      for (const odd of ['2027-02-30', 'x', null, [], {}, true, 1.5])
        assert.equal(read(odd), undefined, `${id} reads ${JSON.stringify(odd)}`);
  });

  test('of days are found by an example, its time of the day included', () => {
    for (const [spelled, other] of [
      ['2027-01-31T10:30:00+03:00', '2026-12-05T10:30:00+03:00'],
      ['31.1.2027', '5.12.2026'],
      ['31JAN27', '05DEC26'],
      ['01/31/2027', '12/05/2026'],
      ['31/01/2027', '05/12/2026'],
      [20_270_131, 20_261_205],
    ] as const) {
      const found = dayFormsLike(spelled, 2046).filter(({ read }) => read(spelled) === '2027-01-31');
      assert.deepEqual(
        found.map(({ write }) => write('2026-12-05')),
        [other],
      );
    }
    assert.deepEqual(dayFormsLike({}, 2046), []);
  });

  test('of the parts of a day', () => {
    fc.assert(
      fc.property(day, (one) => {
        for (const { id, part, write, read } of dayPartForms) {
          const spelled = write(one);
          if (spelled === undefined) continue;
          const whole = Number(one.split('-')[part]);
          assert.equal(read(spelled), /YY$/.test(id) && !id.includes('YYYY') ? whole % 100 : whole, id);
        }
        const [year = 0, month = 0, date = 0] = one.split('-').map(Number);
        assert.equal(joinedDay([year, month, date], 2029), one);
        assert.equal(joinedDay([year % 100, month, date], 2029), one);
      }),
      { seed: 43, numRuns: draws(200) },
    );
  });

  test('an age is a birth with that age', () => {
    fc.assert(
      fc.property(day, day, fc.integer({ min: 0, max: 99 }), (birth, on, age) => {
        const { read, write } = ageForm(on);
        const made = read(age);
        assert.equal(made && ageOn(made, on), age);
        if (birth <= on) assert.equal(write(birth), ageOn(birth, on));
      }),
      { seed: 44, numRuns: draws(500) },
    );
  });

  test('of moments, with their zone', () => {
    for (const hours of [0, 3, -5])
      for (const form of anyForm(momentForms(hours)))
        for (const moment of ['2027-01-31T22:15:30.000Z', '2026-12-31T23:59:59.250Z', '1969-07-20T20:17:40.000Z'])
          keeps(form, moment);
    assert.equal(momentForms(3)[1]?.write('2027-01-31T22:15:30.000Z'), '2027-02-01T01:15:30+03:00');
    assert.equal(momentForms()[0]?.read('2027-01-31'), undefined);
  });

  test('of money: number, text and minor units; the currency beside, at the top or in the text', () => {
    const monies = [
      { amount: 12.5, currency: 'EUR' },
      { amount: 0.07, currency: 'EUR' },
      { amount: 1200, currency: 'JPY' },
      { amount: -3.125, currency: 'KWD' },
    ];
    for (const money of monies) {
      for (const at of [0, 1, 2, 3, 4])
        for (const form of anyForm([moneyBeside('a', 'c', at), moneyUnder(money.currency, at)])) keeps(form, money);
      for (const form of anyForm(moneyTexts)) keeps(form, money);
      for (const form of anyForm(amountForms(money.currency))) keeps(form, money.amount);
    }
    assert.deepEqual(moneyBeside('cents', 'in', 3).write({ amount: 12.5, currency: 'EUR' }), {
      cents: 1250,
      in: 'EUR',
    });
    assert.equal(moneyUnder('EUR', 3).write({ amount: 12, currency: 'JPY' }), undefined);
    assert.equal(moneyTexts[0]?.read('12,50 EUR'), undefined);
  });

  test('of words: booleans, genders, countries, texts, tables', () => {
    for (const value of [true, false]) for (const form of booleanForms) keeps(form, value);
    for (const value of ['male', 'female']) for (const form of genderForms) keeps(form, value);
    for (const value of ['DE', 'NZ', 'AQ', 'GB']) for (const form of anyForm(countryForms)) keeps(form, value);
    for (const value of ['McRae', 'x', 17, true, null, { a: [1] }, '007', '42']) {
      for (const form of textForms) keeps(form, value);
      keeps(inField('key', asItIs), value);
    }
    for (const value of [0, 5, 12.5]) keeps(timesForm(1000), value);
    assert.equal(countryForms[2]?.write('NZ'), 'NZL');
    assert.equal(booleanForms[2]?.read('TRUE'), undefined);
    assert.equal(textForms[1]?.loses, 'capitals');
    const clash = tableForm([
      ['inWork', 'open'],
      ['unknown', 'open'],
      ['failed', 'over'],
    ]);
    assert.match(clash.loses ?? '', /"inWork", "unknown"/);
    assert.equal(clash.read('over'), 'failed');
    assert.equal(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] }), true);
    assert.equal(isSame({ a: 1 }, { a: 1, b: 2 }), false);
    assert.equal(isSame([1], { 0: 1 }), false);
  });
});
