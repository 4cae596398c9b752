/** Literal traces for the clauses of accommodation types, bed types and meal types. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  type Answer,
  countries,
  empty,
  ok,
  refusal,
  type Sent,
  type Step,
  type TypeList,
  text,
  traceOf,
  typeList,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

/** The cases that every dictionary list shares: its shape, its order, its ids, its steadiness (part 2.6). */
type Dictionary = {
  /** A complete record of this id, but for what is given. */
  readonly record: (id: Json, part?: Record<string, Json>) => { [key: string]: Json };
  readonly ask: (came: Answer, sent?: Sent) => Step;
  /** What has to come before a valid request. */
  readonly before: readonly Step[];
  /** A field that is a string; absent where the id is the one field shown. */
  readonly named?: string;
};
const sameToUs = ['9007199254740992', '9007199254740993'].map(Number);

export const dictionaryCases = ({ record, ask, before, named }: Dictionary) => {
  /** A documented field, and a value that no record has. */
  const [shownField, another] = named === undefined ? ['id', 99] : [named, 'Other'];
  const one = (came: Answer): Trace => traceOf([ask(came)]);
  const list = (...ids: Json[]): Trace => one(ok(ids.map((id) => record(id))));
  const valid = (came: Answer): Trace => traceOf([...before, ask(came)]);
  const reads = (...bodies: Json[]): Trace => traceOf(bodies.map((body) => ask(ok(body))));
  const nothing = {
    refused: one(refusal(403, 'ACCESS_DENIED')),
    'text is for the json clause': one(text(200)),
  };
  const noRecord = { ...nothing, 'no list': one(ok({ items: [record('x')] })) };
  const unshown = { 'an empty list': list() };
  const uncounted = { ...unshown, 'no id is a number': list(null, 'b', 'a') };
  const idOf = (at: number) => `response.body[${at}].id`;
  const unsorted = (at: number, before: number, ids: number[], count = 1) =>
    breaks(idOf(at), `sorted by id, and the one before it is ${before}`, String(ids[at]), list(...ids), count);
  const lacking = (name: string, type: string) => {
    const { [name]: _, ...rest } = record(1);
    const place = `response.body[0].${name}`;
    return [
      [`no ${name}`, breaks(place, type, 'absent', one(ok([rest])))],
      [`${name} null`, breaks(place, type, 'null', one(ok([{ ...rest, [name]: null }])))],
    ] as const;
  };
  const without = (name: string) => Object.fromEntries(Object.entries(record(1)).filter(([key]) => key !== name));

  return {
    'valid-request-is-answered': {
      passes: { list: valid(ok([record(1)])) },
      fails: {
        'not found': breaks('response.status', '200', '404', valid(text(404, 'html'))),
        'a 204': breaks('response.status', '200', '204', valid(empty(204))),
        'an error under status 200': breaks(
          'response.body',
          'the answer, not an error',
          '{"error":{"code":"X","message":"No."}}',
          valid(refusal(200, 'X')),
        ),
      },
      nothing: { 'a refused token': valid(text(401)) },
    },
    'list-is-an-array': {
      passes: { filled: list(1, 2), empty: list() },
      fails: { null: breaks('response.body', 'an array', 'null', one(ok(null))) },
      nothing,
    },
    'records-are-complete': {
      passes: { complete: list(1, 2), 'further fields': one(ok([record(1, { region: null, constructor: 1 })])) },
      fails: {
        fifty: breaks(idOf(0), 'number', '"0"', list(...Array.from({ length: 50 }, (_, i) => String(i))), 50),
        'a fraction': breaks(idOf(0), 'integer', '1.5', list(1.5)),
        ...Object.fromEntries(Object.entries(record(1)).flatMap(([name, value]) => lacking(name, typeof value))),
        'a record that is null': breaks('response.body[0]', 'object', 'null', one(ok([null]))),
      },
      nothing: noRecord,
      unshown,
    },
    'sorted-by-id': {
      passes: {
        rising: list(1, 2, 10),
        falling: list(10, 2, 1),
        single: list(7),
      },
      fails: { 'the shortest': unsorted(2, 3, [1, 3, 2]), 'equal ones between': unsorted(4, 3, [1, 3, 3, 3, 2, 5]) },
      nothing: noRecord,
      unshown: uncounted,
    },
    'lowest-id-first': {
      passes: { rising: list(1, 2, 3), single: list(7), same: list(4, 4) },
      fails: { 'a pair': breaks(idOf(0), 'the lowest id, which is 1', '2', list(2, 1)) },
      nothing: { ...noRecord },
      unshown: uncounted,
    },
    'ids-are-unique': {
      passes: { unique: list(1, 2, 3), 'ids that only we cannot tell apart': list(...sameToUs) },
      fails: { twice: breaks(idOf(2), 'an id of its own, and record 0 has it too', '1', list(1, 2, 1)) },
      nothing: noRecord,
      unshown: uncounted,
    },
    'two-reads-agree': {
      passes: {
        same: reads([record(1)], [record(1)], [record(1)]),
        'null is absence': reads(
          [record(1, { [shownField]: null })],
          [without(shownField)],
          [record(1, { [shownField]: null })],
        ),
        'a list of another shape in between is for another clause': reads(
          [record(1)],
          { items: [] },
          [record(1)],
          [record(1)],
        ),
      },
      fails: {
        'null is not zero': breaks(
          'response.body[0].id',
          '0, as in the reads before and after it',
          'null',
          reads([record(0)], [{ ...record(0), id: null }], [record(0)]),
        ),
        'one long': breaks(
          'response.body.length',
          '0, as in the reads before and after it',
          '1',
          reads([], [record(1)], []),
        ),
        'one field of one record': breaks(
          `response.body[1].${shownField}`,
          `${JSON.stringify(record(2)[shownField])}, as in the reads before and after it`,
          JSON.stringify(another),
          reads([record(1), record(2)], [record(1), record(2, { [shownField]: another })], [record(1), record(2)]),
        ),
        'in another order': breaks(
          'response.body[0].id',
          '1, as in the reads before and after it',
          '2',
          reads([record(1), record(2)], [record(2), record(1)], [record(1), record(2)]),
        ),
      },
      nothing: {
        ...nothing,
        'no three in one language': traceOf(
          ['ru', 'ru', 'en', 'en'].map((language, i) => ask(ok([record(i)]), { language })),
        ),
      },
      unshown: { 'the data is changing': reads([record(1)], [record(2)], [record(3)]) },
    },
  } satisfies Record<string, ClauseCases>;
};

type SharedRule = keyof ReturnType<typeof dictionaryCases>;

/** The shared cases under the ids of the clauses of an area. */
export const clausesOf = <Area extends string>(area: Area, shared: Readonly<Record<SharedRule, ClauseCases>>) =>
  Object.fromEntries(Object.entries(shared).map(([rule, cases]) => [`${area}.${rule}`, cases])) as {
    readonly [Rule in SharedRule as `${Area}.${Rule}`]: ClauseCases;
  };

/** Literal traces for the clauses of the list of countries. */
export const country = (id: Json, part: Record<string, Json> = {}): { [key: string]: Json } => ({
  id,
  nameRu: `Страна ${id}`,
  nameEn: `Land ${id}`,
  codeA2: 'AB',
  codeA3: 'ABC',
  ...part,
});

const shared = dictionaryCases({ record: country, ask: countries, before: [], named: 'nameEn' });

const coded = (name: string, ...codes: Json[]) =>
  traceOf([countries(ok(codes.map((code, i) => country(i, { [name]: code }))))]);

const letters = (name: string, count: number, [right, long, digit]: [string, string, string]): ClauseCases => {
  const wrong = (code: string) =>
    breaks(`response.body[1].${name}`, `${count} letters`, JSON.stringify(code), coded(name, right, code));
  return {
    passes: { capital: coded(name, right) },
    fails: Object.fromEntries([long, digit, '', `${right} `, `${right}\n`].map((code) => [code, wrong(code)])),
    nothing: { 'no list': traceOf([countries(ok({ items: [] }))]) },
    unshown: { 'an empty list': coded(name), 'no text': coded(name, 12, null) },
  };
};

export const countriesCases = {
  'countries.valid-request-is-answered': shared['valid-request-is-answered'],
  'countries.list-is-an-array': shared['list-is-an-array'],
  'countries.records-are-complete': shared['records-are-complete'],
  'countries.sorted-by-id': shared['sorted-by-id'],
  'countries.lowest-id-first': shared['lowest-id-first'],
  'countries.ids-are-unique': shared['ids-are-unique'],
  'countries.two-letter-code': letters('codeA2', 2, ['AB', 'ABC', 'A1']),
  'countries.three-letter-code': letters('codeA3', 3, ['ABC', 'AB', '123']),
  'countries.two-reads-agree': shared['two-reads-agree'],
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of accommodation types, bed types and meal types. */
export const namedType = (id: Json, part: { [key: string]: Json } = {}): { [key: string]: Json } => ({
  id,
  nameRu: `Вид ${id}`,
  nameEn: `Type ${id}`,
  ...part,
});

/** No more than the id is shown. */
const bareType = (id: Json, part: { [key: string]: Json } = {}): { [key: string]: Json } => ({ id, ...part });

const asking =
  (list: TypeList) =>
  (came: Answer, sent: Sent = {}) =>
    typeList(list, came, sent);

const named = (list: TypeList) =>
  dictionaryCases({ record: namedType, ask: asking(list), before: [], named: 'nameRu' });

const bedTypes = dictionaryCases({ record: bareType, ask: asking('bed-types'), before: [] });
const beds = (...bodies: Json[]) => traceOf(bodies.map((body) => typeList('bed-types', ok(body))));

export const typeListCases = {
  ...clausesOf('accommodation-types', named('accommodation-types')),
  ...clausesOf('meal-types', named('meal-types')),
  ...clausesOf('bed-types', bedTypes),
  'bed-types.records-are-complete': {
    ...bedTypes['records-are-complete'],
    passes: { ...bedTypes['records-are-complete'].passes, 'ids of text': beds([{ id: 'double' }, { id: '2' }]) },
    fails: {
      ...bedTypes['records-are-complete'].fails,
      // Fifty ids of text are lawful here; fifty and a number are not.
      fifty: breaks(
        'response.body[1].id',
        'number',
        '"0"',
        beds([{ id: 1 }, ...Array.from({ length: 50 }, (_, i) => ({ id: String(i) }))]),
        50,
      ),
    },
  },
  'bed-types.two-reads-agree': {
    ...bedTypes['two-reads-agree'],
    passes: { ...bedTypes['two-reads-agree'].passes },
  },
};
