/** The data of the sandbox are complete, and its dictionaries are sorted and named. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { allCities, allCountries, transliterated } from '../../../sandbox/data/geography.ts';
import { hotels, knownHotelIds, strictSupplier, suppliers } from '../../../sandbox/data/hotels.ts';
import { bedTypes, mealTypes } from '../../../sandbox/data/type-lists.ts';
import { offersOf } from '../../../sandbox/hotels/offers.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { json, read, stillSandbox, tokenOf } from './caller.ts';

test('there are all countries and more than 5,000 cities, with unique ids', () => {
  assert.equal(allCountries.length, 249);
  assert.ok(allCities.length >= 5_000);
  assert.equal(new Set(allCities.map(({ id }) => id)).size, allCities.length);
  for (const { codeA2, codeA3, nameEn, nameRu } of allCountries) {
    assert.match(`${codeA2} ${codeA3}`, /^[A-Z]{2} [A-Z]{3}$/);
    assert.match(nameRu, /\p{Script=Cyrillic}/u);
    assert.doesNotMatch(nameEn, /\p{Script=Cyrillic}/u);
  }
});

test('every hotel sells by several suppliers, the strict one among them, with every bed and meal of a list', () => {
  const stay = { checkIn: '2027-03-01', checkOut: '2027-03-04', rooms: [{ adults: 2, childrenAges: [] }] };
  const sold = hotels('full').map((hotel) => offersOf(hotel, stay));
  for (const offers of sold) {
    assert.ok(offers.length >= 7 && offers.length <= 12);
    assert.ok(offers.some((offer) => offer.supplier === strictSupplier && offer.freeUntilMs !== null));
    assert.ok(offers.some((offer) => offer.freeUntilMs === null));
    assert.ok(
      offers.every(({ price, parts: { base, tax, fee } }) => price.minor === base.minor + tax.minor + fee.minor),
    );
    assert.ok(offers.every(({ price }) => Number.isSafeInteger(price.minor) && price.minor > 5_000));
  }
  const all = sold.flat();
  assert.equal(new Set(all.map((offer) => offer.supplier)).size, suppliers.length);
  assert.ok(new Set(all.map((offer) => offer.price.minor)).size > all.length / 2);
  const beds = new Set(all.flatMap((offer) => offer.bedVariants));
  assert.ok(beds.size >= 5 && [...beds].every((id) => bedTypes.some((type) => type.id === id)));
  const meals = new Set(all.map((offer) => offer.mealTypeId));
  assert.ok(meals.size >= 5 && [...meals].every((id) => mealTypes.some((type) => type.id === id)));
});

test('names are transliterated', () => {
  assert.equal(transliterated('Shanghai'), 'Шангхаи');
  assert.equal(transliterated('São Paulo'), 'Сао Пауло');
  assert.ok(allCities.every(({ nameRu }) => !/[a-z]/i.test(nameRu)));
});

describe('dictionaries', () => {
  let sandbox: Sandbox;
  let token: string;
  before(async () => {
    sandbox = await stillSandbox();
    token = await tokenOf(sandbox.url);
  });
  after(() => sandbox.close());

  const idsOf = (items: readonly { readonly id: number }[]): number[] => items.map(({ id }) => id);

  describe('hotel card', () => {
    for (const [id, status, code] of [
      ['0', 404, 'HOTEL_NOT_FOUND'],
      ['8', 404, 'HOTEL_NOT_FOUND'],
      ['-7', 404, 'HOTEL_NOT_FOUND'],
      ['900000', 404, 'HOTEL_NOT_FOUND'],
      ['2000000001', 404, 'HOTEL_NOT_FOUND'],
      ['99999999999999999999', 404, 'HOTEL_NOT_FOUND'],
      ['abc', 400, 'INVALID_REQUEST'],
      ['7.5', 400, 'INVALID_REQUEST'],
      ['7e1', 400, 'INVALID_REQUEST'],
      ['%37', 400, 'INVALID_REQUEST'],
      ['', 404, 'NOT_FOUND'],
    ] as const) {
      test(`of ${id || 'nothing'} answers ${status}`, async () => {
        const answer = await read(sandbox.url, `hotels/${id}/static`, token);
        assert.equal(answer.status, status);
        assert.equal(json(answer).error.code, code);
        assert.ok(json(answer).error.message);
      });
    }
  });

  test('both scales begin with the hotels that a target may name, deleted ones among them', () => {
    assert.ok(hotels('full').length >= 200);
    assert.equal(hotels('small').length, 12);
    for (const scale of ['full', 'small'] as const) {
      assert.deepEqual(idsOf(hotels(scale)).slice(0, knownHotelIds.length), [...knownHotelIds]);
    }
    const known = hotels('small').slice(0, 10);
    assert.ok(known.some(({ isDeleted }) => isDeleted) && known.some(({ isDeleted }) => !isDeleted));
    assert.ok(new Set(known.map(({ stars }) => stars)).size >= 5);
  });
});
