/** Checks of the lists that explain hotels (parts 2.6 and 4.7). */
import type { z } from 'zod';
import type { Check } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import type { Json } from '../json.ts';
import { accommodationTypes, amenities, bedTypes, mealTypes } from '../schemas/hotel-dictionaries.ts';
import { field } from '../subjects.ts';
import {
  everyRecord,
  idsAreUnique,
  listIsAnArray,
  lowestIdFirst,
  recordsAreComplete,
  sortedById,
  validRequestIsAnswered,
} from './lists.ts';
import { sameForEveryClient, sameInEveryLanguage, twoReadsAgree } from './reads.ts';

/** The areas of the type lists have the names of their operations. */
type TypeList = 'accommodation-types' | 'amenities' | 'bed-types' | 'meal-types';

/** What every one of the lists promises. */
const listChecks = (name: TypeList, list: z.ZodType, like: Json): Check[] => {
  const clause = <Rule extends string>(rule: Rule) => `${name}.${rule}` as const satisfies string as ClauseId;
  return [
    validRequestIsAnswered(clause('valid-request-is-answered'), name, () => true),
    listIsAnArray(clause('list-is-an-array'), name),
    recordsAreComplete(clause('records-are-complete'), name, list),
    sortedById(clause('sorted-by-id'), name),
    lowestIdFirst(clause('lowest-id-first'), name),
    idsAreUnique(clause('ids-are-unique'), name),
    twoReadsAgree(clause('two-reads-agree'), name, like),
  ];
};

const named = { id: 0, nameRu: '', nameEn: '' };
const amenityLike = { ...named, group: named, level: '' };

const levels: readonly Json[] = ['Hotel', 'Room', 'Apartment'];

/** null is the same as absent. */
const isAbsent = (value: Json | undefined): boolean => (value ?? null) === null;

export const hotelDictionariesChecks: readonly Check[] = [
  ...listChecks('accommodation-types', accommodationTypes, named),
  ...listChecks('bed-types', bedTypes, { id: 0 }),
  ...listChecks('meal-types', mealTypes, named),
  ...listChecks('amenities', amenities, amenityLike),

  everyRecord('amenities.group-and-level-come-together', 'amenities', (record) => {
    const [hasGroup, hasLevel] = [!isAbsent(field(record, 'group')), !isAbsent(field(record, 'level'))];
    if (hasGroup === hasLevel) return [];
    return hasGroup
      ? [{ path: ['level'], expected: 'a level, as there is a group' }]
      : [{ path: ['group'], expected: 'a group, as there is a level' }];
  }),

  everyRecord('amenities.level-is-one-of-three', 'amenities', (record) => {
    const level = field(record, 'level');
    // A level that is no string is a matter of the record's shape.
    return typeof level !== 'string' || levels.includes(level)
      ? []
      : [{ path: ['level'], expected: levels.join(', ') }];
  }),

  sameInEveryLanguage('amenities.same-in-every-language', 'amenities', amenityLike),
  sameForEveryClient('amenities.same-for-every-client', 'amenities', amenityLike),
];
