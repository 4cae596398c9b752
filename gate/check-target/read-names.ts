/** Which names of an answer a binding reads, and which nobody does: what a person needs to write the rest of it. */
import type { Answer } from '../../contracts/bindings.ts';
import type { Json } from '../../contracts/json.ts';

/** What has a documented name is found wherever it stands, without a binding (docs/bindings.md). */
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
  /** How often it is there. */
  readonly count: number;
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

type Seen = { value: Json; count: number; key: string };

/** Its ends: texts, numbers, and what is empty. */
const placesIn = (root: Json): Map<string, Seen> => {
  const seen = new Map<string, Seen>();
  const walk = (value: Json, place: string, key: string, depth: number): void => {
    const isEnd = typeof value !== 'object' || value === null || depth >= depthMax || Object.keys(value).length === 0;
    if (!isEnd) {
      const isList = Array.isArray(value);
      for (const [name, child] of Object.entries(value).slice(0, elementsMax))
        walk(child, inner(place, name, isList), isList ? key : name, depth + 1);
      return;
    }
    const known = seen.get(place);
    if (known) known.count += 1;
    else if (seen.size < placesMax) seen.set(place, { value, count: 1, key });
  };
  walk(root, '', '', 0);
  return seen;
};

/**
 * @param body As it came, by whose places is judged what is read.
 * @param shown The form of it that may leave, of which values are shown.
 */
export const answerPlaces = (
  { body, shown }: { readonly body: Json; readonly shown: Json },
  read: ReadonlySet<string>,
): AnswerPlace[] => {
  const values = placesIn(shown);
  return [...placesIn(body)].map(([place, { key, value, count }]) => ({
    place,
    count,
    reader: read.has(place) ? 'binding' : documented.has(key) ? 'name' : 'nobody',
    // A name that may not leave stands elsewhere in that form.
    value: values.get(place)?.value ?? (typeof value === 'string' ? '…' : null),
  }));
};
