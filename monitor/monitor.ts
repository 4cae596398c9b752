/** The monitor at work: looks after what is due, has it run, keeps what comes of it, and tells of it. */
import type { ClauseId } from '../contracts/clauses.ts';
import type { History } from '../history/open.ts';
import { giveBackSlot, type SlotKey } from '../history/slots.ts';
import { StoreFailed } from '../history/store-failed.ts';
import { takeAbandoned } from './abandoned.ts';
import type { Channel } from './config.ts';
import { deliver, type Send } from './deliver.ts';
import { type Due, leaseDue } from './due.ts';
import { type Kept, keepResult } from './keep-result.ts';
import type { Leasing } from './leasing.ts';
import { type ResultQueue, resultQueue, type Spool } from './result-queue.ts';
import type { RunSlot } from './run-slot.ts';
import { spreadMs } from './schedule.ts';
import type { SlotResult } from './slot-result.ts';
import { tell } from './tell.ts';
import type { WatchedProbe } from './watched-probe.ts';

export type MonitorParts = {
  readonly history: History;
  readonly watched: readonly WatchedProbe[];
  readonly location: string;
  readonly channels: readonly Channel[];
  readonly send: Send;
  readonly runSlot: RunSlot;
  readonly leasing: Leasing;
  /** Where results wait that the store cannot take now. */
  readonly spool: Spool;
  /** Looks after what a killed run has left at a target. */
  readonly sweep: (source: string) => Promise<void>;
  /** Of a round: what has begun, and whether all of ours went well. */
  readonly heartbeat: { begun(): Promise<void>; ended(isWell: boolean): Promise<void> };
  readonly now: () => number;
  /** What a person at the terminal wants to know. */
  readonly told: (event: MonitorEvent) => void;
};

export type MonitorEvent =
  | { readonly kind: 'result'; readonly result: SlotResult; readonly kept: Kept | undefined }
  | { readonly kind: 'trouble'; readonly line: string };

export type Monitor = {
  /** Begins what is due, and does not wait for it. @returns How many slots were begun. */
  tick(): Promise<number>;
  /** Resolves when nothing is under way, and what is to be told has been tried. */
  settled(): Promise<void>;
  /** Begins nothing more; what is under way after `graceMs` is ended, cleaned up, and given back. */
  stop(grace: Promise<void>): Promise<void>;
};

const lineOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')[0] ?? '';

const keyOfSlot = ({ probe, at }: SlotKey): string => `${probe} ${at}`;

const hourMs = 3_600_000;
/** Of all probes together: more at once would only tell how busy this machine is. */
const atOnceMax = 8;
/** How often it looks after what others have left, and what has become due to be told. */
const lookAfterMs = 5_000;

type State = {
  lookAt: number;
  lookedAt: number;
  running: number;
  lastAt: number | undefined;
};

export const monitorOf = (parts: MonitorParts): Monitor => {
  const { history, watched, location, channels, now, told, leasing } = parts;
  const states = new Map<string, State>(
    watched.map(({ probe }) => [probe.name, { lookAt: 0, lookedAt: 0, running: 0, lastAt: undefined }]),
  );
  const watchedTargets = new Set(watched.map((each) => each.target));
  let startedAt = now();
  const underWay = new Set<Promise<unknown>>();
  const slotsUnderWay = new Set<string>();
  const ending = new AbortController();
  let running = 0;
  let isStopping = false;
  let lookedAfterAt = Number.NEGATIVE_INFINITY;
  let lastTrouble: string | undefined;

  /** Once for each kind, until it works again: the same line every second helps nobody. */
  const trouble = (line: string): void => {
    if (line !== lastTrouble) told({ kind: 'trouble', line });
    lastTrouble = line;
  };

  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const done = await work();
      lastTrouble = undefined;
      return done;
    } catch (thrown) {
      if (!(thrown instanceof StoreFailed)) throw thrown;
      trouble(thrown.message);
      return undefined;
    }
  };

  const keep = (result: SlotResult): Promise<Kept> => {
    const known = watched.find(({ probe }) => probe.name === result.slot.probe);
    return keepResult(history, result, {
      channels,
      now: now(),
      ...(known && { rules: known.rules, schedule: known.schedule }),
    });
  };
  const queue: ResultQueue = resultQueue({ keep, spool: parts.spool, trouble });

  const execute = async (
    one: WatchedProbe,
    slot: SlotKey,
    owner: string,
    confirms?: readonly ClauseId[],
  ): Promise<boolean> => {
    const { probe, target, hasEffects } = one;
    const ran = async (): Promise<SlotResult | undefined> => {
      try {
        ending.signal.throwIfAborted();
        const result = await parts.runSlot({
          probe,
          slot,
          owner,
          ...(confirms && { confirms }),
          signal: ending.signal,
        });
        if (!ending.signal.aborted) return result;
      } catch (thrown) {
        const reason = lineOf(thrown);
        // Whatever breaks because it was ended is no error of ours.
        if (!ending.signal.aborted) {
          return { kind: 'missed', slot, owner, target, endedAt: now(), reason, isOurs: true };
        }
      }
      // What was cut off says nothing of the service.
      if (confirms) return undefined;
      const reason = 'the monitor was ended; what had begun was cleaned up';
      return hasEffects ? { kind: 'missed', slot, owner, target, endedAt: now(), reason, isOurs: false } : undefined;
    };
    const result = await ran();
    if (!result) {
      if (!confirms) await attempt(() => history.write((to) => giveBackSlot(to, slot, owner)));
      return true;
    }
    const kept = await queue.put(result);
    told({ kind: 'result', result, kept });
    const isRare = one.schedule.intervalMs > hourMs;
    if (kept && !confirms && isRare && kept.unconfirmed.length > 0 && !isStopping) {
      return execute(one, slot, owner, kept.unconfirmed);
    }
    return result.kind === 'ran';
  };

  const begin = (one: WatchedProbe, slot: SlotKey, owner: string): Promise<boolean> => {
    const state = states.get(one.probe.name);
    if (state) state.running += 1;
    running += 1;
    slotsUnderWay.add(keyOfSlot(slot));
    const work = execute(one, slot, owner).finally(() => {
      if (state) state.running -= 1;
      running -= 1;
      slotsUnderWay.delete(keyOfSlot(slot));
      underWay.delete(work);
    });
    underWay.add(work);
    return work;
  };

  /** Without the store nobody knows who else runs it: what only reads is run all the same, and its result waits. */
  const withoutStore = (one: WatchedProbe, state: State): Due => {
    const { schedule, hasEffects } = one;
    const at = now();
    const moment = schedule.after(Math.max(state.lastAt ?? 0, at - schedule.intervalMs));
    const isDue = !hasEffects && state.running === 0 && moment <= at;
    const slot = { probe: one.probe.name, location, at: moment };
    return { slot: isDue ? slot : undefined, busy: 0, lookAt: isDue ? schedule.after(moment) : at + lookAfterMs };
  };

  const lookAt = async (one: WatchedProbe): Promise<{ readonly work: Promise<boolean> } | undefined> => {
    const { probe, schedule, hasEffects } = one;
    const state = states.get(probe.name);
    if (!state || running >= atOnceMax) return undefined;
    // After a clock was set back nobody waits for a moment of the future that it showed.
    if (now() < state.lookAt && now() >= state.lookedAt) return undefined;
    const lease = leasing.of(probe, now());
    const isFirst = state.lookedAt === 0 && !hasEffects;
    const asked = {
      probe: probe.name,
      location,
      schedule,
      // Whoever starts a monitor wants to see something.
      spreadMs: isFirst ? 0 : spreadMs(probe.name, schedule),
      now: now(),
      since: hasEffects ? startedAt : startedAt - Math.min(schedule.intervalMs, startedAt) - 1,
      isBusy: state.running > 0 && !probe.overlaps,
    };
    const due = (await attempt(() => leaseDue(history, asked, lease))) ?? withoutStore(one, state);
    state.lookedAt = now();
    state.lookAt = due.lookAt;
    if (!due.slot) return undefined;
    state.lastAt = due.slot.at;
    return { work: begin(one, due.slot, lease.owner) };
  };

  const isUnderWay = (slot: SlotKey): boolean => slotsUnderWay.has(keyOfSlot(slot));

  const lookAfter = async (): Promise<void> => {
    if (now() - lookedAfterAt < lookAfterMs && now() >= lookedAfterAt) return;
    lookedAfterAt = now();
    await queue.deliver();
    const found = await attempt(() => takeAbandoned({ history, watched, location, leasing, now: now(), isUnderWay }));
    for (const { one, slot, owner } of found?.again ?? []) begin(one, slot, owner);
    for (const source of found?.toSweep ?? []) {
      await parts.sweep(source).catch((thrown: unknown) => trouble(lineOf(thrown)));
    }
    await attempt(() =>
      history.write(async (to) => {
        for (const target of watchedTargets) await tell(to, { target, now: now(), channels });
      }),
    );
  };

  let sending: Promise<unknown> = Promise.resolve();
  let next: Promise<unknown> | undefined;
  /** One after the other, and one waits at most, however long a channel takes. */
  const send = (): Promise<unknown> => {
    next ??= sending.then(() => {
      sending = next ?? sending;
      next = undefined;
      return attempt(() => deliver(history, { channels, send: parts.send, now }));
    });
    return next;
  };

  const tick = async (): Promise<number> => {
    if (isStopping) return 0;
    // Begun while the clock was ahead, it would wait for that time.
    startedAt = Math.min(startedAt, now());
    await lookAfter();
    const begun: Promise<boolean>[] = [];
    for (const one of watched) {
      const found = isStopping ? undefined : await lookAt(one);
      if (found) begun.push(found.work);
    }
    if (begun.length > 0) {
      void parts.heartbeat.begun();
      const round = Promise.all(begun).then((all) => parts.heartbeat.ended(all.every(Boolean)));
      underWay.add(round);
      void round.finally(() => underWay.delete(round));
    }
    void send();
    return begun.length;
  };

  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
    await send();
  };

  return {
    tick,
    settled,
    stop: async (grace) => {
      isStopping = true;
      const isOver = Promise.allSettled(underWay);
      await Promise.race([isOver, grace]);
      ending.abort();
      await settled();
    },
  };
};
