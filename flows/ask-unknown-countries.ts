import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { flow } from '../engine/flow.ts';
import { languages } from '../generators/languages.ts';
import { unknownCountries, unknownCountryId } from '../generators/unknown-country.ts';
import { idsIn } from './steps/ids-in.ts';

/** Asks for the cities of countries that do not exist, 0 among them, and ids that a careless reading takes for one that does. */
export const askUnknownCountries = flow('ask-unknown-countries', {
  story: 'Read the countries, then ask for the cities of countries that are not among them.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: ['countries', 'cities'],
  exercises: [...clausesOf(['json']), 'cities.unknown-country-is-empty'],
  probe: { requestsMax: 3 },
  input: fc.record({ language: languages, unknown: unknownCountries }),
  run: async ({ send, sample }, { language, unknown }) => {
    const headers = { 'accept-language': language };
    const known = idsIn(await send({ operation: 'countries', headers }));
    // One of a kind is enough, and 0 is one of them; of a sample some kinds, the others with the next seed.
    const kinds = [...new Map(unknown.map((each) => [each.kind, each])).values()];
    const asked = sample.at({
      probe: () => sample.some(kinds, { standard: 2 }),
      standard: () => sample.some(kinds, { standard: 4 }),
      full: () => unknown,
    });
    for (const each of asked()) {
      await send({ operation: 'cities', query: [['countryId', unknownCountryId(each, known)]], headers });
    }
  },
});
