/** People of an imported booking are replaced by invented ones: same age and citizenship, and equal where equal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isEditable, withPut } from '../../../../cases/body-places.ts';
import { editPlan } from '../../../../cases/replay/edit-plan.ts';
import { ageOn } from '../../../../cases/replay/moved-dates.ts';
import { importedFlow } from '../../../../contracts/imported-trace.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Exchange, Trace } from '../../../../contracts/trace.ts';
import { dayAfter } from '../../../../generators/calendar.ts';
import { dayReader } from '../../../../targets/forms/day-reader.ts';
import { draws } from '../../../whole.ts';
import { posted, traceOf } from '../case-of.ts';

const days = 97;
const calendar = dayReader('2026-09-01');
const calendarThen = dayReader(dayAfter('2026-09-01', days));
const [arrival, departure] = ['2026-10-05', '2026-10-09'];

const traceWith = (booking: Json, more: readonly Exchange[] = []): Trace =>
  traceOf(
    importedFlow,
    posted(
      'hotel-search',
      '/api/hotels/search',
      { place: 'Utopia', from: arrival, until: departure, tongue: 'eo' },
      {
        searchId: 'search-0001',
        rates: [{ key: 'rate-000001', title: 'Flexible Rate' }],
      },
    ),
    posted('create-booking', '/api/hotels/create_booking', booking as NonNullable<Json>, { status: 'completed' }),
    ...more,
  );

const edited = (trace: Trace, index = 1, seed = 7): Json => {
  const plan = editPlan(trace, trace.exchanges, { days, seed });
  const exchange = trace.exchanges[index] as Exchange;
  return plan
    .puts(exchange)
    .reduce<Json>((body, { at, now }) => withPut(body, at.slice(1), now), exchange.request.body ?? null);
};

const letters = (alphabet: string) => fc.string({ unit: fc.constantFrom(...alphabet), minLength: 5, maxLength: 12 });
const word = fc.oneof(
  letters('abcdefghijklmnopqrstuvwxyz'),
  letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  letters('абвгдежзийклмнопрстуфхцчшщыэюя'),
  letters('àáâãäåçèéêëñöøü'),
);
const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count });
const birth = fc.integer({ min: 1, max: 33_000 }).map((before) => dayAfter('2026-09-01', -before));
const spellings: readonly ((day: string) => Json)[] = [
  (day) => day,
  (day) => Number(day.replaceAll('-', '')),
  (day) => day.split('-').toReversed().join('.'),
  (day) => `${day}T00:00:00Z`,
  (day) => Date.parse(day),
  (day) => Date.parse(day) / 1000,
  (day) => `/Date(${Date.parse(day)})/`,
  (day) => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }),
];

const person = fc.record({
  given_name: word,
  SURNAME: word,
  born_on: fc.tuple(birth, fc.constantFrom(...spellings)).map(([day, spelled]) => spelled(day)),
  papers: fc.record({
    no: fc.tuple(fc.constantFrom('AB', 'C'), digits(8)).map(([a, b]) => a + b),
    until: fc.constant('2031-05-01'),
  }),
  nationality: fc.constantFrom('KZ', 'ru', 'Georgia'),
  sex: fc.constantFrom('M', 'F', 'female'),
  kind: fc.constantFrom('ADT', 'child'),
  wishes: fc.tuple(word, word).map(([one, other]) => `${one}, ${other} 7!`),
});

const booking = fc.record({
  rate: fc.constant('rate-000001'),
  title: fc.constant('Flexible Rate'),
  party: fc.array(person, { minLength: 1, maxLength: 4 }),
  reach: fc.record({
    mail: word.map((name) => `${name}@somewhere.example`),
    mobile: digits(10).map((number) => `+49${number}`),
    loyalty: fc.integer({ min: 1_000_000, max: 9_999_999 }),
  }),
  agree: fc.boolean(),
});

/** What a supplier may refuse a text for: its script, capitals, signs, and how many letters and digits it has. */
const formOf = (text: string): string =>
  text
    .replaceAll(/[a-z]/g, 'a')
    .replaceAll(/[A-Z]/g, 'A')
    .replaceAll(/[а-я]/g, 'я')
    .replaceAll(/[А-Я]/g, 'Я')
    .replaceAll(/[à-öø-ÿ]/g, 'é')
    .replaceAll(/\d/g, '0');

test('no personal value is left, and other values stay', () => {
  fc.assert(
    fc.property(booking, fc.nat(), (given, seed) => {
      const body = edited(traceWith(given), 1, seed) as typeof given;
      const secret = [
        ...given.party.flatMap((each) => [each.given_name, each.SURNAME, each.papers.no, ...each.wishes.split(/\W+/u)]),
        given.reach.mail.split('@')[0] ?? '',
        given.reach.mobile.slice(3),
      ].filter((text) => text.length >= 5);
      const text = JSON.stringify(body).toLowerCase();
      for (const each of secret) assert.ok(!text.includes(each.toLowerCase()), `${each} is left in ${text}`);
      assert.notEqual(body.reach.loyalty, given.reach.loyalty);
      assert.equal(String(body.reach.loyalty).length, 7);
      assert.match(body.reach.mail, /^.+@[a-z]{9}\.invalid$/i);
      assert.match(body.reach.mobile, /^\+447700900\d{3}$/);
      assert.deepEqual([body.rate, body.title, body.agree], [given.rate, given.title, given.agree]);
      for (const [i, each] of given.party.entries()) {
        const { nationality, sex, kind, papers, given_name: name, wishes } = body.party[i] ?? each;
        assert.deepEqual([nationality, sex, kind], [each.nationality, each.sex, each.kind]);
        assert.equal(papers.until, dayAfter('2031-05-01', days));
        assert.match(papers.no, each.papers.no.startsWith('AB') ? /^[A-Z]{2}\d{8}$/ : /^[A-Z]\d{8}$/);
        assert.deepEqual([formOf(name), formOf(wishes)], [formOf(each.given_name), formOf(each.wishes)]);
      }
    }),
    { seed: 16, numRuns: draws(60) },
  );
});

test('what is invented has the form of what it replaces, and reaches no person', () => {
  const lead = { lastName: 'Realperson' };
  const own = {
    firstName: 'Вера-Ия',
    lastName: 'O',
    middleName: "McDonald-O'Brien",
    fullName: 'Dr. გიორგი Żółć 2nd',
    arabic: '٤٥٠٦ ١٢٣',
    passport: 'АВ1234567',
    idNumber: '45 06 123-456/Ж',
    phone: '+7 (701) 555-01-42',
    mobile: '7701555',
    fax: '007 701 5550142',
    tel: '0701555 ext. 42',
    mail: 'Petra.Realperson+2@Mail.co.uk',
    email: 'petra@localhost',
    post: 'petra@',
    domain: 'вера@почта.рф',
  };
  const contact = { phone: '87015550142', email: 'petra@mail.x' };
  const { guests, contact: reach } = edited(traceWith({ guests: [lead, own], contact })) as {
    guests: [typeof lead, typeof own];
    contact: typeof contact;
  };
  const now = guests[1];
  for (const key of Object.keys(own) as (keyof typeof own)[]) {
    const form = (text: string) => formOf(text).replaceAll(/[ა-ჰ]/g, 'ა').replaceAll(/[٠-٩]/g, '٠');
    // A real domain has another end.
    if (!key.startsWith('full')) assert.equal(form(now[key]), form(own[key]), key);
    assert.ok(now[key] !== own[key], key);
  }
  assert.match(now.fullName, /^Dr\. [ა-ჰ]{6} [\u0100-\u024f][\u00c0-\u024f]{3} \d[a-z]{2}$/);
  assert.equal(now.phone.slice(0, -2), '+1 (202) 555-01-');
  assert.match(now.fax, /^001 202 55501\d\d$/);
  assert.deepEqual([now.mobile.slice(0, 3), now.tel.slice(0, 4)], ['100', '0100']);
  assert.match(now.mail, /\.zz$/);
  assert.ok(!/@localhost|почта/.test(now.email + now.domain));
  assert.match(reach.phone, /^120255501\d\d$/);
  assert.match(reach.email, /^[a-z]{5}@[a-z]{4}\.[a-z]$/);
});

test('a short name in capitals is no code: not of a person, nor in a list of names', () => {
  const own = { lastName: 'LOPEZ', apellido: 'NG', vor: 'KIM', document: { type: 'PP', country: 'RS' } };
  const body = edited(traceWith({ rate: 'rate-000001', guests: [own], passengers: ['LI'], board: 'BB' })) as {
    guests: (typeof own)[];
    passengers: string[];
    board: string;
  };
  assert.deepEqual([body.guests[0]?.document, body.board], [own.document, 'BB']);
  const { apellido, vor } = body.guests[0] ?? own;
  assert.deepEqual([apellido === 'NG', vor === 'KIM', body.passengers.includes('LI')], [false, false, false]);
});

test('each traveller is as old on each day of travel, and born on another day', () => {
  fc.assert(
    fc.property(booking, fc.nat(), (given, seed) => {
      const body = edited(traceWith(given), 1, seed) as typeof given;
      for (const [i, each] of given.party.entries()) {
        const then = calendar.read(each.born_on, 'born_on')?.day;
        const now = calendarThen.read(body.party[i]?.born_on ?? null, 'born_on')?.day;
        assert.ok(then && now && then !== now);
        assert.equal(typeof each.born_on, typeof body.party[i]?.born_on);
        for (const day of [arrival, departure]) assert.equal(ageOn(now, dayAfter(day, days)), ageOn(then, day));
        assert.ok(now <= dayAfter('2026-09-01', days));
      }
    }),
    { seed: 17, numRuns: draws(60) },
  );
});

test('the same text is the same text again, in every request of the case', () => {
  const twin = { given_name: 'Petra', SURNAME: 'Realperson' };
  const given = {
    party: [twin, { ...twin, given_name: 'Karl' }, { given_name: 'PETRA', SURNAME: 'Other' }],
    payer: { fullName: 'Petra Other' },
  };
  const looked = posted('search-bookings', '/api/hotels/search_bookings', { who: 'petra other', place: 'Utopia' }, []);
  const trace = traceWith(given, [looked]);
  const { party, payer } = edited(trace) as typeof given;
  const [one, other, third] = party;
  assert.ok(one && other && third);
  assert.equal(one.SURNAME, other.SURNAME);
  assert.notEqual(one.given_name, other.given_name);
  assert.equal(third.given_name, one.given_name.toUpperCase());
  assert.equal(payer.fullName, `${one.given_name} ${third.SURNAME}`);
  assert.deepEqual(edited(trace, 2), { who: payer.fullName.toLowerCase(), place: 'Utopia' });
});

test('future dates are moved in every spelling, past ones stay, and each place is reported', () => {
  const spelled = {
    a: '2026-10-05',
    b: 20261005,
    c: '05.10.2026',
    d: '10/13/2026',
    e: '2026-10-05T14:00:00+03:00',
    f: '20261005',
    g: '05OCT26',
    h: { year: 2026, month: 10, day: 5 },
    i: Date.UTC(2026, 9, 5),
  };
  const sent = { ...spelled, since: '2026-01-01', no: '2026-02-30' };
  const trace = traceOf(importedFlow, posted('hotel-search', '/api/hotels/search', sent, []));
  assert.deepEqual(edited(trace, 0), {
    a: '2027-01-10',
    b: 20270110,
    c: '10.01.2027',
    d: '01/18/2027',
    e: '2027-01-10T14:00:00+03:00',
    f: '20270110',
    g: '10JAN27',
    h: { year: 2027, month: 1, day: 10 },
    i: Date.UTC(2027, 0, 10),
    since: '2026-01-01',
    no: '2026-02-30',
  });
  const { lines } = editPlan(trace, trace.exchanges, { days, seed: 1 });
  assert.equal(lines[0], 'date   hotel-search request.body.a 2026-10-05 → 2027-01-10');
  assert.match(lines.at(-1) ?? '', /^day {4}the day of travel was a Monday/);
});

test('a date, an age or a reference that cannot be read is named, and what can be read is not', () => {
  const unreadIn = (body: Json, operation: 'create-booking' | 'hotel-search' = 'create-booking'): string[] => {
    const trace = traceOf(importedFlow, posted(operation, '/api/hotels/create_booking', body as NonNullable<Json>, {}));
    const [exchange] = trace.exchanges;
    assert.ok(exchange);
    return [...editPlan(trace, trace.exchanges, { days, seed: 1 }).unread(exchange)].map((each) =>
      each.replace('request.body.guests[0].', ''),
    );
  };
  const guest = (said: { readonly [key: string]: Json }): Json => ({ guests: [{ lastName: 'Realperson', ...said }] });
  const mayBe = 'a value that may be a day of birth and cannot be read';
  const unreadable: readonly (readonly [name: string, value: Json, what: string])[] = [
    ['birthDate', 'the 4th of May', 'a date that cannot be read'],
    ['birthDate', '03/04/1986', 'a date that cannot be read'],
    ['dateOfBirth', { year: 1986, month: 'fourth', day: 17 }, 'a date that cannot be read'],
    ['birthYear', 1986, 'a date that cannot be read'],
    ['birthDate', '2031-04-01', 'a day of birth in the future'],
    ['age', '9 years', 'an age that cannot be read'],
    ['bd', '20 June 2017', mayBe],
    ['датаРождения', '20 июня 2017', mayBe],
    ['line', 'CHD/20JUN17', mayBe],
    ['bd', 42_906, mayBe],
    ['birthDate', '03042017', 'a date that cannot be read'],
    ['birthDate', 170_620, 'a date that cannot be read'],
    ['dr', 1_497_906_000, mayBe],
  ];
  for (const [name, value, what] of unreadable)
    assert.deepEqual(unreadIn(guest({ [name]: value })), [`${name} holds ${what}`]);
  assert.deepEqual(unreadIn(guest({ bd: '20 June 2017', birthDate: '2017-06-20', passport: '45 06 123456' })), []);
  // Neither the papers nor a membership show when a person was born.
  for (const since of [{ document: { number: 'AB1234567', issued: '2020-02-02' } }, { joinedOn: '2020-02-02' }])
    assert.deepEqual(unreadIn(guest({ dr: 1_497_906_000, ...since })), [`dr holds ${mayBe}`]);
  assert.deepEqual(unreadIn({ traveller: { lastName: 'Realperson', dr: 1_497_906_000 } }), [
    `request.body.traveller.dr holds ${mayBe}`,
  ]);
  assert.deepEqual(unreadIn({ checkIn: 'week 41 of 2026' }, 'hotel-search'), [
    'request.body.checkIn holds a date that cannot be read',
  ]);
  assert.deepEqual(unreadIn({ rateKey: 'rate-000009', orderId: '4b1d0c9e-0001' }), [
    'request.body.rateKey holds a reference that no earlier answer of the file gave',
  ]);
  const readable = { birthDate: '17APR86', age: 40, note: 'call 12', documentNumber: 'C01X00T47', gate: '12/29' };
  assert.deepEqual(unreadIn(guest({ ...readable, from: '13/04/2027', till: '03/05/2027' })), []);
  assert.deepEqual(unreadIn({ priceFrom: 250_000, departure: 'LED', checkInTime: '14:00' }, 'hotel-search'), []);
});

test('invented people are reported before: place, age, and what stays', () => {
  const given = {
    party: [{ SURNAME: 'Realperson', born_on: '1992-04-05', sex: 'F', nationality: 'KZ', age: '34' }],
    note: 'call me',
  };
  const trace = traceWith(given);
  // How old a person is said to be stays, in a text as in a number.
  assert.equal((edited(trace) as typeof given).party[0]?.age, '34');
  const { lines } = editPlan(trace, trace.exchanges, { days, seed: 1 });
  assert.ok(
    lines.includes('person create-booking request.body.party[0]: invented, 34 years, female, KZ'),
    lines.join(),
  );
  assert.ok(lines.includes('text   create-booking request.body.note: invented'));
  assert.ok(!lines.join().toLowerCase().includes('realperson'));
});

test('a day of birth is the same in each request; a file without times is moved from the days it holds', () => {
  const party = [{ SURNAME: 'Realperson', born_on: '2019-04-05' }];
  const asked = { from: '2026-05-02', until: '2026-05-04', ages: [{ born: '05.04.2019' }] };
  const trace = traceOf(
    importedFlow,
    posted('hotel-search', '/api/hotels/search', asked, {}),
    posted('create-booking', '/api/hotels/create_booking', { party }, {}),
  );
  const search = edited(trace, 0) as typeof asked;
  const { party: people } = edited(trace) as { party: typeof party };
  const born = people[0]?.born_on ?? '';
  assert.equal(search.ages[0]?.born, born.split('-').toReversed().join('.'));
  assert.notEqual(born, '2019-04-05');
  assert.ok(search.from > dayAfter('2026-09-01', days + 20), search.from);
  assert.equal(Date.parse(search.until) - Date.parse(search.from), 2 * 86_400_000);
  assert.equal(ageOn(born, search.from), 7);
});

test('what is deeper or larger than any request is no request to be edited', () => {
  const deep = Array.from({ length: 70 }).reduce<Json>((inner) => ({ inner }), 'Petra Realperson');
  assert.deepEqual([deep, Array.from({ length: 6_000 }, () => 1), { a: [1, 'b'] }, undefined].map(isEditable), [
    false,
    false,
    true,
    true,
  ]);
  assert.deepEqual(edited(traceWith(deep)), deep);
});

test('no card number is real, and neither is a value in the query of a booking request', () => {
  const given = { pay: { holder: 'Petra Realperson', no: '4111111111111111', till: '12/29' } };
  const trace = traceWith(given);
  const { pay } = edited(trace) as typeof given;
  assert.match(pay.no, /^0\d{15}$/);
  assert.ok(!pay.holder.includes('Petra') && pay.till !== '12/29');
  const [search, booking] = trace.exchanges;
  assert.ok(search && booking);
  const asking = { ...booking, request: { ...booking.request, query: [['for', 'Petra']] as [string, string][] } };
  const plan = editPlan({ ...trace, exchanges: [search, asking] }, [search, asking], { days, seed: 7 });
  const put = plan.puts(asking).find(({ at }) => at[0] === 'query');
  assert.ok(put && put.now !== 'Petra');
});
