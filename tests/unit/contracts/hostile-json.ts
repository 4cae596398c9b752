/** Arbitraries of JSON as an adversary would send it: odd numbers, odd keys, and right values made wrong once. */
import fc from 'fast-check';
import type { Json } from '../../../contracts/json.ts';
import { type Freedom, type Node, valuesOf } from './schema-values.ts';

/** Documented names, so that hostile values reach the depths of a schema, and names that every object inherits. */
const names = [
  'token',
  'expiresAt',
  'error',
  'code',
  'message',
  'success',
  'id',
  'nameRu',
  'nameEn',
  'codeA2',
  'codeA3',
  'latitude',
  'longitude',
  'country',
  'clientId',
  'clientSecret',
  'countryId',
  'searchId',
  'bookingId',
  'ticketNumber',
  'exchangeId',
  'voidedAt',
  'tickets',
  'hotel',
  'group',
  'level',
  'isDeleted',
  'name',
  'ru',
  'en',
  'stars',
  'phones',
  'amenities',
  'photos',
  'category',
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'toJSON',
  'length',
  'then',
  '',
];

export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

/** As JSON.parse makes them: 1e999 is Infinity, and -0 keeps its sign. */
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc
    .constantFrom(
      '0',
      '-0',
      '1.5',
      '1e300',
      '-1e300',
      '1e999',
      '-1e999',
      '5e-324',
      '1e-7',
      '1e20',
      '1e21',
      '1e22',
      '9007199254740993',
      '18446744073709551615',
      '4.000000000000001',
      '1000000000000000.5',
      '0.30000000000000004',
    )
    .map((text) => JSON.parse(text) as number),
  fc.double({ noNaN: true }),
  fc.integer(),
);

const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '2026-09-02T12:00:00Z',
    'eyJhbGciOiJub25lIn0.e30.',
    'AUTHENTICATION_FAILED',
    '<!doctype html>',
  ),
);

const nested = (key: fc.Arbitrary<string>): fc.Arbitrary<Json> =>
  fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<Json>(null, true, false),
      hostileNumber,
      hostileText,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map(ownEntries),
    ),
  })).value;

/** Unlike a literal, JSON.parse makes `__proto__` a key like any other; so does this. */
const ownEntries = (entries: readonly (readonly [string, Json])[]): { [key: string]: Json } => {
  const made = {};
  for (const [name, value] of entries) {
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return made;
};

export const hostileJson: fc.Arbitrary<Json> = fc.oneof(nested(hostileKey), fc.jsonValue() as fc.Arbitrary<Json>);

const hostile: Freedom = {
  text: hostileText,
  integer: hostileNumber.filter(Number.isInteger),
  number: ({ minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE }) =>
    hostileNumber.filter((number) => number >= minimum && number <= maximum),
  anything: nested(hostileKey),
  extras: fc.array(fc.tuple(hostileKey, nested(hostileKey)), { maxLength: 2 }).map(ownEntries),
};

/** Values that conform to a schema, and are as odd as it lets them be. */
export const conforming = (schema: Node): fc.Arbitrary<Json> => valuesOf(schema, hostile);

/** The value with one place of it replaced or left out; `way` chooses the place. */
export const broken = (value: Json, way: readonly number[], instead: Json | undefined): Json => {
  const [turn, ...rest] = way;
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (turn === undefined || keys.length === 0) return instead ?? null;
  const chosen = keys[turn % keys.length];
  if (Array.isArray(value)) return value.map((each, i) => (String(i) === chosen ? broken(each, rest, instead) : each));
  return ownEntries(
    Object.entries(value as Record<string, Json>).flatMap(([name, each]): [string, Json][] => {
      if (name !== chosen) return [[name, each]];
      return rest.length === 0 && instead === undefined ? [] : [[name, broken(each, rest, instead)]];
    }),
  );
};
