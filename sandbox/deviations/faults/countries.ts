/** Faults of the list of countries. */
import type { Country } from '../../data/geography.ts';
import { faultsOf } from '../../deviation.ts';
import { answer, isSuccess, type Reply, refusal, withBody } from '../../reply.ts';
import type { World } from '../../world.ts';
import {
  changedAt,
  changedWhere,
  deepIn,
  everySecondTime,
  field,
  nulled,
  successBody,
  successList,
  swappedAt,
} from '../changes.ts';

const list = (bend: (items: readonly Country[], world: World) => unknown) => ({
  countries: successList<Country>((items, _request, world) => bend(items, world)),
});

/** One record deep in the list changed; its neighbours keep the list sorted and complete. */
const oneDeep = (change: (country: Country) => unknown) => list((items) => changedAt(items, deepIn(items), change));

// A name that changed here would no longer be the one of its cities, so names change where there are no cities.
const withoutCities = (items: readonly Country[], world: World): number =>
  items.findLastIndex(({ id }) => world.citiesOf(id).length === 0);

const oneWithoutCities = (change: (country: Country) => unknown) =>
  list((items, world) => changedAt(items, withoutCities(items, world), change));

const isAnswered = (_: unknown, reply: Reply): boolean => isSuccess(reply);

const pageSize = 10;

export const countriesFaults = [
  ...faultsOf('countries.valid-request-is-answered', {
    'refuses-countries-with-405': {
      countries: changedWhere(isAnswered, () => refusal(405, { code: 'METHOD_NOT_ALLOWED', message: 'Use POST.' })),
    },
    'demands-a-language-for-countries': {
      summary: 'The countries are refused with 400 unless an undocumented query parameter is sent.',
      reply: {
        countries: changedWhere(
          ({ query }, reply) => isSuccess(reply) && !query.has('lang'),
          () => refusal(400, { code: 'INVALID_REQUEST', message: 'lang is required.' }),
        ),
      },
    },
    'refuses-countries-inside-a-200': {
      countries: changedWhere(isAnswered, () => answer(200, { error: { code: 'NOT_FOUND', message: 'No data.' } })),
    },
  }),
  ...faultsOf('countries.list-is-an-array', {
    'wraps-countries-in-items': list((items) => ({ items })),
    'keys-countries-by-id': list((items) => Object.fromEntries(items.map((country) => [country.id, country]))),
    'answers-null-for-countries': { countries: successBody(() => null) },
  }),
  ...faultsOf('countries.records-are-complete', {
    'leaves-out-one-english-country-name': oneWithoutCities(({ nameEn: _, ...rest }) => rest),
    'nulls-one-code-of-three-letters': oneDeep(nulled('codeA3')),
    'writes-one-country-id-as-text': oneWithoutCities((country) => ({ ...country, id: String(country.id) })),
    'leaves-out-every-code-of-two-letters': list((items) => items.map(({ codeA2: _, ...rest }) => rest)),
    'translates-one-country-name-into-an-object': oneWithoutCities(field('nameRu', (nameRu) => ({ ru: nameRu }))),
  }),
  ...faultsOf('countries.sorted-by-id', {
    'swaps-one-pair-deep-in-countries': list((items) => swappedAt(items, deepIn(items))),
    'sorts-country-ids-as-text-after-the-first-page': list((items) => [
      ...items.slice(0, pageSize),
      ...items.slice(pageSize).toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
    ]),
    'sorts-countries-by-name': list((items) => items.toSorted((one, other) => (one.nameEn < other.nameEn ? -1 : 1))),
    'appends-a-late-country': list((items) => [
      ...items.toSpliced(deepIn(items), 1),
      ...items.slice(deepIn(items), deepIn(items) + 1),
    ]),
  }),
  ...faultsOf('countries.lowest-id-first', {
    'sorts-countries-descending': list((items) => items.toReversed()),
  }),
  ...faultsOf('countries.ids-are-unique', {
    'repeats-one-country-deep-in-list': list((items) =>
      items.flatMap((country, at) => (at === deepIn(items) ? [country, country] : [country])),
    ),
    'repeats-the-country-at-each-page-seam': list((items) =>
      items.flatMap((country, at) => (at % pageSize === pageSize - 1 ? [country, country] : [country])),
    ),
  }),
  ...faultsOf('countries.two-letter-code', {
    'gives-one-country-a-code-of-three-letters-for-two': oneDeep((country) => ({ ...country, codeA2: country.codeA3 })),
    'puts-a-digit-into-one-code-of-two-letters': oneDeep(field('codeA2', (codeA2) => `${codeA2[0]}0`)),
    'pads-one-code-of-two-letters-with-a-space': oneDeep((country) => ({ ...country, codeA2: `${country.codeA2} ` })),
  }),
  ...faultsOf('countries.three-letter-code', {
    'gives-one-country-two-letters-for-three': oneDeep((country) => ({ ...country, codeA3: country.codeA2 })),
    'writes-numbers-into-codes-of-three-letters': list((items) =>
      items.map((country) => ({ ...country, codeA3: String(country.id % 1000).padStart(3, '0') })),
    ),
    'leaves-one-code-of-three-letters-blank': oneDeep((country) => ({ ...country, codeA3: '' })),
  }),
  ...faultsOf('countries.two-reads-agree', {
    'forgets-one-country-every-second-time': {
      summary: 'Every second read of the countries lacks one that has no cities.',
      reply: {
        countries: everySecondTime('countries', (reply, _request, world) =>
          withBody(reply, world.countries.toSpliced(withoutCities(world.countries, world), 1)),
        ),
      },
    },
    'changes-one-country-code-back-and-forth': {
      countries: everySecondTime(
        'countries',
        oneDeep((country) => ({ ...country, codeA2: country.codeA3.slice(1) })).countries,
      ),
    },
  }),
];
