/** Values that conform to the schema of an answer, with every freedom that its text leaves. */
import fc from 'fast-check';
import type { z } from 'zod';
import type { Json } from '../../contracts/json.ts';
import { type Freedom, nodeOf, type Places, valuesOf } from '../from-schema.ts';

const letters = ['Отель «Звезда»', 'Zürich', '東京 👩‍👩‍👧', 'e\u0301', '\u202Eedoc', 'O’Brien & Söhne <b>', '-', '0'];

/** Names as people write them: of any alphabet, with combining characters, and long. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...letters), weight: 3 },
  { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), weight: 3 },
  { arbitrary: fc.constant('я'.repeat(500)), weight: 1 },
);

/** Ids of any size that a JSON number holds. */
export const integer: fc.Arbitrary<number> = fc.oneof(
  { arbitrary: fc.integer({ min: -5, max: 5_000 }), weight: 6 },
  { arbitrary: fc.integer(), weight: 2 },
  { arbitrary: fc.maxSafeInteger(), weight: 1 },
  { arbitrary: fc.constantFrom(2 ** 31, 2 ** 32 + 1, 2 ** 53, 2 ** 60, 1e21), weight: 1 },
);

/** As the parser gives it: -0 is 0, and no key is a prototype. */
const anything: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('"__proto__"', '"proto"')) as Json);

const extraName = fc.constantFrom('x-trace', 'updatedAt', 'имя', 'meta', 'toString', '');

/** Fields that nobody promised, which every record may have. */
const extras: fc.Arbitrary<Record<string, Json>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 2 },
  { arbitrary: fc.dictionary(extraName, anything, { maxKeys: 2, noNullPrototype: true }), weight: 1 },
);

const free: Freedom = {
  text,
  integer,
  number: ({ minimum, maximum }) =>
    fc
      .double({ noNaN: true, noDefaultInfinity: true, min: minimum ?? -1e6, max: maximum ?? 1e6 })
      .map((value) => value + 0),
  anything,
  extras,
};

export const conforming = (schema: z.ZodType, places: Places = {}): fc.Arbitrary<Json> =>
  valuesOf(nodeOf(schema), free, places);
