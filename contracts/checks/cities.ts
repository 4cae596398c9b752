/** Checks of the list of the cities of a country (parts 2.6, 4.7 and 7). */
import { type Check, check, unshown } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import type { Json } from '../json.ts';
import { mismatch, same, shown } from '../mismatch.ts';
import { succeeded } from '../outcome.ts';
import { perTrace } from '../per-trace.ts';
import { cities } from '../schemas/cities.ts';
import { answered, asked, bodyOf, field, isAboutRights, queryValues, recordsOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { type FailedEveryTime, failedEveryTime } from './failed-every-time.ts';
import { listChecks } from './list-checks.ts';
import { type Departure, everyRecord } from './lists.ts';

/** As programs write it: a plus sign, leading zeros and the like a service may take for no number. */
const wholeNumber = /^(0|-?[1-9]\d*)$/;

/** The countryId asked for; undefined when it was not sent exactly once as a whole number. */
const countryIdOf = (exchange: Exchange): number | undefined => {
  const [value, ...more] = queryValues(exchange, 'countryId');
  return value !== undefined && more.length === 0 && wholeNumber.test(value) ? Number(value) : undefined;
};

type Names = { readonly nameRu: Set<Json>; readonly nameEn: Set<Json> };

/** The countries of one trace, by id, under every name that a read of the list gave them: others may rename them. */
type CountryNames = ReadonlyMap<number, Names>;

/** Every request for cities asks for them anew. */
const countriesOf = perTrace((trace): CountryNames => {
  const listed = new Map<number, Names>();
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
const listedNames = (city: Json, trace: Trace): Names | undefined => {
  const id = field(field(city, 'country'), 'id');
  return typeof id === 'number' ? countriesOf(trace).get(id) : undefined;
};

const asksKnownCountry = (exchange: Exchange, trace: Trace): boolean => {
  const id = countryIdOf(exchange);
  // Beyond 2^53 two ids have one number.
  return id !== undefined && id !== 0 && Number.isSafeInteger(id) && countriesOf(trace).has(id);
};

const decimal = /^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d*[1-9])$/;

/** The number asked for, which may be no id at all. */
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

const isGroup = (subject: Exchange | FailedEveryTime): subject is FailedEveryTime => 'last' in subject;

/** An error of the server is trouble, unless the same request meets it every time and well-formed ones do not. */
const answersBadRequest = (clause: ClauseId, isBad: (values: readonly string[]) => boolean): Check =>
  check(clause, {
    given: (trace) => {
      const all = asked(trace, 'cities');
      const bad = all.filter((exchange) => isBad(queryValues(exchange, 'countryId')) && !isAboutRights(exchange));
      const groups = failedEveryTime(
        bad,
        all.filter((exchange) => countryIdOf(exchange) !== undefined),
      );
      const grouped = new Set(groups.flatMap(({ exchanges }) => exchanges));
      return [...bad.filter((exchange) => !grouped.has(exchange)), ...groups];
    },
    isAboutTrouble: isGroup,
    then: (subject) => same(isGroup(subject) ? subject.last : subject, ['response', 'status'], 400),
  });

const axis = (record: Json, name: 'latitude' | 'longitude', limit: number): Departure[] | undefined => {
  const value = field(record, name);
  if (typeof value !== 'number') return undefined;
  return Math.abs(value) <= limit ? [] : [{ path: [name], expected: `between -${limit} and ${limit}` }];
};

const like = { id: 0, nameRu: '', nameEn: '', latitude: 0, longitude: 0, country: { id: 0, nameRu: '', nameEn: '' } };

export const citiesChecks: readonly Check[] = [
  ...listChecks('cities', cities, like, asksKnownCountry),

  everyRecord(
    'cities.belong-to-the-country-asked',
    'cities',
    (record, exchange) => {
      const id = field(field(record, 'country'), 'id');
      const countryId = countryIdOf(exchange);
      if (typeof id !== 'number') return undefined;
      return id === countryId ? [] : [{ path: ['country', 'id'], expected: `${countryId}, the country asked for` }];
    },
    (exchange) => countryIdOf(exchange) !== undefined,
  ),

  everyRecord('cities.coordinates-are-in-range', 'cities', (record) => {
    const [latitude, longitude] = [axis(record, 'latitude', 90), axis(record, 'longitude', 180)];
    return latitude || longitude ? [...(latitude ?? []), ...(longitude ?? [])] : undefined;
  }),

  check('cities.country-names-agree', {
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
          // A name that is no string is the matter of the records' shape.
          if (typeof reported !== 'string' || listed.size === 0 || listed.has(reported)) return [];
          const expected = `${shown([...listed].at(-1))}, as in the list of countries`;
          return [mismatch(exchange, ['response', 'body', at, 'country', name], expected)];
        }),
      ),
  }),

  check('cities.unknown-country-is-empty', {
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

  answersBadRequest('cities.missing-country-id-is-bad-request', (values) => values.every((value) => value === '')),
  answersBadRequest(
    'cities.non-numeric-country-id-is-bad-request',
    ([value, ...more]) => value !== undefined && more.length === 0 && isNoNumber(value),
  ),
];

/**
 * Notations that some parser takes for a number: special names, digits of any script, a decimal comma, digits in groups,
 * Java's suffix for a float, a hexadecimal fraction.
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
