/** A clock that once ran ahead hides nothing: every reader shows the runs of now, and lists mark those of the future. */
import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { it } from 'node:test';
import { startDashboard } from '../../../dashboard/server.ts';
import { statusReader } from '../../../dashboard/status/status-now.ts';
import type { History } from '../../../history/history.ts';
import { addRun } from '../../../history/runs.ts';
import { objectivesShown } from '../../../monitor/objectives.ts';
import { dayMs, runAt } from '../history/run-at.ts';
import { describeOnBoth } from '../monitor/history-here.ts';
import { failing, passing } from '../reports/record-of.ts';
import { hourMs, noon, watch } from './dashboard-here.ts';

const minuteMs = 60_000;
const now = noon + minuteMs;
const clause = 'cities.sorted-by-id';

/** A run of each minute of an hour, of which none or each is broken. */
const hourOf = async (history: History, isBroken: boolean): Promise<void> => {
  await watch(history);
  await history.write(async (to) => {
    for (let minute = 59; minute >= 0; minute -= 1) {
      const at = noon - minute * minuteMs;
      const verdicts = [isBroken ? failing(clause) : passing(clause)];
      await addRun(to, runAt(at, { verdicts, slotAt: at, taken: [{ operation: 'cities', ms: 5 }] }));
    }
  });
};

/** Says the opposite of what is so now, of another target, and slowly. */
const runAhead = (history: History, at: number, isBroken: boolean): Promise<boolean> => {
  const verdicts = [isBroken ? failing(clause) : passing(clause)];
  const taken = Array.from({ length: 500 }, () => ({ operation: 'cities', ms: 9_000 }));
  return history.write((to) => addRun(to, runAt(at, { verdicts, taken, slotAt: at, target: 'other' })));
};

const ofProcess = /process_|nodejs_/;

const answersOf = async (history: History, paths: readonly string[]): Promise<Record<string, string>> => {
  const about = { history, host: '127.0.0.1', port: 0, now: () => now, version: '1', evidenceIn: () => [] };
  const { url, close } = await startDashboard(about);
  const found: Record<string, string> = {};
  for (const path of paths) {
    const answer = await fetch(`${url}${path}`);
    const lines = (await answer.text()).split('\n').filter((line) => !ofProcess.test(line));
    found[path] = `${answer.status} ${lines.join('\n')}`;
  }
  await close();
  const status = await statusReader(history.read, { title: 'Acme', targets: [] })(now);
  const probe = { name: 'reads', slo: 0.99, latency: { cities: { p95Ms: 100 } } };
  const objectives = await objectivesShown(history.read, { probe, intervalMs: minuteMs, now });
  return { ...found, status: JSON.stringify(status), objectives: JSON.stringify(objectives) };
};

const always = ['/api/state', '/metrics', '/api/latency?since=24h', '/api/heat-map?since=24h', '/api/incidents'];
/** These count by the day, and a run of the same day is one of that day. */
const byDay = ['/api/history?since=24h', '/api/history?since=7d', '/api/heat-map?since=7d', '/api/latency?since=30d'];

describeOnBoth('a run with a time in the future', (here) => {
  for (const isBroken of [false, true])
    for (const [name, aheadMs] of Object.entries({ 'a day': dayMs, 'a year': 365 * dayMs, 'five hours': 5 * hourMs }))
      it(`is not the newest: ${name} ahead, while the service is ${isBroken ? 'broken' : 'well'}`, async () => {
        const { history } = here;
        const paths = aheadMs < dayMs ? always : [...always, ...byDay];
        await hourOf(history, isBroken);
        const before = await answersOf(history, paths);
        await runAhead(history, now + aheadMs, !isBroken);
        const { status: page, ...after } = await answersOf(history, paths);
        const { status, ...expected } = before;
        deepEqual(after, expected);
        if (aheadMs >= dayMs) equal(page, status);
        ok(before['/api/state']?.includes(isBroken ? '"broken"' : '"holds"'));
      });

  it('is listed, with a mark; a machine whose clock is some seconds ahead has none', async () => {
    const { history } = here;
    await hourOf(history, false);
    const first = await answersOf(history, ['/api/results?limit=3']);
    await runAhead(history, now + 2 * minuteMs, true);
    await runAhead(history, now + 30_000, false);
    const second = await answersOf(history, ['/api/results?limit=3']);
    notDeepEqual(first, second);
    const { runs } = JSON.parse((second['/api/results?limit=3'] ?? '').slice(4)) as { runs: { isAhead: boolean }[] };
    deepEqual(
      runs.map(({ isAhead }) => isAhead),
      [true, false, false],
    );
  });
});
