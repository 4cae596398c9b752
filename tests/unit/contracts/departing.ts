/** Every way in which a conforming value can be made to depart from its schema, one place at a time. */
import type { z } from 'zod';
import type { Path } from '../../../contracts/check.ts';
import { isJsonObject, type Json } from '../../../contracts/json.ts';
import { type Node, nodeOf, resolved } from './schema-values.ts';

export type Departing = {
  readonly path: Path;
  /** `drops`, `nulls`, `retypes`, `halves` an integer, or puts a number `beyond` its range. */
  readonly how: 'drops' | 'nulls' | 'retypes' | 'halves' | 'beyond';
  readonly value: Json;
};

const samples: Readonly<Record<string, Json>> = {
  string: '7',
  integer: 7,
  number: 7,
  boolean: true,
  object: {},
  array: [],
};

/** The types that a place allows; undefined when it allows any. */
const typesOf = (node: Node, root: Node): ReadonlySet<string> | undefined => {
  const { anyOf, type } = resolved(node, root);
  if (!anyOf) return type === undefined ? undefined : new Set([type]);
  const each = anyOf.map((part) => typesOf(part, root));
  return each.includes(undefined) ? undefined : new Set(each.flatMap((types) => [...(types ?? [])]));
};

const isOfType = (value: Json, types: ReadonlySet<string>): boolean => {
  if (value === null) return types.has('null');
  if (Array.isArray(value)) return types.has('array');
  if (typeof value === 'number') return types.has('number') || types.has('integer');
  return types.has(typeof value);
};

type DepartingChange = (value: Json | undefined) => Json;

/** What stands in `body` with one place of it changed. */
const changed = (body: Json, [key, ...rest]: Path, change: DepartingChange): Json => {
  if (key === undefined) return change(body);
  if (Array.isArray(body)) return body.map((each, i) => (i === key ? changed(each, rest, change) : each));
  if (!isJsonObject(body)) return body;
  return { ...body, [key]: changed(body[key] ?? null, rest, change) };
};

const without = (body: Json, name: string): Json =>
  isJsonObject(body) ? Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)) : body;

/** The part of the schema that a value was drawn from. */
const partFor = (node: Node, root: Node, value: Json): ReturnType<typeof resolved> => {
  const { anyOf, ...plain } = resolved(node, root);
  if (!anyOf) return plain;
  const fitting = anyOf
    .map((each) => partFor(each, root, value))
    .find(({ type }) => isOfType(value, new Set([type ?? ''])));
  return fitting ?? {};
};

/**
 * All departures of one value, in document order. That they do depart is a law of the tests, so that nothing here
 * repeats what the schema says.
 */
export const departuresOf = (schema: z.ZodType, whole: Json): readonly Departing[] => {
  const root = nodeOf(schema);
  const found: Departing[] = [];
  const visit = (node: Node, value: Json, path: Path, isRequired: boolean): void => {
    const types = typesOf(node, root);
    const put = (how: Departing['how'], other: Json): void => {
      found.push({ path, how, value: changed(whole, path, () => other) });
    };
    const name = path.at(-1);
    if (isRequired && typeof name === 'string') {
      found.push({
        path,
        how: 'drops',
        value: changed(whole, path.slice(0, -1), (around) => without(around ?? null, name)),
      });
    }
    if (types && !types.has('null')) put('nulls', null);
    for (const sample of Object.values(types ? samples : {})) {
      if (types && !isOfType(sample, types)) put('retypes', sample);
    }
    const { type, properties = {}, required = [], items, minimum, maximum } = partFor(node, root, value);
    // Beyond 2^52 there is no half.
    if (type === 'integer' && Math.abs(Number(value)) < 2 ** 50) put('halves', Number(value) + 0.5);
    if (type === 'number' && maximum !== undefined) put('beyond', maximum + 0.0001);
    if (type === 'number' && minimum !== undefined) put('beyond', minimum - 0.0001);
    if (isJsonObject(value)) {
      for (const [key, part] of Object.entries(properties)) {
        if (Object.hasOwn(value, key)) visit(part, value[key] ?? null, [...path, key], required.includes(key));
      }
    }
    if (Array.isArray(value) && items) {
      for (const [i, each] of value.entries()) visit(items, each, [...path, i], false);
    }
  };
  visit(root, whole, [], false);
  return found;
};
