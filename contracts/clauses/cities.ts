/** What the list of the cities of a country promises (parts 2.6, 4.7 and 7). */
import type { Clause } from '../clause.ts';
import { wholeRecord } from './dictionary-readings.ts';

const since = '2026-08-11';

const everyTime =
  'An error of the server is trouble of the moment, unless the same request meets one three times, and every well-formed request in between is answered.';

export const citiesClauses = {
  'cities.valid-request-is-answered': {
    section: '4.7',
    basis: 'documented',
    since,
    text: 'A request for the cities of a known country is answered, not refused.',
    reading:
      'A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses. Other notations of its id than the plain one may be refused.',
  },
  'cities.list-is-an-array': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The cities of a country are an array.',
    reading: 'An empty one is lawful for a known country.',
  },
  'cities.records-are-complete': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'Every city has an integer id, the strings nameRu and nameEn, the numbers latitude and longitude, and a country with integer id, nameRu and nameEn.',
    reading: `${wholeRecord} Further fields are lawful; null is the same as absent.`,
  },
  'cities.sorted-by-id': {
    section: '2.6',
    basis: 'documented',
    since,
    text: 'The cities of a country are sorted by id.',
    reading: 'The direction is not said: either passes here.',
  },
  'cities.lowest-id-first': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'The sorted cities begin with the lowest id.',
  },
  'cities.ids-are-unique': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'No two cities of a country share an id.',
  },
  'cities.belong-to-the-country-asked': {
    section: '4.7',
    basis: 'documented',
    since,
    text: 'Every city answered belongs to the country asked for.',
  },
  'cities.country-names-agree': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'The names of a city’s country are those of the list of countries.',
  },
  'cities.coordinates-are-in-range': {
    section: '2.6',
    basis: 'derived',
    since,
    text: 'Latitude lies between -90 and 90, longitude between -180 and 180.',
  },
  'cities.unknown-country-is-empty': {
    section: '4.7',
    basis: 'documented',
    since,
    text: 'A countryId that matches no country, 0 included, answers 200 with an empty list.',
    reading:
      'Of which numbers an id is made is not said: a fraction, or more than 32 bits, may also answer 400, and only the plain notation of a number is asked about. That the list of countries is whole is not said: an id it skips exists when all cities answered say that they are of it.',
  },
  'cities.missing-country-id-is-bad-request': {
    section: '7',
    basis: 'documented',
    since,
    text: 'A request for cities without a countryId answers 400.',
    reading: `An empty countryId is either missing or no number, and answers 400 by both. The body of a 400 is open. ${everyTime}`,
  },
  'cities.non-numeric-country-id-is-bad-request': {
    section: '7',
    basis: 'documented',
    since,
    text: 'A countryId that is no number answers 400.',
    reading: `Only values that no notation of numbers allows are asked. The body of a 400 is open. ${everyTime}`,
  },
  'cities.two-reads-agree': {
    section: '1',
    basis: 'derived',
    since,
    text: 'Two reads of the cities of a country in a row tell the same.',
    reading:
      'Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.',
  },
} as const satisfies Record<string, Clause>;
