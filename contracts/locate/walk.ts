/** Walks an answer from the top down, level by level, so that of two fields of one name the shallower is met first. */

import type { Path } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';

/** `JSON.parse` makes 1e999 infinite, and a file would keep it as null. */
export const finite = (value: Json): Json =>
  value === Number.POSITIVE_INFINITY
    ? Number.MAX_VALUE
    : value === Number.NEGATIVE_INFINITY
      ? -Number.MAX_VALUE
      : value;

/** About the characters that a value takes as JSON; of one that takes more than `max`, anything above it. */
const weightOf = (value: unknown, max: number): number => {
  let weight = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && weight <= max) {
    const next = waiting.pop();
    weight += typeof next === 'string' ? next.length + 2 : 4;
    if (typeof next !== 'object' || next === null) continue;
    // One by one, and only as far as it matters: a list may have millions of elements.
    for (const key in next) {
      if (weight > max) break;
      if (!Array.isArray(next)) weight += key.length + 4;
      else weight += 1;
      waiting.push((next as Record<string, unknown>)[key]);
    }
  }
  return weight;
};

/** The facts from the first on that together weigh no more than `max`. */
export const upTo = <T>(facts: Iterable<T>, max: { readonly count: number; readonly weight: number }): T[] => {
  const kept: T[] = [];
  let weight = 0;
  for (const fact of facts) {
    if (kept.length >= max.count) break;
    weight += weightOf(fact, max.weight);
    if (weight > max.weight) break;
    kept.push(fact);
  }
  return kept;
};

/** Any envelope, a list in a list in a list, and a wrapper or two. */
const depthMax = 12;
/** Objects and lists of one answer; a search of some thousand hotels has fewer. */
const nodesMax = 500_000;

/** An object or a list of an answer. */
export type JsonNode = {
  readonly value: Json[] | { [key: string]: Json };
  /** Undefined at the root. */
  readonly key: string | number | undefined;
  readonly parent: JsonNode | undefined;
  readonly depth: number;
};

export const pathOf = (node: JsonNode): Path => {
  const path: (string | number)[] = [];
  for (let each: JsonNode | undefined = node; each?.key !== undefined; each = each.parent) path.push(each.key);
  return path.reverse();
};

const isContainer = (value: Json | undefined): value is JsonNode['value'] =>
  typeof value === 'object' && value !== null;

/** `JSON.parse` makes `__proto__` a key like any other. */
export const has = (value: Json | undefined, key: string): value is { [key: string]: Json } =>
  isJsonObject(value) && Object.hasOwn(value, key);

const keysOf = (value: JsonNode['value']): Iterable<string | number> =>
  Array.isArray(value) ? value.keys() : Object.keys(value);

type Bounds = {
  readonly depthMax?: number;
  readonly nodesMax?: number;
  /** Whether what stands inside a node is visited too; the root always is. */
  readonly enters?: (node: JsonNode) => boolean;
};

/** The objects and lists of a value, itself first. What lies beyond the bounds is not visited. */
export function* nodesOf(root: Json | undefined, bounds: Bounds = {}): Generator<JsonNode> {
  const { enters = () => true } = bounds;
  if (!isContainer(root)) return;
  let level: JsonNode[] = [{ value: root, key: undefined, parent: undefined, depth: 0 }];
  let seen = 1;
  while (level.length > 0) {
    const next: JsonNode[] = [];
    for (const node of level) {
      yield node;
      if (node.depth >= (bounds.depthMax ?? depthMax) || (node.parent && !enters(node))) continue;
      for (const key of keysOf(node.value)) {
        if (seen >= (bounds.nodesMax ?? nodesMax)) break;
        const value = (node.value as { readonly [key: string | number]: Json })[key];
        if (!isContainer(value)) continue;
        next.push({ value, key, parent: node, depth: node.depth + 1 });
        seen += 1;
      }
    }
    level = next;
  }
}

/** The objects that have a key of their own, the shallowest first. */
export function* objectsWith(
  root: Json | undefined,
  key: string,
  bounds?: Bounds,
): Generator<JsonNode & { readonly value: { [key: string]: Json } }> {
  const holds = (node: JsonNode): node is JsonNode & { readonly value: { [key: string]: Json } } =>
    has(node.value, key);
  for (const node of nodesOf(root, bounds)) if (holds(node)) yield node;
}

/** The values under a key, the shallowest first. */
export function* valuesUnder(root: Json | undefined, key: string, bounds?: Bounds): Generator<Json> {
  for (const { value } of objectsWith(root, key, bounds)) yield value[key] ?? null;
}

/** The shallowest value under a key that says something. */
export const valueUnder = (root: Json | undefined, key: string, bounds?: Bounds): Json | undefined => {
  const [found] = valuesUnder(root, key, bounds)
    .filter((value) => value !== null)
    .take(1);
  return found === undefined ? undefined : finite(found);
};

/** Of one record, such as a room that wraps its rate. */
export const inside = { depthMax: 4, nodesMax: 200 };

export const defined = <T extends object>(value: T): { [Name in keyof T]: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never;

/** The values on the way to a place, the root first and what stands there last; undefined when nothing does. */
export const wayTo = (root: Json, path: Path): readonly Json[] | undefined => {
  const way: Json[] = [root];
  for (const key of path) {
    const value = way.at(-1);
    const inner =
      Array.isArray(value) && typeof key === 'number'
        ? value[key]
        : typeof key === 'string' && has(value, key)
          ? value[key]
          : undefined;
    if (inner === undefined) return undefined;
    way.push(inner);
  }
  return way;
};
