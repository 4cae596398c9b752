/** Draws values from a schema of payloads, as odd as a test wants them. */
import fc from 'fast-check';
import { z } from 'zod';
import type { Json } from '../../../contracts/json.ts';
import { formKeyword, sensitivityKeyword } from '../../../contracts/schemas/sensitivity.ts';

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
export const valuesOf = (root: Node, freedom: Freedom): fc.Arbitrary<Json> => {
  const drawn = (node: Node): fc.Arbitrary<Json> => {
    const { anyOf, ...found } = resolved(node, root);
    refuseStrange(found);
    const { type, properties = {}, required = [], items = {}, format } = found;
    if (anyOf) return fc.oneof(...anyOf.map(drawn));
    switch (type) {
      case 'object': {
        const model = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, drawn(part)]));
        return fc
          .tuple(freedom.extras, fc.record(model, { requiredKeys: [...required], noNullPrototype: true }))
          .map(([more, shown]) => ({ ...without(more, model), ...shown }));
      }
      case 'array':
        return fc.array(drawn(items), { maxLength: 4 });
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
  return drawn(root);
};
