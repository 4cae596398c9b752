/** Whose turn it is at a target that several processes ask: together they keep its limits, on many machines too. */
import { setTimeout } from 'node:timers/promises';
import type { Limits } from '../contracts/target.ts';

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
