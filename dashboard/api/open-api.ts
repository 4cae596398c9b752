/** The document of the API, made from its routes. */
import { z } from 'zod';
import { type ApiRoute, refusalForm } from './route.ts';

type SchemaObject = Record<string, unknown>;

const isJson = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemaOf = (form: z.ZodType, io: 'input' | 'output'): SchemaObject => {
  const { $schema: _, ...schema } = z.toJSONSchema(form, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as SchemaObject;
  return schema;
};

/** Definitions stand once in the document, and are referred to from everywhere. */
const lifted = (schema: SchemaObject, components: SchemaObject): unknown => {
  const moved = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(moved);
    if (!isJson(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, value.replace('#/$defs/', '#/components/schemas/')]
          : [key, moved(value)],
      ),
    );
  };
  const { $defs = {}, ...own } = schema;
  for (const [name, definition] of Object.entries($defs as SchemaObject)) components[name] = moved(definition);
  return moved(own);
};

const parametersOf = (form: z.ZodType, where: 'path' | 'query', components: SchemaObject): SchemaObject[] => {
  const { properties = {}, required = [] } = schemaOf(form, 'input');
  return Object.entries(properties as SchemaObject).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || (required as string[]).includes(name),
    schema: lifted(schema as SchemaObject, components),
  }));
};

const refusals = [400, 401, 403, 404, 503];

export const openApiOf = (routes: readonly ApiRoute[]): SchemaObject => {
  const components: SchemaObject = {};
  const content = (form: z.ZodType, io: 'input' | 'output'): SchemaObject => ({
    content: { 'application/json': { schema: lifted(schemaOf(form, io), components) } },
  });
  const refusal = { description: 'Refused, with the reason', ...content(refusalForm, 'output') };
  const paths: Record<string, SchemaObject> = {};
  for (const { method, path, summary, params, query, body, answer } of routes) {
    const at = path.replace(/:(\w+)/g, '{$1}');
    paths[at] = {
      ...paths[at],
      [method.toLowerCase()]: {
        summary,
        operationId: `${method.toLowerCase()}${at.replace(/[^a-z]+(\w?)/gi, (_, letter: string) => letter.toUpperCase())}`,
        parameters: [...parametersOf(params, 'path', components), ...parametersOf(query, 'query', components)],
        ...(method === 'POST' && { requestBody: { required: true, ...content(body, 'input') } }),
        responses: {
          200: { description: 'What was asked for', ...content(answer, 'output') },
          ...Object.fromEntries(refusals.map((status) => [status, refusal])),
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Preflight: what a monitor has found',
      version: '1',
      description: 'Results, incidents and history. Beyond this machine every call needs a token. Moments are in UTC.',
    },
    components: { schemas: components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }, {}],
    paths,
  };
};
