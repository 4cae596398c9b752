/** One document as text: what any store that outlives the process reads and writes. */
import { createHash } from 'node:crypto';
import type { Form, Key, StoreUnavailable } from '../store.ts';

export const documentBytesMax = 16 * 1024 * 1024;

/** A name of its own for each key, which shows nothing of it. */
export const nameOf = (key: Key): string => createHash('sha256').update(JSON.stringify(key)).digest('hex');

/** Undefined for what is no document of this form. */
export const parsedAs = <State>({ schema }: Form<State>, text: string): State | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** @throws what `unavailable` makes of the reason, for a state that nobody could read again: all the rest would be lost with it. */
export const documentText = <State>(
  form: Form<State>,
  state: State,
  unavailable: (why: string) => StoreUnavailable,
): string => {
  const text = `${JSON.stringify(state, null, 1)}\n`;
  if (Buffer.byteLength(text) > documentBytesMax) throw unavailable(`would be larger than ${documentBytesMax} bytes`);
  if (parsedAs(form, text) === undefined) {
    throw unavailable('cannot hold what a service reported, such as a time that no calendar has');
  }
  return text;
};
