import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { idsIn } from '../../flows/steps/dictionary.ts';
import { harmlessHeaders } from '../../generators/headers.ts';
import { countryQuery, validCountryId } from '../../generators/requests/country-ids.ts';
import { exploration } from '../exploration.ts';

/** Reads the cities of any known countries with any headers that change nothing. */
export const exploreCities = exploration('explore-cities', {
  story: 'Read the countries, then the cities of some, in rare languages and with other harmless headers.',
  phase: 'main',
  operations: ['countries', 'cities'],
  exercises: [
    ...clausesOf(['json']),
    'countries.records-are-complete',
    'cities.valid-request-is-answered',
    'cities.list-is-an-array',
    'cities.records-are-complete',
    'cities.sorted-by-id',
    'cities.lowest-id-first',
    'cities.ids-are-unique',
    'cities.belong-to-the-country-asked',
    'cities.country-names-agree',
    'cities.coordinates-are-in-range',
  ],
  input: fc.record({
    headers: harmlessHeaders,
    asks: fc.array(fc.record({ id: validCountryId, headers: harmlessHeaders }), {
      minLength: 1,
      maxLength: 5,
      size: 'max',
    }),
  }),
  run: async ({ send }, { headers: first, asks }) => {
    const known = idsIn(await send({ operation: 'countries', headers: first }));
    for (const { id, headers } of asks) await send({ operation: 'cities', query: countryQuery(id, known), headers });
  },
});
