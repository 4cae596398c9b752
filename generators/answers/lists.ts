/** Draws conforming lists of the dictionary (parts 2.6 and 4.7). */
import fc from 'fast-check';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { payloads } from '../../contracts/payloads.ts';
import type { Places } from '../from-schema.ts';
import { conforming } from './conforming.ts';

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
const sorted = (records: readonly Json[]): Json[] => {
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

/** A list of a few records, in a lawful order. */
export const listed = (list: List, rules: Places = {}): fc.Arbitrary<Json[]> =>
  conforming(payloads[list].success, { ...ruled[list], ...rules })
    .map((records) => sorted(Array.isArray(records) ? records : []))
    .map((records) => (list === 'amenities' ? records.map(paired) : records));

export type Country = { readonly id: number; readonly nameRu: string; readonly nameEn: string };

/** The cities of one country. */
export const citiesOf = ({ id, nameRu, nameEn }: Country): fc.Arbitrary<Json[]> =>
  listed('cities', {
    '[].country.id': fc.constant(id),
    '[].country.nameRu': fc.constant(nameRu),
    '[].country.nameEn': fc.constant(nameEn),
  });
