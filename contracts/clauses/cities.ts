/** What the list of the cities of a country promises (parts 2.6, 4.7 and 7). */
import { type Clause, derived, documented } from '../clause.ts';
import { callerMayLackRights, completeRecords, listClauses, since } from './lists.ts';

const everyTime =
  'An error of the server is trouble of the moment, unless the same request meets one three times, and every well-formed request in between is answered.';

export const citiesClauses = {
  ...listClauses('cities', 'cities of a country', {
    'valid-request-is-answered': documented('4.7', since, {
      text: 'A request for the cities of a known country is answered, not refused.',
      reading: `${callerMayLackRights} Other notations of its id than the plain one may be refused.`,
    }),
    'list-is-an-array': documented('2.6', since, {
      text: 'The cities of a country are an array.',
      reading: 'An empty one is lawful for a known country.',
    }),
    'records-are-complete': completeRecords(
      'Every city has an integer id, the strings nameRu and nameEn, the numbers latitude and longitude, and a country with integer id, nameRu and nameEn.',
    ),
  }),
  'cities.belong-to-the-country-asked': documented('4.7', since, {
    text: 'Every city answered belongs to the country asked for.',
  }),
  'cities.country-names-agree': derived('2.6', since, {
    text: 'The names of a city’s country are those of the list of countries.',
  }),
  'cities.coordinates-are-in-range': derived('2.6', since, {
    text: 'Latitude lies between -90 and 90, longitude between -180 and 180.',
  }),
  'cities.unknown-country-is-empty': documented('4.7', since, {
    text: 'A countryId that matches no country, 0 included, answers 200 with an empty list.',
    reading:
      'Of which numbers an id is made is not said: a fraction, or more than 32 bits, may also answer 400, and only the plain notation of a number is asked about. That the list of countries is whole is not said: an id it skips exists when all cities answered say that they are of it.',
  }),
  'cities.missing-country-id-is-bad-request': documented('7', since, {
    text: 'A request for cities without a countryId answers 400.',
    reading: `An empty countryId is either missing or no number, and answers 400 by both. The body of a 400 is open. ${everyTime}`,
  }),
  'cities.non-numeric-country-id-is-bad-request': documented('7', since, {
    text: 'A countryId that is no number answers 400.',
    reading: `Only values that no notation of numbers allows are asked. The body of a 400 is open. ${everyTime}`,
  }),
} satisfies Record<string, Clause>;
