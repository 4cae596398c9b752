import fc from 'fast-check';
import { idsIn } from '../../flows/steps/dictionary.ts';
import { mostOf } from '../../generators/draws.ts';
import { harmlessHeaders } from '../../generators/headers.ts';
import { countryIdKinds, countryQuery } from '../../generators/requests/country-ids.ts';
import { exploration } from '../exploration.ts';

/** Asks for the cities of countries in every way that an id can be written, right and wrong. */
export const exploreCountryIds = exploration('explore-country-ids', {
  story:
    'Read the countries, then ask for cities by ids that are known, unknown, huge, no number, missing or repeated.',
  phase: 'main',
  operations: ['countries', 'cities'],
  // What a list holds is judged where its country is known: one wrong answer would break several clauses here.
  exercises: [
    'cities.valid-request-is-answered',
    'cities.unknown-country-is-empty',
    'cities.missing-country-id-is-bad-request',
    'cities.non-numeric-country-id-is-bad-request',
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
