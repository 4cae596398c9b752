/** Which names of an answer a binding reads, and which nobody does: what a person needs to write the rest of it. */
import type { Answer } from '../../contracts/bindings.ts';
import type { Json } from '../../contracts/json.ts';

/** What has a documented name is found wherever it stands, without a binding (docs/use/bindings.md). */
const documented: ReadonlySet<string> = new Set([
  'searchId',
  'offerId',
  'aiScore',
  'hotelId',
  'bedVariants',
  'bookingId',
  'status',
  'bookings',
  'upsells',
  'checkinTime',
  'checkoutTime',
  'ticketNumber',
  'exchangeId',
  'bookingInfo',
  'searchPresetName',
  'pricingPresetName',
  'success',
  'error',
]);

export type Reader = 'binding' | 'name' | 'nobody';

/** A place that is alike in every element of a list: `hotels[].price`. */
export type AnswerPlace = {
  readonly place: string;
  readonly reader: Reader;
  /** What stands there first. */
  readonly value: Json;
};

const inner = (place: string, key: string, isList: boolean): string => {
  if (isList) return `${place}[]`;
  return place === '' ? key : `${place}.${key}`;
};

/** The body, with every place noted whose value is taken; it cannot be changed. */
const noting = (value: Json, place: string, note: (place: string) => void): Answer => {
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  return new Proxy(value, {
    get: (of, key, receiver) => {
      const found: unknown = Reflect.get(of, key, receiver);
      if (typeof key !== 'string' || !Object.hasOwn(of, key) || (isList && key === 'length')) return found;
      const at = inner(place, key, isList);
      note(at);
      return noting(found as Json, at, note);
    },
    set: () => false,
    deleteProperty: () => false,
    defineProperty: () => false,
  });
};

/** The places that a binding takes values from; what it threw is left to whoever calls it in earnest. */
export const placesRead = (body: Json, response: (body: Answer) => unknown): ReadonlySet<string> => {
  const read = new Set<string>();
  try {
    // What it hands on as a whole, it reads as a whole.
    JSON.stringify(response(noting(structuredClone(body), '', (place) => read.add(place))));
  } catch {
    // What was read until then was read.
  }
  return read;
};

const [depthMax, elementsMax, placesMax] = [24, 200, 400];

type Seen = { readonly shown: AnswerPlace; readonly key: string };

const isNested = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Not shown: the two forms differ in more than their values and names. */
const unshown = '…';

/**
 * Its ends: texts, numbers, and what is empty. Names and values are shown as they stand in the form that may leave, which
 * has them in the same order.
 */
const placesIn = (body: Json, shared: Json): Map<string, Seen> => {
  const seen = new Map<string, Seen>();
  const walk = (value: Json, shown: Json, at: { place: string; shown: string; key: string }, depth: number): void => {
    if (isNested(value) && depth < depthMax) {
      const isList = Array.isArray(value);
      const twins = isNested(shown) ? Object.entries(shown) : [];
      for (const [i, [name, child]] of Object.entries(value).slice(0, elementsMax).entries()) {
        const [shownName, shownChild] = twins[i] ?? [unshown, unshown];
        const next = {
          place: inner(at.place, name, isList),
          shown: inner(at.shown, shownName, isList),
          key: isList ? at.key : name,
        };
        walk(child, shownChild, next, depth + 1);
      }
      return;
    }
    if (seen.has(at.place) || seen.size >= placesMax) return;
    seen.set(at.place, { key: at.key, shown: { place: at.shown, value: shown, reader: 'nobody' } });
  };
  walk(body, shared, { place: '', shown: '', key: '' }, 0);
  return seen;
};

/**
 * @param body As it came, by whose places is judged what is read.
 * @param shared The form of it that may leave, which is shown.
 */
export const answerPlaces = (
  { body, shared }: { readonly body: Json; readonly shared: Json },
  read: ReadonlySet<string>,
): AnswerPlace[] =>
  [...placesIn(body, shared)].map(([place, { key, shown }]) => {
    if (read.has(place)) return { ...shown, reader: 'binding' };
    return documented.has(key) ? { ...shown, reader: 'name' } : shown;
  });
