/** The places of a body that is edited: as many and as deep as a request of a service has them. */

import type { Path } from '../../contracts/check.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';

/** No request of a partner has more, and a file may hold anything. */
const valuesMax = 5_000;
const depthMax = 60;

/** Deeper, what stands in it would not be seen. */
export const isEditable = (root: Json | undefined): boolean => {
  const open: [Json | undefined, number][] = [[root, 0]];
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    values += 1;
    if (depth > depthMax || values + open.length > valuesMax) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const child of Array.isArray(value) ? value : Object.values(value)) open.push([child, depth + 1]);
  }
  return true;
};

/** With something else in some places; a place that is not there stays away. */
export const withPut = (root: Json, at: Path, now: Json): Json => {
  const [key, ...rest] = at;
  if (key === undefined) return now;
  if (Array.isArray(root) && typeof key === 'number') {
    return root.map((child, i) => (i === key ? withPut(child, rest, now) : child));
  }
  if (!isJsonObject(root) || !Object.hasOwn(root, key)) return root;
  return Object.fromEntries(
    Object.entries(root).map(([name, child]) => [name, name === key ? withPut(child, rest, now) : child]),
  );
};
