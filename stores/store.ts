/** One document as text: what any store that outlives the process reads and writes. */

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import type { Limits } from '../contracts/target.ts';
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

// Whose turn it is at a target that several processes ask: together they keep its limits, on many machines too.

type Turn = { end(): void };

export type Turns = {
  /** Resolves when a request may begin, or to why none may; at once when the signal has aborted: then none is sent. */
  take(signal: AbortSignal | undefined): Promise<Turn | { readonly withheld: string }>;
  /** No request follows soon: others need not wait until that shows. */
  rest(): Promise<void>;
};

/** The turns at one target, by its origin and base path. */
export type TurnsOf = (baseUrl: string, limits: Pick<Limits, 'requestsPerSecond' | 'concurrency'>) => Turns;

export const freeTurn: Turn = { end: () => {} };

/** Where one process alone keeps the limits. */
export const unsharedTurns: Turns = { take: async () => freeTurn, rest: async () => undefined };

/** The time by which turns are taken: it only goes forward, also when the clock of the computer is set. */
export type Time = {
  nowMs(): number;
  /** Waits until then; ends early when the signal aborts. */
  until(ms: number, signal: AbortSignal | undefined): Promise<void>;
};

export const monotonicTime: Time = {
  nowMs: () => performance.now(),
  until: async (ms, signal) => {
    // A timer may be early by a part of a millisecond.
    while (performance.now() < ms && !signal?.aborted) {
      const waitMs = Math.ceil(ms - performance.now());
      await setTimeout(waitMs, undefined, { ...(signal && { signal }) }).catch(() => {});
    }
  },
};

// Stores for what ends with this process.

const memoryStore = <State>(empty: State): Store<State> => {
  let kept = empty;
  let held: Promise<void> = Promise.resolve();
  return {
    read: async () => kept,
    change: async (work) => {
      const { state = kept, result } = work(kept, []);
      kept = state;
      return result;
    },
    hold: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = held;
      held = before.then(() => promise);
      await before;
      return async () => resolve();
    },
    damaged: async () => [],
  };
};

export const memoryStores = (): Stores => {
  const opened = new Map<string, Store<unknown>>();
  return {
    open: <State>(form: StoreForm<State>, key: Key) => {
      const name = JSON.stringify([form.id, ...key]);
      const store = opened.get(name) ?? (memoryStore(form.empty) as Store<unknown>);
      opened.set(name, store);
      return store as Store<State>;
    },
  };
};
