/** Conforming dictionary lists, and stories of one list each (parts 2.6 and 4.7). */
import fc from 'fast-check';
import type { z } from 'zod';
import type { ClauseId } from '../../contracts/clauses.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { cities } from '../../contracts/schemas/cities.ts';
import { countries } from '../../contracts/schemas/countries.ts';
import { accommodationTypes, amenities, bedTypes, mealTypes } from '../../contracts/schemas/hotel-dictionaries.ts';
import {
  type BodyChange,
  type Breakage,
  breakage,
  inTurn,
  oneAnswer,
  oneBody,
  type Pick,
  type Story,
  type Which,
} from './breakage.ts';
import { conforming, type Places, text } from './conforming.ts';
import { departuresOf } from './departing.ts';
import { beginning, ok, refused } from './telling.ts';
import { wire } from './wire.ts';

const letter = fc.constantFrom('a', 'Z', 'Я', 'é', '中');
const letters = (count: number) =>
  fc.array(letter, { minLength: count, maxLength: count }).map((each) => each.join(''));

const idOf = (record: Json): number => (isJsonObject(record) ? Number(record.id) : 0);

/** Of one type, whichever: of text nobody knows the order. */
const oneType = (records: readonly Json[]): Json[] => {
  const ids = records.filter((record) => isJsonObject(record) && typeof record.id === 'number');
  return ids.length > 0 ? ids : [...records];
};

const key = (record: Json): Json => (isJsonObject(record) ? (record.id ?? null) : null);

/** Sorted by ids that are unique; or of any order where ids are text. */
export const sorted = (records: readonly Json[]): Json[] => {
  const unique = [...new Map(oneType(records).map((record) => [key(record), record])).values()];
  return unique.every((record) => typeof key(record) === 'number')
    ? unique.toSorted((one, other) => idOf(one) - idOf(other))
    : unique;
};

/** A group and a level, or neither. */
const paired = (record: Json): Json => {
  if (!isJsonObject(record)) return record;
  const { group = null, level = null, ...rest } = record;
  return group === null || level === null ? rest : record;
};

const levels = fc.oneof(fc.constantFrom<Json[]>('Hotel', 'Room', 'Apartment'), fc.constant(null));

export type List = 'countries' | 'cities' | 'accommodation-types' | 'amenities' | 'bed-types' | 'meal-types';

export const listSchemas = {
  countries,
  cities,
  'accommodation-types': accommodationTypes,
  amenities,
  'bed-types': bedTypes,
  'meal-types': mealTypes,
} as const satisfies Readonly<Record<List, z.ZodType>>;

const ruled: Readonly<Partial<Record<List, Places>>> = {
  countries: { '[].codeA2': letters(2), '[].codeA3': letters(3) },
  cities: {
    '[].latitude': fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value + 0),
    '[].longitude': fc.oneof(
      fc.integer({ min: -180, max: 180 }).map((value) => value + 0),
      fc.constantFrom(180, -180),
    ),
  },
  amenities: { '[].level': levels },
};

/** A list of up to a few records; sometimes of hundreds. */
export const listed = (list: List, rules: Places = {}): fc.Arbitrary<Json[]> =>
  conforming(listSchemas[list], { ...ruled[list], ...rules })
    .map((records) => sorted(Array.isArray(records) ? records : []))
    .map((records) => (list === 'amenities' ? records.map(paired) : records));

export type Country = { readonly id: number; readonly nameRu: string; readonly nameEn: string };

/** Countries that can be asked for, and the cities of one of them. */
export const world = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
    listed('countries'),
    fc.array(fc.tuple(text, text), { minLength: 4, maxLength: 4 }),
    fc.nat(3),
  )
  .map(([ids, [like], named, nth]) => {
    const model = isJsonObject(like) ? like : { codeA2: 'DE', codeA3: 'DEU' };
    const all = ids
      .toSorted((one, other) => one - other)
      .map((id, i) => ({ ...model, id, nameRu: named[i]?.[0] ?? '', nameEn: named[i]?.[1] ?? '' }));
    return { all, one: all[nth % all.length] as Country };
  });

export const structural = (
  clause: ClauseId,
  list: List,
  isApart: (path: readonly (string | number)[]) => boolean,
): Breakage =>
  breakage(
    clause,
    `departs from the schema of ${list}`,
    oneBody(list, (body, pick) => {
      const all = departuresOf(listSchemas[list], body).filter(
        ({ path, how }) => path.length > 1 && !(how === 'halves' && isApart(path)),
      );
      return inTurn(all, pick)[0]?.value;
    }),
  );

/** The list with some of its records changed; undefined when it has fewer than are needed. */
export const records =
  (min: number, change: (list: readonly Json[], pick: Pick) => Json | undefined): BodyChange =>
  (body, pick) =>
    Array.isArray(body) && body.length >= min ? change(body, pick) : undefined;

const isCounted = (list: readonly Json[]): boolean => list.every((record) => typeof key(record) === 'number');

const swapped = (list: readonly Json[], pick: Pick): Json | undefined => {
  if (!isCounted(list)) return undefined;
  const at = pick(list.length - 1);
  return list.map((record, i) => (i === at ? list[at + 1] : i === at + 1 ? list[at] : record) as Json);
};

const doubled = (list: readonly Json[], pick: Pick): Json | undefined => {
  const [at] = inTurn(
    list.flatMap((record, i) => (Number.isSafeInteger(key(record)) ? [i] : [])),
    pick,
  );
  return at === undefined ? undefined : [...list.slice(0, at + 1), ...list.slice(at)];
};

/** Each record that fits, one of them changed. */
export const oneRecord = (change: (record: { [key: string]: Json }, pick: Pick) => Json | undefined): BodyChange =>
  records(1, (list, pick) => {
    for (const at of inTurn([...list.keys()], pick)) {
      const record = list[at];
      const other = isJsonObject(record) ? change(record, pick) : undefined;
      if (other !== undefined) return list.map((each, i) => (i === at ? other : each));
    }
    return undefined;
  });

/** @param which The requests that must be answered with a list. */
export const listBreakages = (list: List, which: Which = list): readonly Breakage[] => {
  const clause = (rule: string) => `${list}.${rule}` as ClauseId;
  return [
    breakage(clause('valid-request-is-answered'), 'refuses it', oneAnswer(which, ...refusals)),
    breakage(
      clause('list-is-an-array'),
      'is no array',
      oneBody(which, (body, pick) => [{ items: body }, null, 'none', 0, { ...(body as object) }][pick(5)] as Json),
    ),
    breakage(clause('sorted-by-id'), 'swaps two neighbours', oneBody(which, records(3, swapped))),
    breakage(
      clause('lowest-id-first'),
      'falls',
      oneBody(
        which,
        records(2, (all) => (isCounted(all) ? all.toReversed() : undefined)),
      ),
    ),
    breakage(clause('ids-are-unique'), 'tells a record twice', oneBody(which, records(1, doubled))),
  ];
};

const refusals = [
  refused(400, 'BAD_REQUEST'),
  refused(200, 'NO_LIST'),
  refused(404, 'BOOKING_NOT_FOUND'),
  { status: 405 },
  { status: 204 },
];

const ofType = (list: Exclude<List, 'cities'>, more: readonly Breakage[] = []): Story => ({
  name: list,
  conforming: fc.tuple(wire, listed(list), fc.option(text)).map(([drawn, body]) => {
    const telling = beginning(drawn);
    telling.ask(list, {}, ok(body));
    return telling.end();
  }),
  breakages: [...listBreakages(list), structural(`${list}.records-are-complete`, list, () => false), ...more],
});

const code = (name: string, ...values: readonly string[]) =>
  oneBody(
    'countries',
    oneRecord((record, pick) => ({ ...record, [name]: values[pick(values.length)] ?? '' })),
  );

const amenityBreakages: readonly Breakage[] = [
  breakage(
    'amenities.group-and-level-come-together',
    'leaves out one of the two',
    oneBody(
      'amenities',
      oneRecord((record, pick) => {
        const [group, level] = [record.group ?? null, record.level ?? null];
        if (group === null || level === null) return { ...record, group: null, level: 'Room' };
        const { group: _, ...groupless } = record;
        return [groupless, { ...record, level: null }][pick(2)];
      }),
    ),
  ),
  breakage(
    'amenities.no-group-means-neither-key',
    'writes null for what is not there',
    oneBody(
      'amenities',
      oneRecord((record, pick) =>
        (record.group ?? record.level ?? null) === null
          ? { ...record, ...([{ group: null }, { level: null }, { group: null, level: null }][pick(3)] ?? {}) }
          : undefined,
      ),
    ),
  ),
  breakage(
    'amenities.level-is-one-of-three',
    'knows another level',
    oneBody(
      'amenities',
      oneRecord((record, pick) =>
        (record.group ?? null) === null
          ? undefined
          : { ...record, level: ['hotel', 'ROOM', 'Apartment ', '', 'Нotel', 'Floor'][pick(6)] ?? '' },
      ),
    ),
  ),
];

export const listStories: readonly Story[] = [
  ofType('countries', [
    breakage('countries.two-letter-code', 'writes no code', code('codeA2', 'DEU', 'D1', 'D ', '', 'D')),
    breakage('countries.three-letter-code', 'writes no code', code('codeA3', 'DE', '276', '   ', 'DEUT')),
  ]),
  ofType('accommodation-types'),
  ofType('amenities', amenityBreakages),
  ofType('bed-types'),
  ofType('meal-types'),
];
