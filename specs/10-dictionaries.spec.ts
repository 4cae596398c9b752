/** Reference data: lists that are sorted, complete, and the same at each reading. */
import { expect, test } from '../playwright/test.ts';

test('countries are sorted by id and carry both codes', { tag: ['@dictionaries', '@countries', '@standard'] }, async ({
  walk,
}) => {
  // Read the countries three times in a row, in other languages, and as another partner.
  await walk('list-countries', async (walked) => {
    await expect(walked).toKeepClause('countries.sorted-by-id');
    await expect(walked).toKeepClause('countries.two-letter-code');
    await expect(walked).toKeepClause('countries.two-reads-agree');
  });
});

test('cities belong to the country that was asked for', { tag: ['@dictionaries', '@cities', '@standard'] }, async ({
  walk,
}) => {
  // Read the countries, then the cities of each, and some of them again.
  await walk('list-cities', async (walked) => {
    await expect(walked).toKeepClause('cities.belong-to-the-country-asked');
    await expect(walked).toKeepClause('cities.sorted-by-id');
    await expect(walked).toKeepClause('cities.coordinates-are-in-range');
  });
});

test('a country that does not exist has no cities', { tag: ['@dictionaries', '@cities', '@standard'] }, async ({
  walk,
}) => {
  // Read the countries, then ask for the cities of countries that are not among them.
  await walk('ask-unknown-countries', async (walked) => {
    await expect(walked).toKeepClause('cities.unknown-country-is-empty');
  });
});

test('cities are not listed without a country', { tag: ['@dictionaries', '@cities', '@standard'] }, async ({
  walk,
}) => {
  // Ask for cities without a country, and with one that is no number.
  await walk('ask-cities-badly', async (walked) => {
    await expect(walked).toKeepClause('cities.missing-country-id-is-bad-request');
    await expect(walked).toKeepClause('cities.non-numeric-country-id-is-bad-request');
  });
});

test('accommodation types are sorted and complete', {
  tag: ['@dictionaries', '@accommodation-types', '@standard'],
}, async ({ walk }) => {
  // Read the accommodation types three times in a row, in other languages, and as another partner.
  await walk('list-accommodation-types', async (walked) => {
    await expect(walked).toKeepClause('accommodation-types.sorted-by-id');
    await expect(walked).toKeepClause('accommodation-types.records-are-complete');
  });
});

test('an amenity has its group and level together', { tag: ['@dictionaries', '@amenities', '@standard'] }, async ({
  walk,
}) => {
  // Read the amenities three times in a row, in another language, and as another partner.
  await walk('list-amenities', async (walked) => {
    await expect(walked).toKeepClause('amenities.group-and-level-come-together');
    await expect(walked).toKeepClause('amenities.level-is-one-of-three');
    await expect(walked).toKeepClause('amenities.same-in-every-language');
  });
});

test('bed types are sorted and complete', { tag: ['@dictionaries', '@bed-types', '@standard'] }, async ({ walk }) => {
  // Read the bed types three times in a row, in other languages, and as another partner.
  await walk('list-bed-types', async (walked) => {
    await expect(walked).toKeepClause('bed-types.sorted-by-id');
    await expect(walked).toKeepClause('bed-types.records-are-complete');
  });
});

test('meal types are sorted and complete', { tag: ['@dictionaries', '@meal-types', '@standard'] }, async ({ walk }) => {
  // Read the meal types three times in a row, in other languages, and as another partner.
  await walk('list-meal-types', async (walked) => {
    await expect(walked).toKeepClause('meal-types.sorted-by-id');
    await expect(walked).toKeepClause('meal-types.records-are-complete');
  });
});

test('a hotel card is of the hotel that was asked for', { tag: ['@dictionaries', '@hotel-card', '@standard'] }, async ({
  walk,
}) => {
  // Read the accommodation types, then the cards of known hotels, some of them again.
  await walk('show-hotel-cards', async (walked) => {
    await expect(walked).toKeepClause('hotel-card.id-is-the-one-asked-for');
    await expect(walked).toKeepClause('hotel-card.category-is-an-accommodation-type');
  });
});

test('a hotel that does not exist has no card', { tag: ['@dictionaries', '@hotel-card', '@standard'] }, async ({
  walk,
}) => {
  // Ask for the cards of hotels that do not exist.
  await walk('show-unknown-hotels', async (walked) => {
    await expect(walked).toKeepClause('hotel-card.unknown-hotel-is-not-found');
  });
});
