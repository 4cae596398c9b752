/** Journeys about cities: of every country, of unknown ones, and without a proper country. */
import fc from 'fast-check';
import type { Call } from '../client/client.ts';
import type { Query } from '../client/http/address.ts';
import { clausesOf } from '../contracts/clauses.ts';
import { field, recordsOf } from '../contracts/subjects.ts';
import type { Exchange } from '../contracts/trace.ts';
import { flow } from '../engine/flow.ts';
import { picked, pickSeed } from '../generators/draws.ts';
import { everyLanguage, languages, spoken } from '../generators/headers.ts';
import { countriesToAsk, type ListedCountry } from '../generators/requests/country-ids.ts';
import { notNumbers, sampledNotNumbers } from '../generators/requests/notations.ts';
import { unknownCountries, unknownCountryId } from '../generators/unknown-ids.ts';
import { failsEveryTime, idsIn, readAgain } from './steps/dictionary.ts';

/** How many lists are read again, the longest first: long lists show more. */
const longestAt = { probe: 0, standard: 1, full: 3 };
/** Besides, those at the ends and in the middle of what was read. */
const placesAt = { probe: [], standard: [], full: [0, 0.5, 1] };

const listedIn = (countries: Exchange): ListedCountry[] =>
  recordsOf(countries).flatMap((record) => {
    const [id, codeA2] = [field(record, 'id'), field(record, 'codeA2')];
    return typeof id === 'number' ? [{ id, ...(typeof codeA2 === 'string' && { codeA2 }) }] : [];
  });

/** Reads the cities of every country, or of as many as depth and limits allow; some of them three times in a row. */
export const listCities = flow('list-cities', {
  story: 'Read the countries, then the cities of each, and some of them again.',
  phase: 'main',
  operations: ['countries', 'cities'],
  exercises: [
    ...clausesOf(['json', 'cities'], {
      except: [
        'cities.unknown-country-is-empty',
        'cities.missing-country-id-is-bad-request',
        'cities.non-numeric-country-id-is-bad-request',
      ],
    }),
    'token.serves-many-requests',
  ],
  probe: { requestsMax: 5, without: ['cities.two-reads-agree', 'cities.same-for-every-asker'] },
  input: fc.record({ language: languages, seed: pickSeed }),
  run: async (session, { language, seed }) => {
    const { send, target, sample } = session;
    const headers = { 'accept-language': language };
    const citiesOf = (id: number, inLanguage = language) =>
      send({ operation: 'cities', query: [['countryId', String(id)]], headers: { 'accept-language': inLanguage } });

    const countries = await send({ operation: 'countries', headers });
    const known = idsIn(countries);
    const sampled = sample.at({
      standard: () => countriesToAsk(listedIn(countries), { some: sample.some, seed }),
      full: () => known,
    })();
    const chosen = picked(sampled, target.limits.sweepRequestsMax, seed);
    const readOne = async (id: number, i: number) => {
      const answer = await citiesOf(id, everyLanguage[i % everyLanguage.length]);
      return { id, records: recordsOf(answer).length };
    };
    const oneByOne = async () => {
      const all = [];
      for (const [i, id] of chosen.entries()) all.push(await readOne(id, i));
      return all;
    };
    // One after the other where they are few, so that a token which stops serving after some requests shows.
    const read = await sample.at({ standard: oneByOne, full: () => Promise.all(chosen.map(readOne)) })();

    const inhabited = known.flatMap((id) => read.find((each) => each.id === id && each.records > 0) ?? []);
    const longest = inhabited.toSorted((a, b) => b.records - a.records).slice(0, sample.at(longestAt));
    const placed = sample
      .at<readonly number[]>(placesAt)
      .flatMap((share) => inhabited[Math.floor((inhabited.length - 1) * share)] ?? []);
    for (const { id } of new Set([...longest, ...placed])) {
      const cities = { operation: 'cities', query: [['countryId', String(id)]] } as const;
      await readAgain(session, cities, { row: id === longest[0]?.id ? 5 : undefined, language });
    }
  },
});

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
      standard: () => sample.some(kinds, { standard: 3 }),
      full: () => unknown,
    });
    for (const each of asked()) {
      await send({ operation: 'cities', query: [['countryId', unknownCountryId(each, known)]], headers });
    }
  },
});

export const askCitiesBadly = flow('ask-cities-badly', {
  story: 'Ask for cities without saying of which country, and with a country that is no number.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: ['cities'],
  exercises: ['cities.missing-country-id-is-bad-request', 'cities.non-numeric-country-id-is-bad-request'],
  probe: { requestsMax: 2 },
  input: fc.record({ values: notNumbers, countryId: fc.integer({ min: 1, max: 300 }) }),
  run: async (session, { values, countryId }) => {
    const { sample } = session;
    const otherQueries: Query[] = [[['countryId', '']], [['country', '1']]];
    const missing: Query[] = [[], ...sample.some(otherQueries, { probe: 0, standard: 1 })];
    const noNumbers = sample
      .at({ probe: values.slice(0, 1), standard: sampledNotNumbers(values, sample), full: values })
      .map((value): Query => [['countryId', value]]);
    // One that always fails shows all that there is to show of its kind.
    for (const language of sample.some(spoken, { standard: 1 })) {
      const headers = { 'accept-language': language };
      const good: Call = { operation: 'cities', query: [['countryId', String(countryId)]], headers };
      for (const queries of [missing, noNumbers]) {
        for (const query of queries) if (await failsEveryTime(session, { ...good, query }, good)) break;
      }
    }
  },
});
