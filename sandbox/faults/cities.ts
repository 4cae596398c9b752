/** Faults of the records in the lists of cities. */
import { changedAt, deepIn, everySecondTime, successList, swappedAt } from '../altering/replies.ts';
import type { City } from '../data/cities.ts';
import type { Country } from '../data/countries.ts';
import { faultsOf } from '../deviation.ts';
import type { Change, World } from '../world.ts';
import { citiesRequestFaults } from './cities-requests.ts';

/** Lists of a country; the empty ones stay what they are, since a fault of records has nothing to break in them. */
const list = (bend: (items: readonly City[], world: World) => unknown) => ({
  cities: successList<City>((items, _request, world) => (items.length > 0 ? bend(items, world) : items)),
});

const oneDeep = (change: (city: City) => unknown) => list((items) => changedAt(items, deepIn(items), change));

const longLength = 40;

const longLists = (bend: (items: readonly City[]) => unknown) =>
  list((items) => (items.length >= longLength ? bend(items) : items));

const flapping = ({ cities }: { readonly cities: Change }) => ({ cities: everySecondTime('cities', cities) });

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

/** In its sorted place. */
const withForeignCity = (items: readonly City[], world: World): readonly City[] =>
  [...items, foreignCity(items, world) ?? []].flat().toSorted((one, other) => one.id - other.id);

const isFarEastOrWest = ({ longitude }: City): boolean => Math.abs(longitude) > 90;

const withCountry = (city: City, fields: Readonly<Record<string, unknown>>) => ({
  ...city,
  country: { ...city.country, ...fields },
});

const pageSize = 10;

export const citiesFaults = [
  ...faultsOf('cities.list-is-an-array', {
    'wraps-cities-in-items': list((items) => ({ items })),
    'keys-cities-by-id': list((items) => Object.fromEntries(items.map((city) => [city.id, city]))),
    'unwraps-a-list-of-one-city': list((items) => (items.length === 1 ? items[0] : items)),
  }),
  ...faultsOf('cities.records-are-complete', {
    'leaves-out-one-russian-city-name': oneDeep(({ nameRu: _, ...rest }) => rest),
    'writes-one-latitude-as-text': oneDeep((city) => ({ ...city, latitude: String(city.latitude) })),
    'writes-one-city-id-as-text': oneDeep((city) => ({ ...city, id: String(city.id) })),
    'nulls-one-longitude': longLists((items) =>
      changedAt(items, deepIn(items), (city) => ({ ...city, longitude: null })),
    ),
    'nulls-the-russian-country-name-of-one-city': oneDeep((city) => withCountry(city, { nameRu: null })),
    'leaves-out-the-country-of-one-city': oneList((items) =>
      changedAt(items, deepIn(items), ({ country: _, ...rest }) => rest),
    ),
  }),
  ...faultsOf('cities.sorted-by-id', {
    'swaps-one-pair-deep-in-list': longLists((items) => swappedAt(items, deepIn(items))),
    'swaps-one-pair-in-the-list-of-one-country': oneList((items) => swappedAt(items, deepIn(items))),
    'sorts-city-ids-as-text-after-the-first-page': list((items) => [
      ...items.slice(0, pageSize),
      ...items.slice(pageSize).toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
    ]),
    'exchanges-two-pages-of-cities': list((items) => [
      ...items.slice(0, pageSize),
      ...items.slice(2 * pageSize, 3 * pageSize),
      ...items.slice(pageSize, 2 * pageSize),
      ...items.slice(3 * pageSize),
    ]),
  }),
  ...faultsOf('cities.lowest-id-first', {
    'sorts-cities-descending': list((items) => items.toReversed()),
    'sorts-long-lists-of-cities-descending': longLists((items) => items.toReversed()),
  }),
  ...faultsOf('cities.ids-are-unique', {
    'repeats-one-city-deep-in-list': list((items) =>
      items.flatMap((city, at) => (at === deepIn(items) ? [city, city] : [city])),
    ),
    'gives-two-neighbours-one-id': longLists((items) =>
      changedAt(items, deepIn(items), (city) => ({ ...city, id: items[deepIn(items) - 1]?.id })),
    ),
  }),
  ...faultsOf('cities.belong-to-the-country-asked', {
    'slips-one-foreign-city-into-list': list(withForeignCity),
    'slips-one-foreign-city-into-the-list-of-one-country': oneList(withForeignCity),
    'answers-one-country-with-the-cities-of-another': oneList((items, world) =>
      world.citiesOf(foreignCity(items, world)?.country.id ?? 0),
    ),
  }),
  ...faultsOf('cities.country-names-agree', {
    'keeps-a-stale-name-of-one-country': oneList((items) =>
      items.map((city) => withCountry(city, { nameEn: `${city.country.nameEn} (former)` })),
    ),
    'exchanges-the-country-names-of-one-city': oneDeep((city) =>
      withCountry(city, { nameRu: city.country.nameEn, nameEn: city.country.nameRu }),
    ),
    'shouts-country-names-in-cities': list((items) =>
      items.map((city) => withCountry(city, { nameEn: city.country.nameEn.toUpperCase() })),
    ),
  }),
  ...faultsOf('cities.coordinates-are-in-range', {
    'exchanges-the-coordinates-of-one-city': {
      summary: 'One far eastern or western city of each list has latitude and longitude exchanged.',
      reply: list((items) =>
        changedAt(items, items.findLastIndex(isFarEastOrWest), (city) => ({
          ...city,
          latitude: city.longitude,
          longitude: city.latitude,
        })),
      ),
    },
    'counts-longitude-eastward-only': {
      summary: 'Longitudes run from 0 to 360, so western ones are above 180.',
      reply: list((items) =>
        items.map((city) => ({ ...city, longitude: city.longitude < 0 ? city.longitude + 360 : city.longitude })),
      ),
    },
    'loses-the-decimal-point-of-one-latitude': oneDeep((city) => ({
      ...city,
      latitude: Math.round((Math.abs(city.latitude) + 1) * 1e6),
    })),
  }),
  ...faultsOf('cities.two-reads-agree', {
    'forgets-the-last-city-every-second-time': flapping({ cities: successList<City>((items) => items.slice(0, -1)) }),
    'renames-one-city-back-and-forth': flapping(oneDeep((city) => ({ ...city, nameEn: `${city.nameEn} City` }))),
    'moves-one-city-back-and-forth': flapping(
      longLists((items) =>
        changedAt(items, deepIn(items), (city) => ({ ...city, longitude: Math.trunc(city.longitude) + 0.5 })),
      ),
    ),
  }),
  ...citiesRequestFaults,
];
