/** A monitor runs due probes, stores what they find, and ends in order. */
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { History } from '../../../history/history.ts';
import type { Channel } from '../../../monitor/config.ts';
import type { Leasing } from '../../../monitor/leasing.ts';
import { monitorOf } from '../../../monitor/monitor.ts';
import type { MonitorEvent, MonitorParts } from '../../../monitor/monitor-surroundings.ts';
import type { SlotAsked } from '../../../monitor/run-slot.ts';
import type { RanSlot, SlotResult } from '../../../monitor/slot-result.ts';
import type { WatchedProbe } from '../../../monitor/watched-probe.ts';
import { sqliteFailure } from '../../../stores/sqlite-failure.ts';
import { failing, passing, recordOf } from '../reports/record-of.ts';
import { historyHere } from './history-here.ts';
import { minuteMs, noon, probe, quiet, team } from './monitor-here.ts';

const hourMs = 60 * minuteMs;

/** Sorting is minor. */
const all: Channel = { ...team, severities: ['critical', 'major', 'minor'] };

describe('a monitor', () => {
  const here = historyHere();

  /** A monitor whose runs end when the test says so; by default at once, as `verdict` says. */
  const watching = (
    one: WatchedProbe,
    { beginsAt = noon, ...more }: Partial<MonitorParts> & { readonly beginsAt?: number } = {},
  ) => {
    const at = { now: beginsAt, isBroken: false, runs: 0 };
    const asked: SlotAsked[] = [];
    const sent: string[] = [];
    const events: MonitorEvent[] = [];
    const swept: string[] = [];
    const spooled: SlotResult[] = [];
    const living = new Set(['me']);
    const leasing: Leasing = {
      of: (_, now) => ({ owner: 'me', until: now + hourMs }),
      isGone: ({ owner, leasedUntil }, now) => (leasedUntil ?? 0) < now || !living.has(owner ?? ''),
    };
    const ran = ({ slot, owner, confirms }: SlotAsked): RanSlot => {
      at.runs += 1;
      const verdict = at.isBroken ? failing('cities.sorted-by-id') : passing('cities.sorted-by-id');
      const iso = new Date(at.now).toISOString();
      const record = { ...recordOf(verdict), id: `r${at.runs}`, target: 'acme', startedAt: iso, finishedAt: iso };
      return {
        kind: 'ran',
        slot,
        owner,
        target: 'acme',
        record,
        taken: [{ operation: 'cities', ms: 12 }],
        troubles: { answered: 1, troubled: [] },
        isNetworkOurs: false,
        ...(confirms && { confirms: [...confirms] }),
        bundles: { '0123456789ab': 'a bundle' },
      };
    };
    const parts: MonitorParts = {
      ...quiet,
      history: here.history,
      watched: [one],
      location: 'here',
      channels: [all],
      send: async (_, { event, title }) => {
        sent.push(`${event}: ${title}`);
      },
      runSlot: async (slot) => {
        asked.push(slot);
        return ran(slot);
      },
      leasing,
      spool: {
        put: async (result) => {
          spooled.push(result);
        },
        waiting: async () =>
          spooled.map((result) => ({
            result,
            done: async () => {
              spooled.splice(spooled.indexOf(result), 1);
            },
          })),
      },
      sweep: async (source) => {
        swept.push(source);
      },
      now: () => at.now,
      report: (event) => {
        events.push(event);
      },
      ...more,
    };
    const monitor = monitorOf(parts);
    const minute = async (m: number): Promise<void> => {
      // Later than any probe begins after its moment.
      at.now = noon + m * minuteMs + 31_000;
      await monitor.tick();
      await monitor.settled();
    };
    return { at, asked, sent, events, swept, spooled, living, ran, monitor, minute };
  };

  const rows = async () =>
    (await here.history.read.selectFrom('slot').select(['at', 'state', 'reason', 'runId']).orderBy('at').execute()).map(
      ({ at, state, reason, runId }) => `${(at - noon) / minuteMs} ${state} ${reason ?? runId}`,
    );

  it('runs at once at first, then each moment once, and reports when an incident opens and is over', async () => {
    const { at, sent, minute, events } = watching(probe('p', { cron: '*/5 * * * *' }));
    for (let m = 1; m <= 46; m += 1) {
      at.isBroken = m > 4 && m < 20;
      await minute(m);
    }
    deepEqual(
      (await rows()).map((row) => row.split(' ').slice(0, 2).join(' ')),
      [0, 5, 10, 15, 20, 25, 30, 35, 40, 45].map((m) => `${m} done`),
    );
    const title = 'cities.sorted-by-id is broken: cities response.body[].id';
    deepEqual(sent, [`opened: ${title}`, `closed: ${title}`]);
    const bundles = await here.history.read.selectFrom('bundle').select('bundle').execute();
    deepEqual(bundles, [{ bundle: 'a bundle' }]);
    equal(events.filter(({ kind }) => kind === 'result').length, 10);
  });

  it('begins what has an effect at its moment, and not because it was started', async () => {
    const { asked, minute } = watching(probe('p', { cron: '0 13 * * *', hasEffects: true }));
    for (const m of [0, 30, 59, 61]) await minute(m);
    deepEqual(
      asked.map(({ slot }) => slot.at),
      [noon + hourMs],
    );
  });

  it('runs once more at once what is rare and broken, only what was broken, and opens when confirmed', async () => {
    const { at, asked, sent, minute } = watching(probe('p', { cron: '0 0 * * *' }));
    at.isBroken = true;
    await minute(1);
    deepEqual(
      asked.map(({ confirms }) => confirms),
      [undefined, ['cities.sorted-by-id']],
    );
    equal(sent.length, 1);
    equal((await rows()).length, 1);
  });

  it('opens nothing of what is rare where a second run shows nothing', async () => {
    const one = probe('p', { cron: '0 0 * * *' });
    const { at, sent, ran, minute } = watching(one, {
      runSlot: async (asked) => {
        at.isBroken = asked.confirms === undefined;
        return ran(asked);
      },
    });
    await minute(1);
    deepEqual(sent, []);
  });

  it('runs again what only reads when its process was killed, once', async () => {
    const killed = watching(probe('p', { cron: '*/5 * * * *' }), { runSlot: () => new Promise(() => {}) });
    await killed.monitor.tick();
    const next = watching(probe('p', { cron: '*/5 * * * *' }));
    await next.minute(1);
    deepEqual(next.asked, [], 'it may still be at work');
    next.living.clear();
    await next.minute(2);
    deepEqual(await rows(), ['0 done r1']);
  });

  it('never begins again what had an effect: it is missed, and its target swept', async () => {
    const one = probe('p', { cron: '*/5 * * * *', hasEffects: true });
    const killed = watching(one, { runSlot: () => new Promise(() => {}) });
    await killed.monitor.tick();
    killed.at.now = noon + 5.6 * minuteMs;
    await killed.monitor.tick();
    const next = watching(one);
    next.living.clear();
    await next.minute(6);
    deepEqual([next.asked, next.swept], [[], ['acme']]);
    deepEqual(await rows(), ['5 missed the process that ran it was killed; what has an effect is not begun again']);
  });

  it('keeps results beside the store while it cannot be written, and delivers each once', async () => {
    let isFull = false;
    const full: History = {
      ...here.history,
      write: (change) => {
        if (isFull) throw sqliteFailure('history.db', 'full', 13);
        return here.history.write(change);
      },
      close: async () => {},
    };
    const { minute, spooled, events } = watching(probe('p', { cron: '*/5 * * * *' }), { history: full });
    await minute(1);
    isFull = true;
    for (const m of [6, 11]) await minute(m);
    deepEqual([spooled.length, (await rows()).length], [2, 1], 'what only reads is run without the store');
    equal(events.filter(({ kind }) => kind === 'trouble').length, 1, 'one line says so');
    isFull = false;
    for (const m of [16, 17]) await minute(m);
    deepEqual([spooled.length, await rows()], [0, ['0 done r1', '5 done r2', '10 done r3', '15 done r4']]);
    const runs = await here.history.read.selectFrom('run').select('id').execute();
    equal(runs.length, 4);
  });

  it('gives back what it has begun to read when it is ended, and reports what had an effect as missed', async () => {
    for (const [name, hasEffects, isThrown] of [
      ['reads', false, false],
      ['reads-and-throws', false, true],
      ['books', true, false],
    ] as const) {
      const { at, monitor, ran } = watching(probe(name, { cron: '*/5 * * * *', hasEffects }), {
        runSlot: (asked) =>
          new Promise((resolve, reject) => {
            const end = () => (isThrown ? reject(new Error('interrupted')) : resolve(ran(asked)));
            asked.signal.addEventListener('abort', end);
          }),
      });
      at.now = noon + 5.6 * minuteMs;
      await monitor.tick();
      await monitor.stop(Promise.resolve());
      equal(await monitor.tick(), 0);
    }
    const left = await here.history.read
      .selectFrom('slot')
      .select(['probe', 'state', 'begun', 'leasedUntil', 'reason'])
      .where('at', '=', noon + 5 * minuteMs)
      .orderBy('probe')
      .execute();
    const reason = 'the monitor was ended; what had begun was cleaned up';
    deepEqual(left, [
      { probe: 'books', state: 'missed', begun: 1, leasedUntil: null, reason },
      { probe: 'reads', state: 'leased', begun: 0, leasedUntil: 0, reason: null },
      { probe: 'reads-and-throws', state: 'leased', begun: 0, leasedUntil: 0, reason: null },
    ]);
    for (const table of ['run', 'incident'] as const)
      deepEqual(await here.history.read.selectFrom(table).select('id').execute(), []);
  });

  it('reports an error of Preflight as one, and the slot as missed', async () => {
    const { minute, sent } = watching(probe('p', { cron: '*/5 * * * *' }), {
      runSlot: async () => {
        throw new Error('target file acme.ts cannot be loaded\nand more');
      },
    });
    for (const m of [1, 6, 11]) await minute(m);
    deepEqual((await rows())[0], '0 missed target file acme.ts cannot be loaded');
    equal(sent.length, 1);
  });

  it('probes on when its clock was set back', async () => {
    const { asked, minute } = watching(probe('p', { cron: '* * * * *' }));
    for (const m of [1, 2, 300, 3, 4, 5]) await minute(m);
    deepEqual(
      asked.map(({ slot }) => (slot.at - noon) / minuteMs),
      [1, 2, 300, 3, 4, 5],
    );
  });

  it('that began with a clock far ahead goes on once the clock is right', async () => {
    const beginsAt = noon + 100_001 * minuteMs;
    const { minute } = watching(probe('p', { cron: '*/5 * * * *' }), { beginsAt });
    for (const m of [100_001, 1, 6]) await minute(m);
    deepEqual(await rows(), ['0 done r2', '5 done r3', '100000 done r1']);
  });

  it('takes nothing over from itself when the clock leaps while it runs', async () => {
    const ends = Promise.withResolvers<void>();
    const { at, monitor, ran } = watching(probe('p', { cron: '*/5 * * * *' }), {
      leasing: {
        of: (_, now) => ({ owner: 'me', until: now + minuteMs }),
        isGone: ({ leasedUntil }, now) => (leasedUntil ?? 0) < now,
      },
      runSlot: (asked) => ends.promise.then(() => ran(asked)),
    });
    for (const m of [1, 4]) {
      at.now = noon + m * minuteMs;
      await monitor.tick();
    }
    ends.resolve();
    await monitor.settled();
    deepEqual(await rows(), ['0 done r1']);
  });
});
