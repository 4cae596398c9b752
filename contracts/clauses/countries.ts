/** What the list of countries promises (parts 2.6 and 4.7). */
import type { Clause } from '../clause.ts';
import { wholeRecord } from './dictionary-readings.ts';

const since = '2026-08-11';

export const countriesClauses = {
  'countries.valid-request-is-answered': {
    section: '4.7',
    basis: 'documented',
    since,
    text: 'A valid request for the countries is answered, not refused.',
    reading:
      'A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.',
  },
  'countries.list-is-an-array': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The countries are an array.',
  },
  'countries.records-are-complete': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'Every country has an integer id and the strings nameRu, nameEn, codeA2 and codeA3.',
    reading: `${wholeRecord} Further fields are lawful; null is the same as absent.`,
  },
  'countries.sorted-by-id': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The countries are sorted by id.',
    reading: 'The direction is not said: either passes here.',
  },
  'countries.lowest-id-first': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'The sorted countries begin with the lowest id.',
  },
  'countries.ids-are-unique': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'No two countries share an id.',
  },
  'countries.two-letter-code': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'codeA2 is a code of two letters.',
    reading: 'Either case is lawful.',
  },
  'countries.three-letter-code': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'codeA3 is a code of three letters.',
    reading: 'Either case is lawful.',
  },
  'countries.two-reads-agree': {
    section: '1',
    basis: 'derived',
    since,
    text: 'Two reads of the countries in a row tell the same.',
    reading:
      'Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.',
  },
} as const satisfies Record<string, Clause>;
