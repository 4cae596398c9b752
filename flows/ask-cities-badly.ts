import fc from 'fast-check';
import { notNumbers } from '../generators/not-numbers.ts';
import { flow } from './flow.ts';

/** Asks for cities without a countryId, and with one that is no number. */
export const askCitiesBadly = flow('ask-cities-badly', {
  story: 'Ask for cities without saying of which country, and with a country that is no number.',
  phase: 'main',
  operations: ['cities'],
  exercises: ['cities.missing-country-id-is-bad-request', 'cities.non-numeric-country-id-is-bad-request'],
  input: fc.record({ values: notNumbers }),
  run: async ({ send }, { values }) => {
    await send({ operation: 'cities' });
    await send({ operation: 'cities', query: [['countryId', '']] });
    await send({ operation: 'cities', query: [['country', '1']] });
    for (const value of values) await send({ operation: 'cities', query: [['countryId', value]] });
  },
});
