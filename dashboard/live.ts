/** Tells open pages that something has changed: one look a second for all of them, and none while nobody listens. */
import { setTimeout as delay } from 'node:timers/promises';
import type { History } from '../history/open.ts';

const lookMs = 1_000;
/** A proxy ends what is silent for a minute, and a page that hears nothing asks by itself. */
const aliveMs = 15_000;
/** A proxy that collects before it passes on has enough to pass on at once, each time. */
const padding = `: ${' '.repeat(2_048)}\n`;

/** Of what was told to a page and it has not read: one that reads no more is told no more, and asks anew when it wakes. */
const unreadBytesMax = 64 * 1_024;

type Event = 'changed' | 'alive';
const textOf = (event: Event, now: number): string => `${padding}event: ${event}\ndata: ${now}\n\n`;

export type Listener = {
  readonly write: (text: string) => void;
  /** Of what was written. */
  readonly unreadBytes: () => number;
  readonly end: () => void;
};

/** Rejects when it is to end. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const inRealTime: Wait = (ms, signal) => delay(ms, undefined, { signal });

export type Live = {
  /** @returns What ends it. */
  listen(to: Listener): () => void;
  close(): Promise<void>;
};

export const liveOf = (
  history: Pick<History, 'version'>,
  { now, wait = inRealTime }: { readonly now: () => number; readonly wait?: Wait },
): Live => {
  const listeners = new Set<Listener>();
  const ending = new AbortController();
  let looking: Promise<void> | undefined;

  const tell = (event: Event): void => {
    for (const each of listeners) {
      each.write(textOf(event, now()));
      if (each.unreadBytes() <= unreadBytesMax) continue;
      listeners.delete(each);
      each.end();
    }
  };

  let version: number | undefined;
  let isLooking = false;
  let toldAt = 0;
  const tellNow = (event: Event): void => {
    tell(event);
    toldAt = now();
  };

  const look = async (): Promise<void> => {
    version = await history.version().catch(() => undefined);
    isLooking = true;
    tellNow('alive');
    for (;;) {
      await wait(lookMs, ending.signal);
      if (listeners.size === 0) return;
      const before = version;
      // A store that is away for a moment is no change.
      version = await history.version().catch(() => before);
      if (version !== before) tellNow('changed');
      else if (now() - toldAt >= aliveMs || now() < toldAt) tellNow('alive');
    }
  };

  return {
    listen: (to) => {
      listeners.add(to);
      to.write('retry: 2000\n\n');
      // What is written from now on is told; the first is told so once the first look has been taken.
      if (isLooking) to.write(textOf('alive', now()));
      looking ??= look()
        .catch(() => {})
        .finally(() => {
          looking = undefined;
          isLooking = false;
        });
      return () => listeners.delete(to);
    },
    close: async () => {
      listeners.clear();
      ending.abort();
      await looking;
    },
  };
};
