/**
 * A monitor over simulated time. A seed draws what the service does, and what happens to the clock, the store, the
 * channels and the program. After every step the store is compared with what there must be.
 */
import { deepEqual, ok } from 'node:assert/strict';
import type { History } from '../../../../history/history.ts';
import { prune } from '../../../../history/prune.ts';
import { openWindow } from '../../../../history/silences.ts';
import { type Monitor, monitorOf } from '../../../../monitor/monitor.ts';
import type { SlotAsked } from '../../../../monitor/run-slot.ts';
import type { RanSlot } from '../../../../monitor/slot-result.ts';
import { quiet } from '../monitor-here.ts';
import type { Draws } from './expected.ts';
import { type Handed, type Ledger, ledgerOf, markOf } from './ledger.ts';
import { targets, watchedAt } from './probes.ts';
import type { SimulatedService } from './service.ts';
import { type SimulatedProcess, simulatedProcess } from './simulated-process.ts';
import { channels, type Disk, leasingOf, type Often, spoolOn } from './surroundings.ts';

const [secondMs, minuteMs] = [1_000, 60_000];
const dayMs = 24 * 60 * minuteMs;

type Running = {
  readonly asked: SlotAsked;
  readonly endsAt: number;
  readonly handed: Handed;
  readonly result: RanSlot | undefined;
  readonly resolve: (result: RanSlot) => void;
  readonly reject: (why: Error) => void;
};

type Life = {
  readonly process: SimulatedProcess;
  readonly monitor: Monitor;
  running: Running[];
  /** What it has sent, to several channels at once; the store may not know of the last. */
  readonly sent: Set<string>;
};

export type SimulationParts = {
  readonly history: History;
  readonly draws: Draws;
  readonly service: SimulatedService;
  readonly often: Often;
  readonly startAt: number;
};

export type Simulation = {
  /** @param elapsedMs Since the beginning. */
  until(elapsedMs: number): Promise<void>;
  /** Without further events, until all is sent. */
  end(): Promise<void>;
  readonly ledger: Ledger;
  happened(): Readonly<Record<string, number>>;
};

/** By then a slot has ended. */
const [checkedAfterMs, toldAfterMs] = [2 * dayMs, 5 * dayMs];
const keepDays = { runs: 8, hours: 8, days: 15 };

export const simulation = ({ history, draws, service, often, startAt }: SimulationParts): Simulation => {
  let elapsed = 0;
  /** By how much the clock is wrong. */
  let wrongBy = 0;
  let isQuiet = false;
  let life: Life | undefined;
  let upAt = 0;
  let tickAt = 0;
  let storeOutUntil = 0;
  let lives = 0;
  let runs = 0;
  let checked = startAt - 1;
  let handed: Handed[] = [];
  const disk: Disk = { results: [], written: 0 };
  let windows: { readonly target: string; readonly from: number; readonly until: number; readonly goneAt: number }[] =
    [];
  const channelOutUntil = new Map<string, number>();
  const happened = { runs: 0, kills: 0, stops: 0, leaps: 0, storeOuts: 0, channelOuts: 0, windows: 0 };
  const now = (): number => startAt + elapsed + wrongBy;
  const isMuted = (target: string, at: number): boolean =>
    windows.some((each) => each.target === target && each.from <= at && at < each.until);
  const ledger = ledgerOf({ history, channels, isMuted, targets });

  const runBy = (process: SimulatedProcess, mine: () => Running[]) => (asked: SlotAsked) =>
    process.alive(() => {
      const { probe, slot, confirms, signal } = asked;
      ok(!mine().some((each) => each.asked.probe.name === probe.name), `two runs of ${probe.name} at a time`);
      runs += 1;
      const took = draws.perMille(30) ? draws.between(50, 150) * secondMs : draws.between(1, 40) * secondMs;
      const id = `run-${runs}`;
      const { result, told, answers } = service.run(asked, {
        id,
        target: probe.target,
        elapsedMs: elapsed,
        now: now(),
        took,
      });
      const endedAt = now() + took;
      const of = { probe: probe.name, target: probe.target, at: slot.at, owner: asked.owner, told, answers, endedAt };
      const one: Handed = {
        ...of,
        mark: result ? id : `broke-${id}`,
        isBroken: !result,
        isConfirmation: confirms !== undefined,
      };
      const { promise, resolve, reject } = Promise.withResolvers<RanSlot>();
      const running: Running = { asked, endsAt: elapsed + took, handed: one, result, resolve, reject };
      mine().push(running);
      const end = (): void => ends(running, mine());
      signal.addEventListener('abort', end);
      void promise.catch(() => {}).finally(() => signal.removeEventListener('abort', end));
      return promise;
    });

  const ends = ({ result, handed: { mark }, resolve, reject, ...one }: Running, all: Running[]): void => {
    const at = all.findIndex(({ asked }) => asked === one.asked);
    if (at >= 0) all.splice(at, 1);
    if (result) resolve(result);
    else reject(new Error(mark));
  };

  const born = (): Life => {
    lives += 1;
    const process = simulatedProcess(`life-${lives}`, history, () => elapsed < storeOutUntil);
    const made: { life?: Life } = {};
    const monitor = monitorOf({
      ...quiet,
      history: process.history,
      watched: watchedAt(now()),
      location: 'here',
      channels,
      send: ({ name }, { key }) =>
        process.alive(async () => {
          if (elapsed < (channelOutUntil.get(name) ?? 0)) throw new Error('HTTP 503');
          ledger.arrives(key);
          made.life?.sent.add(key);
        }),
      runSlot: runBy(process, () => made.life?.running ?? []),
      leasing: leasingOf(process.id),
      spool: spoolOn(disk, process),
      sweep: () => process.alive(async () => {}),
      now,
    });
    made.life = { process, monitor, running: [], sent: new Set() };
    return made.life;
  };

  /** What its memory alone knew is lost with it. */
  const bury = async (dead: Life): Promise<void> => {
    happened.kills += 1;
    dead.process.kill();
    const waiting = new Set(disk.results.map(markOf));
    handed = handed.filter(({ mark }) => waiting.has(mark));
    const unsaid = await history.read.selectFrom('outbox').select('key').where('dueAt', 'is not', null).execute();
    for (const { key } of unsaid) if (dead.sent.has(key)) ledger.mayArriveAgain(key);
    life = undefined;
    upAt = elapsed + draws.of([0, 5 * secondMs, 2 * minuteMs, 20 * minuteMs, draws.between(1, 240) * minuteMs]);
  };

  const drawnKill = (one: Life): boolean => {
    const isDrawn = !isQuiet && draws.perMille(often.kill);
    one.process.killLater(isDrawn ? { writes: draws.between(1, 5), isKept: draws.perMille(500) } : undefined);
    return isDrawn;
  };

  /** Lets something happen to it, which may be its death. */
  const step = async (one: Life, work: () => Promise<unknown>): Promise<void> => {
    const isDrawn = drawnKill(one);
    const done = work();
    await Promise.race([done, one.process.died]);
    await one.process.idle();
    handed = await ledger.counted(handed, now());
    if (isDrawn) {
      await bury(one);
      handed = await ledger.counted(handed, now());
    }
    const waiting = new Set(disk.results.map(markOf));
    for (const { mark } of handed) ok(waiting.has(mark), `${mark} is neither kept nor waits`);
  };

  const finish = (one: Life, running: Running): Promise<void> =>
    step(one, async () => {
      happened.runs += 1;
      if (!(running.handed.isBroken && running.handed.isConfirmation)) handed.push(running.handed);
      ends(running, one.running);
    });

  const look = async (one: Life): Promise<void> => {
    if (!isQuiet) service.goOn(elapsed);
    await step(one, () => one.monitor.tick());
    const isWhole = life === one && elapsed >= storeOutUntil;
    await ledger.lookedAt(now(), isWhole);
    const toMinute = minuteMs - (now() % minuteMs);
    tickAt =
      elapsed + (draws.perMille(30) ? draws.between(5, 59) * secondMs : toMinute + draws.between(6, 14) * secondMs);
  };

  const stop = async (one: Life): Promise<void> => {
    happened.stops += 1;
    const { promise: grace, resolve } = Promise.withResolvers<void>();
    const stopped = one.monitor.stop(grace);
    const graceEnds = elapsed + 10 * secondMs;
    for (let next = one.running[0]; next && next.endsAt <= graceEnds; next = one.running[0]) {
      elapsed = Math.max(elapsed, next.endsAt);
      await finish(one, next);
      if (life !== one) return;
    }
    elapsed = graceEnds;
    resolve();
    await stopped;
    life = undefined;
    upAt = elapsed + draws.of([0, minuteMs, 30 * minuteMs]);
    await ledger.lookedAt(now(), false);
  };

  const leap = (): void => {
    happened.leaps += 1;
    const byMs =
      draws.of([2 * minuteMs, 20 * minuteMs, draws.between(1, 360) * minuteMs]) + draws.between(1, 59) * secondMs;
    wrongBy = wrongBy !== 0 ? 0 : draws.of([1, -1]) * byMs;
  };

  const maintain = async (): Promise<void> => {
    happened.windows += 1;
    const target = draws.of(targets);
    const lastsMs = draws.between(5, 120) * minuteMs;
    await history.write((to) => openWindow(to, { target, now: now(), lastsMs, reason: 'drawn', openedBy: 'seed' }));
    windows = windows.filter(({ goneAt }) => goneAt > elapsed);
    windows.push({ target, from: now(), until: now() + lastsMs, goneAt: elapsed + lastsMs + dayMs });
  };

  const happen = async (): Promise<void> => {
    // A person who finds the clock wrong sets it right before long.
    if (draws.perMille(wrongBy === 0 ? often.leap : 5)) leap();
    if (draws.perMille(often.storeOut)) {
      happened.storeOuts += 1;
      storeOutUntil = elapsed + draws.between(1, 30) * minuteMs;
    }
    if (draws.perMille(often.channelOut)) {
      happened.channelOuts += 1;
      channelOutUntil.set(draws.of(['team', 'pager', 'promises']), elapsed + draws.between(1, 600) * minuteMs);
    }
    if (draws.perMille(often.maintenance)) await maintain();
    if (life && draws.perMille(often.stop)) await stop(life);
  };

  const check = async (until: number): Promise<void> => {
    await ledger.assertSlots(checked, until);
    checked = until;
    await ledger.assertTold(now() - toldAfterMs);
    await ledger.assertOpen();
  };

  const tidy = async (): Promise<void> => {
    if (startAt + elapsed - checkedAfterMs - checked < dayMs) return;
    await check(checked + dayMs);
    await prune(history, { now: startAt + elapsed, keepDays });
  };

  const next = async (): Promise<void> => {
    if (!life) {
      elapsed = Math.max(elapsed, upAt);
      life = born();
      tickAt = elapsed;
    }
    const [first] = life.running.toSorted((a, b) => a.endsAt - b.endsAt);
    if (first && first.endsAt <= tickAt) {
      elapsed = Math.max(elapsed, first.endsAt);
      await finish(life, first);
      return;
    }
    elapsed = Math.max(elapsed, tickAt);
    if (!isQuiet) await happen();
    if (life) await look(life);
    await tidy();
  };

  return {
    ledger,
    happened: () => ({ ...happened, spooled: disk.written }),
    until: async (elapsedMs) => {
      while (elapsed < elapsedMs) await next();
    },
    end: async () => {
      isQuiet = true;
      wrongBy = 0;
      storeOutUntil = 0;
      channelOutUntil.clear();
      // The longest wait of a notification that could not be sent, and of a run.
      const until = elapsed + 240 * minuteMs;
      while (elapsed < until || (life?.running.length ?? 0) > 0) await next();
      // What is due begins half a minute later at most.
      await ledger.assertSlots(checked, now() - (now() % minuteMs) - minuteMs);
      await ledger.assertOpen();
      await ledger.assertTold(Number.POSITIVE_INFINITY);
      const unsent = await history.read.selectFrom('outbox').select('key').where('dueAt', 'is not', null).execute();
      deepEqual([unsent, disk.results, handed], [[], [], []], 'nothing is left to be told or kept');
    },
  };
};
