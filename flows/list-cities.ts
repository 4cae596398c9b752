import fc from 'fast-check';
import { recordsOf } from '../contracts/subjects.ts';
import { everyLanguage, languages } from '../generators/languages.ts';
import { picked, pickSeed } from '../generators/picked.ts';
import { flow } from './flow.ts';
import { idsIn } from './session.ts';

const reread = 3;

/** Reads the cities of every country, or of as many as the target's limits allow; some of them three times in a row. */
export const listCities = flow('list-cities', {
  story: 'Read the countries, then the cities of each, and some of them again.',
  phase: 'main',
  operations: ['countries', 'cities'],
  exercises: [
    'cities.valid-request-is-answered',
    'cities.list-is-an-array',
    'cities.records-are-complete',
    'cities.sorted-by-id',
    'cities.lowest-id-first',
    'cities.ids-are-unique',
    'cities.belong-to-the-country-asked',
    'cities.country-names-agree',
    'cities.coordinates-are-in-range',
    'cities.two-reads-agree',
    'token.serves-many-requests',
    'json.success-body-parses',
    'json.content-type-is-json',
  ],
  input: fc.record({ language: languages, seed: pickSeed }),
  run: async ({ send, target }, { language, seed }) => {
    const headers = { 'accept-language': language };
    const citiesOf = (id: number, inLanguage = language) =>
      send({ operation: 'cities', query: [['countryId', String(id)]], headers: { 'accept-language': inLanguage } });

    const known = idsIn(await send({ operation: 'countries', headers }));
    const chosen = picked(known, target.limits.sweepRequestsMax, seed);
    const read = await Promise.all(
      chosen.map(async (id, i) => {
        const answer = await citiesOf(id, everyLanguage[i % everyLanguage.length]);
        return { id, records: recordsOf(answer).length };
      }),
    );

    // Long lists show more, so the longest is always read again.
    const byLength = read.filter(({ records }) => records > 0).sort((a, b) => b.records - a.records);
    for (const { id } of byLength.slice(0, reread)) {
      for (let time = 0; time < 3; time += 1) await citiesOf(id);
    }
  },
});
