/** Places in JSON: its ends, and copies with one place changed. */
import type { Path } from '../../contracts/check.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';

/** A place as one text. */
export const keyOf = (at: Path): string => JSON.stringify(at);

export const valueAt = (root: Json | undefined, at: Path): Json | undefined => {
  let value: Json | undefined = root;
  for (const key of at) {
    if (Array.isArray(value)) value = typeof key === 'number' ? value[key] : undefined;
    else if (isJsonObject(value) && typeof key === 'string') value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
  }
  return value;
};

type End = { readonly at: Path; readonly value: Json };

/** A hostile body may be deep, or large. */
const [depthMax, endsMax] = [24, 5_000];

/** Scalars, and what is empty, each with its place; by the text of the place. */
export const endsIn = (root: Json): ReadonlyMap<string, End> => {
  const ends = new Map<string, End>();
  const walk = (value: Json, at: Path): void => {
    const entries =
      typeof value === 'object' && value !== null && at.length < depthMax && ends.size < endsMax
        ? Object.entries(value)
        : [];
    if (entries.length === 0) ends.set(keyOf(at), { at, value });
    for (const [key, inner] of entries) walk(inner, [...at, Array.isArray(value) ? Number(key) : key]);
  };
  walk(root, []);
  return ends;
};

/** A copy with another value at a place, whose parents are made where they are absent. */
export const withValue = (root: Json | undefined, at: Path, value: Json): Json => {
  const [key, ...rest] = at;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(root) ? root.slice() : [];
    list[key] = withValue(list[key], rest, value);
    return list;
  }
  const object = isJsonObject(root) ? root : {};
  return { ...object, [key]: withValue(Object.hasOwn(object, key) ? object[key] : undefined, rest, value) };
};

/** A copy without a place; an element of a list leaves its list. */
export const withoutValue = (root: Json, at: Path): Json => {
  const [key, ...rest] = at;
  if (Array.isArray(root)) {
    return root.flatMap((each, i) => (i !== key ? [each] : rest.length === 0 ? [] : [withoutValue(each, rest)]));
  }
  if (!isJsonObject(root) || typeof key !== 'string') return root;
  return Object.fromEntries(
    Object.entries(root).flatMap(([name, inner]): [string, Json][] =>
      name !== key ? [[name, inner]] : rest.length === 0 ? [] : [[name, withoutValue(inner, rest)]],
    ),
  );
};

/** Where two bodies differ, as deep as possible: lists of other lengths differ as a whole. */
export const differences = (one: Json | undefined, other: Json | undefined, at: Path = []): readonly Path[] => {
  if (one === other) return [];
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((each, i) => differences(each, other[i], [...at, i]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return [at];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differences(valueAt(one, [key]), valueAt(other, [key]), [...at, key]),
  );
};

/** A place is inside another, or is that place. */
export const isWithin = (at: Path, root: Path): boolean => root.every((key, i) => at[i] === key);
