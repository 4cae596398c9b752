/** Builds the body of an edited intent, and puts back what was not understood. */
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { differences, isWithin, valueAt, withoutValue, withValue } from './places.ts';
import type { ShapeReading } from './reading.ts';

/** What was asked, after an edit of what is known of it. */
const editedWhole = (whole: Json | undefined, before: Json | undefined, after: Json | undefined): Json | undefined => {
  if (after === undefined) return before === undefined ? whole : undefined;
  if (Array.isArray(after)) {
    return after.map((each, i) => editedWhole(valueAt(whole, [i]), valueAt(before, [i]), each) ?? null);
  }
  if (!isJsonObject(after)) return after;
  const names = new Set([...Object.keys(isJsonObject(whole) ? whole : {}), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].flatMap((name): [string, Json][] => {
      const made = editedWhole(valueAt(whole, [name]), valueAt(before, [name]), valueAt(after, [name]));
      return made === undefined ? [] : [[name, made]];
    }),
  );
};

/** The body of an edited intent, with what was not understood put back where its place is still there. */
export const rewritten = (
  reading: ShapeReading,
  edit: (intent: JsonObject) => Json,
  { build, isAnew }: { readonly build: (intent: Json) => Json; readonly isAnew: boolean },
): Json => {
  const after = edit(structuredClone(reading.intent));
  const whole = editedWhole(reading.whole, reading.intent, after) ?? null;
  const [then, now] = [build(reading.whole), build(whole)];
  const changed = differences(then, now);
  return reading.residual.reduce<Json>((body, { at, value, why }) => {
    // A clock, a counter or a random id is as the binding makes it today.
    if (isAnew && why === 'changing') return body;
    // What the edit has changed is as the edit wants it.
    const isEdited = why !== 'changing' && changed.some((place) => isWithin(at, place) || isWithin(place, at));
    if (isEdited || (at.length > 0 && valueAt(body, at.slice(0, -1)) === undefined)) return body;
    if (value === undefined) return withoutValue(body, at);
    const list = valueAt(body, at.slice(0, -1));
    const last = at.at(-1);
    if (Array.isArray(list) && typeof last === 'number' && last > list.length) return body;
    return withValue(body, at, value);
  }, now);
};
