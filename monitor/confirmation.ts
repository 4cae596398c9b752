/** When a target is asked again that was found down once: after twenty seconds, from a second location if there is one. */
import { watchedIn } from '../history/fresh-notes.ts';
import type { History } from '../history/history.ts';
import { lastObservation } from '../history/outages.ts';
import type { SlotKey } from '../history/slots.ts';
import type { WatchedProbe } from './watched-probe.ts';

const againMs = 20_000;
/** A second location that has not asked by then does not ask. */
const secondMs = 20_000;
/** What was found longer ago is left to the next slot. */
const latelyMs = 60_000;

type Confirming = {
  readonly history: History;
  readonly watched: readonly WatchedProbe[];
  readonly location: string;
  readonly now: () => number;
};

/** What has taken long may take as long again, and would keep the next slot waiting. */
const isRoom = ({ schedule }: WatchedProbe, tookMs: number, at: number): boolean =>
  at + 2 * tookMs + againMs / 4 < schedule.after(at);

type WaitingTarget = { readonly foundAt: number; readonly at: number; readonly tookMs: number };

type Confirmation = { readonly one: WatchedProbe; readonly slot: SlotKey };

/** Held in memory: a monitor that is started again has a slot that is due. */
export const confirmationOf = ({ history, watched, location, now }: Confirming) => {
  const waiting = new Map<string, WaitingTarget>();
  // What has an effect is not done once more.
  const asking = watched.filter(({ work, hasEffects }) => work === 'flows' && !hasEffects);
  const targets = [...new Set(asking.map(({ target }) => target))];

  return {
    /** A run of this location has just found it down. */
    note: async (target: string, tookMs: number): Promise<void> => {
      const others = (await watchedIn(history.read, now())).some(
        (each) => each.target === target && each.location !== location,
      );
      const foundAt = now();
      waiting.set(target, { foundAt, tookMs, at: foundAt + againMs + (others ? secondMs : 0) });
    },
    /** Finds what another location has found down. */
    look: async (): Promise<void> => {
      for (const target of targets) {
        const last = await lastObservation(history.read, { target, now: now() });
        const isNews = last?.isDown === true && last.location !== location && now() - last.at < latelyMs;
        if (!isNews || waiting.has(target)) continue;
        waiting.set(target, { foundAt: last.at, tookMs: last.tookMs, at: last.at + againMs });
      }
    },
    /**
     * @param isFree Whether a probe may run now.
     * @returns Those that are due, unless a run has shown meanwhile how the target stands.
     */
    due: async (isFree: (one: WatchedProbe) => boolean): Promise<Confirmation[]> => {
      // A clock that was ahead is no reason to wait for its time.
      const due = [...waiting].filter(([, { at, foundAt }]) => at <= now() || foundAt > now());
      const found: Confirmation[] = [];
      for (const [target, { foundAt, tookMs }] of due) {
        waiting.delete(target);
        const last = await lastObservation(history.read, { target, now: now() });
        const one = asking.find((each) => each.target === target && isFree(each) && isRoom(each, tookMs, now()));
        if (one && (!last || last.at <= foundAt)) {
          found.push({ one, slot: { probe: one.probe.name, location, at: now() } });
        }
      }
      return found;
    },
  };
};
