/** Notifies open pages of a change: one look at the store a second for all of them, and none while no page listens. */
import { setTimeout as delay } from 'node:timers/promises';
import type { History } from '../history/history.ts';

const lookMs = 1_000;
/** A proxy ends what is silent for a minute, and a page that hears nothing asks by itself. */
const aliveMs = 15_000;
/** A proxy that collects before it passes on has enough to pass on at once, each time. */
const padding = `: ${' '.repeat(2_048)}\n`;

/** Sent to a page that has not read it: a page that stops reading is dropped, and connects again when it wakes. */
const unreadBytesMax = 64 * 1_024;

type Event = 'changed' | 'alive';
const textOf = (event: Event, now: number): string => `${padding}event: ${event}\ndata: ${now}\n\n`;

type Listener = {
  readonly write: (text: string) => void;
  readonly unreadBytes: () => number;
  readonly end: () => void;
};

/** Rejects when it is to end. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const inRealTime: Wait = (ms, signal) => delay(ms, undefined, { signal });

export const liveOf = (
  history: Pick<History, 'version'>,
  { now, wait = inRealTime }: { readonly now: () => number; readonly wait?: Wait },
) => {
  const listeners = new Set<Listener>();
  const ending = new AbortController();
  let looking: Promise<void> | undefined;

  let sentAt = 0;
  const send = (event: Event): void => {
    sentAt = now();
    for (const each of listeners) {
      each.write(textOf(event, sentAt));
      if (each.unreadBytes() <= unreadBytesMax) continue;
      listeners.delete(each);
      each.end();
    }
  };

  let version: number | undefined;
  let isLooking = false;

  const look = async (): Promise<void> => {
    version = await history.version().catch(() => undefined);
    isLooking = true;
    send('alive');
    for (;;) {
      await wait(lookMs, ending.signal);
      if (listeners.size === 0) return;
      const before = version;
      // A store that is away for a moment is no change.
      version = await history.version().catch(() => before);
      if (version !== before) send('changed');
      else if (now() - sentAt >= aliveMs || now() < sentAt) send('alive');
    }
  };

  return {
    /** @returns What ends it. */
    listen: (to: Listener): (() => void) => {
      listeners.add(to);
      to.write('retry: 2000\n\n');
      // Later changes are sent; the first listener gets `alive` after the first look.
      if (isLooking) to.write(textOf('alive', now()));
      looking ??= look()
        .catch(() => {})
        .finally(() => {
          looking = undefined;
          isLooking = false;
        });
      return () => void listeners.delete(to);
    },
    close: async (): Promise<void> => {
      listeners.clear();
      ending.abort();
      await looking;
    },
  };
};
