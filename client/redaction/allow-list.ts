/** Reads schemas as the list of what may leave: what has the form that they show, and is not marked. */

import { z } from 'zod';
import { bookingStatuses, facts, formerBookingStatuses } from '../../contracts/facts.ts';
import { guestMarksIn, otherScript } from '../../contracts/name-words.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { refusalCodes } from '../../contracts/outcome.ts';
import { hotelOffer, type Payloads, payloads } from '../../contracts/payloads.ts';
import {
  formKeyword,
  type Sensitivity,
  sensitivityKeyword,
  type ValueForm,
} from '../../contracts/schemas/sensitivity.ts';
import { isMadeOfWords } from './dictionary.ts';
import { once } from './remembered.ts';

/** A documented code says what happened in any place, and nothing about a person. */
export const documentedCodes: ReadonlySet<string> = new Set([...refusalCodes, 'INTERNAL_ERROR']);

/** No number of a person is so short. */
export const numberMax = 100_000;

const statuses: ReadonlySet<string> = new Set([...bookingStatuses, ...formerBookingStatuses]);
const levels: ReadonlySet<string> = new Set(['Hotel', 'Room', 'Apartment']);
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const digits = /^-?\d{1,20}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hexadecimal = /^(?=.*\d)([0-9a-f]{16,128}|[0-9A-F]{16,128})$/;
const ticket = /^[A-Z0-9]{1,3}-\d{3,14}$/;
const day = String.raw`\d{4}-\d\d-\d\d|\d{8}|\d\d[./-]\d\d[./-]\d{4}`;
const time = String.raw`\d\d:\d\d(:\d\d)?([.,]\d{1,9})?(\s?(Z|[+-]\d\d(:?\d\d)?))?`;
const basicTime = String.raw`\d{4}(\d\d)?([.,]\d{1,9})?(Z|[+-]\d\d(:?\d\d)?)?`;
const moment = new RegExp(`^(${day}|(${day})[T ]${time}|\\d{8}T${basicTime}|${time})$`, 'i');
/** Airports, flights, days, times and numbers. */
const leg = /^([A-Z]{3}|[A-Z0-9]{2}|([A-Z0-9]{2})?\d{1,4}|[\d:.+TZ]{1,20}|)$/;
const hidden = /^[0-9a-f]{6}$/;
const codeCharactersMax = 64;

/** Digits, or one of the names that programs give to numbers. */
const numeric = /^[+-]?(nan|inf|infinity)$|^(null|undefined|true|false)$/i;

export const isId = (value: string | number): boolean =>
  typeof value === 'number' || digits.test(value) || uuid.test(value) || hexadecimal.test(value);

/** A number as a query spells it, or what is so short of letters that it can be no name. */
const isNumeric = (text: string): boolean => numeric.test(text) || (text.length <= 20 && !/\p{L}{3}/u.test(text));

export const isCode = (text: string): boolean =>
  documentedCodes.has(text) || (text.length <= codeCharactersMax && isMadeOfWords(text));

const text =
  (holds: (text: string) => boolean) =>
  (value: string | number): boolean =>
    typeof value === 'string' && holds(value);

const isShort = (value: string | number): boolean => typeof value === 'number' && Math.abs(value) < numberMax;

/** `name` is the name of a field, which is asked elsewhere; `mark` stays where it is ours, too. */
export const forms: Readonly<Record<ValueForm, (value: string | number) => boolean>> = {
  code: text(isCode),
  coordinate: isShort,
  currency: text((value) => currencies.has(value)),
  hidden: text((value) => value === otherScript || hidden.test(value)),
  id: isId,
  legs: text((value) => value.split(/[\s/,;|-]+/).every((part) => leg.test(part))),
  letters: text((value) => /^[A-Z]{2,3}$/.test(value)),
  level: text((value) => levels.has(value)),
  mark: text((value) => guestMarksIn(value)[0]?.length === value.length),
  moment: (value) => typeof value === 'number' || moment.test(value),
  name: (value) => typeof value === 'number',
  score: isShort,
  stars: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 5,
  status: text((value) => statuses.has(value)),
  ticket: (value) => isId(value) || ticket.test(String(value)),
};

/** What the schemas say of one place in a body. */
export type Place = {
  /** A text or number that has the form of the place. */
  keeps(value: string | number): boolean;
  readonly mark: Sensitivity | undefined;
  readonly form: ValueForm | undefined;
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

/** The fragment and all that it refers to or combines; zod writes no reference that leads to nothing but itself. */
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

type Where = { readonly path: string; readonly form?: ValueForm | undefined; readonly isQuery?: boolean };

/** Made as a body is walked, because a schema may refer to itself. */
const place = (given: readonly Fragment[], { path, form: around, isQuery = false }: Where): Place | undefined => {
  if (given.length === 0) return undefined;
  const fragments = given.flatMap(flattened);
  const marks = new Set(fragments.map(({ schema }) => schema[sensitivityKeyword]));
  const mark = strictness.find((sensitivity) => marks.has(sensitivity));
  const form = fragments.map(({ schema }) => schema[formKeyword] as ValueForm | undefined).find(Boolean) ?? around;
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
