/** The data of the sandbox is as large and as awkward as the faults need it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCities } from '../../../sandbox/data/cities.ts';
import { allCountries } from '../../../sandbox/data/countries.ts';
import { geography } from '../../../sandbox/data/geography.ts';
import { strictSupplier, suppliers } from '../../../sandbox/data/hotel-trade.ts';
import { hotels } from '../../../sandbox/data/hotels.ts';
import { transliterated } from '../../../sandbox/data/transliterate.ts';
import { bedTypes, mealTypes } from '../../../sandbox/data/type-lists.ts';
import { offersOf } from '../../../sandbox/hotels/offers.ts';

const digitsOf = (ids: readonly number[]): number => new Set(ids.map((id) => String(id).length)).size;

for (const [scale, countriesMin, longListsMin] of [
  ['full', 249, 12],
  ['small', 18, 3],
] as const) {
  test(`the ${scale} scale has gaps in ids, long lists, lists of one and empty lists`, () => {
    const { countries, citiesByCountry } = geography(scale);
    const ids = countries.map(({ id }) => id);
    const lengths = ids.map((id) => citiesByCountry.get(id)?.length ?? 0);
    assert.ok(countries.length >= countriesMin);
    assert.ok(lengths.filter((length) => length >= 40).length >= longListsMin);
    assert.ok(lengths.includes(0) && lengths.includes(1));
    assert.equal(digitsOf(ids), 4);
    assert.deepEqual(
      ids,
      [...new Set(ids)].toSorted((one, other) => one - other),
    );
    assert.notDeepEqual(ids, ids.map(String).toSorted().map(Number));
    assert.ok(countries.some(({ id }) => (citiesByCountry.get(id) ?? []).some(({ longitude }) => longitude > 90)));
    assert.ok(countries.some(({ id }) => (citiesByCountry.get(id) ?? []).some(({ longitude }) => longitude < -90)));
  });
}

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

test('the ids of a long list span several digit counts, so sorting them as text shows', () => {
  for (const [, cities] of geography('small').citiesByCountry) {
    if (cities.length >= 40) assert.ok(digitsOf(cities.map(({ id }) => id)) >= 2);
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

test('the same hotel and stay are always sold alike', () => {
  const [hotel] = hotels('small');
  assert.ok(hotel);
  const stay = { checkIn: '2027-03-01', checkOut: '2027-03-04', rooms: [{ adults: 2, childrenAges: [] }] };
  assert.deepEqual(offersOf(hotel, stay), offersOf(hotel, { ...stay }));
});

test('names are transliterated', () => {
  assert.equal(transliterated('Shanghai'), 'Шангхаи');
  assert.equal(transliterated('São Paulo'), 'Сао Пауло');
  assert.ok(allCities.every(({ nameRu }) => !/[a-z]/i.test(nameRu)));
});
