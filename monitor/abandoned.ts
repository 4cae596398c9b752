/** Slots whose process was killed: each is run again if it only reads and is still due, and else told as missed. */
import type { History } from '../history/history.ts';
import { leasedSlots, missSlot, type SlotKey, takeOver } from '../history/slots.ts';
import type { SlotRow } from '../history/tables.ts';
import type { Leasing } from './leasing.ts';
import { missedReasons } from './missed-reasons.ts';
import type { WatchedProbe } from './watched-probe.ts';

const hourMs = 3_600_000;
/** What has cut off two runs may cut off a third. */
const begunMax = 2;

type Looking = {
  readonly history: History;
  readonly watched: readonly WatchedProbe[];
  readonly location: string;
  readonly leasing: Leasing;
  readonly now: number;
  /** Run here at this moment: after a leap of the clock its time seems to be over. */
  readonly isUnderWay: (slot: SlotKey) => boolean;
};

type Again = { readonly one: WatchedProbe; readonly slot: SlotKey; readonly owner: string };

export type Abandoned = {
  readonly again: readonly Again[];
  /** Targets at which something may have been left behind. */
  readonly toSweep: readonly string[];
};

const whyMissed = (slot: SlotRow, one: WatchedProbe | undefined, now: number): string | undefined => {
  if (!one) return missedReasons['killed-and-unknown'];
  if (one.hasEffects && slot.begun > 0) return missedReasons['killed-with-effects'];
  const isDue = one.schedule.after(slot.at) > now;
  if (!isDue) return missedReasons[slot.begun === 0 ? 'given-back' : 'killed'];
  return slot.begun >= begunMax ? missedReasons.killed : undefined;
};

export const takeAbandoned = async ({
  history,
  watched,
  location,
  leasing,
  now,
  isUnderWay,
}: Looking): Promise<Abandoned> => {
  const gone = (await leasedSlots(history.read)).filter((slot) => leasing.isGone(slot, now) && !isUnderWay(slot));
  const again: Again[] = [];
  const toSweep = new Set<string>();
  for (const slot of gone) {
    const one = slot.location === location ? watched.find(({ probe }) => probe.name === slot.probe) : undefined;
    // Another program may know it, and comes back within the hour if it ever does.
    if (!one && Math.max(slot.leasedUntil ?? 0, slot.at) + hourMs > now) continue;
    const reason = whyMissed(slot, one, now);
    if (reason !== undefined) {
      const { owner } = slot;
      const isEnded = await history.write((to) => missSlot(to, slot, { owner, reason, endedAt: now }));
      if (isEnded && one?.hasEffects) toSweep.add(one.probe.target);
    } else if (one) {
      const lease = leasing.of(one.probe, now);
      const isOurs = await history.write((to) => takeOver(to, slot, lease));
      const { probe, location: where, at } = slot;
      if (isOurs) again.push({ one, slot: { probe, location: where, at }, owner: lease.owner });
    }
  }
  return { again, toSweep: [...toSweep] };
};
