/** Derives values from a schema (part 5 of the design: Zod is the one source), so that a change of it changes them. */
import fc from 'fast-check';
import { z } from 'zod';
import type { Json } from '../contracts/json.ts';
import { sensitivityKeyword } from '../contracts/schemas/sensitivity.ts';

type Schema = { readonly [keyword: string]: unknown };

/** Values for the properties of these names, whatever stands around them. */
export type Choices = Readonly<Record<string, fc.Arbitrary<Json>>>;

/** What a schema is read with: the choices, and the document in which references point. */
type Reading = { readonly choices: Choices; readonly root: Schema };

const silent = [
  '$schema',
  '$id',
  '$defs',
  'id',
  'title',
  'description',
  'default',
  'examples',
  'format',
  sensitivityKeyword,
];

/** What each type is drawn by; any other keyword is one that nobody has thought of here, and throws. */
const understood: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  null: [],
};

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  'date-time': fc
    .date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
};

const charactersMax = 24;
const elementsMax = 5;

const bound = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const textOf = ({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> => {
  const formed = typeof format === 'string' ? formats[format] : undefined;
  if (typeof format === 'string' && !formed) throw new TypeError(`no values for the format ${format} are known here`);
  if (formed) return formed;
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  const least = bound(minLength, 0);
  // Where a length is said, one character is one by every way to count.
  const unit = minLength === undefined && maxLength === undefined ? 'grapheme' : 'grapheme-ascii';
  return fc.string({ unit, minLength: least, maxLength: bound(maxLength, Math.max(least, charactersMax)) });
};

const numberOf = ({ type, minimum, maximum }: Schema): fc.Arbitrary<number> => {
  const range = { min: bound(minimum, -Number.MAX_SAFE_INTEGER), max: bound(maximum, Number.MAX_SAFE_INTEGER) };
  // -0 and 0 are one in JSON.
  return type === 'integer'
    ? fc.maxSafeInteger().filter((each) => each >= range.min && each <= range.max)
    : real(range);
};

const real = (range: { min: number; max: number }): fc.Arbitrary<number> =>
  fc.double({ ...range, noNaN: true, noDefaultInfinity: true }).map((each) => (Object.is(each, -0) ? 0 : each));

const anything: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;

const isOpen = (schema: Schema): boolean => Object.keys(schema).every((keyword) => silent.includes(keyword));

const objectOf = (schema: Schema, reading: Reading): fc.Arbitrary<Json> => {
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>);
  const members = properties.map(([name, of]) => [name, reading.choices[name] ?? valuesOf(of, reading)] as const);
  return fc.record(Object.fromEntries(members), {
    requiredKeys: (schema.required ?? []) as string[],
    noNullPrototype: true,
  });
};

const ofType = (schema: Schema, type: unknown, reading: Reading): fc.Arbitrary<Json> => {
  switch (type) {
    case 'object':
      return objectOf(schema, reading);
    case 'array':
      return fc.array(valuesOf(schema.items as Schema, reading), {
        minLength: bound(schema.minItems, 0),
        maxLength: bound(schema.maxItems, elementsMax),
      });
    case 'string':
      return textOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return numberOf({ ...schema, type });
  }
};

const typed = (schema: Schema, reading: Reading): fc.Arbitrary<Json> => {
  const types = [schema.type].flat().map(String);
  const known = ['type', ...silent, ...types.flatMap((type) => understood[type] ?? [])];
  const strange =
    types.find((type) => !understood[type]) ?? Object.keys(schema).find((keyword) => !known.includes(keyword));
  if (strange !== undefined) throw new TypeError(`no values are known here for ${strange}`);
  return fc.oneof(...types.map((type) => ofType(schema, type, reading)));
};

/** `#/$defs/Country` */
const referenced = ({ root }: Reading, reference: string): Schema =>
  reference
    .split('/')
    .slice(1)
    .reduce<Schema>((at, name) => at[name] as Schema, root);

const valuesOf = (schema: Schema, reading: Reading): fc.Arbitrary<Json> => {
  if (typeof schema.$ref === 'string') return valuesOf(referenced(reading, schema.$ref), reading);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]));
  if ('const' in schema) return fc.constant(schema.const as Json);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((each: Schema) => valuesOf(each, reading)));
  return isOpen(schema) ? anything : typed(schema, reading);
};

/**
 * Values that conform to a schema, without what it does not show: a service may refuse that.
 *
 * @throws TypeError for a keyword that this does not know: what it says would not be kept.
 */
export const fromSchema = (schema: z.ZodType, choices: Choices = {}): fc.Arbitrary<Json> => {
  const root = z.toJSONSchema(schema) as Schema;
  return valuesOf(root, { choices, root });
};
