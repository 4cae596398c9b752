/** The time by which turns are taken: it only goes forward, whatever happens to the clock of the computer. */
import { setTimeout } from 'node:timers/promises';

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
