/** What the list of the cities of a country promises (parts 2.6, 4.7 and 7). */

import { type Check, mismatch, same, shown, unshown } from '../check.ts';
import { badAreAnswered, everyTime } from '../checks/failed-every-time.ts';
import {
  callerMayLackRights,
  completeRecords,
  type Departure,
  everyRecord,
  listClauses,
  listSameForEveryAsker,
  since,
} from '../checks/lists.ts';
import { dictionaryDimensions, nothingOwn } from '../dimensions.ts';
import type { Json } from '../json.ts';
import { succeeded } from '../outcome.ts';
import { cities } from '../payloads.ts';
import { answered, asked, bodyOf, field, isAboutRights, perTrace, queryValues, recordsOf } from '../subjects.ts';
import { derived, documented, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';

/** As programs write it: a plus sign, leading zeros and the like a service may take for no number. */
const wholeNumber = /^(0|-?[1-9]\d*)$/;

/** The countryId asked for; undefined when it was not sent exactly once as a whole number. */
const countryIdOf = (exchange: Exchange): number | undefined => {
  const [value, ...more] = queryValues(exchange, 'countryId');
  return value !== undefined && more.length === 0 && wholeNumber.test(value) ? Number(value) : undefined;
};

type ListedNames = { readonly nameRu: Set<Json>; readonly nameEn: Set<Json> };

/** The countries of one trace, by id, under every name that a read of the list gave them: others may rename them. */
type CountryNames = ReadonlyMap<number, ListedNames>;

/** Every request for cities asks for them anew. */
const countriesOf = perTrace((trace): CountryNames => {
  const listed = new Map<number, ListedNames>();
  for (const record of answered(trace, 'countries').filter(succeeded).flatMap(recordsOf)) {
    const [id, nameRu, nameEn] = ['id', 'nameRu', 'nameEn'].map((name) => field(record, name));
    if (typeof id !== 'number') continue;
    const names = listed.get(id) ?? { nameRu: new Set(), nameEn: new Set() };
    if (typeof nameRu === 'string') names.nameRu.add(nameRu);
    if (typeof nameEn === 'string') names.nameEn.add(nameEn);
    listed.set(id, names);
  }
  return listed;
});

/** The names under which the list of countries has the country of a city; undefined when it does not have it. */
const listedNames = (city: Json, trace: Trace): ListedNames | undefined => {
  const id = field(field(city, 'country'), 'id');
  return typeof id === 'number' ? countriesOf(trace).get(id) : undefined;
};

const asksKnownCountry = (exchange: Exchange, trace: Trace): boolean => {
  const id = countryIdOf(exchange);
  // Beyond 2^53 two ids have one number.
  return id !== undefined && id !== 0 && Number.isSafeInteger(id) && countriesOf(trace).has(id);
};

const decimal = /^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d*[1-9])$/;

const numberOf = (exchange: Exchange): number | undefined => {
  const [value, ...more] = queryValues(exchange, 'countryId');
  return value !== undefined && more.length === 0 && decimal.test(value) ? Number(value) : undefined;
};

/** Without a list of countries only 0 is known to be unknown. */
const asksUnknownCountry = (exchange: Exchange, trace: Trace): boolean => {
  const number = numberOf(exchange);
  const known = countriesOf(trace);
  return number === 0 || (number !== undefined && known.size > 0 && !known.has(number));
};

/** Ids of more than 32 bits, and numbers that are no integer, a service may take for no number that it knows. */
const isPerhapsNoNumber = (exchange: Exchange): boolean => {
  const number = numberOf(exchange) ?? 0;
  return !Number.isInteger(number) || Math.abs(number) >= 2 ** 31;
};

/** Cities that all say they are of the very country asked for show that it exists, and that the list leaves it out. */
const showsUnlistedCountry = (exchange: Exchange): boolean => {
  const id = countryIdOf(exchange) ?? 0;
  const cities = recordsOf(exchange);
  return id > 0 && cities.length > 0 && cities.every((city) => field(field(city, 'country'), 'id') === id);
};

/** A 200 whose body is no JSON breaks the json clause and says nothing here. */
const isReadable = (exchange: Exchange): boolean =>
  exchange.response?.status !== 200 || bodyOf(exchange) !== undefined || !succeeded(exchange);

const answersBadRequest = (isBad: (values: readonly string[]) => boolean): Check =>
  badAreAnswered(400, (trace) => {
    const all = asked(trace, 'cities');
    return {
      bad: all.filter((exchange) => isBad(queryValues(exchange, 'countryId')) && !isAboutRights(exchange)),
      good: all.filter((exchange) => countryIdOf(exchange) !== undefined),
    };
  });

const axis = (record: Json, name: 'latitude' | 'longitude', limit: number): Departure[] | undefined => {
  const value = field(record, name);
  if (typeof value !== 'number') return undefined;
  return Math.abs(value) <= limit ? [] : [{ path: [name], expected: `between -${limit} and ${limit}` }];
};

const like = { id: 0, nameRu: '', nameEn: '', latitude: 0, longitude: 0, country: { id: 0, nameRu: '', nameEn: '' } };

/**
 * Notations that some parser takes for a number. They are special names, digits of any script, a decimal comma, digits
 * in groups, Java's suffix for a float, and a hexadecimal fraction.
 */
const lenientNumbers = [
  /^[+-]?(inf(inity)?|nan|∞)$/i,
  /^[+-]?\p{N}+([_'’,\s]\p{N}+)*([.,]\p{N}*)?[df]?$/iu,
  /^[+-]?\p{N}{1,3}(\.\p{N}{3})+(,\p{N}*)?$/u,
  /^[+-]?0x[\da-f.]+p[+-]?\d+$/i,
];

/** No notation of numbers that we know of allows it. */
function isNoNumber(value: string): boolean {
  const text = value.trim();
  return text !== '' && Number.isNaN(Number(text)) && !lenientNumbers.some((form) => form.test(text));
}

export const citiesTopic = topic('cities', {
  area: 'dictionaries',
  dimensions: [...dictionaryDimensions, 'position'],
  clauses: {
    'cities.same-for-every-asker': listSameForEveryAsker('cities', { things: 'cities of a country', like }),
    ...listClauses('cities', {
      things: 'cities of a country',
      list: cities,
      like,
      isValid: asksKnownCountry,
      own: {
        'valid-request-is-answered': {
          text: 'A request for the cities of a known country is answered, not refused.',
          reading: `${callerMayLackRights} Other notations of its id than the plain one may be refused.`,
        },
        'list-is-an-array': {
          text: 'The cities of a country are an array.',
          reading: 'An empty one is lawful for a known country.',
        },
        'records-are-complete': completeRecords(
          'Every city has an integer id, the strings nameRu and nameEn, the numbers latitude and longitude, and a country with integer id, nameRu and nameEn.',
        ),
      },
    }),

    'cities.belong-to-the-country-asked': documented('4.7', {
      since,
      text: 'Every city answered belongs to the country asked for.',
      ...everyRecord(
        'cities',
        (record, exchange) => {
          const id = field(field(record, 'country'), 'id');
          const countryId = countryIdOf(exchange);
          if (typeof id !== 'number') return undefined;
          return id === countryId ? [] : [{ path: ['country', 'id'], expected: `${countryId}, the country asked for` }];
        },
        (exchange) => countryIdOf(exchange) !== undefined,
      ),
    }),

    'cities.country-names-agree': derived('2.6', {
      since,
      text: 'The names of a city’s country are those of the list of countries.',
      given: (trace) =>
        answered(trace, 'cities').filter(
          (exchange) =>
            !succeeded(exchange) || recordsOf(exchange).some((record) => listedNames(record, trace) !== undefined),
        ),
      then: (exchange, trace) =>
        recordsOf(exchange).flatMap((record, at) =>
          (['nameRu', 'nameEn'] as const).flatMap((name) => {
            const reported = field(field(record, 'country'), name);
            const listed = listedNames(record, trace)?.[name] ?? new Set();
            // Another clause, on the shape of records, judges a name that is no string.
            if (typeof reported !== 'string' || listed.size === 0 || listed.has(reported)) return [];
            const expected = `${shown([...listed].at(-1))}, as in the list of countries`;
            return [mismatch(exchange, ['response', 'body', at, 'country', name], expected)];
          }),
        ),
    }),

    'cities.coordinates-are-in-range': derived('2.6', {
      since,
      text: 'Latitude lies between -90 and 90, longitude between -180 and 180.',
      ...everyRecord('cities', (record) => {
        const [latitude, longitude] = [axis(record, 'latitude', 90), axis(record, 'longitude', 180)];
        return latitude || longitude ? [...(latitude ?? []), ...(longitude ?? [])] : undefined;
      }),
    }),

    'cities.unknown-country-is-empty': documented('4.7', {
      since,
      text: 'A countryId that matches no country, 0 included, answers 200 with an empty list.',
      reading:
        'Of which numbers an id is made is not said: a fraction, or more than 32 bits, may also answer 400, and only the plain notation of a number is asked about. That the list of countries is whole is not said: an id it skips exists when all cities answered say that they are of it.',
      dimensions: nothingOwn,
      given: (trace) =>
        asked(trace, 'cities').filter(
          (exchange) => asksUnknownCountry(exchange, trace) && !isAboutRights(exchange) && isReadable(exchange),
        ),
      then: (exchange) => {
        if (isPerhapsNoNumber(exchange) && exchange.response?.status === 400) return undefined;
        if (showsUnlistedCountry(exchange)) return unshown('the list of countries leaves out the one asked for');
        return same(exchange, ['response', 'status'], 200) ?? same(exchange, ['response', 'body'], []);
      },
    }),

    'cities.missing-country-id-is-bad-request': documented('7', {
      since,
      text: 'A request for cities without a countryId answers 400.',
      reading: `An empty countryId is either missing or no number, and answers 400 by both. The body of a 400 is open. ${everyTime}`,
      dimensions: nothingOwn,
      ...answersBadRequest((values) => values.every((value) => value === '')),
    }),

    'cities.non-numeric-country-id-is-bad-request': documented('7', {
      since,
      text: 'A countryId that is no number answers 400.',
      reading: `Only values that no notation of numbers allows are asked. The body of a 400 is open. ${everyTime}`,
      dimensions: nothingOwn,
      ...answersBadRequest(([value, ...more]) => value !== undefined && more.length === 0 && isNoNumber(value)),
    }),
  },
});
