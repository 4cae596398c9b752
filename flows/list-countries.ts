import fc from 'fast-check';
import { flow } from '../engine/flow.ts';
import { everyLanguage, languages } from '../generators/languages.ts';
import { readThreeTimes } from './steps/read-three-times.ts';

/** Reads the countries three times in a row. */
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
  probe: { requestsMax: 1, without: ['countries.two-reads-agree'] },
  input: fc.record({ language: languages }),
  run: async ({ send, sample }, { language }) => {
    await readThreeTimes({ send, sample }, 'countries', language);
    // What holds for the list holds in every language.
    for (const another of sample.some(everyLanguage, { probe: 0, standard: 1 }))
      await send({ operation: 'countries', headers: { 'accept-language': another } });
  },
});
