/** Rare requests show what was drawn, also while their draws shrink. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type OwnWrongness, wrongValue } from '../../../../client/tokens/wrong-login.ts';
import { countryIdKinds, countryQuery } from '../../../../generators/requests/country-ids.ts';
import { hotelIdText, hotelsOfNobody } from '../../../../generators/requests/hotel-ids.ts';
import { voidOf, voidRequests } from '../../../../generators/requests/void-requests.ts';
import { type WrongLogin, wrongLogins } from '../../../../generators/requests/wrong-logins.ts';
import { draws } from '../../../whole.ts';

/** Of some draws that always fail, every value that shrinking comes to. */
const shrunk = <Draw>(arbitrary: fc.Arbitrary<Draw>): Draw[] => {
  const seen: Draw[] = [];
  const fails = fc.property(arbitrary, (draw) => {
    seen.push(draw);
    return false;
  });
  for (let seed = 0; seed < 100; seed += 1) fc.check(fails, { seed, numRuns: 1 });
  return seen;
};

test('a country that is asked for is known only where that was drawn, and its id is no number where that was', () => {
  const countries = [4, 17, 203, 894];
  const kinds = new Set<string>();
  for (const draw of shrunk(fc.oneof(...countryIdKinds))) {
    const query = countryQuery(draw, countries);
    const [[name, value] = []] = query;
    const isKnown = name === 'countryId' && countries.some((id) => String(id) === value);
    kinds.add(draw.kind);
    if (draw.kind === 'written') assert.notEqual(value, String(Number(value)), 'in another notation');
    else if (draw.kind === 'repeated') assert.ok(query.length > 1);
    else assert.equal(isKnown, draw.kind === 'known', JSON.stringify([draw, query]));
    if (draw.kind === 'text') assert.ok(Number.isNaN(Number(value)), value);
    if (draw.kind === 'huge') assert.ok(!Number.isSafeInteger(Number(value)), value);
  }
  assert.equal(kinds.size, 14, [...kinds].join());
});

test('no hotel that is asked for as one of nobody is known', () => {
  const hotels = [7, 42, 104_729];
  const kinds = new Set<string>();
  for (const draw of shrunk(hotelsOfNobody).flat()) {
    const text = hotelIdText(draw, hotels);
    kinds.add(draw.kind);
    assert.ok(!hotels.some((id) => String(id) === text), `${JSON.stringify(draw)} is ${text}`);
    if (draw.kind === 'beyond') assert.ok(Number(text) >= 2_000_000_000 && Number(text) < 2 ** 31);
    if (draw.kind === 'wrapped') assert.ok(hotels.includes(Number(BigInt.asUintN(32, BigInt(text)))), text);
  }
  assert.deepEqual([...kinds].sort(), ['beyond', 'edge', 'negated', 'text', 'wrapped', 'written', 'zero']);
});

test('a void names what was drawn of booking and ticket, in both forms of the number', () => {
  for (const [ticketNumber, other] of [
    ['5551234567890', '555-1234567890'],
    ['555-1234567890', '5551234567890'],
  ] as const) {
    const ours = { bookingId: '3f0e1b2c-1111-4222-8333-944455566677', ticketNumber };
    const isVendored = (number: string): boolean => /^\w{3}-\d{10}$/.test(number);
    for (const draw of shrunk(voidRequests).flat()) {
      const { bookingId, ticketNumber: number } = voidOf(draw, ours);
      assert.equal(bookingId === ours.bookingId, draw.booking === 'ours');
      if (draw.ticket === 'malformed') assert.equal(number, draw.malformed);
      if (draw.ticket === 'ours') assert.equal(number, other);
      if (draw.ticket !== 'unknown') continue;
      assert.notEqual(number.slice(-10), ticketNumber.slice(-10));
      assert.equal(isVendored(number), isVendored(draw.form === 'shown' ? ticketNumber : other), number);
    }
  }
});

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
    { seed: 1, numRuns: draws(3_000) },
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
