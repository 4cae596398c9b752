/** Tells open pages that something has changed: one look a second for all of them, and none while nobody listens. */
import { setTimeout as delay } from 'node:timers/promises';
import type { History } from '../history/open.ts';
import { versionOf } from '../history/version.ts';

const lookMs = 1_000;
/** A proxy ends what is silent for a minute, and a page that hears nothing asks by itself. */
const aliveMs = 15_000;
/** A proxy that collects before it passes on has enough to pass on at once. */
const padding = `: ${' '.repeat(2_048)}\n\n`;

export type Listener = { readonly write: (text: string) => void };

export type Live = {
  /** @returns What ends it. */
  listen(to: Listener): () => void;
  close(): Promise<void>;
};

export const liveOf = (
  { read }: Pick<History, 'read'>,
  { now, wait = delay }: { readonly now: () => number; readonly wait?: typeof delay },
): Live => {
  const listeners = new Set<Listener>();
  const ending = new AbortController();
  let looking: Promise<void> | undefined;

  const tell = (event: 'changed' | 'alive'): void => {
    for (const each of listeners) each.write(`event: ${event}\ndata: ${now()}\n\n`);
  };

  const look = async (): Promise<void> => {
    let before: number | undefined;
    let toldAt = now();
    while (listeners.size > 0) {
      // A store that is away for a moment is no change.
      const version = await versionOf(read).catch(() => before);
      if (before !== undefined && version !== before) tell('changed');
      if (version !== before || now() - toldAt >= aliveMs || now() < toldAt) {
        if (version === before) tell('alive');
        toldAt = now();
      }
      before = version;
      await wait(lookMs, undefined, { signal: ending.signal });
    }
  };

  return {
    listen: (to) => {
      listeners.add(to);
      to.write(`retry: 2000\n${padding}event: alive\ndata: ${now()}\n\n`);
      looking ??= look()
        .catch(() => {})
        .finally(() => {
          looking = undefined;
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
