import fc from 'fast-check';
import { languages } from '../generators/languages.ts';
import { flow } from './flow.ts';

const rounds = 6;

/** Sends one token with many requests, one after the other. */
export const reuseToken = flow('reuse-token', {
  story: 'Use one token for many requests to every operation of the dictionary.',
  phase: 'main',
  operations: ['countries', 'cities'],
  exercises: ['token.serves-many-requests', 'bearer.issued-token-is-accepted'],
  input: fc.record({ language: languages, countryId: fc.integer({ min: 1, max: 300 }) }),
  run: async ({ send }, { language, countryId }) => {
    const headers = { 'accept-language': language };
    for (let round = 0; round < rounds; round += 1) {
      await send({ operation: 'countries', headers });
      await send({ operation: 'cities', query: [['countryId', String(countryId)]], headers });
    }
  },
});
