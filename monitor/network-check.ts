/** Whether a target is really down, and whose fault it is: asked of a host that does not belong to it, and again. */
import { request } from 'undici';
import { hourMs } from '../contracts/durations.ts';
import { watchedIn } from '../history/fresh-notes.ts';
import type { History } from '../history/history.ts';
import { lastObservation } from '../history/outages.ts';
import type { SlotKey } from '../history/slots.ts';
import type { RanSlot } from './slot-result.ts';
import type { WatchedProbe } from './watched-probe.ts';

const deadlineMs = 5_000;

type NetworkAsked = {
  /** Of the service: what is on this machine or in its own network says nothing about the way out of it. */
  readonly baseUrl: string;
  /** A host that does not belong to the service; false where there is none. */
  readonly otherHost: string | false;
};

const isHere = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  /^127\.|^10\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\./.test(hostname);

/** The host that says something about the way to a service; undefined where none does. */
const hostFor = ({ baseUrl, otherHost }: NetworkAsked): string | undefined =>
  otherHost === false || isHere(new URL(baseUrl).hostname) ? undefined : otherHost;

/** Any answer shows that there is a way out. */
type AskHost = (url: string) => Promise<void>;

const ask: AskHost = async (url) => {
  const { body } = await request(url, {
    method: 'HEAD',
    signal: AbortSignal.timeout(deadlineMs),
    headersTimeout: deadlineMs,
  });
  await body.dump();
};

/** Whose fault it is that a service cannot be reached at all. */
type OurNetwork = Pick<RanSlot, 'isNetworkOurs' | 'isNetworkUnchecked'>;

/** When a host was last reached from where we are; undefined where it was not, lately. */
export type ReachedHosts = {
  at(host: string): Promise<number | undefined>;
  note(host: string): Promise<void>;
};

type NetworkCheck = {
  /** While the service answers: a host that was never reached shows nothing when both are out of reach. */
  learnt(asked: NetworkAsked): Promise<void>;
  /** Asked of an independent host, when the service cannot be reached at all. */
  shown(asked: NetworkAsked): Promise<OurNetwork>;
};

type NetworkCheckParts = {
  readonly reachedHosts: ReachedHosts;
  readonly now: () => number;
  readonly askHost?: AskHost;
};

/** A firewall may be opened, or closed. */
const learnAgainMs = { reached: 12 * hourMs, unreached: hourMs } as const;

export const networkCheck = ({ reachedHosts, now, askHost = ask }: NetworkCheckParts): NetworkCheck => {
  const triedAt = new Map<string, number>();
  const isReached = async (host: string): Promise<boolean> => {
    triedAt.set(host, now());
    return askHost(host).then(
      () => true,
      () => false,
    );
  };
  return {
    learnt: async (asked) => {
      const host = hostFor(asked);
      if (host === undefined) return;
      const isDue = (last = 0, ms: number): boolean => now() - last >= ms;
      if (!isDue(triedAt.get(host), learnAgainMs.unreached)) return;
      if (!isDue(await reachedHosts.at(host), learnAgainMs.reached)) return;
      if (await isReached(host)) await reachedHosts.note(host);
    },
    shown: async (asked) => {
      const unchecked = { isNetworkOurs: false, isNetworkUnchecked: true } as const;
      const host = hostFor(asked);
      if (host === undefined) return unchecked;
      if (await isReached(host)) return { isNetworkOurs: false };
      return (await reachedHosts.at(host)) === undefined ? unchecked : { isNetworkOurs: true };
    },
  };
};

// When a target is asked again that was found down once: after twenty seconds, from a second location if there is one.

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
