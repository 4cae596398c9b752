/** Faults of the lists of cities: their records, and how they treat the countryId of a request. */
import type { City, Country } from '../../data/geography.ts';
import { faultsOf } from '../../deviation.ts';
import { countryIdIn } from '../../handlers/dictionaries.ts';
import { answer, isSuccess, type Reply, refusal, type SandboxRequest } from '../../reply.ts';
import type { Change, World } from '../../world.ts';
import { changedAt, changedWhere, deepIn, everySecondTime, nulled, successList, swappedAt } from '../changes.ts';

type Holds = (request: SandboxRequest, reply: Reply, world: World) => boolean;

const idThat =
  (holds: (id: number, isKnown: boolean) => boolean): Holds =>
  (request, reply, { countries }) => {
    const id = countryIdIn(request);
    const isKnown = countries.some((country) => country.id === id);
    return isSuccess(reply) && id !== undefined && holds(id, isKnown);
  };

const knownWith = (holds: (id: number) => boolean): Holds => idThat((id, isKnown) => isKnown && holds(id));
const unknownWith = (holds: (id: number) => boolean): Holds => idThat((id, isKnown) => !isKnown && holds(id));

const unknown = unknownWith(() => true);
const zero = unknownWith((id) => id === 0);

const hasNoCities: Holds = (request, reply, world) =>
  knownWith((id) => world.citiesOf(id).length === 0)(request, reply, world);

const isMissing: Holds = ({ query }, { status }) => status === 400 && !query.has('countryId');

const textIn = ({ query }: SandboxRequest): string => query.get('countryId') ?? '';

const isNoNumber: Holds = (request, { status }) =>
  status === 400 && textIn(request).trim() !== '' && request.query.getAll('countryId').length === 1;

const isWord =
  (words: RegExp): Holds =>
  (request, reply, world) =>
    isNoNumber(request, reply, world) && words.test(textIn(request));

const instead = (holds: Holds, other: (reply: Reply) => Reply) => ({ cities: changedWhere(holds, other) });

const citiesInstead = (
  holds: Holds,
  citiesFor: (world: World, request: SandboxRequest) => readonly City[],
): { readonly cities: Change } => ({
  cities: (reply, request, world) => (holds(request, reply, world) ? answer(200, citiesFor(world, request)) : reply),
});

const ofOneCountry = (world: World): readonly City[] =>
  world.countries.map(({ id }) => world.citiesOf(id)).find(({ length }) => length > 1) ?? [];

const ofAllCountries = (world: World): readonly City[] =>
  world.countries.flatMap(({ id }) => world.citiesOf(id)).toSorted((one, other) => one.id - other.id);

const refused = (status: number) => () => refusal(status, { code: 'INVALID_REQUEST', message: 'countryId is wrong.' });
const broken = (status: number) => () => refusal(status, { code: 'INTERNAL_ERROR', message: 'Something went wrong.' });
const nothing = () => answer(200, []);

const citiesRequestFaults = [
  ...faultsOf('cities.valid-request-is-answered', {
    'refuses-countries-without-cities': instead(hasNoCities, refused(404)),
    'refuses-countries-of-four-digits': instead(
      knownWith((id) => id >= 1000),
      refused(400),
    ),
    'refuses-countries-of-one-digit': instead(
      knownWith((id) => id < 10),
      refused(404),
    ),
  }),
  ...faultsOf('cities.unknown-country-is-empty', {
    'answers-404-for-unknown-country': instead(unknown, refused(404)),
    'answers-204-for-unknown-country': instead(unknown, (reply) => ({ ...reply, status: 204, body: undefined })),
    'answers-null-for-unknown-country': instead(unknown, () => answer(200, null)),
    'answers-an-object-for-unknown-country': instead(unknown, () => answer(200, {})),
    'refuses-country-zero': instead(zero, refused(400)),
    'refuses-negative-countries': instead(
      unknownWith((id) => id < 0),
      refused(400),
    ),
    'invents-a-city-for-unknown-country': instead(unknown, () => answer(200, [null])),
    'falls-back-to-another-country': citiesInstead(unknown, ofOneCountry),
    'answers-country-zero-with-all-cities': citiesInstead(zero, ofAllCountries),
  }),
  ...faultsOf('cities.missing-country-id-is-bad-request', {
    'answers-missing-country-id-with-nothing': instead(isMissing, nothing),
    'answers-missing-country-id-with-all-cities': citiesInstead(isMissing, ofAllCountries),
    'answers-422-for-missing-country-id': instead(isMissing, refused(422)),
    'fails-on-every-missing-country-id': instead(isMissing, broken(500)),
  }),
  ...faultsOf('cities.non-numeric-country-id-is-bad-request', {
    'answers-non-numeric-country-id-with-nothing': instead(isNoNumber, nothing),
    'answers-404-for-non-numeric-country-id': instead(isNoNumber, refused(404)),
    'fails-on-every-country-id-that-is-no-number': instead(isNoNumber, broken(500)),
    'fails-on-words-for-country-id': instead(isWord(/^(null|undefined|true)$/i), broken(502)),
    // 12abc is read as 12.
    'reads-only-the-leading-digits-of-country-id': citiesInstead(isWord(/^\s*[+-]?\d/), (world, request) =>
      world.citiesOf(Number.parseInt(textIn(request), 10)),
    ),
    'takes-words-of-javascript-for-country-id': instead(isWord(/^(null|undefined|nan)$/i), nothing),
  }),
];

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

const foreignCity = (items: readonly City[], world: World): City | undefined => {
  const other = world.countries.find(({ id }) => id !== items[0]?.country.id && world.citiesOf(id).length > 1);
  return other && world.citiesOf(other.id).at(-1);
};

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
    'nulls-one-longitude': longLists((items) => changedAt(items, deepIn(items), nulled('longitude'))),
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
