import fc from 'fast-check';
import { languages } from '../generators/languages.ts';
import { flow } from './flow.ts';

/** Reads the countries three times in a row: two that differ are blamed only when the third sides with the first. */
export const listCountries = flow('list-countries', {
  story: 'Read the list of countries three times in a row.',
  phase: 'main',
  operations: ['countries'],
  exercises: [
    'countries.valid-request-is-answered',
    'countries.list-is-an-array',
    'countries.records-are-complete',
    'countries.sorted-by-id',
    'countries.lowest-id-first',
    'countries.ids-are-unique',
    'countries.two-letter-code',
    'countries.three-letter-code',
    'countries.two-reads-agree',
    'json.success-body-parses',
    'json.content-type-is-json',
  ],
  input: fc.record({ language: languages }),
  run: async ({ send }, { language }) => {
    const headers = { 'accept-language': language };
    for (let read = 0; read < 3; read += 1) await send({ operation: 'countries', headers });
  },
});
