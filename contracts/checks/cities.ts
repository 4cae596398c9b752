/** Checks of the list of the cities of a country (parts 2.6, 4.7 and 7). */
import { type Check, check } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import { mismatch, same, shown } from '../mismatch.ts';
import { succeeded } from '../outcome.ts';
import { cities } from '../schemas/cities.ts';
import { asked, bodyOf, field, isAboutRights, queryValues, recordsOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  everyRecord,
  idsAreUnique,
  listIsAnArray,
  lowestIdFirst,
  recordsAreComplete,
  sortedById,
  twoReadsAgree,
  validRequestIsAnswered,
} from './lists.ts';

const wholeNumber = /^-?\d+$/;

/** The countryId asked for; undefined when it was not sent exactly once as a whole number. */
const countryIdOf = (exchange: Exchange): number | undefined => {
  const [value, ...more] = queryValues(exchange, 'countryId');
  return value !== undefined && more.length === 0 && wholeNumber.test(value) ? Number(value) : undefined;
};

/** The countries this trace was told of, by id; of several reads the last. */
const countriesOf = (trace: Trace): ReadonlyMap<number, { nameRu: unknown; nameEn: unknown }> => {
  const read = trace.exchanges.findLast(
    (exchange) => exchange.operation === 'countries' && recordsOf(exchange).length > 0,
  );
  const named = (read ? recordsOf(read) : []).flatMap((record) => {
    const id = field(record, 'id');
    return typeof id === 'number'
      ? [[id, { nameRu: field(record, 'nameRu'), nameEn: field(record, 'nameEn') }] as const]
      : [];
  });
  return new Map(named);
};

const asksKnownCountry = (exchange: Exchange, trace: Trace): boolean => {
  const id = countryIdOf(exchange);
  return id !== undefined && id !== 0 && countriesOf(trace).has(id);
};

/** Without a list of countries only 0 is known to be unknown. */
const asksUnknownCountry = (exchange: Exchange, trace: Trace): boolean => {
  const id = countryIdOf(exchange);
  const known = countriesOf(trace);
  return id === 0 || (id !== undefined && known.size > 0 && !known.has(id));
};

/** A complete body that is no JSON breaks the json clause and says nothing here. */
const isReadable = (exchange: Exchange): boolean => !succeeded(exchange) || bodyOf(exchange) !== undefined;

const answersBadRequest = (clause: ClauseId, isBad: (values: readonly string[]) => boolean): Check =>
  check<Exchange>(clause, {
    given: ({ trace }) =>
      asked(trace, 'cities').filter(
        (exchange) => isBad(queryValues(exchange, 'countryId')) && !isAboutRights(exchange),
      ),
    then: (exchange) => same(exchange, ['response', 'status'], 400),
  });

const axis = (name: 'latitude' | 'longitude', limit: number) => (record: Parameters<typeof field>[0]) => {
  const value = field(record, name);
  return typeof value !== 'number' || Math.abs(value) <= limit
    ? []
    : [{ path: [name], expected: `between -${limit} and ${limit}` }];
};

const like = { id: 0, nameRu: '', nameEn: '', latitude: 0, longitude: 0, country: { id: 0, nameRu: '', nameEn: '' } };

export const citiesChecks: readonly Check[] = [
  validRequestIsAnswered('cities.valid-request-is-answered', 'cities', asksKnownCountry),
  listIsAnArray('cities.list-is-an-array', 'cities'),
  recordsAreComplete('cities.records-are-complete', 'cities', cities),
  sortedById('cities.sorted-by-id', 'cities'),
  lowestIdFirst('cities.lowest-id-first', 'cities'),
  idsAreUnique('cities.ids-are-unique', 'cities'),
  twoReadsAgree('cities.two-reads-agree', 'cities', like),

  everyRecord(
    'cities.belong-to-the-country-asked',
    'cities',
    (record, exchange) => {
      const id = field(field(record, 'country'), 'id');
      const countryId = countryIdOf(exchange);
      return typeof id !== 'number' || id === countryId
        ? []
        : [{ path: ['country', 'id'], expected: `${countryId}, the country asked for` }];
    },
    (exchange) => countryIdOf(exchange) !== undefined,
  ),

  everyRecord('cities.coordinates-are-in-range', 'cities', (record) => [
    ...axis('latitude', 90)(record),
    ...axis('longitude', 180)(record),
  ]),

  check<Exchange>('cities.country-names-agree', {
    given: ({ trace }) =>
      asked(trace, 'cities').filter((exchange) => recordsOf(exchange).length > 0 || !succeeded(exchange)),
    then: (exchange, { trace }) => {
      const known = countriesOf(trace);
      return recordsOf(exchange).flatMap((record, at) => {
        const country = field(record, 'country');
        const listed = known.get(Number(field(country, 'id')));
        return (['nameRu', 'nameEn'] as const)
          .filter((name) => listed && typeof field(country, name) === 'string' && field(country, name) !== listed[name])
          .map((name) =>
            mismatch(
              exchange,
              ['response', 'body', at, 'country', name],
              `${shown(listed?.[name])}, as in the list of countries`,
            ),
          );
      });
    },
  }),

  check<Exchange>('cities.unknown-country-is-empty', {
    given: ({ trace }) =>
      asked(trace, 'cities').filter(
        (exchange) => asksUnknownCountry(exchange, trace) && !isAboutRights(exchange) && isReadable(exchange),
      ),
    then: (exchange) => same(exchange, ['response', 'status'], 200) ?? same(exchange, ['response', 'body'], []),
  }),

  answersBadRequest('cities.missing-country-id-is-bad-request', (values) => values.length === 0),
  answersBadRequest(
    'cities.non-numeric-country-id-is-bad-request',
    ([value, ...more]) => value !== undefined && more.length === 0 && isNoNumber(value),
  ),
];

/** No notation of numbers that we know of allows it: it has a letter or two separators, and is no special name. */
function isNoNumber(value: string): boolean {
  return value.trim() !== '' && Number.isNaN(Number(value)) && !/^[+-]?(inf(inity)?|\d+[.,]\d+)$/i.test(value);
}
