/** A dialect of the sandbox as an OpenAPI 3.1 document: what is documented, and with examples what the dialect adds. */

import { isJsonObject, type Json } from '../contracts/json.ts';
import { guestMarkPrefix } from '../contracts/name-words.ts';
import type { OperationId } from '../contracts/operations.ts';
import { succeeded } from '../contracts/outcome.ts';
import { type JsonSchema, openApi } from '../contracts/publish/open-api.ts';
import type { Exchange } from '../contracts/trace.ts';
import { flows } from '../flows/flows.ts';
import type { AnyDialectId } from '../sandbox/dialects.ts';
import { startSandbox } from '../sandbox/server.ts';
import { simulatedTime, targetReading, walkedWorld } from './walked-world.ts';

/** Together they ask every operation, and are answered. */
const walked = [
  'list-countries',
  'list-cities',
  'list-accommodation-types',
  'list-amenities',
  'list-bed-types',
  'list-meal-types',
  'show-hotel-cards',
  'price-hotels',
  'book-then-cancel',
  'search-flights',
  'book-then-void',
  'exchange-then-refund',
];

/** So that a document is the same on every day. */
const startsAt = Date.UTC(2026, 8, 14, 9);
/** Each walk draws the names of its invented guests anew. */
const drawnNames = new RegExp(`${guestMarkPrefix}[a-z]+`, 'g');
const nameInstead = `${guestMarkPrefix}example`;

const exchangesIn = async (dialect: AnyDialectId): Promise<Exchange[]> => {
  const time = simulatedTime(() => startsAt);
  const sandbox = await startSandbox({ world: { dialect, scale: 'small', now: time.now } });
  const exchanges: Exchange[] = [];
  const steps = flows.filter(({ id }) => walked.includes(id));
  const target = targetReading(dialect, sandbox.url);
  const see = (trace: { readonly exchanges: readonly Exchange[] }) =>
    exchanges.push(...trace.exchanges.filter(succeeded));
  await walkedWorld({ flows: steps, pairs: [] }, { target, seed: 1, depth: 'standard', time, see }).finally(
    sandbox.close,
  );
  return exchanges;
};

const typeOf = (value: Json): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
};

/** A map by id has another key in every sample. */
const isMap = (objects: readonly { readonly [key: string]: Json }[], keys: readonly string[]): boolean =>
  objects.length > 1 &&
  keys.length > 1 &&
  keys.every((key) => objects.filter((each) => Object.hasOwn(each, key)).length === 1);

/** What all samples have in common. */
const schemaOf = (samples: readonly Json[]): JsonSchema => {
  const types = [...new Set(samples.map(typeOf))].sort();
  const named = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
  const lists = samples.filter((value): value is Json[] => Array.isArray(value)).flat();
  const objects = samples.filter(isJsonObject);
  const keys = [...new Set(objects.flatMap(Object.keys))];
  const inside = (key: string): Json[] =>
    objects.filter((each) => Object.hasOwn(each, key)).map((each) => each[key] ?? null);
  return {
    type: named.length === 1 ? named[0] : named,
    ...(types.includes('array') && { items: lists.length > 0 ? schemaOf(lists) : {} }),
    ...(types.includes('object') &&
      (isMap(objects, keys)
        ? { additionalProperties: schemaOf(keys.flatMap(inside)) }
        : {
            properties: Object.fromEntries(keys.map((key) => [key, schemaOf(inside(key))])),
            required: keys.filter((key) => objects.every((each) => Object.hasOwn(each, key))),
          })),
  };
};

/** An example shows so many of a list. */
const shownMax = 3;

const shortened = (value: Json): Json => {
  if (Array.isArray(value)) return value.slice(0, shownMax).map(shortened);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]));
};

/** The first with something in all its lists, else the first. */
const exampleIn = (samples: readonly Json[]): Json | undefined => {
  const isShown = (value: Json): boolean => {
    if (Array.isArray(value)) return value.length > 0 && value.every(isShown);
    return !isJsonObject(value) || Object.values(value).every(isShown);
  };
  return samples.find(isShown) ?? samples[0];
};

/** A documented form stays, and what the samples show stands beside it. */
const shownIn = (content: JsonSchema | undefined, samples: readonly Json[]): JsonSchema => {
  const documented = Object(Object(content)['application/json']).schema as JsonSchema | undefined;
  const schema = schemaOf(samples);
  const isOpen = documented === undefined || Object.keys(documented).length === 0;
  return {
    'application/json': {
      schema: isOpen ? schema : { allOf: [documented, schema] },
      example: exampleIn(samples.map(shortened)),
    },
  };
};

const bodiesOf = (exchanges: readonly Exchange[], of: (exchange: Exchange) => Json | undefined): Json[] =>
  exchanges.map(of).filter((body) => body !== undefined);

const shownOperation = (operation: JsonSchema, exchanges: readonly Exchange[]): JsonSchema => {
  const asked = bodiesOf(exchanges, ({ request }) => request.body);
  const answered = bodiesOf(exchanges, ({ response }) => response?.body);
  const [[status, success] = ['2XX', {}], ...refusals] = Object.entries(Object(operation.responses));
  return {
    ...operation,
    ...(asked.length > 0 && {
      requestBody: { required: true, content: shownIn(Object(operation.requestBody).content, asked) },
    }),
    ...(answered.length > 0 && {
      responses: {
        [status]: { ...Object(success), content: shownIn(Object(success).content, answered) },
        ...Object.fromEntries(refusals),
      },
    }),
  };
};

/** @returns The document, as a partner would get it with the service. */
export const openApiOf = async (dialect: AnyDialectId): Promise<JsonSchema> => {
  const exchanges = Map.groupBy(await exchangesIn(dialect), ({ operation }) => operation);
  const document = openApi();
  const paths = Object.entries(document.paths as Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>);
  const shown = paths.map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const id = operation.operationId as OperationId;
        // It is documented in full, and its example would hold a secret.
        return [method, id === 'token' ? operation : shownOperation(operation, exchanges.get(id) ?? [])];
      }),
    ),
  ]);
  const info = { ...Object(document.info), title: `Travel Booking Service, dialect ${dialect} of the sandbox` };
  const text = JSON.stringify({ ...document, info, paths: Object.fromEntries(shown) });
  return JSON.parse(text.replaceAll(drawnNames, nameInstead));
};
