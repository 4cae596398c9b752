import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { flow } from '../engine/flow.ts';
import { everyLanguage, languages } from '../generators/languages.ts';
import { readAgain, readOtherwise } from './steps/read-again.ts';

/** Reads the countries again and again. */
export const listCountries = flow('list-countries', {
  story: 'Read the list of countries three times in a row, and again in other languages and as another partner.',
  phase: 'main',
  operations: ['countries'],
  exercises: clausesOf(['json', 'countries']),
  probe: { requestsMax: 1, without: ['countries.two-reads-agree'] },
  input: fc.record({ language: languages }),
  run: async (session, { language }) => {
    const { send, sample } = session;
    await readAgain(session, { operation: 'countries' }, language);
    await readOtherwise(session, { operation: 'countries' }, 3);
    if (sample.depth !== 'full') return;
    // What holds for the list holds in every language.
    for (const another of everyLanguage)
      await send({ operation: 'countries', headers: { 'accept-language': another } });
  },
});
