/** Faults of the records in the lists of cities. */
import { changedAt, deepIn, everySecondTime, successList, swappedAt } from '../altering/replies.ts';
import type { City } from '../data/cities.ts';
import type { Country } from '../data/countries.ts';
import { fault } from '../deviation.ts';
import { countryIdIn } from '../handlers/cities.ts';
import { withBody } from '../reply.ts';
import type { World } from '../world.ts';
import { citiesRequestFaults } from './cities-requests.ts';

/** Lists of a country; the empty ones stay what they are, since a fault of records has nothing to break in them. */
const list = (bend: (items: readonly City[], world: World) => unknown) => ({
  cities: successList<City>((items, _request, world) => (items.length > 0 ? bend(items, world) : items)),
});

const oneDeep = (change: (city: City) => unknown) => list((items) => changedAt(items, deepIn(items), change));

const longLength = 40;

const longLists = (bend: (items: readonly City[]) => unknown) =>
  list((items) => (items.length >= longLength ? bend(items) : items));

const withMostCities = (world: World): Country | undefined =>
  world.countries.reduce<Country | undefined>(
    (most, country) => (most && world.citiesOf(most.id).length >= world.citiesOf(country.id).length ? most : country),
    undefined,
  );

/** The list of a single country, the one with the most cities. */
const oneList = (bend: (items: readonly City[], world: World) => unknown) =>
  list((items, world) => (items[0]?.country.id === withMostCities(world)?.id ? bend(items, world) : items));

/** Some city of another country than that of the list. */
const foreignCity = (items: readonly City[], world: World): City | undefined => {
  const other = world.countries.find(({ id }) => id !== items[0]?.country.id && world.citiesOf(id).length > 1);
  return other && world.citiesOf(other.id).at(-1);
};

const isFarEastOrWest = ({ longitude }: City): boolean => Math.abs(longitude) > 90;

const withCountry = (city: City, fields: Readonly<Record<string, unknown>>) => ({
  ...city,
  country: { ...city.country, ...fields },
});

const pageSize = 10;

const recordFaults = [
  fault('wraps-cities-in-items', {
    violates: ['cities.list-is-an-array'],
    summary: 'The list of cities of a country is wrapped in an object.',
    reply: list((items) => ({ items })),
  }),
  fault('keys-cities-by-id', {
    violates: ['cities.list-is-an-array'],
    summary: 'The cities of a country are an object keyed by id.',
    reply: list((items) => Object.fromEntries(items.map((city) => [city.id, city]))),
  }),
  fault('unwraps-a-list-of-one-city', {
    violates: ['cities.list-is-an-array'],
    summary: 'A country with a single city is answered with the bare record.',
    reply: list((items) => (items.length === 1 ? items[0] : items)),
  }),
  fault('leaves-out-one-russian-city-name', {
    violates: ['cities.records-are-complete'],
    summary: 'One city deep in each list has no nameRu.',
    reply: oneDeep(({ nameRu: _, ...rest }) => rest),
  }),
  fault('writes-one-latitude-as-text', {
    violates: ['cities.records-are-complete'],
    summary: 'One city deep in each list has its latitude as a string.',
    reply: oneDeep((city) => ({ ...city, latitude: String(city.latitude) })),
  }),
  fault('writes-one-city-id-as-text', {
    violates: ['cities.records-are-complete'],
    summary: 'One city deep in each list has its id as a string.',
    reply: oneDeep((city) => ({ ...city, id: String(city.id) })),
  }),
  fault('nulls-one-longitude', {
    violates: ['cities.records-are-complete'],
    summary: 'One city deep in each long list has null for its longitude.',
    reply: longLists((items) => changedAt(items, deepIn(items), (city) => ({ ...city, longitude: null }))),
  }),
  fault('nulls-the-russian-country-name-of-one-city', {
    violates: ['cities.records-are-complete'],
    summary: 'One city deep in each list has null for the nameRu of its country.',
    reply: oneDeep((city) => withCountry(city, { nameRu: null })),
  }),
  fault('leaves-out-the-country-of-one-city', {
    violates: ['cities.records-are-complete'],
    summary: 'One city in the list of a single country has no country.',
    reply: oneList((items) => changedAt(items, deepIn(items), ({ country: _, ...rest }) => rest)),
  }),
  fault('swaps-one-pair-deep-in-list', {
    violates: ['cities.sorted-by-id'],
    summary: 'Two neighbours deep in each long list of cities are exchanged.',
    reply: longLists((items) => swappedAt(items, deepIn(items))),
  }),
  fault('swaps-one-pair-in-the-list-of-one-country', {
    violates: ['cities.sorted-by-id'],
    summary: 'Two neighbours deep in the list of a single country are exchanged.',
    reply: oneList((items) => swappedAt(items, deepIn(items))),
  }),
  fault('sorts-city-ids-as-text-after-the-first-page', {
    violates: ['cities.sorted-by-id'],
    summary: 'Beyond the first ten cities, ids are sorted as text.',
    reply: list((items) => [
      ...items.slice(0, pageSize),
      ...items.slice(pageSize).toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
    ]),
  }),
  fault('exchanges-two-pages-of-cities', {
    violates: ['cities.sorted-by-id'],
    summary: 'The third ten cities stand before the second ten.',
    reply: list((items) => [
      ...items.slice(0, pageSize),
      ...items.slice(2 * pageSize, 3 * pageSize),
      ...items.slice(pageSize, 2 * pageSize),
      ...items.slice(3 * pageSize),
    ]),
  }),
  fault('sorts-cities-descending', {
    violates: ['cities.lowest-id-first'],
    summary: 'The cities are sorted from the highest id down.',
    reply: list((items) => items.toReversed()),
  }),
  fault('sorts-long-lists-of-cities-descending', {
    violates: ['cities.lowest-id-first'],
    summary: 'Only lists of forty cities and more are sorted from the highest id down.',
    reply: longLists((items) => items.toReversed()),
  }),
  fault('repeats-one-city-deep-in-list', {
    violates: ['cities.ids-are-unique'],
    summary: 'One city deep in each list is there twice.',
    reply: list((items) => items.flatMap((city, at) => (at === deepIn(items) ? [city, city] : [city]))),
  }),
  fault('gives-two-neighbours-one-id', {
    violates: ['cities.ids-are-unique'],
    summary: 'One city deep in each long list has the id of the city before it.',
    reply: longLists((items) =>
      changedAt(items, deepIn(items), (city) => ({ ...city, id: items[deepIn(items) - 1]?.id })),
    ),
  }),
  fault('slips-one-foreign-city-into-list', {
    violates: ['cities.belong-to-the-country-asked'],
    summary: 'Each list holds one city of another country, in its sorted place.',
    reply: list((items, world) =>
      [...items, foreignCity(items, world) ?? []].flat().toSorted((one, other) => one.id - other.id),
    ),
  }),
  fault('slips-one-foreign-city-into-the-list-of-one-country', {
    violates: ['cities.belong-to-the-country-asked'],
    summary: 'The list of a single country holds one city of another, in its sorted place.',
    reply: oneList((items, world) =>
      [...items, foreignCity(items, world) ?? []].flat().toSorted((one, other) => one.id - other.id),
    ),
  }),
  fault('answers-one-country-with-the-cities-of-another', {
    violates: ['cities.belong-to-the-country-asked'],
    summary: 'A single country is answered with the list of another one.',
    reply: oneList((items, world) => world.citiesOf(foreignCity(items, world)?.country.id ?? 0)),
  }),
  fault('keeps-a-stale-name-of-one-country', {
    violates: ['cities.country-names-agree'],
    summary: 'The cities of a single country tell a former English name of it.',
    reply: oneList((items) => items.map((city) => withCountry(city, { nameEn: `${city.country.nameEn} (former)` }))),
  }),
  fault('exchanges-the-country-names-of-one-city', {
    violates: ['cities.country-names-agree'],
    summary: 'One city deep in each list has the English and the Russian name of its country exchanged.',
    reply: oneDeep((city) => withCountry(city, { nameRu: city.country.nameEn, nameEn: city.country.nameRu })),
  }),
  fault('shouts-country-names-in-cities', {
    violates: ['cities.country-names-agree'],
    summary: 'Cities tell the English name of their country in capital letters.',
    reply: list((items) => items.map((city) => withCountry(city, { nameEn: city.country.nameEn.toUpperCase() }))),
  }),
  fault('exchanges-the-coordinates-of-one-city', {
    violates: ['cities.coordinates-are-in-range'],
    summary: 'One far eastern or western city of each list has latitude and longitude exchanged.',
    reply: list((items) =>
      changedAt(items, items.findLastIndex(isFarEastOrWest), (city) => ({
        ...city,
        latitude: city.longitude,
        longitude: city.latitude,
      })),
    ),
  }),
  fault('counts-longitude-eastward-only', {
    violates: ['cities.coordinates-are-in-range'],
    summary: 'Longitudes run from 0 to 360, so western ones are above 180.',
    reply: list((items) =>
      items.map((city) => ({ ...city, longitude: city.longitude < 0 ? city.longitude + 360 : city.longitude })),
    ),
  }),
  fault('loses-the-decimal-point-of-one-latitude', {
    violates: ['cities.coordinates-are-in-range'],
    summary: 'One city deep in each list has its latitude in millionths of a degree.',
    reply: oneDeep((city) => ({ ...city, latitude: Math.round((Math.abs(city.latitude) + 1) * 1e6) })),
  }),
  fault('forgets-the-last-city-every-second-time', {
    violates: ['cities.two-reads-agree'],
    summary: 'Every second read of a list of cities lacks its last record.',
    reply: {
      cities: everySecondTime('cities', (reply) => withBody(reply, (reply.body as readonly City[]).slice(0, -1))),
    },
  }),
  fault('renames-one-city-back-and-forth', {
    violates: ['cities.two-reads-agree'],
    summary: 'One city deep in each list changes its English name with every read.',
    reply: {
      cities: everySecondTime('cities', oneDeep((city) => ({ ...city, nameEn: `${city.nameEn} City` })).cities),
    },
  }),
  fault('moves-one-city-back-and-forth', {
    violates: ['cities.two-reads-agree'],
    summary: 'One city deep in each long list has its longitude rounded in every second read.',
    reply: {
      cities: everySecondTime(
        'cities',
        longLists((items) =>
          changedAt(items, deepIn(items), (city) => ({ ...city, longitude: Math.trunc(city.longitude) + 0.5 })),
        ).cities,
      ),
    },
  }),
  fault('refuses-countries-without-cities', {
    violates: ['cities.valid-request-is-answered'],
    summary: 'A known country that has no cities is answered with 404.',
    reply: {
      cities: (reply, request, world) =>
        world.countries.some(({ id }) => id === countryIdIn(request)) &&
        world.citiesOf(countryIdIn(request) ?? 0).length === 0
          ? { ...reply, status: 404, body: { error: { code: 'NOT_FOUND', message: 'No cities.' } } }
          : reply,
    },
  }),
];

export const citiesFaults = [...recordFaults, ...citiesRequestFaults];
