/** Counts that stand for many rows: of all probes together, of whole days, and those that an older store gets when it is opened. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, it } from 'node:test';
import { percentile } from '../../../history/bins.ts';
import { heatMapOf, latencyChartOf } from '../../../history/charts.ts';
import type { History } from '../../../history/history.ts';
import { historyReportOf } from '../../../history/report.ts';
import { wholeDaysOf } from '../../../history/runs.ts';
import { everyProbe } from '../../../history/tables.ts';
import { describeOnBoth, historyHere } from '../monitor/history-here.ts';
import { failing, passing } from '../reports/record-of.ts';
import { addAt, dayMs, hourMs, noon } from './run-at.ts';

const midnight = noon - (noon % dayMs);

const fill = async (history: History): Promise<void> => {
  for (const [at, probe] of ['a', 'b', 'c'].entries())
    for (let hours = 1; hours < 80; hours += 13)
      await addAt(history, noon - hours * hourMs - at, {
        probe,
        verdicts: [hours % 2 === 0 ? passing('cities.sorted-by-id') : failing('cities.sorted-by-id')],
        verdict: hours % 2 === 0 ? 'pass' : 'fail',
        taken: [5, 50, 50 * hours].map((ms) => ({ operation: 'cities', ms })),
      });
};

const counted = (history: History) =>
  Promise.all([
    history.read.selectFrom('runsOfDay').selectAll().orderBy('probe').orderBy('from').execute(),
    ...(['clause', 'latency'] as const).map((table) =>
      history.read
        .selectFrom(table)
        .selectAll()
        .where('probe', '=', everyProbe)
        .orderBy('period')
        .orderBy('from')
        .execute(),
    ),
  ]);

describeOnBoth('counts of a store', (here) => {
  beforeEach(() => fill(here.history));

  it('of all probes are what those of each add up to', async () => {
    const { history } = here;
    for (const backMs of [dayMs, 3 * dayMs, 30 * dayMs]) {
      const asked = { backMs, now: noon };
      const [all, each] = [[everyProbe], ['a', 'b', 'c']];
      const map = await heatMapOf(history.read, { ...asked, probes: all });
      ok(map.clauses.length > 0);
      deepEqual(map, await heatMapOf(history.read, { ...asked, probes: each }));
      const chart = await latencyChartOf(history.read, { ...asked, probes: all });
      deepEqual(chart, await latencyChartOf(history.read, { ...asked, probes: each }));
    }
  });

  it('give the percentiles of a chart as they give those of all bins', async () => {
    const { history } = here;
    const { operations } = await latencyChartOf(history.read, { backMs: 30 * dayMs, now: noon, probes: ['a', 'b'] });
    const rows = await history.read
      .selectFrom('latency')
      .selectAll()
      .where('probe', 'in', ['a', 'b'])
      .where('period', '=', 'day')
      .execute();
    const rounded = (bins: typeof rows, share: number) => Number((percentile(bins, share) ?? 0).toPrecision(3));
    const expected = [...Map.groupBy(rows, ({ from }) => from)]
      .sort(([one], [other]) => one - other)
      .map(([from, bins]) => ({
        from: new Date(from).toISOString(),
        count: bins.reduce((sum, { count }) => sum + count, 0),
        p50Ms: rounded(bins, 0.5),
        p95Ms: rounded(bins, 0.95),
        p99Ms: rounded(bins, 0.99),
      }));
    ok(expected.length > 3);
    deepEqual(operations, [{ operation: 'cities', points: expected }]);
  });

  it('of whole days are added up with the hours and runs around them', async () => {
    const { history } = here;
    for (const hours of [1, 12, 13, 24, 40, 66, 100, 24 * 30]) {
      const { probes } = await historyReportOf(history.read, { now: noon, backMs: hours * hourMs, probe: 'a' });
      const ran = Array.from({ length: 7 }, (_, at) => 1 + at * 13);
      const [fail, pass] = [1, 0].map((odd) => ran.filter((each) => each % 2 === odd && each <= hours).length);
      deepEqual(probes[0]?.runs, { pass, fail, inconclusive: 0 }, `${hours} h`);
      // By the hour: the first is counted whole. By the day, the first day is.
      const from = hours <= 72 ? noon - (noon % hourMs) - hours * hourMs : midnight - hours * hourMs;
      const expected = ran.filter((each) => noon - each * hourMs >= from).length * 3;
      equal(probes[0]?.latency[0]?.count ?? 0, expected, `${hours} h`);
    }
  });
});

describe('counts of a file', () => {
  const here = historyHere();

  it('take a day for its hours where all of it lies in the span', () => {
    const hour = (from: number, until: number) => ({ period: 'hour' as const, from, until });
    const day = { period: 'day' as const, from: midnight - dayMs, until: midnight };
    const begin = midnight - dayMs - hourMs;
    deepEqual(wholeDaysOf(hour(begin, noon)), [hour(begin, day.from), day, hour(midnight, noon)]);
    deepEqual(wholeDaysOf(hour(day.from, midnight)), [day]);
    deepEqual(wholeDaysOf(hour(midnight - hourMs, noon)), [hour(midnight - hourMs, noon)]);
    deepEqual(wholeDaysOf({ ...day, until: noon }), [{ ...day, until: noon }]);
  });

  it('are made for a store that an earlier version has written', async () => {
    const { history } = here;
    await fill(history);
    const before = await counted(history);
    await history.close();
    const older = new DatabaseSync(history.where);
    older.exec(`
      DROP TABLE runsOfDay; DROP INDEX clauseFlaky; DROP INDEX runOfProbe; DROP INDEX incidentClosed;
      DELETE FROM clause WHERE probe = '${everyProbe}'; DELETE FROM latency WHERE probe = '${everyProbe}';
      CREATE INDEX runSample ON run (probe); CREATE INDEX runVerdict ON run (probe); CREATE INDEX runAt ON run (startedAt);
      ALTER TABLE clause DROP COLUMN excused; ALTER TABLE clause DROP COLUMN trouble;
      ALTER TABLE incident DROP COLUMN locations; DROP TABLE cause;
      CREATE TABLE cause (probe TEXT, cause TEXT, kind TEXT, recent TEXT, incidentId TEXT, at BIGINT);
      DELETE FROM kysely_migration WHERE name >= '2026-12-quick-at-any-size';
    `);
    older.close();
    ok(before.every((rows) => rows.length > 3));
    deepEqual(await counted(await here.another()), before);
  });
});
