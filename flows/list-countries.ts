import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { flow } from '../engine/flow.ts';
import { everyLanguage, languages } from '../generators/languages.ts';
import { readThreeTimes } from './steps/read-three-times.ts';

/** Reads the countries three times in a row. */
export const listCountries = flow('list-countries', {
  story: 'Read the list of countries three times in a row.',
  phase: 'main',
  operations: ['countries'],
  exercises: clausesOf(['json', 'countries']),
  probe: { requestsMax: 1, without: ['countries.two-reads-agree'] },
  input: fc.record({ language: languages }),
  run: async ({ send, sample }, { language }) => {
    await readThreeTimes({ send, sample }, 'countries', language);
    // What holds for the list holds in every language.
    for (const another of sample.some(everyLanguage, { probe: 0, standard: 1 }))
      await send({ operation: 'countries', headers: { 'accept-language': another } });
  },
});
