/** The places of a body: reads, edits and leaves out values, and reports which of them were replaced. */
import { nameMark, type Path, pathText, placeText } from '../contracts/check.ts';
import { isJsonObject, type Json, type JsonObject } from '../contracts/json.ts';
import type { Exchange } from '../contracts/trace.ts';

/** Undefined for a text that is no JSON. */
export const jsonIn = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** No request of a partner has more, and a file may hold anything. */
const valuesMax = 5_000;
const editableDepthMax = 60;
const depthMax = 64;

/** False for a body that is too large or too deep to look at every value. */
export const isEditable = (root: Json | undefined): boolean => {
  const open: [Json | undefined, number][] = [[root, 0]];
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    values += 1;
    if (depth > editableDepthMax || values + open.length > valuesMax) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const child of Array.isArray(value) ? value : Object.values(value)) open.push([child, depth + 1]);
  }
  return true;
};

/** Every value of a body that is no object and no list. @param isWhole True for an object or list that is one value. */
export const scalarsIn = (
  value: Json | undefined,
  at: Path = [],
  isWhole?: (value: Json, at: Path) => boolean,
): { value: Json; at: Path }[] => {
  if (value === undefined || at.length > depthMax) return [];
  if (typeof value !== 'object' || value === null || isWhole?.(value, at)) return [{ value, at }];
  return Object.entries(value).flatMap(([key, child]) =>
    scalarsIn(child, [...at, Array.isArray(value) ? Number(key) : key], isWhole),
  );
};

/** All values at a path, in any elements of the lists and objects that a number in it leads into. */
export const valuesAt = (value: Json | undefined, [key, ...rest]: Path): Json[] => {
  if (key === undefined) return value === undefined ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  if (typeof key === 'number') return Object.values(value).flatMap((each) => valuesAt(each, rest));
  return isJsonObject(value) && Object.hasOwn(value, key) ? valuesAt(value[key], rest) : [];
};

/** The same value with other texts, numbers, booleans and nulls in it. */
export const withScalars = (value: Json, change: (scalar: Json) => Json): Json => {
  if (Array.isArray(value)) return value.map((each) => withScalars(each, change));
  if (!isJsonObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withScalars(each, change)]));
};

/** The name of the field; for an element of a list, the name of the list. */
export const keyOf = (at: Path): string => String(at.findLast((key) => typeof key === 'string') ?? '');

/** A member that is missing is added; an element of a list is not. */
export const withPut = (value: Json, [key, ...rest]: Path, now: Json): Json => {
  if (key === undefined) return now;
  if (Array.isArray(value)) return value.map((each, i) => (i === key ? withPut(each, rest, now) : each));
  if (!isJsonObject(value)) return value;
  return { ...value, [key]: withPut(Object.hasOwn(value, key) ? (value[key] ?? null) : {}, rest, now) };
};

export const withoutAt = (list: readonly Json[], at: number): Json[] => list.filter((_, i) => i !== at);

export const withoutMember = (object: JsonObject, name: string): JsonObject => {
  const { [name]: _, ...rest } = object;
  return rest;
};

export const withoutPlace = (value: Json, [key, ...rest]: Path): Json => {
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    if (rest.length === 0) return withoutAt(value, Number(key));
    return value.map((each, i) => (i === key ? withoutPlace(each, rest) : each));
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, key)) return value;
  if (rest.length === 0) return withoutMember(value, `${key}`);
  return { ...value, [key]: withoutPlace(value[key] ?? null, rest) };
};

export type ReplacedPlaces = {
  /** The whole value, in this element of a list or in all. */
  has(path: Path): boolean;
  /** From where to where of a text only some is replaced. */
  rangesAt(path: Path): readonly (readonly [from: number, to: number])[];
  /** The name of a field, which stands for another. */
  hasName(path: Path): boolean;
  /** Headers of the answer were left out. */
  readonly omitsHeaders: boolean;
};

const ranges = /^(.*)#(\d+-\d+(?:,\d+-\d+)*)$/;

export const replacedPlaces = ({ replaced = [] }: Pick<Exchange, 'replaced'>): ReplacedPlaces => {
  const whole = new Set<string>();
  const named = new Set<string>();
  const parts = new Map<string, (readonly [number, number])[]>();
  for (const place of replaced) {
    const [, at, list] = ranges.exec(place) ?? [];
    if (at !== undefined && list !== undefined) {
      const pairs = list.split(',').map((pair) => pair.split('-').map(Number) as [number, number]);
      parts.set(at, pairs);
    } else if (place.endsWith(nameMark)) named.add(place.slice(0, -nameMark.length));
    else whole.add(place);
  }
  const isIn = (places: ReadonlySet<string>, path: Path): boolean =>
    places.has(pathText(path)) || places.has(placeText(path));
  return {
    has: (path) => isIn(whole, path),
    rangesAt: (path) => parts.get(pathText(path)) ?? parts.get(placeText(path)) ?? [],
    hasName: (path) => isIn(named, path),
    omitsHeaders: whole.has('response.headers.*'),
  };
};
