/** How many requests to a target are under way: each needs a numbered place, which a process has for some seconds. */
import type { Time } from './turns.ts';

export type PlaceRows = {
  /** A free place, which is ours for so long; undefined where none is free: the wait is then noted. */
  acquire(leaseMs: number): Promise<number | undefined>;
  renew(places: readonly number[], leaseMs: number): Promise<void>;
  /** Resolves to whether another process has waited for a place in the last moments. */
  release(places: readonly number[]): Promise<boolean>;
};

/** A killed process leaves its places to others after it. */
export const leaseMs = 45_000;
/** Renewed when so much is left: two tries may fail. */
const renewMs = 30_000;
/** Without so much ahead no request begins. */
const aheadMsMin = 15_000;
/** Used for longer it is given back, so that the next waiting process has it. */
const stintMs = 2_000;
/** Not used for so long it is given back: the next request of a flow comes sooner. */
const idleMs = 250;
const [pollMsMin, pollMsMax] = [25, 250];
/** Who has just given a place back lets those who wait ask first. */
const courtesyMs = pollMsMax + 50;
/** A request is over by then, and so is a lease. */
const waitMsMax = 120_000;

type HeldPlace = { readonly place: number; readonly sinceMs: number; endsMs: number; idleSinceMs: number | undefined };

export class NoPlace extends Error {}

export const sharedPlaces = (rows: PlaceRows, time: Time) => {
  let held: readonly HeldPlace[] = [];
  let isTending = false;
  let given: Promise<void> | undefined;
  /** Until then others are asked to go first. */
  let othersFirstMs = Number.NEGATIVE_INFINITY;

  const giveBack = async (those: readonly HeldPlace[]): Promise<void> => {
    held = held.filter((each) => !those.includes(each));
    // What cannot be given back ends by itself.
    if (those.length === 0) return;
    const isWanted = await rows.release(those.map(({ place }) => place)).catch(() => false);
    if (isWanted) othersFirstMs = time.nowMs() + courtesyMs;
  };

  const renew = async (): Promise<void> => {
    const due = held.filter(({ idleSinceMs, endsMs }) => idleSinceMs === undefined && endsMs - time.nowMs() < renewMs);
    if (due.length === 0) return;
    const askedMs = time.nowMs();
    await rows.renew(
      due.map(({ place }) => place),
      leaseMs,
    );
    for (const each of due) each.endsMs = askedMs + leaseMs;
  };

  /** As long as anything is held: renews what is in use, gives back what is not. */
  const tend = async (): Promise<void> => {
    if (isTending) return;
    isTending = true;
    while (held.length > 0) {
      await time.until(time.nowMs() + idleMs, undefined);
      const idleMsOf = ({ idleSinceMs = time.nowMs() }: HeldPlace): number => time.nowMs() - idleSinceMs;
      await giveBack(held.filter((each) => idleMsOf(each) >= idleMs));
      await renew().catch(() => undefined);
    }
    isTending = false;
  };

  const isUsable = ({ idleSinceMs, sinceMs, endsMs }: HeldPlace): boolean =>
    idleSinceMs !== undefined && time.nowMs() - sinceMs < stintMs && endsMs - time.nowMs() >= aheadMsMin;

  const acquired = async (): Promise<HeldPlace | undefined> => {
    await given;
    if (time.nowMs() < othersFirstMs) return undefined;
    const askedMs = time.nowMs();
    const place = await rows.acquire(leaseMs);
    if (place === undefined) return undefined;
    const taken: HeldPlace = { place, sinceMs: askedMs, endsMs: askedMs + leaseMs, idleSinceMs: undefined };
    held = [...held, taken];
    void tend();
    return taken;
  };

  const ended = (one: HeldPlace): void => {
    one.idleSinceMs = time.nowMs();
    if (!isUsable(one)) given = giveBack([one]);
  };

  return {
    /**
     * Resolves to what gives the place back, or undefined when the signal has aborted.
     *
     * @throws NoPlace when others have all for longer than any request may take.
     */
    take: async (signal: AbortSignal | undefined): Promise<(() => void) | undefined> => {
      const untilMs = time.nowMs() + waitMsMax;
      for (let pollMs = pollMsMin; !signal?.aborted; pollMs = Math.min(pollMsMax, pollMs * 2)) {
        const found = held.find(isUsable) ?? (await acquired());
        if (found) {
          found.idleSinceMs = undefined;
          return () => ended(found);
        }
        if (time.nowMs() > untilMs) throw new NoPlace(`others have had all places for ${waitMsMax / 1_000} s`);
        await time.until(time.nowMs() + pollMs, signal);
      }
      return undefined;
    },
    rest: async () => {
      await given;
      await giveBack(held.filter(({ idleSinceMs }) => idleSinceMs !== undefined));
    },
  };
};
