/** A dashboard over a store of a test, on a free port, with what two runs of a probe have found. */
import { afterEach, beforeEach } from 'node:test';
import type { TargetDuties } from '../../../contracts/duties.ts';
import { type Dashboard, type DashboardOptions, startDashboard } from '../../../dashboard/server.ts';
import { noteDuties } from '../../../history/duties.ts';
import type { History } from '../../../history/history.ts';
import { addRun } from '../../../history/runs.ts';
import type { OutboxRow } from '../../../history/tables.ts';
import { noteWatched } from '../../../history/watched.ts';
import { noteCauses } from '../../../monitor/incidents.ts';
import { hourMs, noon, runAt } from '../history/run-at.ts';
import { historyHere } from '../monitor/history-here.ts';
import { failing, passing } from '../reports/record-of.ts';

export { hourMs, noon };

const sorted = 'cities.sorted-by-id';

/** What a monitor has found in the ledgers of a target. */
export const duties: TargetDuties = {
  target: 'sandbox',
  source: './acme.ts',
  location: 'here',
  at: new Date(noon).toISOString(),
  budgets: [{ what: 'booking', used: 19, perDay: 20 }],
  left: [
    { kind: 'flight', mark: 'Pfqabc', run: 'r1', since: new Date(noon - hourMs).toISOString(), needsPerson: true },
  ],
  damagedLedgers: 1,
  obligations: [{ id: 'void-after-window', run: 'r1', from: new Date(noon).toISOString(), until: null }],
  cases: [{ id: 'c1', title: 'an unsorted list', says: 'still fails, 2 runs' }],
};
const cause = `contract ${sorted} 0123456789ab`;

const httpPhasesMs = { resolve: 0, connect: 1, tls: 0, processing: 250, transfer: 2 };

/** An alert that its channel refused. */
const refused: OutboxRow = {
  key: 'k1',
  channel: 'mail',
  body: '{}',
  follows: null,
  createdAt: noon,
  dueAt: noon + hourMs,
  tries: 1,
  sentAt: null,
  lastError: 'connection refused',
};

/** A good run, then a broken one, whose failure has an incident. */
export const fill = async (history: History): Promise<{ readonly incident: string; readonly run: string }> => {
  const taken = [5, 6, 7].map((ms) => ({ operation: 'cities', ms }));
  const good = runAt(noon - hourMs, { verdicts: [passing(sorted)], taken, slotAt: noon - hourMs });
  const { record, ...broken } = runAt(noon, { verdicts: [failing(sorted)], taken, slotAt: noon });
  const bad = { ...broken, record: { ...record, httpPhasesMs } };
  return history.write(async (to) => {
    await noteWatched(to, [{ probe: 'reads', target: 'sandbox', location: '', intervalMs: hourMs }], noon);
    await to.insertInto('outbox').values(refused).execute();
    await noteDuties(to, [duties], noon);
    for (const run of [good, bad]) await addRun(to, run);
    const seen = [
      { cause, kind: 'contract', shown: 'failed', title: `${sorted} is broken`, clauses: [sorted] },
    ] as const;
    const about = { probe: 'reads', target: 'sandbox', runId: bad.record.id, now: noon };
    const [opened] = await noteCauses(to, { ...about, seen, rules: { inRow: 1, failures: 1, ofLast: 1, passes: 2 } });
    return { incident: opened?.incident.id ?? '', run: bad.record.id };
  });
};

/** Called inside a `describe`. */
export const dashboardsHere = () => {
  const here = historyHere();
  const at = { now: noon + 60_000 };
  let started: Dashboard[] = [];
  beforeEach(() => {
    at.now = noon + 60_000;
    started = [];
  });
  afterEach(async () => {
    for (const each of started) await each.close();
  });
  const start = async (more: Partial<DashboardOptions> = {}): Promise<Dashboard> => {
    const { history } = here;
    const options = {
      history,
      host: '127.0.0.1',
      port: 0,
      now: () => at.now,
      evidenceIn: () => [],
      version: '1.2.3',
      ...more,
    };
    const dashboard = await startDashboard(options);
    started.push(dashboard);
    return dashboard;
  };
  return { here, at, start };
};
