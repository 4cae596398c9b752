/** A time that goes on when all who wait for it do: many processes in one, and hours in a moment. */
import { setImmediate } from 'node:timers/promises';
import type { Time } from '../../../stores/store.ts';

export const virtualTime = () => {
  let nowMs = 0;
  const waiting = new Set<{ readonly atMs: number; readonly wake: () => void }>();

  const until: Time['until'] = (atMs, signal) =>
    new Promise((resolve) => {
      const one = { atMs, wake: resolve };
      waiting.add(one);
      signal?.addEventListener('abort', () => {
        waiting.delete(one);
        resolve();
      });
    });

  return {
    nowMs: () => nowMs,
    until,
    /** Lets time pass as long as a caller waits for it, until then. */
    passTo: async (endMs: number): Promise<void> => {
      for (;;) {
        // A caller that was woken has said by then what it waits for next.
        await setImmediate();
        const [next] = [...waiting].sort((a, b) => a.atMs - b.atMs);
        if (!next || next.atMs > endMs) break;
        waiting.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
      }
      nowMs = endMs;
    },
  };
};
