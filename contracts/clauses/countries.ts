/** What the list of countries promises (parts 2.6 and 4.7). */
import { type Clause, derived, documented } from '../clause.ts';
import { completeRecords, listClauses, since } from './lists.ts';

export const countriesClauses = {
  ...listClauses('countries', 'countries', {
    'list-is-an-array': documented('2.6', since, { text: 'The countries are an array.' }),
    'records-are-complete': completeRecords(
      'Every country has an integer id and the strings nameRu, nameEn, codeA2 and codeA3.',
    ),
  }),
  'countries.two-letter-code': documented('2.6', since, {
    text: 'codeA2 is a code of two letters.',
    reading: 'Either case is lawful.',
  }),
  'countries.three-letter-code': derived('2.6', since, {
    text: 'codeA3 is a code of three letters.',
    reading: 'Either case is lawful.',
  }),
} satisfies Record<string, Clause>;
