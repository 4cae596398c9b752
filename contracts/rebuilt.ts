/** Changes what is inside lists and objects: most stay as they are, and are given back themselves. */
import type { Json, JsonObject } from './json.ts';

export const rebuiltArray = (value: Json[], rebuilt: (item: Json, at: number) => Json): Json[] => {
  let isChanged = false;
  const made = value.map((item, i) => {
    const inner = rebuilt(item, i);
    isChanged ||= inner !== item;
    return inner;
  });
  return isChanged ? made : value;
};

/**
 * @param nameOf The new name of a property; undefined where it is left out.
 * @param rebuilt Its new value.
 */
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
