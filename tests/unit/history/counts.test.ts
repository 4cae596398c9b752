/** Counts of results by hour, area and probe are read from the history. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, it, test } from 'node:test';
import fc from 'fast-check';
import type { Decision } from '../../../contracts/policy.ts';
import { type Bin, binOf, percentile } from '../../../history/bins.ts';
import { areaCounts, heatMapOf, latencyChartOf } from '../../../history/charts.ts';
import type { History } from '../../../history/history.ts';
import { trendOf } from '../../../history/latency-trend.ts';
import { listedRuns } from '../../../history/lists.ts';
import { historyReportOf } from '../../../history/report.ts';
import { addRun, beginOf, lastRuns, probeNames, probesOfTarget, wholeDaysOf } from '../../../history/runs.ts';
import { everyProbe } from '../../../history/tables.ts';
import { draws } from '../../whole.ts';
import { describeOnBoth, historyHere } from '../monitor/history-here.ts';
import { broken, failing, inconclusive, passing } from '../reports/record-of.ts';
import { addAt, dayMs, hourMs, idAt, noon, runAt, withoutOutages } from './run-at.ts';

const midnight = noon - (noon % dayMs);

const fill = (history: History): Promise<void> =>
  history.write(async (to) => {
    for (const [at, probe] of ['a', 'b', 'c'].entries())
      for (let hours = 1; hours < 80; hours += 13) {
        const [verdict, found] = hours % 2 === 0 ? (['pass', passing] as const) : (['fail', failing] as const);
        const taken = [5, 50, 50 * hours].map((ms) => ({ operation: 'cities', ms }));
        const run = { probe, verdict, verdicts: [found('cities.sorted-by-id')], taken };
        await addRun(to, runAt(noon - hours * hourMs - at, run));
      }
  });

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
      const asked = { backMs, now: noon, targets: ['sandbox'] };
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

test('whole days are counted by the day where all of it lies in the span', () => {
  const hour = (from: number, until: number) => ({ period: 'hour' as const, from, until });
  const day = { period: 'day' as const, from: midnight - dayMs, until: midnight };
  const begin = midnight - dayMs - hourMs;
  deepEqual(wholeDaysOf(hour(begin, noon)), [hour(begin, day.from), day, hour(midnight, noon)]);
  deepEqual(wholeDaysOf(hour(day.from, midnight)), [day]);
  deepEqual(wholeDaysOf(hour(midnight - hourMs, noon)), [hour(midnight - hourMs, noon)]);
  deepEqual(wholeDaysOf({ ...day, until: noon }), [{ ...day, until: noon }]);
});

describe('counts of a file', () => {
  const here = historyHere('sqlite', { isOwn: true });

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
      ${withoutOutages}
      CREATE TABLE cause (probe TEXT, cause TEXT, kind TEXT, recent TEXT, incidentId TEXT, at BIGINT);
      DELETE FROM kysely_migration WHERE name >= '2026-12-quick-at-any-size';
    `);
    older.close();
    ok(before.every((rows) => rows.length > 3));
    deepEqual(await counted(await here.another()), before);
  });
});

const from = beginOf('day', noon);

describeOnBoth('the counts of areas', (here) => {
  const counted = async (probes = ['reads']) =>
    (await areaCounts(here.history.read, { probes, period: 'day', from, until: from + dayMs }))
      .map(({ area, held, bad, tells }) => [area, held, bad, tells])
      .sort();

  it('leave out what lacks evidence, and what is an error of Preflight', async () => {
    const verdicts = [
      passing('cities.sorted-by-id'),
      failing('countries.sorted-by-id'),
      inconclusive('amenities.sorted-by-id', 'nothing', 'there was none'),
      broken('meal-types.sorted-by-id', 'we broke'),
    ];
    await here.history.write((to) => addRun(to, runAt(noon, { verdicts })));
    deepEqual(await counted(), [
      ['amenities', 0, 0, false],
      ['cities', 1, 0, true],
      ['countries', 0, 1, true],
      ['meal-types', 0, 0, false],
    ]);
    deepEqual(await counted(['another']), []);
    deepEqual(await counted([]), []);
  });

  it('have trouble of the service, and none of the network of the monitor', async () => {
    const verdicts = [inconclusive('cities.sorted-by-id', 'trouble', 'HTTP 503')];
    const run = runAt(noon, { verdicts });
    await here.history.write((to) => addRun(to, { ...run, sample: null }));
    deepEqual(await counted(), [['cities', 0, 0, false]]);
    const again = runAt(noon + 1_000, { verdicts });
    await here.history.write((to) => addRun(to, { ...again, sample: 'bad' }));
    deepEqual(await counted(), [['cities', 0, 1, false]]);
  });

  it('take a failure of which nothing comes as accepted', async () => {
    const none = { requires: [], lacking: [], unjudged: [], allowedUnjudged: [], waivers: [], flaky: [] };
    const decision: Decision = { ...none, gates: ['reading'] };
    const verdicts = [failing('cities.sorted-by-id')];
    await here.history.write((to) => addRun(to, runAt(noon, { verdicts, decision })));
    deepEqual(await counted(), [['cities', 1, 0, true]]);
  });

  it('know nothing of an area by its refusals', async () => {
    const verdicts = [passing('cancel-booking.unknown-booking-is-refused')];
    await here.history.write((to) => addRun(to, runAt(noon, { verdicts })));
    deepEqual(await counted(), [['cancel-booking', 1, 0, false]]);
  });
});

describe('of many probes', () => {
  const here = historyHere();

  it('the newest run of each is found, also for more than one query takes, and of its last target', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `p${String(at).padStart(3, '0')}`);
    await here.history.write(async (to) => {
      for (const [at, probe] of names.entries()) {
        await addRun(to, runAt(noon + 1_000 * at, { probe, target: 'before' }));
        await addRun(to, runAt(noon + 1_000 * at + 500, { probe, target: at % 2 === 0 ? 'even' : 'odd' }));
      }
    });
    const { read } = here.history;
    deepEqual(await probeNames(read, 'run'), names);
    deepEqual(await probeNames(read, 'slot'), []);
    const last = await lastRuns(
      read,
      [...names, ...names.map((probe) => `no-${probe}`), 'none'].map((probe) => ({ probe })),
      noon + hourMs,
    );
    deepEqual(
      last.map(({ probe, id }) => `${probe} ${id}`),
      names.map((probe, at) => `${probe} ${idAt(noon + 1_000 * at + 500)}`),
    );
    deepEqual(await probesOfTarget(read, 'before', noon + hourMs), []);
    deepEqual((await probesOfTarget(read, 'odd', noon + hourMs)).length, 60);
    deepEqual(await lastRuns(read, [{ probe: 'p000', location: 'elsewhere' }], noon + hourMs), []);
    deepEqual((await lastRuns(read, [{ probe: 'p000', location: '' }], noon + hourMs)).length, 1);
  });

  it('the runs of a target that failed are found among those that failed', async () => {
    for (const [at, target] of ['one', 'other', 'one'].entries())
      for (const verdict of ['pass', 'fail'] as const)
        await addAt(here.history, noon + at * 1_000 + (verdict === 'fail' ? 1 : 0), { target, verdict });
    const { runs } = await listedRuns(here.history.read, { limit: 5, target: 'one', verdict: 'fail', now: noon });
    deepEqual(
      runs.map(({ id }) => id),
      [idAt(noon + 2_001), idAt(noon + 1)],
    );
  });
});

const binsOf = (all: readonly number[]): Bin[] =>
  [...Map.groupBy(all, binOf)].map(([bin, { length: count }]) => ({ bin, count }));

const even = (count: number, ms: number): Bin[] =>
  binsOf(Array.from({ length: count }, (_, at) => ms * (1 + (at % 100) / 100)));

test('too few requests are unknown: 20 for the middle, 200 for the 95th percentile', () => {
  for (const [count, share, expected] of [
    [19, 0.5, 'unknown'],
    [20, 0.5, 'slower'],
    [199, 0.95, 'unknown'],
    [200, 0.95, 'slower'],
  ] as const)
    equal(trendOf(even(count, 10), even(count, 100), share), expected, `${count} at ${share}`);
  equal(trendOf([], even(500, 10), 0.5), 'unknown');
  equal(trendOf(even(500, 10), [], 0.5), 'unknown');
});

test('both directions are reported, and a change too small to matter is none', () => {
  equal(trendOf(even(400, 100), even(400, 50), 0.5), 'faster');
  equal(trendOf(even(400, 100), even(400, 50), 0.95), 'faster');
  equal(trendOf(even(100_000, 100), even(100_000, 108), 0.5), 'steady');
  const tail = [...even(900, 10), ...even(100, 500)];
  equal(trendOf(even(1_000, 10), tail, 0.5), 'steady');
  equal(trendOf(even(1_000, 10), tail, 0.95), 'slower');
});

test('two draws from one source are distinguished about never', () => {
  let told = 0;
  let all = 0;
  // A long tail, as latencies have it.
  const ms = fc.double({ min: 0.01, max: 1, noNaN: true, noDefaultInfinity: true }).map((draw) => 10 / draw);
  fc.assert(
    fc.property(fc.array(ms, { minLength: 600, maxLength: 600, size: 'max' }), (drawn) => {
      for (const share of [0.5, 0.95]) {
        all += 1;
        const trend = trendOf(binsOf(drawn.slice(0, 300)), binsOf(drawn.slice(300)), share);
        if (trend !== 'steady') told += 1;
      }
    }),
    { seed: 18, numRuns: draws(100) },
  );
  ok(told <= all / 50, `${told} of ${all}`);
});
