/** Draws values from a schema (design, part 5: Zod is the one source), so that a change of it changes the draws. */
import fc from 'fast-check';
import { z } from 'zod';
import type { Details } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import { payloads } from '../contracts/payloads.ts';
import { formKeyword, sensitivityKeyword } from '../contracts/schemas/sensitivity.ts';

/** The part of JSON Schema that our schemas are written in. */
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

const understood = [
  '$schema',
  '$ref',
  '$defs',
  'id',
  'description',
  sensitivityKeyword,
  formKeyword,
  'anyOf',
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minimum',
  'maximum',
];

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

/** What is drawn where a schema leaves something open. */
export type Freedom = {
  readonly text: fc.Arbitrary<string>;
  readonly integer: fc.Arbitrary<number>;
  readonly number: (node: Node) => fc.Arbitrary<number>;
  readonly anything: fc.Arbitrary<Json>;
  /** Members of an object besides those that its schema shows. */
  readonly extras: fc.Arbitrary<Readonly<Record<string, Json>>>;
};

/** By the place in the schema, such as `country.id` or `[].codeA2`: what is drawn there instead. */
type DrawnPlaces = Readonly<Record<string, fc.Arbitrary<Json>>>;

/** A keyword that is not handled here would not be kept. */
const refuseStrange = (node: Node): void => {
  // A UUID is shown by a pattern as well.
  const known = node.format === 'uuid' ? [...understood, 'format', 'pattern'] : understood;
  const strange = Object.keys(node).find((keyword) => !known.includes(keyword));
  if (strange !== undefined) throw new TypeError(`no values are known here for ${node.format ?? strange}`);
};

/** What stands in the place of a member is drawn by the schema, or left out. */
const without = (more: Readonly<Record<string, Json>>, shown: object): Record<string, Json> =>
  Object.fromEntries(Object.entries(more).filter(([name]) => !Object.hasOwn(shown, name)));

/** @throws TypeError for a keyword that this does not know. */
export const valuesOf = (root: Node, freedom: Freedom, places: DrawnPlaces = {}): fc.Arbitrary<Json> => {
  const drawn = (node: Node, place: string): fc.Arbitrary<Json> => {
    const ruled = places[place];
    if (ruled) return ruled;
    const { anyOf, ...found } = resolved(node, root);
    refuseStrange(found);
    const { type, properties = {}, required = [], items = {}, format } = found;
    const inner = (part: Node, name: string) => drawn(part, place === '' ? name : `${place}.${name}`);
    if (anyOf) return fc.oneof(...anyOf.map((each) => drawn(each, place)));
    switch (type) {
      case 'object': {
        const model = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part, name)]));
        return fc
          .tuple(freedom.extras, fc.record(model, { requiredKeys: [...required], noNullPrototype: true }))
          .map(([more, shown]) => ({ ...without(more, model), ...shown }));
      }
      case 'array':
        return fc.array(inner(items, '[]'), { maxLength: 4 });
      case 'string':
        return format === 'uuid' ? fc.uuid() : freedom.text;
      case 'integer':
        return freedom.integer;
      case 'number':
        return freedom.number(found);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case undefined:
        return freedom.anything;
      default:
        throw new TypeError(`no values are known here for ${type}`);
    }
  };
  return drawn(root, '');
};

/** Of requests: a service may refuse what the schema does not show. */
const strict: Freedom = {
  text: fc.string({ unit: 'grapheme', maxLength: 24 }),
  integer: fc.maxSafeInteger(),
  // -0 and 0 are one in JSON.
  number: ({ minimum: min, maximum: max }) =>
    fc
      .double({
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
        noNaN: true,
        noDefaultInfinity: true,
      })
      .map((value) => value + 0),
  anything: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  extras: fc.constant({}),
};

/** Values that conform to the schema of a request, and show nothing else. */
export const fromSchema = (schema: z.ZodType, places: DrawnPlaces = {}): fc.Arbitrary<Json> =>
  valuesOf(nodeOf(schema), strict, places);

/** Details of a view (part 4.6), derived from the schema of the request, so that another flag would be drawn, too. */
export const viewDetails: fc.Arbitrary<Details> = fromSchema(payloads['view-booking'].body).map(
  (body) => (body as { details: Details }).details,
);
