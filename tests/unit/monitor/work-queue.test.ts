/** Slots and results wait in queues, and monitors of one location share them. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { databaseUrl } from '../../../contracts/database-url.ts';
import { noneUnsaved } from '../../../contracts/unsaved.ts';
import type { SlotKey } from '../../../history/slots.ts';
import type { StoredResult } from '../../../monitor/keep-result.ts';
import { type WorkQueue, workQueue } from '../../../monitor/leasing.ts';
import { type Monitor, monitorOf } from '../../../monitor/monitor.ts';
import type { MonitorParts } from '../../../monitor/monitor-surroundings.ts';
import { resultQueue } from '../../../monitor/result-queue.ts';
import type { SlotResult } from '../../../monitor/slot-result.ts';
import type { WatchedProbe } from '../../../monitor/watched-probe.ts';
import { sqliteFailure } from '../../../stores/sqlite-failure.ts';
import { postgresServer } from '../../postgres-server.ts';
import { historyHere } from './history-here.ts';
import { leasingOfMachine, minuteMs, noon, probe, quiet } from './monitor-here.ts';

const slot = (probe: string, location = 'fra') => ({ probe, location, at: noon });

test('what several offer waits once, and is given to one alone; of each location by itself', async (t) => {
  const server = await postgresServer();
  const url = databaseUrl(await server.newDatabase());
  // All at once, as when a cluster starts.
  const [one, other, elsewhere] = await Promise.all([
    workQueue(url, 'fra'),
    workQueue(url, 'fra'),
    workQueue(url, 'iad'),
  ]);
  t.after(() => Promise.all([one, other, elsewhere].map((each) => each.close())));
  await Promise.all([one, other].flatMap((each) => ['p', 'q'].map((name) => each.offer(slot(name)))));
  await elsewhere.offer(slot('p', 'iad'));
  const taken = (await Promise.all([one.take(8), other.take(8)])).flat();
  deepEqual(taken.map(({ probe, location }) => `${probe} ${location}`).toSorted(), ['p fra', 'q fra']);
  deepEqual(await elsewhere.take(8), [slot('p', 'iad')]);
  // The monitor that took it may have died: it is offered again, and taken again.
  await other.offer(slot('p'));
  deepEqual(await one.take(8), [slot('p')]);
  for (const name of ['a', 'b', 'c']) await one.offer(slot(name));
  equal((await other.take(2)).length, 2);
  equal((await other.take(2)).length, 1);
});

test('while the database is away it says so in a line without the password, and then goes on', async (t) => {
  const server = await postgresServer();
  const url = databaseUrl(await server.newDatabase());
  const queue = await workQueue(url, 'fra');
  t.after(() => queue.close());
  await server.stop();
  try {
    await rejects(queue.offer(slot('p')), {
      name: 'StoreFailed',
      isPassing: true,
      message: new RegExp(`^history ${url.shown}: slots cannot be shared: `),
    });
  } finally {
    await server.start();
  }
  await queue.offer(slot('p'));
  deepEqual(await queue.take(1), [slot('p')]);
});

const [busy, damaged] = [5, 11];

const resultAt = (at: number): SlotResult => ({
  kind: 'missed',
  slot: { probe: 'p', location: 'here', at },
  owner: 'o',
  target: 't',
  endedAt: at,
  reason: 'r',
  isOurs: false,
});

const here = ({ bytesMax }: { readonly bytesMax?: number } = {}) => {
  const kept: number[] = [];
  const lines: string[] = [];
  let waiting: SlotResult[] = [];
  let fails: (at: number) => number | undefined = () => undefined;
  let isDiskFull = false;
  const queue = resultQueue({
    keep: async ({ slot: { at } }): Promise<StoredResult> => {
      const code = fails(at);
      if (code !== undefined) throw sqliteFailure('history.db', 'said', code);
      kept.push(at);
      return { changes: [], unconfirmed: [], isDownUnconfirmed: false, isMuted: false };
    },
    spool: {
      put: async (result) => {
        if (isDiskFull) throw new Error('ENOSPC: no space left');
        waiting.push(result);
      },
      waiting: async () =>
        waiting.map((result) => ({
          result,
          done: async () => {
            waiting = waiting.filter((each) => each !== result);
          },
        })),
    },
    trouble: (line) => lines.push(line),
    recovered: (line) => lines.push(line),
    ...(bytesMax !== undefined && { bytesMax }),
  });
  return {
    queue,
    kept,
    lines,
    waiting: () => waiting.map(({ slot: { at } }) => at),
    set: (how: { fails?: typeof fails; isDiskFull?: boolean }) => {
      fails = how.fails ?? (() => undefined);
      isDiskFull = how.isDiskFull ?? false;
    },
  };
};

test('what the store cannot take waits on disk, and in memory where that is full, and comes later', async () => {
  const { queue, kept, waiting, set, lines } = here();
  set({ fails: () => busy });
  equal(await queue.put(resultAt(1)), undefined);
  set({ fails: () => busy, isDiskFull: true });
  equal(await queue.put(resultAt(2)), undefined);
  await queue.deliver();
  deepEqual([kept, waiting()], [[], [1]]);
  set({});
  await queue.deliver();
  deepEqual([kept, waiting()], [[1, 2], []]);
  equal(lines.filter((line) => line.endsWith('results wait in memory, 64 MB at most')).length, 1);
  equal(lines.at(-1), 'all results are saved again: 2 had waited');
});

const passed = (at: number): SlotResult => ({
  kind: 'repeated',
  slot: { probe: 'p', location: 'here', at },
  owner: 'o',
  target: 't',
  endedAt: at,
  cases: [],
});

test('what waits is counted, with its place and since when', async () => {
  const { queue, set } = here();
  deepEqual(queue.unsaved(), noneUnsaved);
  set({ fails: () => busy, isDiskFull: true });
  await queue.put(resultAt(2));
  set({ fails: () => busy });
  await queue.put(resultAt(3));
  const iso = (at: number): string => new Date(at).toISOString();
  deepEqual(queue.unsaved(), { inMemory: 1, onDisk: 1, since: iso(2), dropped: 0 });
  await queue.deliver();
  deepEqual(queue.unsaved(), { inMemory: 0, onDisk: 2, since: iso(3), dropped: 0 });
  set({});
  await queue.deliver();
  deepEqual(queue.unsaved(), noneUnsaved);
});

test('what waits in memory goes into the store also where the folder beside it stays closed', async () => {
  const { queue, kept, set } = here();
  set({ fails: () => busy, isDiskFull: true });
  for (const at of [1, 2]) await queue.put(resultAt(at));
  set({ isDiskFull: true });
  await queue.deliver();
  deepEqual([kept, queue.unsaved()], [[1, 2], noneUnsaved]);
});

test('memory is bounded: passes are dropped first, then the oldest, and each is counted', async () => {
  const { queue, kept, lines, set } = here({ bytesMax: 300 });
  set({ fails: () => busy, isDiskFull: true });
  for (const result of [resultAt(1), passed(2), resultAt(3), resultAt(4)]) await queue.put(result);
  const { inMemory, dropped } = queue.unsaved();
  deepEqual([inMemory, dropped], [2, 2]);
  ok(lines.includes('memory for unsaved results is full (0 MB): 1 dropped so far, passes first'), lines.join('\n'));
  set({});
  await queue.deliver();
  deepEqual(kept, [3, 4]);
  equal(lines.at(-1), 'all results are saved again: 2 had waited, and 2 were dropped');
});

test('one that cannot be kept at all holds no other up, and is not lost', async () => {
  const { queue, kept, waiting, set } = here();
  set({ fails: () => busy });
  for (const at of [1, 2, 3]) await queue.put(resultAt(at));
  set({ fails: (at) => (at === 2 ? damaged : undefined) });
  await queue.deliver();
  deepEqual([kept, waiting()], [[1, 3], [2]]);
});

test('while the store is locked nothing overtakes anything', async () => {
  const { queue, kept, waiting, set } = here();
  set({ fails: () => busy });
  for (const at of [1, 2]) await queue.put(resultAt(at));
  set({ fails: (at) => (at === 1 ? busy : undefined) });
  await queue.deliver();
  deepEqual([kept, waiting()], [[], [1, 2]]);
});

const [secondMs, dayMs] = [1_000, 24 * 3_600_000];

/** As the queue in the database behaves: of one key one waits, and each is given out once. */
const queueHere = (): WorkQueue & { readonly waiting: Map<string, SlotKey>; isLossy: boolean } => {
  const waiting = new Map<string, SlotKey>();
  const queue = {
    waiting,
    isLossy: false,
    offer: async (slot: SlotKey) => {
      waiting.set(`${slot.probe} ${slot.at}`, slot);
    },
    take: async (max: number) => {
      const all = [...waiting].slice(0, max);
      for (const [key] of all) waiting.delete(key);
      return queue.isLossy ? [] : all.map(([, slot]) => slot);
    },
    close: async () => {},
  };
  return queue;
};

describe('monitors of one location', () => {
  const here = historyHere();
  let now = noon;
  let queue = queueHere();

  type Watching = Monitor & { readonly begun: string[]; readonly swept: string[]; end(): void };

  /** A monitor on its own machine, whose runs end when the test ends them. */
  const monitor = (name: string, watched: readonly WatchedProbe[], more: Partial<MonitorParts> = {}): Watching => {
    const [begun, swept, ends] = [[] as string[], [] as string[], [] as (() => void)[]];
    const made = monitorOf({
      ...quiet,
      history: here.history,
      watched,
      location: 'fra',
      runSlot: async ({ slot, owner }) => {
        begun.push(`${slot.probe} ${(slot.at - noon) / minuteMs}`);
        await new Promise<void>((resolve) => ends.push(resolve));
        return { kind: 'repeated', slot, owner, target: 'acme', endedAt: now, cases: [] };
      },
      leasing: leasingOfMachine(name),
      queue,
      sweep: async (source) => void swept.push(source),
      now: () => now,
      ...more,
    });
    const end = (): void => {
      for (const each of ends.splice(0)) each();
    };
    return { ...made, begun, swept, end };
  };

  /** Second for second, as they would run. */
  const secondsOf = async (all: readonly Watching[], seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      for (const one of all) await one.tick();
      now += secondMs;
    }
  };

  const slots = () =>
    here.history.read.selectFrom('slot').select(['probe', 'at', 'state', 'reason', 'begun']).orderBy('at').execute();

  const begin = (): void => {
    now = noon;
    queue = queueHere();
  };

  it('run each slot once, and a monitor that is full leaves the rest to the others', async () => {
    begin();
    const all = Array.from({ length: 12 }, (_, i) => probe(`p${i}`));
    const [one, other] = [monitor('one', all), monitor('other', all)];
    await secondsOf([one, other], 30);
    equal(one.begun.length + other.begun.length, 12);
    equal(new Set([...one.begun, ...other.begun]).size, 12);
    equal(one.begun.length, 8);
    for (const each of [one, other]) each.end();
    await Promise.all([one.settled(), other.settled()]);
    ok((await slots()).every(({ state }) => state === 'done'));
  });

  it('offer again what was taken by one that died before it leased the slot', async () => {
    begin();
    const one = monitor('one', [probe('p')]);
    queue.isLossy = true;
    await secondsOf([one], 12);
    deepEqual(one.begun, []);
    queue.isLossy = false;
    await secondsOf([one], 6);
    deepEqual(one.begun, ['p 0']);
  });

  it('leave what they do not know to those that do', async () => {
    begin();
    const [one, other] = [monitor('one', [probe('p')]), monitor('other', [probe('q')])];
    await secondsOf([one, other], 30);
    deepEqual([one.begun, other.begun], [['p 0'], ['q 0']]);
  });

  it('keep what they run for longer than a lease', async () => {
    begin();
    const [one, other] = [monitor('one', [probe('p', { cron: '*/5 * * * *' })]), monitor('other', [])];
    const late = monitor('late', [probe('p', { cron: '*/5 * * * *' })]);
    await secondsOf([one, other], 2);
    await secondsOf([one, late], 200);
    deepEqual([one.begun, late.begun], [['p 0'], []]);
  });

  it('take over what a dead one has read, within a minute', async () => {
    begin();
    const watched = [probe('p', { cron: '*/5 * * * *' })];
    const [dead, other] = [monitor('dead', watched), monitor('other', watched)];
    await secondsOf([dead], 20);
    deepEqual(dead.begun, ['p 0']);
    const diedAt = now;
    while (other.begun.length === 0 && now - diedAt < 5 * minuteMs) await secondsOf([other], 1);
    deepEqual(other.begun, ['p 0']);
    ok(now - diedAt <= minuteMs, `${now - diedAt} ms`);
  });

  it('never run again what a dead one may have booked, but look after it within a minute', async () => {
    begin();
    const watched = [probe('books', { cron: '0 12 * * *', hasEffects: true })];
    const [dead, other] = [monitor('dead', watched), monitor('other', watched)];
    now = noon - 2 * secondMs;
    await secondsOf([dead, other], 1);
    const swept = other.swept.length;
    now = noon;
    while (dead.begun.length === 0 && now - noon < minuteMs) await secondsOf([dead], 1);
    deepEqual(dead.begun, ['books 0']);
    const diedAt = now;
    while (other.swept.length === swept && now - diedAt < 5 * minuteMs) await secondsOf([other], 1);
    ok(now - diedAt <= minuteMs, `${now - diedAt} ms`);
    deepEqual(other.begun, []);
    const [slot] = await slots();
    deepEqual([slot?.state, slot?.begun], ['missed', 1]);
    ok(slot?.reason);
  });

  it('see what was due while all of them were down', async () => {
    begin();
    const daily = [probe('p', { cron: '0 * * * *' })];
    const first = monitor('first', daily);
    await secondsOf([first], 40);
    first.end();
    await first.settled();
    now = noon + dayMs + minuteMs;
    await secondsOf([monitor('second', daily)], 40);
    const missed = (await slots()).filter(({ state }) => state === 'missed');
    equal(missed.length, 23);
    ok(missed.every(({ reason }) => reason));
  });
});
