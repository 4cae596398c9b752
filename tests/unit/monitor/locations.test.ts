/** Several locations look at one service: half of those that look decide what is an incident. */
import { deepEqual } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { openHistory } from '../../../history/open.ts';
import { endSlot } from '../../../history/slots.ts';
import type { IncidentKind } from '../../../history/tables.ts';
import type { SeenCause } from '../../../monitor/causes.ts';
import { knownCauses, noteCauses } from '../../../monitor/incidents.ts';
import { historyHere } from './history-here.ts';

const minuteMs = 60_000;
const rules = { inRow: 2, failures: 2, ofLast: 2, passes: 1 };

describe('several locations', () => {
  const here = historyHere();

  /** One round at a minute: what each location that looks shows of the cause; `-` looks, and can tell nothing of it. */
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

  it('count one that can tell nothing of it among those that look', async () => {
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

  it('let one location tell what is the matter with itself', async () => {
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

  it('know of what was open before locations were told apart', async () => {
    const shown = { fra: 'F' } as const;
    await rounds([shown, shown]);
    await here.history.close();
    const older = new DatabaseSync(here.history.where);
    older.exec(`
      CREATE TABLE was AS SELECT probe, cause, kind, recent, (SELECT id FROM incident) AS incidentId, at FROM cause;
      DROP TABLE cause; ALTER TABLE was RENAME TO cause; ALTER TABLE incident DROP COLUMN locations;
      INSERT INTO run SELECT 'r', 'p', 't', 'fra', 0, 0, 0, 'fail', 'bad', 1, 0, 0, '[]', NULL;
      DELETE FROM kysely_migration WHERE name = '2027-01-locations';
    `);
    older.close();
    const again = await openHistory(here.history.where);
    try {
      const rows = await again.read.selectFrom('cause').select(['location', 'brokenSince']).execute();
      deepEqual(rows, [{ location: 'fra', brokenSince: 2 * minuteMs }]);
    } finally {
      await again.close();
    }
  });
});
