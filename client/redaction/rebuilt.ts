/** Changes what is inside lists and objects: most stay as they are, and are given back themselves. */
import type { Json } from '../../contracts/json.ts';

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

/** @param rebuilt A property with its new name and value; undefined where it is left out. */
export const rebuiltObject = (
  value: JsonObject,
  rebuilt: (key: string, child: Json | undefined, at: number) => readonly [string, Json] | undefined,
): JsonObject => {
  const keys = Object.keys(value);
  /** Begun with the first that changes. */
  let entries: (readonly [string, Json])[] | undefined;
  for (const [i, key] of keys.entries()) {
    const made = rebuilt(key, value[key], i);
    const isSame = made?.[0] === key && made[1] === value[key];
    if (!isSame) entries ??= keys.slice(0, i).map((before) => [before, value[before] ?? null]);
    if (made) entries?.push(made);
  }
  // From entries, because a key such as __proto__ must become a property and nothing else.
  return entries ? Object.fromEntries(entries) : value;
};
