/** What the lists of countries and of what explains hotels promise (parts 2.6 and 4.7). */

import type { z } from 'zod';
import {
  completeRecords,
  eitherDirection,
  everyRecord,
  listClauses,
  listSameForEveryAsker,
  since,
} from '../checks/lists.ts';
import { sameForEveryClient, sameInEveryLanguage } from '../checks/reads.ts';
import { dictionaryDimensions } from '../dimensions.ts';
import { isJsonObject, type Json } from '../json.ts';
import { accommodationTypes, amenities, codedBedTypes, countedBedTypes, countries, mealTypes } from '../payloads.ts';
import { field, recordsOf } from '../subjects.ts';
import { derived, documented, topic } from '../topic.ts';
import type { Exchange } from '../trace.ts';

/** The letters of any alphabet count: the text asks for letters and says no more. */
const lettersOnly = (name: string, count: number) => {
  const form = new RegExp(`^\\p{L}{${count}}$`, 'u');
  return (record: Json) => {
    const code = field(record, name);
    // Another clause, on the shape of records, judges a code that is no string.
    if (typeof code !== 'string') return undefined;
    return form.test(code) ? [] : [{ path: [name], expected: `${count} letters` }];
  };
};

const countryLike = { id: 0, nameRu: '', nameEn: '', codeA2: '', codeA3: '' };

const named = { id: 0, nameRu: '', nameEn: '' };

const amenityLike = { ...named, group: named, level: '' };

/** The documents do not show the type of their ids, so the list decides. */
const bedTypesAlike = (exchange: Exchange): z.ZodType =>
  recordsOf(exchange).every((record) => typeof field(record, 'id') === 'string') ? codedBedTypes : countedBedTypes;

const levels: readonly Json[] = ['Hotel', 'Room', 'Apartment'];

const pair = ['group', 'level'] as const;

/** null is the same as absent. */
const isAbsent = (value: Json | undefined): boolean => (value ?? null) === null;

export const countriesTopic = topic('countries', {
  area: 'dictionaries',
  dimensions: dictionaryDimensions,
  clauses: {
    'countries.same-for-every-asker': listSameForEveryAsker('countries', { things: 'countries', like: countryLike }),
    ...listClauses('countries', {
      things: 'countries',
      list: countries,
      like: countryLike,
      own: {
        'list-is-an-array': { text: 'The countries are an array.' },
        'records-are-complete': completeRecords(
          'Every country has an integer id and the strings nameRu, nameEn, codeA2 and codeA3.',
        ),
      },
    }),

    'countries.two-letter-code': documented('2.6', {
      severity: 'minor',
      since,
      text: 'codeA2 is a code of two letters.',
      reading: 'Either case is lawful.',
      ...everyRecord('countries', lettersOnly('codeA2', 2)),
    }),

    'countries.three-letter-code': derived('2.6', {
      since,
      text: 'codeA3 is a code of three letters.',
      reading: 'Either case is lawful.',
      ...everyRecord('countries', lettersOnly('codeA3', 3)),
    }),
  },
});

export const accommodationTypesTopic = topic('accommodation-types', {
  area: 'dictionaries',
  dimensions: dictionaryDimensions,
  clauses: {
    'accommodation-types.same-for-every-asker': listSameForEveryAsker('accommodation-types', {
      things: 'accommodation types',
      like: named,
    }),
    ...listClauses('accommodation-types', {
      things: 'accommodation types',
      list: accommodationTypes,
      like: named,
      own: {
        'records-are-complete': completeRecords(
          'Every accommodation type has an integer id and the strings nameRu and nameEn.',
        ),
      },
    }),
  },
});

export const amenitiesTopic = topic('amenities', {
  area: 'dictionaries',
  dimensions: dictionaryDimensions,
  clauses: {
    ...listClauses('amenities', {
      things: 'amenities',
      list: amenities,
      like: amenityLike,
      own: {
        'records-are-complete': completeRecords(
          'Every amenity has an integer id and the strings nameRu and nameEn; a group has an integer id, nameRu and nameEn.',
        ),
      },
    }),

    'amenities.group-and-level-come-together': documented('2.6', {
      since,
      text: 'An amenity has both a group and a level, or neither.',
      reading: 'null is the same as absent.',
      ...everyRecord('amenities', (record) => {
        const [hasGroup, hasLevel] = [!isAbsent(field(record, 'group')), !isAbsent(field(record, 'level'))];
        if (hasGroup === hasLevel) return [];
        return hasGroup
          ? [{ path: ['level'], expected: 'a level, as there is a group' }]
          : [{ path: ['group'], expected: 'a group, as there is a level' }];
      }),
    }),

    'amenities.no-group-means-neither-key': derived('2.6', {
      since,
      text: 'An amenity without a group has neither the key group nor the key level.',
      reading:
        'Absent is read as no key. null usually says the same, and so it only warns; of the two, one that is there makes it the matter of another clause.',
      ...everyRecord('amenities', (record) => {
        const isGrouped = pair.some((name) => !isAbsent(field(record, name)));
        if (isGrouped || !isJsonObject(record)) return undefined;
        return pair
          .filter((name) => field(record, name) === null)
          .map((name) => ({ path: [name], expected: `no key ${name}, as there is no group` }));
      }),
    }),

    'amenities.level-is-one-of-three': documented('2.6', {
      since,
      text: 'The level of an amenity is Hotel, Room or Apartment.',
      ...everyRecord('amenities', (record) => {
        const level = field(record, 'level');
        // Another clause, on the shape of records, judges a level that is no string.
        if (typeof level !== 'string') return undefined;
        return levels.includes(level) ? [] : [{ path: ['level'], expected: levels.join(', ') }];
      }),
    }),

    'amenities.same-in-every-language': documented('2.6', {
      since,
      text: 'The amenities do not depend on the language of the caller.',
      reading:
        'Read in one language, in another and in the first again: data that changes meanwhile is not blamed, nor what is reported in the first language, too.',
      ...sameInEveryLanguage('amenities', amenityLike),
    }),

    'amenities.same-for-every-client': documented('2.6', {
      since,
      text: 'The amenities do not depend on the client that asks.',
      reading:
        'Read as one partner, as the other and as the first again: data that changes meanwhile is not blamed, nor what the first is told, too.',
      ...sameForEveryClient('amenities', amenityLike),
    }),
  },
});

export const bedTypesTopic = topic('bed-types', {
  area: 'dictionaries',
  dimensions: dictionaryDimensions,
  clauses: {
    'bed-types.same-for-every-asker': listSameForEveryAsker('bed-types', { things: 'bed types', like: { id: 0 } }),
    ...listClauses('bed-types', {
      things: 'bed types',
      list: bedTypesAlike,
      like: { id: 0 },
      own: {
        'records-are-complete': {
          basis: 'reading',
          text: 'Every bed type is an object with an id, and all ids are of one type.',
          reading:
            'The fields are not shown; every list is sorted by id, so an id is there: an integer, as in the other lists, or text. Further fields are lawful; null is the same as absent.',
        },
        'sorted-by-id': {
          text: 'The bed types are sorted by id.',
          reading: `${eitherDirection} Ids that are text have no order that is said.`,
        },
      },
    }),
  },
});

export const mealTypesTopic = topic('meal-types', {
  area: 'dictionaries',
  dimensions: dictionaryDimensions,
  clauses: {
    'meal-types.same-for-every-asker': listSameForEveryAsker('meal-types', { things: 'meal types', like: named }),
    ...listClauses('meal-types', {
      things: 'meal types',
      list: mealTypes,
      like: named,
      own: {
        'records-are-complete': completeRecords('Every meal type has an integer id and the strings nameRu and nameEn.'),
      },
    }),
  },
});
