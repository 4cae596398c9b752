/** Reads an operation's schemas as the list of what may be written down: what they show and do not mark. */
import { z } from 'zod';
import type { OperationId } from '../../contracts/operations.ts';
import { type Payloads, payloads } from '../../contracts/payloads.ts';
import { type Sensitivity, sensitivityKeyword } from '../../contracts/schemas/sensitivity.ts';

/** What the schemas say of one place in a body. */
export type Place = {
  /** A string, number or boolean may stay. */
  readonly isKept: boolean;
  readonly mark: Sensitivity | undefined;
  /** The `code` of an error, which is machine-readable or it is not kept. */
  readonly isErrorCode: boolean;
  /** The `message` of an error, of which some words may stay. */
  readonly isMessage: boolean;
  property(name: string): Place | undefined;
  item(): Place | undefined;
};

export type AllowList = Readonly<Record<'query' | 'request' | 'response', Place | undefined>>;

type Schema = { readonly [keyword: string]: unknown };
/** A piece of a schema and the document in which its references point. */
type Fragment = { readonly schema: Schema; readonly root: Schema };

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const referenced = (root: Schema, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, name) => (isSchema(at) ? at[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      root,
    );

/** The fragment and all that it refers to or combines; a reference that leads to nothing but itself is not written by zod. */
const flattened = ({ schema, root }: Fragment): Fragment[] => {
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] as unknown[] | undefined) ?? []);
  if (typeof schema.$ref === 'string') parts.push(referenced(root, schema.$ref));
  return [{ schema, root }, ...parts.filter(isSchema).flatMap((part) => flattened({ schema: part, root }))];
};

const primitiveTypes = new Set(['string', 'number', 'integer', 'boolean']);
const structural = ['$ref', 'anyOf', 'oneOf', 'allOf', 'properties', 'items', 'prefixItems'];

const showsPrimitive = (schema: Schema): boolean => {
  if (schema.type !== undefined) return [schema.type].flat().some((type) => primitiveTypes.has(String(type)));
  return 'const' in schema || 'enum' in schema || !structural.some((keyword) => keyword in schema);
};

/** The strictest mark wins, whichever schema bears it. */
const strictness: readonly Sensitivity[] = ['secret', 'personal', 'jwt'];

const childFragments = (fragments: readonly Fragment[], pick: (schema: Schema) => unknown[]): Fragment[] =>
  fragments.flatMap(({ schema, root }) =>
    pick(schema)
      .filter(isSchema)
      .map((child) => ({ schema: child, root })),
  );

/** Made as a body is walked, because a schema may refer to itself. */
const place = (given: readonly Fragment[], path: string): Place | undefined => {
  if (given.length === 0) return undefined;
  const fragments = given.flatMap(flattened);
  const marks = new Set(fragments.map(({ schema }) => schema[sensitivityKeyword]));
  const mark = strictness.find((sensitivity) => marks.has(sensitivity));
  const isKept = mark === undefined && fragments.some(({ schema }) => showsPrimitive(schema));
  const shownNames = new Set(fragments.flatMap(({ schema }) => Object.keys(schema.properties ?? {})));
  const properties = new Map<string, Place | undefined>();
  let ofItems: { readonly place: Place | undefined } | undefined;

  const propertyAt = (name: string): Place | undefined => {
    const children = childFragments(fragments, ({ properties: shown }) =>
      isSchema(shown) && Object.hasOwn(shown, name) ? [shown[name]] : [],
    );
    return place(children, path === '' ? name : `${path}.${name}`);
  };

  return {
    isKept,
    mark,
    isErrorCode: path === 'error.code',
    isMessage: path === 'error.message',
    property: (name) => {
      // Under a marked object nothing is shown.
      if (mark !== undefined || !shownNames.has(name)) return undefined;
      const known = properties.get(name) ?? propertyAt(name);
      properties.set(name, known);
      return known;
    },
    item: () => {
      if (mark !== undefined) return undefined;
      ofItems ??= {
        place: place(
          childFragments(fragments, ({ items, prefixItems }) => [items, prefixItems].flat()),
          `${path}[]`,
        ),
      };
      return ofItems.place;
    },
  };
};

const fragmentsOf = (schemas: readonly (z.ZodType | undefined)[]): Fragment[] =>
  schemas.flatMap((schema) => {
    if (!schema) return [];
    const root = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema;
    return [{ schema: root, root }];
  });

const madeOf = ({ query, body, success, answer, refusal }: Payloads): AllowList => ({
  query: place(fragmentsOf([query]), ''),
  request: place(fragmentsOf([body]), ''),
  response: place(fragmentsOf([success, answer, refusal]), ''),
});

/** What the tables say never changes, and a gate makes many clients. */
const made = new Map<OperationId, AllowList>();

/** The allow-list of one operation. The answer of every outcome counts, for a refusal can come with any status. */
export const allowList = (operation: OperationId): AllowList => {
  const list = made.get(operation) ?? madeOf(payloads[operation]);
  made.set(operation, list);
  return list;
};
