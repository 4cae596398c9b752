/** From a Zod schema to the JSON Schema documents that others read, alone or inside an OpenAPI document. */
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy in which every reference into `$defs` points to where `target` says. */
const redirected = (node: unknown, target: (name: string) => string): unknown => {
  if (Array.isArray(node)) return node.map((each) => redirected(each, target));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/')
        ? [key, target(value.slice('#/$defs/'.length))]
        : [key, redirected(value, target)],
    ),
  );
};

/** The definitions of a schema by id, and which of them is the schema itself. Only schemas with an id are published. */
const definitionsOf = (schema: z.ZodType): { id: string; definitions: JsonSchema } => {
  const { id } = schema.meta() ?? {};
  if (id === undefined) throw new Error('a schema without an id cannot be published: give it one with .meta({ id })');
  const document: JsonSchema = z.toJSONSchema(schema, { target: 'draft-2020-12' });
  // Zod extracts what has an id, and refers to it even from the root.
  return { id, definitions: isRecord(document.$defs) ? document.$defs : { [id]: document } };
};

/** A document that stands alone; its `$id` is a URN, as the place where it will be served is not known. */
export const jsonSchemaOf = (name: string, schema: z.ZodType): JsonSchema => {
  const { id, definitions } = definitionsOf(schema);
  const { [id]: root, ...others } = redirected(definitions, (ref) =>
    ref === id ? '#' : `#/$defs/${ref}`,
  ) as JsonSchema;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:preflight:schema:${name}`,
    title: id,
    ...(root as JsonSchema),
    ...(Object.keys(others).length > 0 && { $defs: others }),
  };
};

/** The schemas and all they refer to, as the `components.schemas` of an OpenAPI document. */
export const componentsOf = (schemas: readonly z.ZodType[]): JsonSchema =>
  redirected(
    Object.assign({}, ...schemas.map((schema) => definitionsOf(schema).definitions)),
    (ref) => `#/components/schemas/${ref}`,
  ) as JsonSchema;

/** A reference to a schema among the components. */
export const componentRef = (schema: z.ZodType): JsonSchema => ({
  $ref: `#/components/schemas/${definitionsOf(schema).id}`,
});

/** The properties of an object schema, each with its schema and whether it must be there. */
export const propertiesOf = (schema: z.ZodType): { name: string; isRequired: boolean; schema: JsonSchema }[] => {
  const { id, definitions } = definitionsOf(schema);
  const { properties, required } = definitions[id] as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    isRequired: required?.includes(name) ?? false,
    schema: property,
  }));
};
