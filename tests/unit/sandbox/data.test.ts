/** The data of the sandbox is as large and as awkward as the faults need it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCities } from '../../../sandbox/data/cities.ts';
import { allCountries } from '../../../sandbox/data/countries.ts';
import { geography } from '../../../sandbox/data/geography.ts';
import { transliterated } from '../../../sandbox/data/transliterate.ts';

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

test('names are transliterated', () => {
  assert.equal(transliterated('Shanghai'), 'Шангхаи');
  assert.equal(transliterated('São Paulo'), 'Сао Пауло');
  assert.ok(allCities.every(({ nameRu }) => !/[a-z]/i.test(nameRu)));
});
