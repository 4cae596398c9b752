/** One document as text: what any store that outlives the process reads and writes. */

import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { UsageError } from '../contracts/usage-error.ts';

/** What documents of one kind hold. */
export type StoreForm<State> = {
  /** The folder of these documents, or their table. */
  readonly id: string;
  /** As a person would call it. */
  readonly name: string;
  readonly schema: z.ZodType<State>;
  readonly empty: State;
  /** An untrusted document is like none, and is written over; when not said, it is set aside and reported. */
  readonly isReplaceable?: boolean;
};

/** Whose document it is. */
export type Key = readonly string[];

/** One document. Every member throws StoreUnavailable when it cannot be read, locked or written. */
export type Store<State> = {
  /** As it is, without waiting for who changes it. */
  read(): Promise<State>;
  /**
   * No other process changes the state meanwhile, and it is kept before this resolves. Without a new state, or when the
   * work throws, all stays.
   *
   * @param work Receives, too, what was found broken and set aside: the state may know nothing of what stood there.
   */
  change<T>(
    work: (state: State, damaged: readonly string[]) => { readonly state?: State; readonly result: T },
  ): Promise<T>;
  /** Lets all others that ask for it wait, until what this resolves to is called; changes go on meanwhile. */
  hold(): Promise<() => Promise<void>>;
  /** What was found broken and set aside, as a person can find it. */
  damaged(): Promise<readonly string[]>;
};

export type Stores = { open<State>(form: StoreForm<State>, key: Key): Store<State> };

/** A change that gives nothing back. */
export const updated = <State extends object>(
  store: Store<State>,
  work: (state: State) => Partial<State>,
): Promise<void> => store.change((state) => ({ state: { ...state, ...work(state) }, result: undefined }));

/** Without its ledger nothing with an effect is sent; a person can change what is in the way. */
export class StoreUnavailable extends UsageError {}

export const documentBytesMax = 16 * 1024 * 1024;

/** A distinct name for each key, which shows nothing of it. */
export const nameOf = (key: Key): string => createHash('sha256').update(JSON.stringify(key)).digest('hex');

/** Undefined for what is no document of this form. */
export const parsedAs = <State>({ schema }: StoreForm<State>, text: string): State | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/**
 * @throws what `unavailable` makes of the reason, for a state that could not be read again. The rest of the document
 *   would be lost with it.
 */
export const documentText = <State>(
  form: StoreForm<State>,
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
