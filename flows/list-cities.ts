import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { field, recordsOf } from '../contracts/subjects.ts';
import type { Exchange } from '../contracts/trace.ts';
import { flow } from '../engine/flow.ts';
import { countriesToAsk, type ListedCountry } from '../generators/countries-to-ask.ts';
import { everyLanguage, languages } from '../generators/languages.ts';
import { picked, pickSeed } from '../generators/picked.ts';
import { idsIn } from './steps/ids-in.ts';
import { readAgain, readOtherwise } from './steps/read-again.ts';

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
  probe: { requestsMax: 5, without: ['cities.two-reads-agree'] },
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
    // One after the other where they are few, so that what a token stops serving after some requests is told apart.
    const read = await sample.at({ standard: oneByOne, full: () => Promise.all(chosen.map(readOne)) })();

    const inhabited = known.flatMap((id) => read.find((each) => each.id === id && each.records > 0) ?? []);
    const longest = inhabited.toSorted((a, b) => b.records - a.records).slice(0, sample.at(longestAt));
    const placed = sample
      .at<readonly number[]>(placesAt)
      .flatMap((share) => inhabited[Math.floor((inhabited.length - 1) * share)] ?? []);
    for (const { id } of new Set([...longest, ...placed])) {
      const cities = { operation: 'cities', query: [['countryId', String(id)]] } as const;
      await readAgain(session, cities, language);
      if (id === longest[0]?.id) await readOtherwise(session, cities, 5);
    }
  },
});
