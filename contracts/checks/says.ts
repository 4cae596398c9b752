/** Looks for an error code in any envelope: where it must stand is a clause of its own. */
import type { Json } from '../json.ts';

/** Whether any string of a body is this text. */
export const says = (value: Json | undefined, text: string): boolean => {
  const waiting: (Json | undefined)[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === text) return true;
    // One by one: a long list has more elements than a call may have arguments.
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
};
