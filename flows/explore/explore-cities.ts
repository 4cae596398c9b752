import fc from 'fast-check';
import { mostOf } from '../../generators/most-of.ts';
import { countryIdKinds, countryQuery } from '../../generators/requests/country-ids.ts';
import { harmlessHeaders } from '../../generators/requests/headers.ts';
import { idsIn } from '../session.ts';
import { exploration } from './exploration.ts';

/** Asks for the cities of countries in every way that an id can be written, right and wrong. */
export const exploreCities = exploration('explore-cities', {
  story:
    'Read the countries, then ask for cities by ids that are known, unknown, huge, no number, missing or repeated.',
  phase: 'main',
  operations: ['countries', 'cities'],
  exercises: [
    'cities.valid-request-is-answered',
    'cities.list-is-an-array',
    'cities.records-are-complete',
    'cities.sorted-by-id',
    'cities.ids-are-unique',
    'cities.belong-to-the-country-asked',
    'cities.country-names-agree',
    'cities.coordinates-are-in-range',
    'cities.unknown-country-is-empty',
    'cities.missing-country-id-is-bad-request',
    'cities.non-numeric-country-id-is-bad-request',
    'json.success-body-parses',
    'json.content-type-is-json',
  ],
  input: fc.record({
    headers: harmlessHeaders,
    asks: mostOf(...countryIdKinds.map((id) => fc.record({ id, headers: harmlessHeaders }))),
  }),
  run: async ({ send }, { headers: first, asks }) => {
    const known = idsIn(await send({ operation: 'countries', headers: first }));
    for (const { id, headers } of asks) await send({ operation: 'cities', query: countryQuery(id, known), headers });
  },
});
