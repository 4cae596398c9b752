/** Walks an answer from the top down, level by level, so that of two fields of one name the shallower is met first. */
import { isJsonObject, type Json } from '../json.ts';
import type { Path } from '../mismatch.ts';

/** Any envelope, a list in a list in a list, and a wrapper or two. */
const depthMax = 12;
/** Objects and lists of one answer; a search of some thousand hotels has fewer. */
const nodesMax = 500_000;

/** An object or a list of an answer. */
export type Node = {
  readonly value: Json[] | { [key: string]: Json };
  /** Undefined at the root. */
  readonly key: string | number | undefined;
  readonly parent: Node | undefined;
  readonly depth: number;
};

export const pathOf = (node: Node): Path => {
  const path: (string | number)[] = [];
  for (let each: Node | undefined = node; each?.key !== undefined; each = each.parent) path.push(each.key);
  return path.reverse();
};

const isContainer = (value: Json | undefined): value is Node['value'] => typeof value === 'object' && value !== null;

/** `JSON.parse` makes `__proto__` a key like any other. */
export const has = (value: Json | undefined, key: string): value is { [key: string]: Json } =>
  isJsonObject(value) && Object.hasOwn(value, key);

const keysOf = (value: Node['value']): Iterable<string | number> =>
  Array.isArray(value) ? value.keys() : Object.keys(value);

export type Bounds = {
  readonly depthMax?: number;
  readonly nodesMax?: number;
  /** Whether what stands inside a node is visited too; the root always is. */
  readonly enters?: (node: Node) => boolean;
};

/** The objects and lists of a value, itself first. Whatever lies beyond the bounds is not visited. */
export function* nodesOf(root: Json | undefined, bounds: Bounds = {}): Generator<Node> {
  const { enters = () => true } = bounds;
  if (!isContainer(root)) return;
  let level: Node[] = [{ value: root, key: undefined, parent: undefined, depth: 0 }];
  let seen = 1;
  while (level.length > 0) {
    const next: Node[] = [];
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
): Generator<Node & { readonly value: { [key: string]: Json } }> {
  const holds = (node: Node): node is Node & { readonly value: { [key: string]: Json } } => has(node.value, key);
  for (const node of nodesOf(root, bounds)) if (holds(node)) yield node;
}

/** The values under a key, the shallowest first. */
export function* valuesUnder(root: Json | undefined, key: string, bounds?: Bounds): Generator<Json> {
  for (const { value } of objectsWith(root, key, bounds)) yield value[key] ?? null;
}

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
