/** What facts may take: a value that encloses many offers is kept with each of them, and a trace must hold them all. */
import type { Json } from '../json.ts';

/** `JSON.parse` makes 1e999 infinite, and a file would keep it as null. */
export const finite = (value: Json): Json =>
  value === Number.POSITIVE_INFINITY
    ? Number.MAX_VALUE
    : value === Number.NEGATIVE_INFINITY
      ? -Number.MAX_VALUE
      : value;

/** About the characters that a value takes as JSON; of one that takes more than `max`, anything above it. */
export const weightOf = (value: unknown, max: number): number => {
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
