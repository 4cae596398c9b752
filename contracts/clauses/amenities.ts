/** What the list of amenities promises (parts 2.6 and 4.7). */
import type { Clause } from '../clause.ts';
import { wholeRecord } from './dictionary-readings.ts';

const since = '2026-08-11';

export const amenitiesClauses = {
  'amenities.valid-request-is-answered': {
    section: '4.7',
    basis: 'documented',
    since,
    text: 'A valid request for the amenities is answered, not refused.',
    reading:
      'A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.',
  },
  'amenities.list-is-an-array': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The amenities are an array.',
    reading: 'An empty one is lawful, and deleted records may be listed or not.',
  },
  'amenities.records-are-complete': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'Every amenity has an integer id and the strings nameRu and nameEn; a group has an integer id, nameRu and nameEn.',
    reading: `${wholeRecord} Further fields are lawful; null is the same as absent.`,
  },
  'amenities.sorted-by-id': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The amenities are sorted by id.',
    reading: 'The direction is not said: either passes here.',
  },
  'amenities.lowest-id-first': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'The sorted amenities begin with the lowest id.',
  },
  'amenities.ids-are-unique': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'No two amenities share an id.',
  },
  'amenities.group-and-level-come-together': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'An amenity has both a group and a level, or neither.',
    reading: 'null is the same as absent.',
  },
  'amenities.no-group-means-neither-key': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'An amenity without a group has neither the key group nor the key level.',
    reading:
      'Absent is read as no key. null usually says the same, and so it only warns; of the two, one that is there makes it the matter of another clause.',
  },
  'amenities.level-is-one-of-three': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The level of an amenity is Hotel, Room or Apartment.',
  },
  'amenities.same-in-every-language': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The amenities do not depend on the language of the caller.',
    reading:
      'Read in one language, in another and in the first again: data that changes meanwhile is not blamed, nor what is told in the first language, too.',
  },
  'amenities.same-for-every-client': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The amenities do not depend on the client that asks.',
    reading:
      'Read as one partner, as the other and as the first again: data that changes meanwhile is not blamed, nor what the first is told, too.',
  },
  'amenities.two-reads-agree': {
    section: '1',
    basis: 'derived',
    since,
    text: 'Two reads of the amenities in a row tell the same.',
    reading:
      'Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.',
  },
} as const satisfies Record<string, Clause>;
