/** What the list of accommodation types promises (parts 2.6 and 4.7). */
import type { Clause } from '../clause.ts';
import { wholeRecord } from './dictionary-readings.ts';

const since = '2026-08-11';

export const accommodationTypesClauses = {
  'accommodation-types.valid-request-is-answered': {
    section: '4.7',
    basis: 'documented',
    since,
    text: 'A valid request for the accommodation types is answered, not refused.',
    reading:
      'A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.',
  },
  'accommodation-types.list-is-an-array': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The accommodation types are an array.',
    reading: 'An empty one is lawful, and deleted records may be listed or not.',
  },
  'accommodation-types.records-are-complete': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'Every accommodation type has an integer id and the strings nameRu and nameEn.',
    reading: `${wholeRecord} Further fields are lawful; null is the same as absent.`,
  },
  'accommodation-types.sorted-by-id': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The accommodation types are sorted by id.',
    reading: 'The direction is not said: either passes here.',
  },
  'accommodation-types.lowest-id-first': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'The sorted accommodation types begin with the lowest id.',
  },
  'accommodation-types.ids-are-unique': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'No two accommodation types share an id.',
  },
  'accommodation-types.two-reads-agree': {
    section: '1',
    basis: 'derived',
    since,
    text: 'Two reads of the accommodation types in a row tell the same.',
    reading:
      'Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.',
  },
} as const satisfies Record<string, Clause>;
