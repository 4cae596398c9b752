/** Literal traces for the clauses of the list of the cities of a country. */
import type { Json } from '../../../../contracts/json.ts';
import { type Answer, cities, countries, empty, failed, ok, refusal, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { country, dictionaryCases } from './dictionaries.ts';

const inCountry = (id: Json, part: Record<string, Json> = {}): Json => ({
  id,
  nameRu: `Страна ${id}`,
  nameEn: `Land ${id}`,
  ...part,
});

const city = (id: Json, part: Record<string, Json> = {}): { [key: string]: Json } => ({
  id,
  nameRu: `Город ${id}`,
  nameEn: `City ${id}`,
  latitude: 55.75,
  longitude: -37,
  country: inCountry(5),
  ...part,
});

const known = countries(ok([country(5), country(7)]));
const shared = dictionaryCases({
  record: city,
  ask: (came, sent) => cities(5, came, sent),
  before: [known],
  named: 'nameEn',
});

const ofSix = city(9, { country: inCountry(6) });

const list = (...records: Json[]) => traceOf([cities(5, ok(records))]);
const listed = (...records: Json[]) => traceOf([known, cities(5, ok(records))]);
const placed = (latitude: Json, longitude: Json) => list(city(1, { latitude, longitude }));
const asking = (id: string | number | undefined, came: Answer) => traceOf([known, cities(id, came)]);
const notEmpty = (where: string, expected: string, actual: string, came: Answer, id = 6) =>
  breaks(`response.${where}`, expected, actual, asking(id, came));

/** The request three times, each time with this answer, and after it those of well-formed requests. */
const again = (
  id: string | undefined,
  came: readonly Answer[],
  between: readonly (readonly Answer[])[] = [[ok([])], [ok([]), ok([])]],
) =>
  traceOf([
    known,
    ...came.flatMap((each, i) => [cities(id, each), ...(between[i] ?? []).map((one) => cities(7, one))]),
  ]);

const thrice = (came: Answer): Answer[] => [came, came, came];

const badRequest = (id: string | undefined, others: Readonly<Record<string, string>>): ClauseCases => {
  const is = (status: number, came: Answer) => breaks('response.status', '400', String(status), asking(id, came));
  return {
    passes: { 'an error': asking(id, refusal(400, 'BAD_REQUEST')), 'plain text': asking(id, text(400)) },
    fails: {
      'an error of the server each of three times': breaks(
        'response.status',
        '400',
        '500',
        again(id, thrice(empty(500))),
      ),
      'one of another kind each time': breaks(
        'response.status',
        '400',
        '502',
        again(id, [empty(500), refusal(500, 'INTERNAL_ERROR'), text(502, 'html')]),
      ),
      'an empty list': is(200, ok([])),
      'an error under status 200': is(200, refusal(200, 'BAD_REQUEST')),
    },
    nothing: {
      ...Object.fromEntries(Object.entries(others).map(([why, value]) => [why, asking(value, ok([]))])),
      forbidden: asking(id, empty(403)),
    },
    troubled: {
      'three times, and only once is all well': again(id, thrice(empty(500)), [[ok([])]]),
      'well-formed requests fail, too': again(id, thrice(empty(500)), [[ok([])], [ok([]), empty(500)]]),
      'a deadline in place of one': again(id, [empty(500), failed('deadline'), empty(500)]),
    },
  };
};

const missing = badRequest(undefined, { 'a number': '5' });

const noNumber = badRequest('abc', {
  ...Object.fromEntries(
    ['5', '-5', '5.0', '1e2', '0x1F', ' 5 ', '1,5', '1,000,000', '1.000.000', '1_000', '1 000', "1'000"].map(
      (number) => [number, number],
    ),
  ),
  ...Object.fromEntries(
    ['NaN', 'Infinity', '-inf', '٣٤', '１２', '½', '1f', '2.5D', '0x1.8p3', ''].map((odd) => [odd, odd]),
  ),
});

export const citiesCases = {
  'cities.valid-request-is-answered': {
    ...shared['valid-request-is-answered'],
    nothing: {
      ...shared['valid-request-is-answered'].nothing,
      'no country known': traceOf([cities(5, empty(404))]),
      '0, which is unknown even when listed': traceOf([countries(ok([country(0)])), cities(0, empty(404))]),
      'a zero before it': asking('05', empty(400)),
      'one that shares its number with its neighbour': traceOf([
        countries(ok([country(2 ** 53)])),
        cities(String(2n ** 53n + 1n), empty(400)),
      ]),
    },
  },
  'cities.list-is-an-array': shared['list-is-an-array'],
  'cities.records-are-complete': {
    ...shared['records-are-complete'],
    passes: { ...shared['records-are-complete'].passes },
    fails: { ...shared['records-are-complete'].fails },
  },
  'cities.sorted-by-id': shared['sorted-by-id'],
  'cities.lowest-id-first': shared['lowest-id-first'],
  'cities.ids-are-unique': shared['ids-are-unique'],
  'cities.two-reads-agree': shared['two-reads-agree'],
  'cities.belong-to-the-country-asked': {
    passes: { all: list(city(1), city(2)) },
    fails: {
      'even in an unknown country': breaks(
        'response.body[0].country.id',
        '0, the country asked for',
        '5',
        traceOf([cities('0', ok([city(1)]))]),
      ),
    },
    nothing: { 'no countryId': traceOf([cities(undefined, ok([city(1)]))]) },
    unshown: { 'no city tells its country': list(city(1, { country: null })) },
  },
  'cities.country-names-agree': {
    passes: {
      same: listed(city(1)),
      'a list without names is for its shape': traceOf([
        countries(ok([country(5, { nameRu: null, nameEn: 1 })])),
        cities(5, ok([city(1)])),
      ]),
      'no name is for the shape': listed(city(1, { country: inCountry(5, { nameEn: null }) })),
      'renamed between two reads': traceOf([
        known,
        cities(5, ok([city(1)])),
        countries(ok([country(5, { nameEn: 'New' })])),
        cities(5, ok([city(1, { country: inCountry(5, { nameEn: 'New' }) })])),
      ]),
    },
    fails: {
      'a former name': breaks(
        'response.body[0].country.nameEn',
        '"Land 5", as in the list of countries',
        '"Old"',
        listed(city(1, { country: inCountry(5, { nameEn: 'Old' }) })),
      ),
      'a former name in Russian': breaks(
        'response.body[0].country.nameRu',
        '"Страна 5", as in the list of countries',
        '"Old"',
        listed(city(1, { country: inCountry(5, { nameRu: 'Old' }) })),
      ),
    },
    nothing: { 'no list of countries': list(city(1)), 'an empty list': listed() },
  },
  'cities.coordinates-are-in-range': {
    passes: {
      inside: placed(1, 2),
      'the very limits': list(city(1, { latitude: -90, longitude: 180 })),
      'text is for the shape': placed('99', 0),
    },
    fails: {
      latitude: breaks('response.body[0].latitude', 'between -90 and 90', '90.1', placed(90.1, 0)),
      longitude: breaks('response.body[0].longitude', 'between -180 and 180', '-181', placed(0, -181)),
    },
    nothing: { 'no list': traceOf([cities(5, ok({ items: [] }))]) },
    unshown: { 'no numbers': placed('99', null) },
  },
  'cities.unknown-country-is-empty': {
    passes: {
      'not in the list': asking(6, ok([])),
      '0 without a list': traceOf([cities(0, ok([]))]),
      'a fraction is perhaps no number': asking('6.5', empty(400)),
      'more than 32 bits are perhaps no number': asking(2 ** 31, empty(400)),
    },
    fails: {
      'not found': notEmpty('status', '200', '404', empty(404)),
      'a 204': notEmpty('status', '200', '204', empty(204)),
      'a number of 31 bits refused': notEmpty('status', '200', '400', empty(400), 2 ** 31 - 1),
      'cities of another country': notEmpty('body', '[]', JSON.stringify([city(1)]), ok([city(1)])),
      'cities of two countries': notEmpty(
        'body',
        '[]',
        `${JSON.stringify([ofSix, city(1)]).slice(0, 200)}… (${JSON.stringify([ofSix, city(1)]).length} characters)`,
        ok([ofSix, city(1)]),
      ),
      'more than 32 bits not found': notEmpty('status', '200', '404', empty(404), 2 ** 31),
    },
    nothing: {
      'a known country': asking(5, ok([])),
      'no country known': traceOf([cities(6, empty(404))]),
      ...Object.fromEntries(
        ['06', '00', '-0', '+6', '6.0', '06.5', ' 6'].map((id) => [
          `${id}, which no program writes`,
          asking(id, empty(400)),
        ]),
      ),
      'a refused token': asking(6, text(401)),
      'text is for the json clause': asking(6, text(200)),
    },
    unshown: { 'a country that the list leaves out': asking(6, ok([ofSix])) },
  },
  'cities.missing-country-id-is-bad-request': {
    ...missing,
    passes: { ...missing.passes, 'an empty one': asking('', empty(400)) },
    fails: { ...missing.fails },
  },
  'cities.non-numeric-country-id-is-bad-request': {
    ...noNumber,
    troubled: {
      ...noNumber.troubled,
      'another one each time': traceOf(['a', 'b', 'c'].flatMap((one) => [cities(one, empty(500)), cities(7, ok([]))])),
    },
  },
} satisfies Record<string, ClauseCases>;
