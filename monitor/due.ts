/** Which slots of a probe are due: the newest is run, and each before it is accounted for. */
import { hourMs } from '../contracts/durations.ts';
import { type History, noteOnce, type Writing } from '../history/history.ts';
import {
  giveUpAhead,
  type Lease,
  lastSlotAt,
  leasedSlots,
  leaseSlot,
  missSlot,
  type SlotKey,
  takeOver,
} from '../history/slots.ts';
import type { SlotRow } from '../history/tables.ts';
import type { Leasing } from './leasing.ts';
import type { Schedule } from './schedule.ts';
import { missedReasons } from './slot-result.ts';
import type { WatchedProbe } from './watched-probe.ts';

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

type SlotAgain = { readonly one: WatchedProbe; readonly slot: SlotKey; readonly owner: string };

type Abandoned = {
  readonly again: readonly SlotAgain[];
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

export const takeAbandoned = async (looking: Looking): Promise<Abandoned> => {
  const { history, watched, location, leasing, now, isUnderWay } = looking;
  const gone = (await leasedSlots(history.read)).filter((slot) => leasing.isGone(slot, now) && !isUnderWay(slot));
  const again: SlotAgain[] = [];
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

/** Of a probe that was not looked after for long, so many slots are accounted for at a time. */
const momentsMax = 500;

type DueQuery = {
  readonly probe: string;
  readonly location: string;
  readonly schedule: Pick<Schedule, 'after'>;
  /** How long after its moment it begins. */
  readonly spreadMs: number;
  readonly now: number;
  /** Nothing before it is due for a probe that never ran: a new monitor does not back-fill. */
  readonly since: number;
  /** There is something to do now, and the moments before are unknown. */
  readonly isNowAndThen: boolean;
  /** The one before it is still under way, and may not be overtaken. */
  readonly isBusy: boolean;
  /** Whether another program is at a slot, which may not be overtaken, either. */
  readonly isUnderWay?: (slot: SlotRow) => boolean;
};

/** The moments that have come, the oldest first. */
const momentsOf = ({ schedule, spreadMs, now }: DueQuery, last: number): number[] => {
  const moments: number[] = [];
  for (let at = schedule.after(last); at + spreadMs <= now && moments.length < momentsMax; at = schedule.after(at))
    moments.push(at);
  return moments;
};

/**
 * A slot that was run while the store could not be asked may be the first record of its time. The slots that were due
 * before it, and were not run, are accounted for.
 */
export const accountBefore = async (
  to: Writing,
  { probe, location, at }: SlotKey,
  { schedule, now }: Pick<DueQuery, 'schedule' | 'now'>,
): Promise<void> => {
  const last = await lastSlotAt(to, { probe, location }, at);
  if (last === undefined) return;
  for (let before = schedule.after(last); before < at; before = schedule.after(before)) {
    await missSlot(to, { probe, location, at: before }, { reason: missedReasons.late, endedAt: now });
  }
};

type Due = {
  /** The slot to run; undefined where none is due, or another program has it. */
  readonly slot: SlotKey | undefined;
  /** When there is something to look at again. */
  readonly lookAt: number;
  /** No monitor has leased it yet: it is to be offered to all that could run it. */
  readonly isOffered?: boolean;
};

const isOvertaking = async (from: Writing, { probe, location, isUnderWay }: DueQuery): Promise<boolean> =>
  isUnderWay !== undefined &&
  (await leasedSlots(from)).some((slot) => slot.probe === probe && slot.location === location && isUnderWay(slot));

/** A monitor that is started for each round alone back-fills what has become due since the first of them. */
const sinceFirst = async (to: Writing, { probe, location, since }: DueQuery): Promise<number> => {
  const name = `first looked at ${probe} ${location}`;
  await noteOnce(to, name, since);
  const { at } = await to.selectFrom('note').select('at').where('name', '=', name).executeTakeFirstOrThrow();
  return Math.min(at, since);
};

/**
 * Accounts for all that is due, in one transaction, and leases the newest.
 *
 * @param lease Left out, the monitor that takes the slot leases it.
 */
export const leaseDue = (history: History, asked: DueQuery, lease: Lease | undefined): Promise<Due> =>
  history.write(async (to) => {
    const { probe, location, now, isNowAndThen, schedule, spreadMs } = asked;
    await giveUpAhead(to, location, { reason: missedReasons.ahead, now });
    const last = (await lastSlotAt(to, { probe, location }, now)) ?? (await sinceFirst(to, asked));
    const all = momentsOf(asked, last);
    const moments = isNowAndThen ? all.slice(-1) : all;
    const newest = moments.at(-1);
    const isBusy = asked.isBusy || (newest !== undefined && (await isOvertaking(to, asked)));
    for (const at of isBusy ? moments : moments.slice(0, -1)) {
      await missSlot(to, { probe, location, at }, { reason: missedReasons[isBusy ? 'busy' : 'late'], endedAt: now });
    }
    if (newest === undefined) return { slot: undefined, lookAt: schedule.after(last) + spreadMs };
    // There may be more of the past than was looked at now.
    const isAll = all.length < momentsMax;
    const lookAt = isAll ? schedule.after(newest) + spreadMs : now;
    if (isBusy || !isAll) return { slot: undefined, lookAt };
    const slot = { probe, location, at: newest };
    if (!lease) return { slot, lookAt, isOffered: true };
    return { slot: (await leaseSlot(to, slot, { ...lease, now })) ? slot : undefined, lookAt };
  });

/** Without the store it is unknown who else runs it: what only reads is run all the same, and its result waits. */
export const dueWithoutStore = ({
  probe,
  location,
  schedule,
  now,
  lastAt = 0,
  mayRun,
  againMs,
}: Pick<DueQuery, 'probe' | 'location' | 'now'> & {
  readonly schedule: Schedule;
  /** The last slot that was begun here. */
  readonly lastAt: number | undefined;
  /** It has no effect, and the one before it has ended. */
  readonly mayRun: boolean;
  /** So long after a look that found nothing comes the next. */
  readonly againMs: number;
}): Due => {
  const at = schedule.after(Math.max(lastAt, now - schedule.intervalMs));
  if (!mayRun || at > now) return { slot: undefined, lookAt: now + againMs };
  return { slot: { probe, location, at }, lookAt: schedule.after(at) };
};
