/** JSON values, how they are checked, and copies with some parts changed. */
import { z } from 'zod';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/** Without recursion: an answer may be deep. */
const isJson = (root: unknown): root is Json => {
  if (typeof root === 'string') return true;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const each of value) open.push(each);
    else if (typeof value === 'object' && value !== null) {
      if (!isPlain(value)) return false;
      for (const each of Object.values(value)) open.push(each);
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) return false;
    } else if (value !== null && typeof value !== 'string' && typeof value !== 'boolean') return false;
  }
  return true;
};

const itself = { $ref: '#/$defs/Json' };

/** Not `z.json()`, which copies what it reads part by part: reading facts took half as long again. */
export const json: z.ZodType<Json> = z
  .custom<Json>(isJson, 'JSON is needed')
  // In place: `meta` makes a copy, which would be published beside what it copies.
  .register(z.globalRegistry, { id: 'Json' });
json._zod.toJSONSchema = () => ({
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: itself },
    { type: 'object', additionalProperties: itself },
  ],
});

/** Changes what is inside lists and objects: a part without a change is returned as it is, without a copy. */
export const rebuiltArray = (value: Json[], rebuilt: (item: Json, at: number) => Json): Json[] => {
  let isChanged = false;
  const made = value.map((item, i) => {
    const inner = rebuilt(item, i);
    isChanged ||= inner !== item;
    return inner;
  });
  return isChanged ? made : value;
};

/** @param nameOf The new name of a property; undefined where it is left out. */
export const rebuiltObject = (
  value: JsonObject,
  nameOf: (key: string, at: number) => string | undefined,
  rebuilt: (key: string, name: string) => Json,
): JsonObject => {
  /** Begun with the first value that changes. */
  let copy: JsonObject | undefined;
  /** Begun with the first name that changes, from what was made before it. */
  let entries: [string, Json][] | undefined;
  let i = 0;
  for (const key of Object.keys(value)) {
    const name = nameOf(key, i);
    const made = name === undefined ? undefined : rebuilt(key, name);
    if (name !== key) entries ??= Object.entries(copy ?? value).slice(0, i);
    if (entries) {
      if (name !== undefined && made !== undefined) entries.push([name, made]);
    } else if (made !== undefined && made !== value[key]) {
      copy ??= { ...value };
      copy[key] = made;
    }
    i += 1;
  }
  // From entries, because a key such as __proto__ must become a property and nothing else; a copy has it already.
  return entries ? Object.fromEntries(entries) : (copy ?? value);
};
