/** What the list of meal types promises (parts 2.6 and 4.7). */
import type { Clause } from '../clause.ts';
import { wholeRecord } from './dictionary-readings.ts';

const since = '2026-08-11';

export const mealTypesClauses = {
  'meal-types.valid-request-is-answered': {
    section: '4.7',
    basis: 'documented',
    since,
    text: 'A valid request for the meal types is answered, not refused.',
    reading:
      'A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.',
  },
  'meal-types.list-is-an-array': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The meal types are an array.',
    reading: 'An empty one is lawful, and deleted records may be listed or not.',
  },
  'meal-types.records-are-complete': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'Every meal type has an integer id and the strings nameRu and nameEn.',
    reading: `${wholeRecord} Further fields are lawful; null is the same as absent.`,
  },
  'meal-types.sorted-by-id': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The meal types are sorted by id.',
    reading: 'The direction is not said: either passes here.',
  },
  'meal-types.lowest-id-first': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'The sorted meal types begin with the lowest id.',
  },
  'meal-types.ids-are-unique': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'No two meal types share an id.',
  },
  'meal-types.two-reads-agree': {
    section: '1',
    basis: 'derived',
    since,
    text: 'Two reads of the meal types in a row tell the same.',
    reading:
      'Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.',
  },
} as const satisfies Record<string, Clause>;
