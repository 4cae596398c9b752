/** What the lists that explain hotels promise (parts 2.6 and 4.7). */
import { type Clause, derived, documented, reading } from '../clause.ts';
import { completeRecords, eitherDirection, listClauses, since } from './lists.ts';

export const hotelDictionaryClauses = {
  ...listClauses('accommodation-types', 'accommodation types', {
    'records-are-complete': completeRecords(
      'Every accommodation type has an integer id and the strings nameRu and nameEn.',
    ),
  }),

  ...listClauses('amenities', 'amenities', {
    'records-are-complete': completeRecords(
      'Every amenity has an integer id and the strings nameRu and nameEn; a group has an integer id, nameRu and nameEn.',
    ),
  }),
  'amenities.group-and-level-come-together': documented('2.6', since, {
    text: 'An amenity has both a group and a level, or neither.',
    reading: 'null is the same as absent.',
  }),
  'amenities.no-group-means-neither-key': derived('2.6', since, {
    text: 'An amenity without a group has neither the key group nor the key level.',
    reading:
      'Absent is read as no key. null usually says the same, and so it only warns; of the two, one that is there makes it the matter of another clause.',
  }),
  'amenities.level-is-one-of-three': documented('2.6', since, {
    text: 'The level of an amenity is Hotel, Room or Apartment.',
  }),
  'amenities.same-in-every-language': documented('2.6', since, {
    text: 'The amenities do not depend on the language of the caller.',
    reading:
      'Read in one language, in another and in the first again: data that changes meanwhile is not blamed, nor what is reported in the first language, too.',
  }),
  'amenities.same-for-every-client': documented('2.6', since, {
    text: 'The amenities do not depend on the client that asks.',
    reading:
      'Read as one partner, as the other and as the first again: data that changes meanwhile is not blamed, nor what the first is told, too.',
  }),

  ...listClauses('bed-types', 'bed types', {
    'records-are-complete': reading('2.6', since, {
      text: 'Every bed type is an object with an id, and all ids are of one type.',
      reading:
        'The fields are not shown; every list is sorted by id, so an id is there: an integer, as in the other lists, or text. Further fields are lawful; null is the same as absent.',
    }),
    'sorted-by-id': documented('2.6', since, {
      text: 'The bed types are sorted by id.',
      reading: `${eitherDirection} Ids that are text have no order that is said.`,
    }),
  }),

  ...listClauses('meal-types', 'meal types', {
    'records-are-complete': completeRecords('Every meal type has an integer id and the strings nameRu and nameEn.'),
  }),
} satisfies Record<string, Clause>;
