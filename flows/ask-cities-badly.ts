import fc from 'fast-check';
import { notNumbers, sampledNotNumbers } from '../generators/not-numbers.ts';
import { flow } from './flow.ts';

/** Asks for cities without a countryId, and with one that is no number. */
export const askCitiesBadly = flow('ask-cities-badly', {
  story: 'Ask for cities without saying of which country, and with a country that is no number.',
  phase: 'main',
  operations: ['cities'],
  exercises: ['cities.missing-country-id-is-bad-request', 'cities.non-numeric-country-id-is-bad-request'],
  probe: { requestsMax: 2 },
  input: fc.record({ values: notNumbers }),
  run: async ({ send, sample }, { values }) => {
    await send({ operation: 'cities' });
    const missing = [['countryId', ''] as const, ['country', '1'] as const];
    for (const said of sample.some(missing, { probe: 0, standard: 1 }))
      await send({ operation: 'cities', query: [said] });
    for (const value of sample.at({
      probe: values.slice(0, 1),
      standard: sampledNotNumbers(values, sample),
      full: values,
    }))
      await send({ operation: 'cities', query: [['countryId', value]] });
  },
});
