/** Checks of the lists that explain hotels (parts 2.6 and 4.7). */
import type { z } from 'zod';
import type { Check } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';
import {
  accommodationTypes,
  amenities,
  codedBedTypes,
  countedBedTypes,
  mealTypes,
} from '../schemas/hotel-dictionaries.ts';
import { field, recordsOf } from '../subjects.ts';
import type { Exchange } from '../trace.ts';
import { listChecks } from './list-checks.ts';
import { everyRecord } from './lists.ts';
import { sameForEveryClient, sameInEveryLanguage } from './reads.ts';

const named = { id: 0, nameRu: '', nameEn: '' };
const amenityLike = { ...named, group: named, level: '' };

/** Of which type their ids are is not shown, so the list tells. */
const bedTypesAlike = (exchange: Exchange): z.ZodType =>
  recordsOf(exchange).every((record) => typeof field(record, 'id') === 'string') ? codedBedTypes : countedBedTypes;

const levels: readonly Json[] = ['Hotel', 'Room', 'Apartment'];

const pair = ['group', 'level'] as const;

/** null is the same as absent. */
const isAbsent = (value: Json | undefined): boolean => (value ?? null) === null;

export const hotelDictionariesChecks: readonly Check[] = [
  ...listChecks('accommodation-types', accommodationTypes, named),
  ...listChecks('bed-types', bedTypesAlike, { id: 0 }),
  ...listChecks('meal-types', mealTypes, named),
  ...listChecks('amenities', amenities, amenityLike),

  everyRecord('amenities.group-and-level-come-together', 'amenities', (record) => {
    const [hasGroup, hasLevel] = [!isAbsent(field(record, 'group')), !isAbsent(field(record, 'level'))];
    if (hasGroup === hasLevel) return [];
    return hasGroup
      ? [{ path: ['level'], expected: 'a level, as there is a group' }]
      : [{ path: ['group'], expected: 'a group, as there is a level' }];
  }),

  everyRecord('amenities.no-group-means-neither-key', 'amenities', (record) => {
    const isGrouped = pair.some((name) => !isAbsent(field(record, name)));
    if (isGrouped || !isJsonObject(record)) return undefined;
    return pair
      .filter((name) => field(record, name) === null)
      .map((name) => ({ path: [name], expected: `no key ${name}, as there is no group` }));
  }),

  everyRecord('amenities.level-is-one-of-three', 'amenities', (record) => {
    const level = field(record, 'level');
    // A level that is no string is a matter of the record's shape.
    if (typeof level !== 'string') return undefined;
    return levels.includes(level) ? [] : [{ path: ['level'], expected: levels.join(', ') }];
  }),

  sameInEveryLanguage('amenities.same-in-every-language', 'amenities', amenityLike),
  sameForEveryClient('amenities.same-for-every-client', 'amenities', amenityLike),
];
