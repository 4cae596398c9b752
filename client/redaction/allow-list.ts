/** Reads schemas as the list of what may leave: what has the form that they show, and is not marked. */
import { z } from 'zod';
import { facts } from '../../contracts/facts.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { type Payloads, payloads } from '../../contracts/payloads.ts';
import { hotelOffer } from '../../contracts/schemas/hotel-offer.ts';
import { type Form, formKeyword, type Sensitivity, sensitivityKeyword } from '../../contracts/schemas/sensitivity.ts';
import { forms, isNumeric } from './forms.ts';
import { once } from './remembered.ts';

/** What the schemas say of one place in a body. */
export type Place = {
  /** A text or number that has the form of the place. */
  keeps(value: string | number): boolean;
  readonly mark: Sensitivity | undefined;
  readonly form: Form | undefined;
  /** The `message` of an error, of which some words may stay. */
  readonly isMessage: boolean;
  /** The schemas show a property of that name. */
  names(name: string): boolean;
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

/** Of a text the type says nothing: what may stay needs a form, or is one of those that are listed. */
const shownBy = (schemas: readonly Schema[], isQuery: boolean): Place['keeps'] => {
  const types = new Set(schemas.flatMap(({ type }) => type));
  const isNumber = types.has('number');
  const isInteger = types.has('integer');
  const isUuid = schemas.some(({ format }) => format === 'uuid');
  const listed = new Set(schemas.flatMap((schema) => [schema.const, schema.enum].flat()));
  return (value) => {
    if (listed.has(value)) return true;
    if (typeof value === 'number') return isNumber || (isInteger && (Number.isInteger(value) || forms.score(value)));
    return (isUuid && forms.id(value)) || (isQuery && (isNumber || isInteger) && isNumeric(value));
  };
};

/** The strictest mark wins, whichever schema bears it. */
const strictness: readonly Sensitivity[] = ['secret', 'personal', 'jwt'];

const childFragments = (fragments: readonly Fragment[], pick: (schema: Schema) => unknown[]): Fragment[] =>
  fragments.flatMap(({ schema, root }) =>
    pick(schema)
      .filter(isSchema)
      .map((child) => ({ schema: child, root })),
  );

type Where = { readonly path: string; readonly form?: Form | undefined; readonly isQuery?: boolean };

/** Made as a body is walked, because a schema may refer to itself. */
const place = (given: readonly Fragment[], { path, form: around, isQuery = false }: Where): Place | undefined => {
  if (given.length === 0) return undefined;
  const fragments = given.flatMap(flattened);
  const marks = new Set(fragments.map(({ schema }) => schema[sensitivityKeyword]));
  const mark = strictness.find((sensitivity) => marks.has(sensitivity));
  const form = fragments.map(({ schema }) => schema[formKeyword] as Form | undefined).find(Boolean) ?? around;
  const shownNames = new Set(fragments.flatMap(({ schema }) => Object.keys(schema.properties ?? {})));
  const properties = new Map<string, Place | undefined>();
  let ofItems: { readonly place: Place | undefined } | undefined;

  const inside = (suffix: string, pick: (schema: Schema) => unknown[]): Place | undefined =>
    place(childFragments(fragments, pick), { path: `${path}${suffix}`, form, isQuery });

  const shownProperty = (name: string): Place | undefined =>
    inside(path === '' ? name : `.${name}`, ({ properties: shown }) =>
      isSchema(shown) && Object.hasOwn(shown, name) ? [shown[name]] : [],
    );

  const formed = form
    ? forms[form]
    : shownBy(
        fragments.map(({ schema }) => schema),
        isQuery,
      );
  const keeps: Place['keeps'] = mark === undefined ? formed : () => false;

  const self: Place = {
    keeps,
    mark,
    form,
    isMessage: path === 'error.message',
    names: (name) => mark === undefined && shownNames.has(name),
    property: (name) => {
      // Under a marked object nothing is shown.
      if (mark !== undefined) return undefined;
      // All inside a thing that has a form has the same.
      if (!shownNames.has(name)) return form && self;
      const known = properties.get(name) ?? shownProperty(name);
      properties.set(name, known);
      return known;
    },
    item: () => {
      if (mark !== undefined) return undefined;
      ofItems ??= { place: inside('[]', ({ items, prefixItems }) => [items, prefixItems].flat()) ?? (form && self) };
      return ofItems.place;
    },
  };
  return self;
};

const fragmentsOf = (schemas: readonly (z.ZodType | undefined)[]): Fragment[] =>
  schemas.flatMap((schema) => {
    if (!schema) return [];
    const root = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema;
    return [{ schema: root, root }];
  });

const namesIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
};

const madeOf = ({ query, body, success, answer, refusal }: Payloads): AllowList => ({
  query: place(fragmentsOf([query]), { path: '', isQuery: true }),
  request: place(fragmentsOf([body]), { path: '' }),
  response: place(fragmentsOf([success, answer, refusal]), { path: '' }),
});

/** Of what a binding has read. */
export const factsPlace = once(() => place(fragmentsOf([facts]), { path: '' }));

/** Every name that some schema shows: messages name fields of other operations, too. */
export const documentedNames = once((): ReadonlySet<string> => {
  const schemas = Object.values<Payloads>(payloads).flatMap((each) => Object.values(each));
  return new Set(fragmentsOf([...schemas, hotelOffer, facts]).flatMap(({ root }) => namesIn(root)));
});

/** What the tables say never changes, and a gate makes many clients. */
const made = new Map<OperationId, AllowList>();

/** The allow-list of one operation. The answer of every outcome counts, for a refusal can come with any status. */
export const allowList = (operation: OperationId): AllowList => {
  const list = made.get(operation) ?? madeOf(payloads[operation]);
  made.set(operation, list);
  return list;
};
