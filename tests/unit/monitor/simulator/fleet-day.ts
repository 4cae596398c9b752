/** A stretch of time of a fleet: two real monitors at each location, on one store, with events drawn by a seed. */
import { equal, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { History } from '../../../../history/history.ts';
import type { SlotKey } from '../../../../history/slots.ts';
import type { SlotRow } from '../../../../history/tables.ts';
import type { WorkQueue } from '../../../../monitor/leasing.ts';
import { type Monitor, monitorOf } from '../../../../monitor/monitor.ts';
import { spreadMs } from '../../../../monitor/schedule.ts';
import { missedClass, type missedReasons, type RepeatedSlot } from '../../../../monitor/slot-result.ts';
import type { WatchedProbe } from '../../../../monitor/watched-probe.ts';
import { StoreFailed } from '../../../../stores/database.ts';
import { none } from '../../asserted.ts';
import { leasingOfMachine, probe, quiet } from '../monitor-here.ts';
import { type Draws, drawsOf } from './expected.ts';
import { type SimulatedProcess, simulatedProcess } from './simulated-process.ts';
import { quickHistory } from './simulated-time.ts';
import { type Disk, spoolOn } from './surroundings.ts';

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];
export const startAt = Date.parse('2026-09-01T00:00:00.000Z');
/** The other slots of a location have separate rules: nothing happens so close to something else. */
const apartMs = 5 * minuteMs;

export const targets = 1_000;
export const locations = 20;

const nameOf = (target: number): string => `service-${target}`;
const placeOf = (location: number): string => `place-${location}`;
const schedule = { after: (moment: number) => moment - (moment % minuteMs) + minuteMs, intervalMs: minuteMs };

/** Every pair of the fleet has one: how long it takes is its own, and always the same. */
export const pairOf = (target: number, location: number): Pair => {
  const probe = nameOf(target);
  const runMs = (3 + ((target * 7 + location * 13) % 22)) * secondMs + 500;
  return { probe, location: placeOf(location), spreadMs: spreadMs(probe, schedule), runMs };
};

type Drawing = { readonly untilMs: number; readonly places: readonly string[] };

/** Apart from what there is already; undefined where there is no room. */
const spanIn = (draws: Draws, { untilMs }: Drawing, lastsMs: number, others: readonly Span[]): Span | undefined => {
  for (let tries = 0; tries < 50; tries += 1) {
    const minute = draws.between(5, Math.floor((untilMs - lastsMs) / minuteMs) - 5);
    // Between two looks, so that all of one look has happened; and back with a look.
    const from = startAt + minute * minuteMs + draws.between(0, 1) * tickMs + 2 * secondMs;
    const until = startAt + minute * minuteMs + lastsMs + tickMs;
    if (others.every((other) => until + apartMs < other.from || other.until + apartMs < from)) return { from, until };
  }
  return undefined;
};

/**
 * Each location is down once, for an hour at most; one of its two monitors dies now and then; the store is away once,
 * for ten minutes at most.
 */
export const drawnHappened = (seed: number, drawing: Drawing): Happened => {
  const draws = drawsOf(seed);
  const downMs = Math.min(hourMs, Math.ceil(drawing.untilMs / 8 / minuteMs) * minuteMs);
  const awayMs = Math.min(10, Math.ceil(downMs / minuteMs / 2)) * minuteMs;
  const away = spanIn(draws, drawing, awayMs, []);
  const storeOuts = away ? [away] : [];
  const downs: Record<string, Span[]> = {};
  const deaths: Record<string, Span[]> = {};
  for (const place of drawing.places) {
    const down = spanIn(draws, drawing, downMs, storeOuts);
    downs[place] = down ? [down] : [];
    const all: Span[] = [];
    for (let time = 0; time < Math.ceil(drawing.untilMs / (3 * hourMs)); time += 1) {
      const span = spanIn(draws, drawing, draws.between(1, 8) * minuteMs, [...storeOuts, ...downs[place], ...all]);
      if (span) all.push(span);
    }
    deaths[place] = all;
  }
  return { downs, deaths, storeOuts };
};

const isWithin = (spans: readonly Span[] | undefined, at: number): boolean =>
  spans?.some(({ from, until }) => from <= at && at < until) ?? false;

const queueOf = (isOut: () => boolean): WorkQueue => {
  const waiting = new Map<string, SlotKey>();
  const unlessOut = (): void => {
    if (isOut()) throw new StoreFailed('queue', 'out', { isPassing: true });
  };
  return {
    offer: async (slot) => {
      unlessOut();
      waiting.set(`${slot.probe} ${slot.at}`, slot);
    },
    take: async (max) => {
      unlessOut();
      const all = [...waiting].slice(0, max);
      for (const [key] of all) waiting.delete(key);
      return all.map(([, slot]) => slot);
    },
    close: async () => {},
  };
};

type Running = {
  readonly endsAt: number;
  readonly result: RepeatedSlot;
  readonly resolve: (result: RepeatedSlot) => void;
};
type Life = { readonly process: SimulatedProcess; readonly monitor: Monitor; readonly running: Running[] };

export type FleetParts = {
  readonly history: History;
  readonly pairs: readonly Pair[];
  readonly happened: Happened;
  readonly untilMs: number;
};

export type FleetRan = {
  readonly rows: readonly SlotRow[];
  /** How often each slot was run to its end, and how often such a result was the first of its slot. */
  readonly ended: ReadonlyMap<string, number>;
};

export const fleetDay = async ({ history, pairs, happened, untilMs }: FleetParts): Promise<FleetRan> => {
  let now = startAt;
  let lives = 0;
  const ended = new Map<string, number>();
  const isOut = (): boolean => isWithin(happened.storeOuts, now);
  const queues = new Map<string, WorkQueue>();
  const watchedAt = (location: string): WatchedProbe[] =>
    pairs
      .filter((pair) => pair.location === location)
      .map(({ probe: name }) => ({ ...probe(name), schedule, target: name }));

  const born = (location: string, disk: Disk): Life => {
    lives += 1;
    const process = simulatedProcess(`life-${lives}`, history, isOut);
    const running: Running[] = [];
    const monitor = monitorOf({
      ...quiet,
      history: process.history,
      watched: watchedAt(location),
      location,
      runSlot: ({ slot, owner }) =>
        process.alive(
          () =>
            new Promise((resolve) => {
              const pair = pairs.find((each) => each.probe === slot.probe && each.location === location);
              const endsAt = now + (pair?.runMs ?? 0);
              const about = { slot, owner, target: slot.probe, endedAt: endsAt } as const;
              const result: RepeatedSlot = { kind: 'repeated', ...about, cases: [] };
              running.push({ endsAt, result, resolve });
            }),
        ),
      leasing: leasingOfMachine(process.id),
      queue: queues.get(location),
      spool: spoolOn(disk, process),
      now: () => now,
    });
    return { process, monitor, running };
  };

  const seats = [...new Set(pairs.map(({ location }) => location))].flatMap((location) => {
    queues.set(location, queueOf(isOut));
    return [0, 1].map((seat) => ({
      location,
      seat,
      disk: { results: [], written: 0 } as Disk,
      life: undefined as Life | undefined,
    }));
  });

  const finish = async (life: Life, until: number): Promise<void> => {
    const over = life.running.filter(({ endsAt }) => endsAt <= until).sort((a, b) => a.endsAt - b.endsAt);
    for (const each of over) {
      now = Math.max(now, each.endsAt);
      life.running.splice(life.running.indexOf(each), 1);
      const { probe, location, at } = each.result.slot;
      const key = `${probe} ${location} ${at}`;
      ended.set(key, (ended.get(key) ?? 0) + 1);
      each.resolve(each.result);
      await life.process.idle();
    }
  };

  const spansOf = ({ location, seat }: { readonly location: string; readonly seat: number }): readonly Span[] => {
    const downs = happened.downs[location] ?? [];
    return seat === 0 ? downs.concat(happened.deaths[location] ?? []) : downs;
  };

  for (let tick = startAt; tick < startAt + untilMs + 5 * minuteMs; tick += tickMs) {
    for (const seat of seats) {
      const { life } = seat;
      const death = spansOf(seat).find(({ from, until }) => from < tick && tick < until);
      if (life) await finish(life, death ? Math.min(death.from, tick) : tick);
      if (death) {
        life?.process.kill();
        seat.life = undefined;
      }
    }
    now = tick;
    for (const seat of seats) {
      if (isWithin(spansOf(seat), tick)) continue;
      seat.life ??= born(seat.location, seat.disk);
      await seat.life.monitor.tick();
      await seat.life.process.idle();
    }
  }
  const rows = await history.read
    .selectFrom('slot')
    .selectAll()
    .where('at', '<', startAt + untilMs)
    .execute();
  return { rows, ended };
};

/** How often a simulated monitor looks. */
export const tickMs = 30_000;

export type Pair = {
  readonly probe: string;
  readonly location: string;
  /** How long after its moment it is due. */
  readonly spreadMs: number;
  /** How long one run takes: with the look before it, always less than a minute. */
  readonly runMs: number;
};

export type Span = { readonly from: number; readonly until: number };

/** Of one location nothing happens within some minutes of something else. */
export type Happened = {
  /** All monitors of a location die, and come back together. */
  readonly downs: Readonly<Record<string, readonly Span[]>>;
  /** One of the two of a location dies. */
  readonly deaths: Readonly<Record<string, readonly Span[]>>;
  /** The store is away for all monitors. */
  readonly storeOuts: readonly Span[];
};

export type Fate = 'done' | keyof typeof missedReasons;

/** Where it depends on which of two monitors had it. */
const taken: readonly Fate[] = ['done', 'killed', 'busy'];
const done: readonly Fate[] = ['done'];
const late: readonly Fate[] = ['late'];
const killed: readonly Fate[] = ['killed'];

/** When it is begun: with the first look once it is due. */
const beginsAt = (at: number, { spreadMs }: Pair): number => at + Math.ceil(spreadMs / tickMs) * tickMs;

/** @returns What it may end as; most slots have one way to end. */
export const fatesOf = (at: number, pair: Pair, { downs, deaths }: Happened): readonly Fate[] => {
  const begun = beginsAt(at, pair);
  const ended = begun + pair.runMs;
  for (const { from, until } of downs[pair.location] ?? []) {
    if (begun < from && from < ended) return killed;
    // A monitor that comes back runs the newest, and reports those before it.
    if (begun >= from && at <= until) return at + minuteMs > until ? done : late;
  }
  // What it ran is its own until its lease is over, then it is taken over while due: the next may be due meanwhile.
  for (const { from } of deaths[pair.location] ?? [])
    if (at <= from + 2 * minuteMs && from < at + 2 * minuteMs) return taken;
  // Without the store they go on reading, and their results wait.
  return done;
};

/** How many slots of some pairs end how, by the fates that each may have; `until` is no slot any more. */
export const countedFates = (pairs: Iterable<Pair>, { from, until }: Span, happened: Happened): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const pair of pairs)
    for (let at = from; at < until; at += minuteMs) {
      const key = fatesOf(at, pair, happened).join(' or ');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
};

/** How many slots of the sample ended how. */
export type Accounts = { readonly happened: Happened; readonly counts: Readonly<Record<string, number>> };

/** Some targets at some locations, each target at its own, drawn from all. */
const drawnPairs = (seed: number, places: number, each: number): Pair[] => {
  const draws = drawsOf(seed);
  const drawn = (count: number, all: number): number[] => {
    const found = new Set<number>();
    while (found.size < count) found.add(draws.between(0, all - 1));
    return [...found];
  };
  return drawn(places, locations).flatMap((place) => drawn(each, targets).map((target) => pairOf(target, place)));
};

const keyOf = ({ probe, location }: Pick<Pair, 'probe' | 'location'>, at: number): string =>
  `${probe} ${location} ${at}`;

type Sample = { readonly seed: number; readonly minutes: number; readonly places: number; readonly each: number };

export const fleetAccounts = async ({ seed, minutes, places, each }: Sample): Promise<Accounts> => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  const history = await quickHistory(folder);
  try {
    const pairs = drawnPairs(seed, places, each);
    const untilMs = minutes * minuteMs;
    const all = Array.from({ length: locations }, (_, at) => `place-${at}`);
    const happened = drawnHappened(seed, { untilMs, places: all });
    const { rows, ended } = await fleetDay({ history, pairs, happened, untilMs });
    // A probe, a location and a moment are the key of the table: none is there twice.
    equal(rows.length, pairs.length * minutes, 'each slot has a row');
    const rowAt = new Map(rows.map((row) => [keyOf(row, row.at), row]));
    const counts: Record<string, number> = {};
    for (const pair of pairs)
      for (let at = startAt; at < startAt + untilMs; at += minuteMs) {
        const row = rowAt.get(keyOf(pair, at));
        const about = `seed ${seed}: ${pair.probe} at ${pair.location}, minute ${(at - startAt) / minuteMs}`;
        ok(row && row.state !== 'leased', `${about} is left`);
        equal(row.reason !== null, row.state === 'missed', about);
        const fate: Fate | 'error' = row.reason === null ? 'done' : missedClass(row.reason);
        const fates: readonly string[] = fatesOf(at, pair, happened);
        ok(fates.includes(fate), `${about} is ${fate}, and not ${fates.join(' or ')}`);
        ok(fate !== 'done' || ended.has(keyOf(pair, at)), `${about} is done, and nobody has run it`);
        counts[fate] = (counts[fate] ?? 0) + 1;
      }
    const left = await history.read.selectFrom('slot').select('at').where('state', '=', 'leased').execute();
    none(left.filter(({ at }) => at < startAt + untilMs));
    return { happened, counts };
  } finally {
    await history.close();
    rmSync(folder, { recursive: true });
  }
};
