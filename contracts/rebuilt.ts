/** Changes what is inside lists and objects: most stay as they are, and are given back themselves. */
import type { Json } from './json.ts';

export const rebuiltArray = (value: Json[], rebuilt: (item: Json, at: number) => Json): Json[] => {
  let isChanged = false;
  const made = value.map((item, i) => {
    const inner = rebuilt(item, i);
    isChanged ||= inner !== item;
    return inner;
  });
  return isChanged ? made : value;
};

type JsonObject = { [key: string]: Json };

/**
 * @param nameOf The new name of a property; undefined where it is left out.
 * @param rebuilt Its new value.
 */
export const rebuiltObject = (
  value: JsonObject,
  nameOf: (key: string, at: number) => string | undefined,
  rebuilt: (key: string, name: string) => Json,
): JsonObject => {
  const keys = Object.keys(value);
  /** Begun with the first that changes. */
  let entries: [string, Json][] | undefined;
  let i = 0;
  for (const key of keys) {
    const name = nameOf(key, i);
    const made = name === undefined ? undefined : rebuilt(key, name);
    const isSame = name === key && made === value[key];
    if (!isSame) entries ??= keys.slice(0, i).map((before) => [before, value[before] ?? null]);
    if (entries && name !== undefined && made !== undefined) entries.push([name, made]);
    i += 1;
  }
  // From entries, because a key such as __proto__ must become a property and nothing else.
  return entries ? Object.fromEntries(entries) : value;
};
