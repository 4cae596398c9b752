/** The monitor at work: finds what is due, runs it, stores the result, and reports it. */

import type { ClauseId } from '../contracts/clauses.ts';
import { hourMs } from '../contracts/durations.ts';
import type { UnsavedCounts } from '../contracts/unsaved.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import { giveBackSlot, type SlotKey } from '../history/slots.ts';
import { StoreFailed } from '../stores/database.ts';
import { deliveryOf } from './deliver.ts';
import { dueWithoutStore, leaseDue, takeAbandoned } from './due.ts';
import { keepResult, type StoredResult } from './keep-result.ts';
import { ownLeases, renewalOf, takeShared } from './leasing.ts';
import type { MonitorParts } from './monitor-surroundings.ts';
import { confirmationOf } from './network-check.ts';
import { type ResultQueue, resultQueue } from './result-queue.ts';
import { sweepingOf } from './run-slot.ts';
import { spreadMs } from './schedule.ts';
import { sendAlerts } from './send-alerts.ts';
import type { SlotResult } from './slot-result.ts';
import { isWell, outcomeOfSlot } from './slot-work.ts';
import { unlessAway } from './troubles.ts';
import { isNowAndThen, type WatchedProbe } from './watched-probe.ts';

export type Monitor = {
  /** Begins what is due, and does not wait for it. @returns How many slots were begun. */
  tick(): Promise<number>;
  /** Runs all that is due by now, and waits for it. @returns How many slots were begun. */
  once(): Promise<number>;
  /** Resolves when nothing is under way, and an attempt was made to send every alert. */
  settled(): Promise<void>;
  /** Begins nothing more; what is under way after the grace is ended, cleaned up, and given back. */
  stop(grace: Promise<void>): Promise<void>;
  /** Results that are not in the store yet. */
  unsaved(): UnsavedCounts;
};

const keyOfSlot = ({ probe, at }: SlotKey): string => `${probe} ${at}`;

/** Of all probes together: with more at once, results would only show how busy this machine is. */
const atOnceMax = 8;
/** How often it looks for what others have left, and for alerts that have become due. */
const lookAfterMs = 5_000;

type WatchState = {
  lookAt: number;
  lookedAt: number;
  running: number;
  lastAt: number | undefined;
};

export const monitorOf = (parts: MonitorParts): Monitor => {
  const { history, watched, location, channels, publicUrl, remindAfterMs, now, report, leasing, queue } = parts;
  const alerts = { channels, publicUrl, remindAfterMs };
  const states = new Map<string, WatchState>(
    watched.map(({ probe }) => [probe.name, { lookAt: 0, lookedAt: 0, running: 0, lastAt: undefined }]),
  );
  const watchedTargets = new Set(watched.map((each) => each.target));
  let startedAt = now();
  const leases = ownLeases(leasing, now);
  const underWay = new Set<Promise<unknown>>();
  const during = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work)).catch(() => {});
    return work;
  };
  /** With who has leased them. */
  const slotsUnderWay = new Map<string, string>();
  const ending = new AbortController();
  const graceOver = new AbortController();
  let running = 0;
  let isStopping = false;
  let lookedAfterAt = Number.NEGATIVE_INFINITY;
  const reportedTroubles = new Set<string>();

  /** Once, until a result was kept again: the same lines every second are of no help. */
  const trouble = (line: string): void => {
    if (!reportedTroubles.has(line)) report({ kind: 'trouble', line });
    reportedTroubles.add(line);
  };

  const ifThere = unlessAway(now);
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ifThere(work);
    } catch (thrown) {
      if (!(thrown instanceof StoreFailed)) throw thrown;
      trouble(thrown.message);
      return undefined;
    }
  };

  const keep = async (result: SlotResult): Promise<StoredResult> => {
    const known = watched.find(({ probe }) => probe.name === result.slot.probe);
    const kept = await ifThere(() => keepResult(history, result, { ...alerts, now: now(), watched: known }));
    reportedTroubles.clear();
    return kept;
  };
  const confirming = confirmationOf({ history, watched, location, now });
  const results: ResultQueue = resultQueue({
    keep,
    spool: parts.spool,
    trouble,
    recovered: (line) => report({ kind: 'recovered', line }),
    ...(parts.unsavedBytesMax !== undefined && { bytesMax: parts.unsavedBytesMax }),
  });

  const execute = async (
    one: WatchedProbe,
    slot: SlotKey,
    owner: string,
    confirms?: readonly ClauseId[],
  ): Promise<boolean> => {
    const begunAt = now();
    const about = { one, slot, owner, ...(confirms && { confirms }), signal: ending.signal };
    const result = await outcomeOfSlot(parts, about);
    if (!result) {
      if (!confirms) await attempt(() => history.write((to) => giveBackSlot(to, slot, owner)));
      return true;
    }
    if (confirms && result.kind === 'missed') return true;
    const kept = await results.put(result);
    report({ kind: 'result', result, kept });
    if (kept?.isDownUnconfirmed) await attempt(() => confirming.note(one.target, now() - begunAt));
    const isRare = one.schedule.intervalMs > hourMs;
    if (kept && !confirms && isRare && kept.unconfirmed.length > 0 && !isStopping) {
      return execute(one, slot, owner, kept.unconfirmed);
    }
    // What is not in the store is not reported.
    return kept !== undefined && isWell(one, result);
  };

  const begin = (one: WatchedProbe, slot: SlotKey, owner: string, confirms?: readonly ClauseId[]): Promise<boolean> => {
    const state = states.get(one.probe.name);
    if (state) state.running += 1;
    const { until, endsBy = until } = leasing.of(one.probe, now());
    leases.add({ owner, until: endsBy });
    running += 1;
    slotsUnderWay.set(keyOfSlot(slot), owner);
    const work = execute(one, slot, owner, confirms).finally(() => {
      if (state) state.running -= 1;
      running -= 1;
      slotsUnderWay.delete(keyOfSlot(slot));
    });
    return during(work);
  };

  const anythingToDo = async (one: WatchedProbe): Promise<boolean> => {
    try {
      return await parts.isAnythingToDo(one);
    } catch (thrown) {
      trouble(`${one.probe.name}: ${firstLineOf(thrown)}`);
      return false;
    }
  };

  const lookAt = async (one: WatchedProbe): Promise<{ readonly work: Promise<boolean> } | undefined> => {
    const { probe, schedule, hasEffects } = one;
    const state = states.get(probe.name);
    if (!state || running >= atOnceMax) return undefined;
    // After a clock was set back, the monitor does not wait for a future moment that the clock showed.
    if (now() < state.lookAt && now() >= state.lookedAt) return undefined;
    if (isNowAndThen(one) && !(await anythingToDo(one))) {
      Object.assign(state, { lookedAt: now(), lookAt: schedule.after(now()) });
      return undefined;
    }
    const lease = leasing.of(probe, now());
    // What has an effect waits for its moment; what is due to be settled may not be there then any more.
    const isAtOnce = !hasEffects || one.work === 'obligations';
    const asked = {
      probe: probe.name,
      location,
      schedule,
      // A person who starts a monitor wants to see something.
      spreadMs: isAtOnce && state.lookedAt === 0 ? 0 : spreadMs(probe.name, schedule),
      now: now(),
      since: isAtOnce ? Math.max(0, startedAt - schedule.intervalMs) : startedAt,
      isNowAndThen: isNowAndThen(one),
      isBusy: state.running > 0 && !probe.overlaps,
      ...(!probe.overlaps && { isUnderWay: leases.isOfOthers }),
    };
    const due =
      (await attempt(() => leaseDue(history, asked, queue ? undefined : lease))) ??
      dueWithoutStore({
        ...asked,
        lastAt: state.lastAt,
        mayRun: !hasEffects && state.running === 0,
        againMs: lookAfterMs,
      });
    state.lookedAt = now();
    state.lookAt = due.lookAt;
    const { slot } = due;
    if (!slot) return undefined;
    if (due.isOffered) {
      await attempt(async () => queue?.offer(slot));
      // The monitor that takes it may die before it is leased.
      state.lookAt = Math.min(due.lookAt, now() + lookAfterMs);
      return undefined;
    }
    state.lastAt = slot.at;
    return { work: begin(one, slot, lease.owner) };
  };

  const delivery = deliveryOf(history, {
    channels,
    send: parts.send,
    now,
    ending: graceOver.signal,
    onFailure: (line) => report({ kind: 'trouble', line }),
  });
  const renew = renewalOf({ history, leasing, now });
  const sweeping = sweepingOf(parts.sweep, { now, trouble });
  // A monitor that was killed may not have come to it.
  for (const { probe, hasEffects } of watched) if (hasEffects) sweeping.note(probe.target);

  const isUnderWay = (slot: SlotKey): boolean => slotsUnderWay.has(keyOfSlot(slot));

  /** @returns What was begun of what is offered to all. */
  const takeOffered = async (): Promise<Promise<boolean>[]> => {
    const free = atOnceMax - running;
    if (!queue || free <= 0 || isStopping) return [];
    const taken = await attempt(() => takeShared(queue, free, { history, watched, leasing, now }));
    return (taken ?? []).map(({ one, slot, lease }) => begin(one, slot, lease.owner));
  };

  /** @returns What was begun again. */
  const lookAfter = async (): Promise<Promise<boolean>[]> => {
    // Begun while the clock was ahead, it would wait for that time.
    startedAt = Math.min(startedAt, now());
    if (now() - lookedAfterAt < lookAfterMs && now() >= lookedAfterAt) return [];
    lookedAfterAt = now();
    await results.deliver();
    await attempt(() => renew(slotsUnderWay.values()));
    const found = await attempt(() => takeAbandoned({ history, watched, location, leasing, now: now(), isUnderWay }));
    const again = (found?.again ?? []).map(({ one, slot, owner }) => begin(one, slot, owner));
    await attempt(confirming.look);
    for (const source of found?.toSweep ?? []) sweeping.note(source);
    for (const work of sweeping.begin(now())) void during(work);
    await attempt(() =>
      history.write(async (to) => {
        for (const target of watchedTargets)
          await sendAlerts(to, { ...alerts, target, now: now(), file: history.where });
      }),
    );
    return again;
  };

  const send = (): Promise<unknown> => attempt(delivery.send);

  const beat = (begun: readonly Promise<boolean>[]): void => {
    if (begun.length === 0) return;
    void parts.heartbeat.begun();
    void during(Promise.all(begun).then((all) => parts.heartbeat.ended(all.every(Boolean))));
  };

  /** @returns What was begun to confirm that a target is down. */
  const confirm = async (): Promise<Promise<boolean>[]> => {
    const isFree = ({ probe }: WatchedProbe): boolean => (states.get(probe.name)?.running ?? 0) === 0;
    const due = isStopping || running >= atOnceMax ? [] : ((await attempt(() => confirming.due(isFree))) ?? []);
    return due.map(({ one, slot }) => begin(one, slot, leasing.of(one.probe, now()).owner, []));
  };

  const tick = async (): Promise<number> => {
    if (isStopping) return 0;
    const begun = [...(await lookAfter()), ...(await confirm())];
    for (const one of watched) {
      const found = isStopping ? undefined : await lookAt(one);
      if (found) begun.push(found.work);
    }
    begun.push(...(await takeOffered()));
    beat(begun);
    void send();
    return begun.length;
  };

  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
    await results.deliver();
    // What came last may not have been there when the sending under way began.
    await send();
    await send();
  };

  /** Some of the past are accounted for first, and only so many run at once. */
  const onceAt = async (one: WatchedProbe): Promise<{ readonly work: Promise<boolean> } | undefined> => {
    for (;;) {
      while (running >= atOnceMax) await Promise.race(underWay);
      const found = isStopping ? undefined : await lookAt(one);
      if (found || isStopping || (states.get(one.probe.name)?.lookAt ?? 0) > now()) return found;
    }
  };

  const once = async (): Promise<number> => {
    const begun = await lookAfter();
    for (const one of watched) {
      const found = await onceAt(one);
      if (found) begun.push(found.work);
    }
    beat(begun);
    await settled();
    return begun.length;
  };

  return {
    tick,
    once,
    settled,
    stop: async (grace) => {
      isStopping = true;
      const isOver = Promise.allSettled(underWay);
      await Promise.race([isOver, grace]);
      void grace.then(() => graceOver.abort());
      ending.abort();
      await settled();
      const { inMemory } = results.unsaved();
      if (inMemory > 0) trouble(`${inMemory} results are lost: no place for them could be written before the end`);
    },
    unsaved: results.unsaved,
  };
};
