/** Faults of the lists of types and of amenities. */
import type { ClauseId } from '../../../contracts/clauses.ts';
import { bearerIn } from '../../access/rules.ts';
import { preflightPartner } from '../../access/tokens.ts';
import type { Country } from '../../data/geography.ts';
import type { Amenity } from '../../data/type-lists.ts';
import { type Deviation, faultsOf } from '../../deviation.ts';
import { answer, isSuccess, type Reply, refusal, type SandboxRequest, withBody } from '../../reply.ts';
import type { Change, World } from '../../world.ts';
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

type ListId = 'accommodation-types' | 'amenities' | 'bed-types' | 'meal-types';

type ListItem = { readonly id: number };
type NamedItem = ListItem & { readonly nameRu: string; readonly nameEn: string };

const entries = successList<ListItem>;

/** One record deep in the list, which no hotel points to, changed. */
const oneDeep = <Item = ListItem>(change: (item: Item, before: Item | undefined) => unknown): Change =>
  successList<Item>((items) => changedAt(items, deepIn(items), (item) => change(item, items[deepIn(items) - 1])));

const flapping = (change: Change): Change => everySecondTime('list', change);

const byText = (one: ListItem, other: ListItem): number => (String(one.id) < String(other.id) ? -1 : 1);

const untouched = 3;

const changes = {
  'valid-request-is-answered': {
    'demands-a-language-for-*': changedWhere(
      ({ query }, reply) => isSuccess(reply) && !query.has('lang'),
      () => refusal(400, { code: 'INVALID_REQUEST', message: 'lang is required.' }),
    ),
    'refuses-*-inside-a-200': changedWhere(
      (_, reply) => isSuccess(reply),
      () => answer(200, { error: { code: 'NOT_FOUND', message: 'No data.' } }),
    ),
  },
  'list-is-an-array': {
    'wraps-*-in-items': entries((items) => ({ items, total: items.length })),
    'keys-*-by-id': entries((items) => Object.fromEntries(items.map((item) => [item.id, item]))),
    'answers-null-for-*': successBody(() => null),
  },
  'sorted-by-id': {
    'swaps-one-pair-deep-in-*': entries((items) => swappedAt(items, deepIn(items))),
    'sorts-ids-of-*-as-text-after-the-first': entries((items) => [
      ...items.slice(0, untouched),
      ...items.slice(untouched).toSorted(byText),
    ]),
    'swaps-the-last-two-of-*': entries((items) => swappedAt(items, items.length - 2)),
    'appends-one-changed-record-to-*': entries((items) => [...items.toSpliced(deepIn(items), 1), items[deepIn(items)]]),
  },
  'lowest-id-first': {
    'sorts-*-descending': entries((items) => items.toReversed()),
    // The lowest has fallen off the end.
    'begins-*-with-the-newest': entries((items) => items.toReversed().slice(0, -1)),
  },
  'ids-are-unique': {
    'repeats-one-record-deep-in-*': entries((items) =>
      items.flatMap((item, at) => (at === deepIn(items) ? [item, item] : [item])),
    ),
    'gives-two-neighbours-in-*-one-id': oneDeep((item, before) => ({ ...item, id: before?.id })),
    'ends-*-twice': entries((items) => [...items, ...items.slice(-1)]),
  },
  'records-are-complete': {
    'writes-one-id-of-*-as-text': oneDeep((item) => ({ ...item, id: String(item.id) })),
    'leaves-out-one-id-of-*': oneDeep(({ id: _, ...rest }) => rest),
    'breaks-one-id-of-*-into-decimals': oneDeep((item) => ({ ...item, id: item.id + 0.5 })),
    'nulls-one-id-of-*': oneDeep(nulled('id')),
  },
  'two-reads-agree': {
    'forgets-one-record-of-*-every-second-time': flapping(entries((items) => items.toSpliced(deepIn(items), 1))),
    'renumbers-one-record-of-*-back-and-forth': flapping(oneDeep((item) => ({ ...item, id: item.id + 1 }))),
    'adds-one-record-to-*-every-second-time': flapping(
      entries((items) => [...items, ...items.slice(-1).map((last) => ({ ...last, id: last.id + 1 }))]),
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Change>>>>;

/** Of lists whose records have the names that are shown. */
const changesOfNames = {
  'records-are-complete': {
    'leaves-out-one-english-name-of-*': oneDeep<NamedItem>(({ nameEn: _, ...rest }) => rest),
    'nulls-one-russian-name-of-*': oneDeep(nulled('nameRu')),
    'writes-one-english-name-of-*-as-a-number': oneDeep((item) => ({ ...item, nameEn: item.id })),
    'lists-the-russian-names-of-one-of-*': oneDeep<NamedItem>(({ nameRu, ...rest }) => ({ ...rest, nameRu: [nameRu] })),
    'puts-the-names-of-*-into-one-object': successList<NamedItem>((items) =>
      items.map(({ nameRu: ru, nameEn: en, ...rest }) => ({ ...rest, name: { ru, en } })),
    ),
  },
  'two-reads-agree': {
    'renames-one-record-of-*-back-and-forth': flapping(
      oneDeep<NamedItem>((item) => ({ ...item, nameEn: `${item.nameEn} ` })),
    ),
    'gives-one-of-*-the-name-of-another-back-and-forth': flapping(
      oneDeep<NamedItem>((item, before) => ({ ...item, nameRu: before?.nameRu })),
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Change>>>>;

type Promised = keyof typeof changes | keyof typeof changesOfNames;
type IdOfTable<Table> = { readonly [Of in keyof Table]: keyof Table[Of] }[keyof Table];
type OfList<Id, List extends ListId> = Id extends `${infer Before}*${infer After}` ? `${Before}${List}${After}` : never;

const faultsOfList = <
  const List extends ListId,
  Table extends Partial<Record<Promised, Readonly<Record<string, Change>>>>,
>(
  operation: List,
  table: Table,
) =>
  (Object.entries(table) as [Promised, Readonly<Record<string, Change>>][]).flatMap(([promise, rows]) => {
    const clause: ClauseId = `${operation as ListId}.${promise}`;
    const named = Object.entries(rows).map(([id, change]) => [id.replace('*', operation), { [operation]: change }]);
    return faultsOf(clause, Object.fromEntries(named));
  }) as readonly Deviation<OfList<IdOfTable<Table>, List>>[];

export const typeListFaults = [
  ...faultsOfList('accommodation-types', changes),
  ...faultsOfList('accommodation-types', changesOfNames),
  ...faultsOfList('meal-types', changes),
  ...faultsOfList('meal-types', changesOfNames),
  ...faultsOfList('amenities', changes),
  ...faultsOfList('amenities', changesOfNames),
  ...faultsOfList('bed-types', changes),
  ...faultsOf('bed-types.records-are-complete', {
    'lists-bed-types-as-bare-codes': {
      'bed-types': successList<{ readonly code: string }>((items) => items.map(({ code }) => code)),
    },
    'names-the-id-of-bed-types-bed-type-id': {
      'bed-types': entries((items) => items.map(({ id, ...rest }) => ({ bedTypeId: id, ...rest }))),
    },
  }),
];

type AskedAmenities = { readonly language: string; readonly clientId: string | undefined };

const askedIn = (request: SandboxRequest, world: World): AskedAmenities => ({
  language: (request.headers['accept-language'] ?? '').toLowerCase(),
  clientId: world.tokens.find(bearerIn(request) ?? '')?.clientId,
});

const list = (bend: (items: readonly Amenity[], asked: AskedAmenities) => unknown) => ({
  amenities: successList<Amenity>((items, request, world) => bend(items, askedIn(request, world))),
});

const listFor = (isMeant: (asked: AskedAmenities) => boolean, bend: (items: readonly Amenity[]) => unknown) =>
  list((items, asked) => (isMeant(asked) ? bend(items) : items));

/** The first record, counted from deep in the list on, that has a group, or that has none. */
const deepOne = (items: readonly Amenity[], isGrouped: boolean): number =>
  items.findIndex(({ group }, at) => at >= deepIn(items) && (group !== undefined) === isGrouped);

const oneGrouped = (change: (amenity: Amenity) => unknown) =>
  list((items) => changedAt(items, deepOne(items, true), change));

const oneUngrouped = (change: (amenity: Amenity) => unknown) =>
  list((items) => changedAt(items, deepOne(items, false), change));

const withoutOne = (items: readonly Amenity[]) => items.toSpliced(deepIn(items), 1);

const renamed =
  (name: (amenity: Amenity) => string) =>
  (items: readonly Amenity[]): unknown =>
    changedAt(items, deepIn(items), (amenity) => ({ ...amenity, nameEn: name(amenity) }));

const readsOtherLetters = ({ language }: AskedAmenities): boolean => /^(ru|uk|ar|he|el|zh|ja|ko)\b/.test(language);
const isAnotherPartner = ({ clientId }: AskedAmenities): boolean => clientId !== preflightPartner.clientId;

export const amenitiesFaults = [
  ...faultsOf('amenities.group-and-level-come-together', {
    'forgets-the-level-of-one-amenity': oneGrouped(({ level: _, ...rest }) => rest),
    'forgets-the-group-of-one-amenity': oneGrouped(({ group: _, ...rest }) => rest),
    'nulls-the-level-of-one-amenity': oneGrouped(nulled('level')),
    'takes-hotel-for-the-level-of-all-the-rest': {
      summary: 'An amenity without a group has the level Hotel.',
      reply: list((items) => items.map((amenity) => ({ level: 'Hotel', ...amenity }))),
    },
  }),
  ...faultsOf('amenities.no-group-means-neither-key', {
    'nulls-group-and-level-where-absent': list((items) =>
      items.map((amenity) => ({ group: null, level: null, ...amenity })),
    ),
    'nulls-the-level-of-one-amenity-without-a-group': oneUngrouped(nulled('level')),
  }),
  ...faultsOf('amenities.level-is-one-of-three', {
    'writes-one-level-small': oneGrouped((amenity) => ({ ...amenity, level: amenity.level?.toLowerCase() })),
    'knows-a-fourth-level': oneGrouped((amenity) => ({ ...amenity, level: 'Suite' })),
    'types-one-level-with-a-russian-letter': oneGrouped(field('level', (level) => level?.replace(/[ae]|(?<=.)o/, 'о'))),
    'leaves-one-level-blank': oneGrouped((amenity) => ({ ...amenity, level: '' })),
  }),
  ...faultsOf('amenities.records-are-complete', {
    'leaves-out-the-english-name-of-one-group': oneGrouped(({ group, ...rest }) => ({
      ...rest,
      group: { id: group?.id, nameRu: group?.nameRu },
    })),
    'names-groups-by-their-id-alone': list((items) =>
      items.map(({ group, ...rest }) => (group ? { ...rest, group: group.id } : rest)),
    ),
    'gives-one-amenity-an-empty-group': oneUngrouped((amenity) => ({ ...amenity, group: {}, level: 'Room' })),
  }),
  ...faultsOf('amenities.same-in-every-language', {
    'exchanges-amenity-names-by-language': listFor(readsOtherLetters, (items) =>
      items.map((amenity) => ({ ...amenity, nameRu: amenity.nameEn, nameEn: amenity.nameRu })),
    ),
    'leaves-out-one-amenity-by-language': listFor(readsOtherLetters, withoutOne),
    'words-one-amenity-by-language': {
      summary: 'The English name of one amenity deep in the list names the language of the caller.',
      reply: list((items, { language }) => renamed(({ nameEn }) => `${nameEn} (${language || 'any'})`)(items)),
    },
    'translates-one-group-by-language': listFor(readsOtherLetters, (items) =>
      changedAt(items, deepOne(items, true), (amenity) => ({
        ...amenity,
        group: { ...amenity.group, nameEn: amenity.group?.nameRu },
      })),
    ),
  }),
  ...faultsOf(['amenities.same-in-every-language', 'amenities.lowest-id-first'], {
    'turns-the-amenities-around-in-one-language': listFor(
      ({ language }) => language.startsWith('zh'),
      (items) => items.toReversed(),
    ),
  }),
  ...faultsOf('amenities.same-for-every-client', {
    'hides-one-amenity-from-the-other-partner': listFor(isAnotherPartner, withoutOne),
    'renames-one-amenity-for-the-other-partner': listFor(
      isAnotherPartner,
      renamed(({ nameEn }) => nameEn.toUpperCase()),
    ),
    'groups-one-amenity-for-one-partner-only': listFor(isAnotherPartner, (items) =>
      changedAt(items, deepOne(items, true), ({ group: _, level: __, ...rest }) => rest),
    ),
  }),
];

// Faults of the list of countries.

const ofCountries = (bend: (items: readonly Country[], world: World) => unknown) => ({
  countries: successList<Country>((items, _request, world) => bend(items, world)),
});

/** One record deep in the list changed; its neighbours keep the list sorted and complete. */
const oneCountry = (change: (country: Country) => unknown) =>
  ofCountries((items) => changedAt(items, deepIn(items), change));

// A name that changed here would no longer be the one of its cities, so names change where there are no cities.
const withoutCities = (items: readonly Country[], world: World): number =>
  items.findLastIndex(({ id }) => world.citiesOf(id).length === 0);

const oneWithoutCities = (change: (country: Country) => unknown) =>
  ofCountries((items, world) => changedAt(items, withoutCities(items, world), change));

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
    'wraps-countries-in-items': ofCountries((items) => ({ items })),
    'keys-countries-by-id': ofCountries((items) => Object.fromEntries(items.map((country) => [country.id, country]))),
    'answers-null-for-countries': { countries: successBody(() => null) },
  }),
  ...faultsOf('countries.records-are-complete', {
    'leaves-out-one-english-country-name': oneWithoutCities(({ nameEn: _, ...rest }) => rest),
    'nulls-one-code-of-three-letters': oneCountry(nulled('codeA3')),
    'writes-one-country-id-as-text': oneWithoutCities((country) => ({ ...country, id: String(country.id) })),
    'leaves-out-every-code-of-two-letters': ofCountries((items) => items.map(({ codeA2: _, ...rest }) => rest)),
    'translates-one-country-name-into-an-object': oneWithoutCities(field('nameRu', (nameRu) => ({ ru: nameRu }))),
  }),
  ...faultsOf('countries.sorted-by-id', {
    'swaps-one-pair-deep-in-countries': ofCountries((items) => swappedAt(items, deepIn(items))),
    'sorts-country-ids-as-text-after-the-first-page': ofCountries((items) => [
      ...items.slice(0, pageSize),
      ...items.slice(pageSize).toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
    ]),
    'sorts-countries-by-name': ofCountries((items) =>
      items.toSorted((one, other) => (one.nameEn < other.nameEn ? -1 : 1)),
    ),
    'appends-a-late-country': ofCountries((items) => [
      ...items.toSpliced(deepIn(items), 1),
      ...items.slice(deepIn(items), deepIn(items) + 1),
    ]),
  }),
  ...faultsOf('countries.lowest-id-first', {
    'sorts-countries-descending': ofCountries((items) => items.toReversed()),
  }),
  ...faultsOf('countries.ids-are-unique', {
    'repeats-one-country-deep-in-list': ofCountries((items) =>
      items.flatMap((country, at) => (at === deepIn(items) ? [country, country] : [country])),
    ),
    'repeats-the-country-at-each-page-seam': ofCountries((items) =>
      items.flatMap((country, at) => (at % pageSize === pageSize - 1 ? [country, country] : [country])),
    ),
  }),
  ...faultsOf('countries.two-letter-code', {
    'gives-one-country-a-code-of-three-letters-for-two': oneCountry((country) => ({
      ...country,
      codeA2: country.codeA3,
    })),
    'puts-a-digit-into-one-code-of-two-letters': oneCountry(field('codeA2', (codeA2) => `${codeA2[0]}0`)),
    'pads-one-code-of-two-letters-with-a-space': oneCountry((country) => ({
      ...country,
      codeA2: `${country.codeA2} `,
    })),
  }),
  ...faultsOf('countries.three-letter-code', {
    'gives-one-country-two-letters-for-three': oneCountry((country) => ({ ...country, codeA3: country.codeA2 })),
    'writes-numbers-into-codes-of-three-letters': ofCountries((items) =>
      items.map((country) => ({ ...country, codeA3: String(country.id % 1000).padStart(3, '0') })),
    ),
    'leaves-one-code-of-three-letters-blank': oneCountry((country) => ({ ...country, codeA3: '' })),
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
        oneCountry((country) => ({ ...country, codeA2: country.codeA3.slice(1) })).countries,
      ),
    },
  }),
];
