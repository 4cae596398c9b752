/** Each rule for Prometheus fires when it should: promtool judges what a monitor serves over a night of outages. */
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import parsePrometheus from 'parse-prometheus-text-format';
import { parse, stringify } from 'yaml';
import type { Verdict } from '../../contracts/verdict.ts';
import { startDashboard } from '../../dashboard/server.ts';
import { notePending, noteSlos, noteWatched } from '../../history/fresh-notes.ts';
import type { History } from '../../history/history.ts';
import { openHistory } from '../../history/open.ts';
import { monitorOf } from '../../monitor/monitor.ts';
import type { RanSlot } from '../../monitor/slot-result.ts';
import { sqliteFailure } from '../../stores/sqlite-failure.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { duties } from '../unit/dashboard/dashboard-here.ts';
import { leasingOfMachine, minuteMs, noon, probe, quiet } from '../unit/monitor/monitor-here.ts';
import { failing, inconclusive, passing, recordOf } from '../unit/reports/record-of.ts';

/** Where promtool is absent, as on most machines: `apt-get install prometheus` brings it. */
const hasPromtool = (): boolean => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The first minute of each, and the one after its last. */
const night = {
  down: [70, 100],
  broken: [130, 140],
  unsaved: [160, 175],
  storeAway: [190, 200],
  gone: [215, 225],
  hung: [240, 255],
  left: [270, 310],
} as const satisfies Record<string, readonly [number, number]>;
const minutes = 320;
const isIn = (what: keyof typeof night, minute: number): boolean => night[what][0] <= minute && minute < night[what][1];

const clause = 'cities.sorted-by-id';

const verdictAt = (minute: number): Verdict => {
  if (isIn('down', minute)) return inconclusive(clause, 'trouble', 'the connection was refused');
  return isIn('broken', minute) ? failing(clause) : passing(clause);
};

const unreached = (operation: 'token' | 'cities') => ({ operation, trouble: 'refused', isUnreached: true });

const resultAt = (slot: RanSlot['slot'], owner: string, now: number): RanSlot => {
  const minute = Math.floor((now - noon) / minuteMs);
  const iso = new Date(now).toISOString();
  const record = { ...recordOf(verdictAt(minute)), id: `r${minute}`, target: 'acme', startedAt: iso, finishedAt: iso };
  return {
    kind: 'ran',
    slot,
    owner,
    target: 'acme',
    record,
    taken: [],
    troubles: isIn('down', minute)
      ? { answered: 0, troubled: [unreached('token'), unreached('cities')] }
      : { answered: 5, troubled: [] },
    isNetworkOurs: false,
    bundles: {},
  };
};

type Family = {
  readonly name: string;
  readonly metrics: readonly { readonly value: string; readonly labels?: Readonly<Record<string, string>> }[];
};

const seriesName = (name: string, labels: Readonly<Record<string, string>>): string =>
  `${name}{${Object.entries({ ...labels, instance: 'm', job: 'preflight' })
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(', ')}}`;

/** One value a minute of each series, as promtool reads them: what a scrape does not have any more is stale. */
const inputSeries = (scrapes: readonly ReadonlyMap<string, number>[]) =>
  [...new Set(scrapes.flatMap((each) => [...each.keys()]))].map((series) => ({
    series,
    values: scrapes.map((scrape, at) => scrape.get(series) ?? (scrapes[at - 1]?.has(series) ? 'stale' : '_')).join(' '),
  }));

const scraped = async (url: string): Promise<Map<string, number>> => {
  const families = parsePrometheus(await (await fetch(`${url}/metrics`)).text()) as Family[];
  const found = new Map<string, number>();
  // The time of promtool begins at 0.
  for (const { name, metrics } of families.filter((each) => /^(probe|preflight)_/.test(each.name)))
    for (const { value, labels = {} } of metrics)
      found.set(seriesName(name, labels), Number(value) - (name.endsWith('_timestamp_seconds') ? noon / 1_000 : 0));
  return found;
};

/** A monitor of one probe with all that happens to it, asked for its metrics each minute. */
const scrapesOfNight = async (t: TestContext): Promise<Map<string, number>[]> => {
  const folder = emptyFolder();
  const file = join(folder, 'history.db');
  const opened = await openHistory(file, { busyMs: 100 });
  let [now, minute] = [noon, 0];
  const history: History = {
    ...opened,
    write: (change) => {
      if (isIn('unsaved', minute)) throw sqliteFailure(file, 'full', 13);
      return opened.write(change);
    },
  };
  const monitor = monitorOf({
    ...quiet,
    history,
    watched: [probe('reads')],
    location: 'here',
    runSlot: async ({ slot, owner }) => resultAt(slot, owner, now),
    leasing: leasingOfMachine('m'),
    spool: {
      put: () => Promise.reject(new Error('ENOSPC: no space left on device')),
      waiting: async () => [],
    },
    unsavedBytesMax: 4_000,
    now: () => now,
  });
  const dashboard = await startDashboard({
    history,
    unsaved: monitor.unsaved,
    host: '127.0.0.1',
    port: 0,
    now: () => now,
    version: '1',
    evidenceIn: () => [],
  });
  t.after(async () => {
    await dashboard.close();
    await opened.close();
  });
  const watched = { probe: 'reads', target: 'acme', location: 'here' };
  await opened.write(async (to) => {
    await noteWatched(to, [{ ...watched, intervalMs: minuteMs }], now);
    await noteSlos(to, [{ probe: 'reads', location: 'here', slo: 0.99 }], now);
  });
  const up = seriesName('up', {});
  const scrapes: Map<string, number>[] = [];
  for (; minute < minutes; minute += 1) {
    // Later than any probe begins after its moment.
    now = noon + minute * minuteMs + 40_000;
    if (minute === night.storeAway[0]) renameSync(file, `${file}.away`);
    if (minute === night.storeAway[1]) renameSync(`${file}.away`, file);
    const left = isIn('left', minute) ? duties.left : [];
    if (minute === night.left[0] || minute === night.left[1])
      await opened.write((to) => notePending(to, [{ ...duties, target: 'acme', left }], now));
    if (!isIn('gone', minute) && !isIn('hung', minute)) {
      await monitor.tick();
      await monitor.settled();
    }
    const found = isIn('gone', minute) ? new Map<string, number>() : await scraped(dashboard.url);
    scrapes.push(found.set(up, isIn('gone', minute) ? 0 : 1));
  }
  return scrapes;
};

/** When each fires, and when not: the minutes of both. */
const expected: Readonly<Record<string, { readonly fires: readonly number[]; readonly not: readonly number[] }>> = {
  PreflightTargetDown: { fires: [75, 95], not: [69, 105, 135] },
  PreflightBudgetBurnsFast: { fires: [85, 99], not: [69, 120] },
  PreflightBudgetBurnsSlowly: { fires: [99, 110], not: [69, 250] },
  PreflightPromiseBroken: { fires: [135, 139], not: [69, 99, 150] },
  PreflightResultsUnsaved: { fires: [170, 174], not: [69, 159, 180] },
  PreflightResultsDropped: { fires: [174, 200], not: [69, 159, 260] },
  PreflightStoreAway: { fires: [198], not: [69, 189, 205] },
  PreflightMonitorGone: { fires: [220, 224], not: [69, 210, 230] },
  PreflightMonitorBehind: { fires: [250, 254], not: [69, 99, 165, 260] },
  PreflightSlotsMissed: { fires: [260], not: [69, 99] },
  PreflightLeftBehind: { fires: [305], not: [69, 280, 315] },
};

const rules = fileURLToPath(new URL('../../docs/examples/prometheus-rules.yml', import.meta.url));

test('every rule fires in its outage, and none before it', {
  skip: !hasPromtool() && 'promtool is absent',
}, async (t) => {
  const scrapes = await scrapesOfNight(t);
  const firing = (name: string) => `count(ALERTS{alertname="${name}", alertstate="firing"}) or vector(0)`;
  const asked = (minute: number, expr: string, value: number) => ({
    expr,
    eval_time: `${minute}m`,
    exp_samples: [{ labels: '{}', value }],
  });
  const { groups } = parse(readFileSync(rules, 'utf8')) as { groups: { rules: { alert?: string }[] }[] };
  const alerts = groups.flatMap((group) => group.rules.flatMap(({ alert }) => alert ?? []));
  const tests = alerts.flatMap((alert) => {
    const { fires = [], not = [] } = expected[alert] ?? {};
    if (fires.length === 0) throw new TypeError(`${alert} has no outage here: add one`);
    return [...fires.map((at) => asked(at, firing(alert), 1)), ...not.map((at) => asked(at, firing(alert), 0))];
  });
  const before = Array.from({ length: night.down[0] }, (_, minute) =>
    asked(minute, 'count(ALERTS{alertstate="firing"}) or vector(0)', 0),
  );
  const file = join(emptyFolder(), 'rules-test.yml');
  const content = {
    rule_files: [rules],
    evaluation_interval: '1m',
    tests: [{ interval: '1m', input_series: inputSeries(scrapes), promql_expr_test: [...before, ...tests] }],
  };
  writeFileSync(file, stringify(content, { lineWidth: 0 }));
  execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
});
