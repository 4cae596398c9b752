/** Values that conform to the schema of an answer, with every freedom that its text leaves. */
import fc from 'fast-check';
import { z } from 'zod';
import type { Json } from '../../contracts/json.ts';

/** What of JSON Schema our schemas are written in. */
export type Node = {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
};

const nodes = new WeakMap<z.ZodType, Node>();

export const nodeOf = (schema: z.ZodType): Node => {
  const known = nodes.get(schema) ?? (z.toJSONSchema(schema) as Node);
  nodes.set(schema, known);
  return known;
};

/** The node itself, or what it refers to; of several types one branch each. */
export const resolved = (node: Node, { $defs = {} }: Node): Omit<Node, 'type'> & { readonly type?: string } => {
  const found = node.$ref === undefined ? node : $defs[node.$ref.replace('#/$defs/', '')];
  if (!found) throw new Error(`${node.$ref} leads nowhere`);
  const { type, ...rest } = found;
  if (Array.isArray(type)) return { anyOf: type.map((each) => ({ ...rest, type: each })) };
  return { ...rest, ...(typeof type === 'string' && { type }) };
};

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

/** By the place in the schema, such as `country.id` or `[].codeA2`: what a rule outside the schema asks for. */
export type Places = Readonly<Record<string, fc.Arbitrary<Json>>>;

const drawn = (node: Node, root: Node, places: Places, place: string): fc.Arbitrary<Json> => {
  const ruled = places[place];
  if (ruled) return ruled;
  const { anyOf, type, properties = {}, required = [], items, format, minimum, maximum } = resolved(node, root);
  const inner = (part: Node, name: string) => drawn(part, root, places, place === '' ? name : `${place}.${name}`);
  if (anyOf) return fc.oneof(...anyOf.map((each) => drawn(each, root, places, place)));
  switch (type) {
    case 'object': {
      const model = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part, name)]));
      return fc
        .tuple(extras, fc.record(model, { requiredKeys: [...required], noNullPrototype: true }))
        .map(([more, shown]) => ({ ...more, ...shown }));
    }
    case 'array':
      return fc.array(inner(items ?? {}, '[]'), { maxLength: 4 });
    case 'string':
      return format === 'uuid' ? fc.uuid() : text;
    case 'integer':
      return integer;
    case 'number':
      return fc
        .double({ noNaN: true, noDefaultInfinity: true, min: minimum ?? -1e6, max: maximum ?? 1e6 })
        .map((value) => value + 0);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      return anything;
    default:
      throw new Error(`no values are drawn for the type ${type}`);
  }
};

/** A value of a schema, drawn from its JSON Schema, so that a change of the schema changes what is drawn. */
export const conforming = (schema: z.ZodType, places: Places = {}): fc.Arbitrary<Json> => {
  const root = nodeOf(schema);
  return drawn(root, root, places, '');
};
