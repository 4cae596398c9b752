/** Several monitors share a store, a target and their alerts. */
import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { endSlot } from '../../../history/slots.ts';
import type { IncidentKind } from '../../../history/tables.ts';
import type { SeenCause } from '../../../monitor/causes.ts';
import { knownCauses, noteCauses } from '../../../monitor/incidents.ts';
import { type Monitor, monitorOf } from '../../../monitor/monitor.ts';
import type { MonitorParts } from '../../../monitor/monitor-surroundings.ts';
import type { WatchedProbe } from '../../../monitor/watched-probe.ts';
import { sqliteFailure } from '../../../stores/sqlite-failure.ts';
import { withoutOutages } from '../history/run-at.ts';
import { historyHere } from './history-here.ts';
import { minuteMs, noon, probe, quiet } from './monitor-here.ts';

const rules = { inRow: 2, failures: 2, ofLast: 2, passes: 1 };

describe('several locations', () => {
  const here = historyHere();

  /** One round at a minute: what each location that looks shows of the cause; `-` looks, and its look is unclear. */
  const round = async (
    minute: number,
    shown: Readonly<Record<string, 'F' | 'P' | '-'>>,
    kind: IncidentKind = 'contract',
  ) => {
    const now = minute * minuteMs;
    const told: string[] = [];
    for (const [location, letter] of Object.entries(shown)) {
      const slot = { probe: 'p', location, at: now };
      const seen: SeenCause[] =
        letter === '-'
          ? []
          : [{ cause: 'c', kind, shown: letter === 'F' ? 'failed' : 'passed', title: 'it is broken', clauses: [] }];
      const noted = { probe: 'p', target: 't', location, intervalMs: minuteMs, runId: null, now, rules };
      const changes = await here.history.write(async (to) => {
        await endSlot(to, slot, { owner: location, runId: null, endedAt: now });
        return noteCauses(to, { ...noted, seen, newId: () => `i${minute}` });
      });
      told.push(...changes.map(({ event, incident }) => `${event} ${incident.id} ${incident.locations}`));
    }
    return told;
  };

  const rounds = async (all: readonly Parameters<typeof round>[1][], kind?: IncidentKind): Promise<string[][]> => {
    const told: string[][] = [];
    for (const [i, shown] of all.entries()) told.push(await round(i + 1, shown, kind));
    return told;
  };

  it('open nothing while fewer than half see it', async () => {
    const shown = { fra: 'F', iad: 'P', sin: 'P' } as const;
    deepEqual(await rounds([shown, shown, shown, shown]), [[], [], [], []]);
  });

  it('open one incident at half, keep it while half see it, and close it below', async () => {
    const told = await rounds([
      { fra: 'F', iad: 'P', sin: 'F', syd: 'P' },
      { fra: 'F', iad: 'P', sin: 'F', syd: 'P' },
      { fra: 'F', iad: 'F', sin: 'F', syd: 'P' },
      { fra: 'F', iad: 'F', sin: 'P', syd: 'P' },
      { fra: 'F', iad: 'P', sin: 'P', syd: 'P' },
    ]);
    deepEqual(told, [[], ['opened i2 ["fra","sin"]'], [], [], ['closed i2 ["fra","iad"]']]);
  });

  it('count a cause at each location by itself: two that fail in turns are no failure in a row', async () => {
    const told = await rounds([
      { fra: 'F', iad: 'P' },
      { fra: 'P', iad: 'F' },
      { fra: 'F', iad: 'P' },
      { fra: 'P', iad: 'F' },
    ]);
    deepEqual(told.flat(), []);
  });

  it('count one with an unclear look among those that look', async () => {
    const shown = { fra: 'F', iad: '-', sin: '-' } as const;
    deepEqual((await rounds([shown, shown])).flat(), []);
  });

  it('are two, and one of them is half', async () => {
    const shown = { fra: 'F', iad: 'P' } as const;
    deepEqual((await rounds([shown, shown])).flat(), ['opened i2 ["fra"]']);
  });

  it('do not wait for one that is down, and close what only that one saw', async () => {
    const told = await rounds([
      { fra: 'F', iad: 'P', sin: 'P' },
      { fra: 'F', iad: 'P', sin: 'P' },
      { fra: 'F' },
      { fra: 'F' },
      { fra: 'F' },
      { iad: 'P', sin: 'P' },
      { iad: 'P', sin: 'P' },
      { iad: 'P', sin: 'P' },
    ]);
    deepEqual(told, [[], [], [], [], ['opened i5 ["fra"]'], ['closed i5 ["fra"]'], [], []]);
  });

  it('let one location report what is the matter with itself', async () => {
    const told = await rounds(
      [
        { fra: 'F', iad: 'P', sin: 'P' },
        { fra: 'F', iad: 'P', sin: 'P' },
      ],
      'network',
    );
    deepEqual(told, [[], ['opened i2 ["fra"]']]);
    deepEqual(await here.history.write((to) => knownCauses(to, 'p')), [{ cause: 'c', kind: 'network' }]);
  });
});

describe('a store of an earlier version', () => {
  const here = historyHere('sqlite', { isOwn: true });

  it('has what was open before locations were distinguished', async () => {
    const seen = [{ cause: 'c', kind: 'contract', shown: 'failed', title: 'it is broken', clauses: [] }] as const;
    for (const now of [minuteMs, 2 * minuteMs])
      await here.history.write((to) => noteCauses(to, { probe: 'p', target: 't', runId: null, now, rules, seen }));
    await here.history.close();
    const older = new DatabaseSync(here.history.where);
    older.exec(`
      CREATE TABLE was AS SELECT probe, cause, kind, recent, (SELECT id FROM incident) AS incidentId, at FROM cause;
      DROP TABLE cause; ALTER TABLE was RENAME TO cause; ALTER TABLE incident DROP COLUMN locations;
      ${withoutOutages}
      INSERT INTO run SELECT 'r', 'p', 't', 'fra', 0, 0, 0, 'fail', 'bad', 1, 0, 0, '[]', NULL;
      DELETE FROM kysely_migration WHERE name >= '2027-01-locations';
    `);
    older.close();
    const { read } = await here.another();
    const rows = await read.selectFrom('cause').select(['location', 'brokenSince']).execute();
    deepEqual(rows, [{ location: 'fra', brokenSince: 2 * minuteMs }]);
  });
});

const dayMs = 24 * 60 * minuteMs;
const busy = 5;

describe('a monitor beside others, and again and again', () => {
  const here = historyHere();
  let now = noon;

  const monitor = (
    watched: readonly WatchedProbe[],
    more: Partial<MonitorParts> = {},
  ): Monitor & { readonly begun: string[]; readonly lines: string[] } => {
    const [begun, lines] = [[] as string[], [] as string[]];
    const made = monitorOf({
      ...quiet,
      history: here.history,
      watched,
      location: 'here',
      runSlot: async ({ slot }) => {
        begun.push(`${slot.probe} ${(slot.at - noon) / minuteMs}`);
        throw new Error('nothing is measured here');
      },
      leasing: { of: (_, at) => ({ owner: 'o', until: at + minuteMs }), isGone: () => false },
      now: () => now,
      report: (event) => {
        if (event.kind === 'trouble') lines.push(event.line);
      },
      ...more,
    });
    return { ...made, begun, lines };
  };
  const states = async (): Promise<Record<string, number>> => {
    const rows = await here.history.read.selectFrom('slot').select('state').execute();
    return Object.fromEntries([...Map.groupBy(rows, ({ state }) => state)].map(([state, all]) => [state, all.length]));
  };

  it('runs all that is due in one round, however many there are', async () => {
    now = noon;
    const names = Array.from({ length: 20 }, (_, i) => `p${i}`);
    const one = monitor(names.map((name) => probe(name)));
    equal(await one.once(), 20);
    deepEqual(one.begun.toSorted(), names.map((name) => `${name} 0`).toSorted());
    equal(await monitor(names.map((name) => probe(name))).once(), 0);
  });

  it('accounts for a long pause and runs the newest, in one round', async () => {
    now = noon;
    await monitor([probe('p')]).once();
    now = noon + 2 * dayMs + 30_000;
    const one = monitor([probe('p')]);
    equal(await one.once(), 1);
    deepEqual(one.begun, [`p ${(2 * dayMs) / minuteMs}`]);
    deepEqual(await states(), { missed: (2 * dayMs) / minuteMs + 1 });
  });

  it('comes to a probe with effects although each round is a separate program', async () => {
    const nightly = () => monitor([probe('books', { cron: '17 3 * * *', hasEffects: true })]);
    now = noon;
    equal(await nightly().once(), 0);
    now = noon + dayMs;
    const one = nightly();
    equal(await one.once(), 1);
    deepEqual(one.begun, [`books ${15 * 60 + 17}`]);
    equal(await nightly().once(), 0);
  });

  it('sweeps at its start what a killed one may have left, and again until nothing is left', async () => {
    now = noon;
    const swept: number[] = [];
    const one = monitor([probe('books', { cron: '17 3 * * *', hasEffects: true })], {
      sweep: async () => {
        swept.push((now - noon) / 1_000);
        if (swept.length < 3) throw new Error('something may still be open');
      },
    });
    for (let second = 0; second <= 120; second += 5) {
      now = noon + second * 1_000;
      await one.tick();
      await one.settled();
    }
    deepEqual(swept, [0, 10, 30]);
    deepEqual(one.lines, ['something may still be open']);
  });

  it('goes on at once when the store has failed a moment ago, and only what reads is run', async () => {
    now = noon;
    let asked = 0;
    const history = {
      ...here.history,
      write: async () => {
        asked += 1;
        throw sqliteFailure('history.db', 'said', busy);
      },
    };
    const spooled: string[] = [];
    const spool = {
      put: async ({ slot }: { slot: { probe: string } }) => void spooled.push(slot.probe),
      waiting: async () => [],
    };
    const all = [probe('a'), probe('b'), probe('books', { hasEffects: true })];
    const one = monitor(all, { history, spool });
    await one.tick();
    await one.settled();
    deepEqual([one.begun, spooled, asked], [['a 0', 'b 0'], ['a', 'b'], 1]);
    equal(one.lines.length, 1);
  });
});
