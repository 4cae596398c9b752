/** Faults of the list of countries. */
import { changedAt, deepIn, everySecondTime, successBody, successList, swappedAt, when } from '../altering/replies.ts';
import type { Country } from '../data/countries.ts';
import { fault } from '../deviation.ts';
import { answer, isSuccess, refusal, withBody } from '../reply.ts';
import type { World } from '../world.ts';

const list = (bend: (items: readonly Country[], world: World) => unknown) => ({
  countries: successList<Country>((items, _request, world) => bend(items, world)),
});

/** One record deep in the list changed; its neighbours keep the list sorted and complete. */
const oneDeep = (change: (country: Country) => unknown) => list((items) => changedAt(items, deepIn(items), change));

// A name that changed here would no longer be the one its cities tell, so names change where there are no cities.
const withoutCities = (items: readonly Country[], world: World): number =>
  items.findLastIndex(({ id }) => world.citiesOf(id).length === 0);

const oneWithoutCities = (change: (country: Country) => unknown) =>
  list((items, world) => changedAt(items, withoutCities(items, world), change));

const pageSize = 10;

export const countriesFaults = [
  fault('refuses-countries-with-405', {
    violates: ['countries.valid-request-is-answered'],
    summary: 'The countries are answered with 405, as if GET were not allowed.',
    reply: {
      countries: when(
        (_, reply) => isSuccess(reply),
        () => refusal(405, { code: 'METHOD_NOT_ALLOWED', message: 'Use POST.' }),
      ),
    },
  }),
  fault('demands-a-language-for-countries', {
    violates: ['countries.valid-request-is-answered'],
    summary: 'The countries are refused with 400 unless a query parameter nobody documented is sent.',
    reply: {
      countries: when(
        ({ query }, reply) => isSuccess(reply) && !query.has('lang'),
        () => refusal(400, { code: 'INVALID_REQUEST', message: 'lang is required.' }),
      ),
    },
  }),
  fault('refuses-countries-inside-a-200', {
    violates: ['countries.valid-request-is-answered'],
    summary: 'The countries are refused by an error object under status 200.',
    reply: {
      countries: when(
        (_, reply) => isSuccess(reply),
        () => answer(200, { error: { code: 'NOT_FOUND', message: 'No data.' } }),
      ),
    },
  }),
  fault('wraps-countries-in-items', {
    violates: ['countries.list-is-an-array'],
    summary: 'The list of countries is wrapped in an object.',
    reply: list((items) => ({ items })),
  }),
  fault('keys-countries-by-id', {
    violates: ['countries.list-is-an-array'],
    summary: 'The countries are an object keyed by id.',
    reply: list((items) => Object.fromEntries(items.map((country) => [country.id, country]))),
  }),
  fault('answers-null-for-countries', {
    violates: ['countries.list-is-an-array'],
    summary: 'The list of countries is null.',
    reply: { countries: successBody(() => null) },
  }),
  fault('leaves-out-one-english-country-name', {
    violates: ['countries.records-are-complete'],
    summary: 'One country deep in the list has no nameEn.',
    reply: oneWithoutCities(({ nameEn: _, ...rest }) => rest),
  }),
  fault('nulls-one-code-of-three-letters', {
    violates: ['countries.records-are-complete'],
    summary: 'One country deep in the list has null for its codeA3.',
    reply: oneDeep((country) => ({ ...country, codeA3: null })),
  }),
  fault('writes-one-country-id-as-text', {
    violates: ['countries.records-are-complete'],
    summary: 'One country deep in the list has its id as a string.',
    reply: oneWithoutCities((country) => ({ ...country, id: String(country.id) })),
  }),
  fault('leaves-out-every-code-of-two-letters', {
    violates: ['countries.records-are-complete'],
    summary: 'No country has a codeA2.',
    reply: list((items) => items.map(({ codeA2: _, ...rest }) => rest)),
  }),
  fault('translates-one-country-name-into-an-object', {
    violates: ['countries.records-are-complete'],
    summary: 'One country has an object of languages where nameRu should be a string.',
    reply: oneWithoutCities((country) => ({ ...country, nameRu: { ru: country.nameRu } })),
  }),
  fault('swaps-one-pair-deep-in-countries', {
    violates: ['countries.sorted-by-id'],
    summary: 'Two neighbours deep in the list of countries are exchanged.',
    reply: list((items) => swappedAt(items, deepIn(items))),
  }),
  fault('sorts-country-ids-as-text-after-the-first-page', {
    violates: ['countries.sorted-by-id'],
    summary: 'Beyond the first ten countries, ids are sorted as text.',
    reply: list((items) => [
      ...items.slice(0, pageSize),
      ...items.slice(pageSize).toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
    ]),
  }),
  fault('sorts-countries-by-name', {
    violates: ['countries.sorted-by-id'],
    summary: 'The countries are sorted by their English name.',
    reply: list((items) => items.toSorted((one, other) => (one.nameEn < other.nameEn ? -1 : 1))),
  }),
  fault('appends-a-late-country', {
    violates: ['countries.sorted-by-id'],
    summary: 'One country of the middle stands at the end of the list.',
    reply: list((items) => [...items.toSpliced(deepIn(items), 1), ...items.slice(deepIn(items), deepIn(items) + 1)]),
  }),
  fault('sorts-countries-descending', {
    violates: ['countries.lowest-id-first'],
    summary: 'The countries are sorted from the highest id down.',
    reply: list((items) => items.toReversed()),
  }),
  fault('repeats-one-country-deep-in-list', {
    violates: ['countries.ids-are-unique'],
    summary: 'One country deep in the list is there twice.',
    reply: list((items) => items.flatMap((country, at) => (at === deepIn(items) ? [country, country] : [country]))),
  }),
  fault('repeats-the-country-at-each-page-seam', {
    violates: ['countries.ids-are-unique'],
    summary: 'The last country of each ten is repeated as the first of the next.',
    reply: list((items) =>
      items.flatMap((country, at) => (at % pageSize === pageSize - 1 ? [country, country] : [country])),
    ),
  }),
  fault('gives-one-country-a-code-of-three-letters-for-two', {
    violates: ['countries.two-letter-code'],
    summary: 'One country deep in the list has its three letters in codeA2.',
    reply: oneDeep((country) => ({ ...country, codeA2: country.codeA3 })),
  }),
  fault('puts-a-digit-into-one-code-of-two-letters', {
    violates: ['countries.two-letter-code'],
    summary: 'One country deep in the list has a digit in its codeA2.',
    reply: oneDeep((country) => ({ ...country, codeA2: `${country.codeA2[0]}0` })),
  }),
  fault('pads-one-code-of-two-letters-with-a-space', {
    violates: ['countries.two-letter-code'],
    summary: 'One country deep in the list has a space after its codeA2.',
    reply: oneDeep((country) => ({ ...country, codeA2: `${country.codeA2} ` })),
  }),
  fault('gives-one-country-two-letters-for-three', {
    violates: ['countries.three-letter-code'],
    summary: 'One country deep in the list has its two letters in codeA3.',
    reply: oneDeep((country) => ({ ...country, codeA3: country.codeA2 })),
  }),
  fault('writes-numbers-into-codes-of-three-letters', {
    violates: ['countries.three-letter-code'],
    summary: 'Every codeA3 is a code of three digits.',
    reply: list((items) =>
      items.map((country) => ({ ...country, codeA3: String(country.id % 1000).padStart(3, '0') })),
    ),
  }),
  fault('leaves-one-code-of-three-letters-blank', {
    violates: ['countries.three-letter-code'],
    summary: 'One country deep in the list has an empty string for its codeA3.',
    reply: oneDeep((country) => ({ ...country, codeA3: '' })),
  }),
  fault('forgets-one-country-every-second-time', {
    violates: ['countries.two-reads-agree'],
    summary: 'Every second read of the countries lacks one that has no cities.',
    reply: {
      countries: everySecondTime('countries', (reply, _request, world) =>
        withBody(reply, world.countries.toSpliced(withoutCities(world.countries, world), 1)),
      ),
    },
  }),
  fault('changes-one-country-code-back-and-forth', {
    violates: ['countries.two-reads-agree'],
    summary: 'The codeA2 of one country changes with every read.',
    reply: {
      countries: everySecondTime(
        'countries',
        oneDeep((country) => ({ ...country, codeA2: country.codeA3.slice(1) })).countries,
      ),
    },
  }),
];
