/** The bench and its figures of scale are as they are documented. */
import assert, { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { benchTable, holds, quantile, ratioRow, spread } from '../bench/row.ts';
import { rows } from '../bench/rows.ts';
import { scalePage } from '../bench/scale-page.ts';
import {
  connectionsEach,
  limitsOf,
  lockShare,
  requestLimits,
  requestsMax,
  type ScaleFigures,
  scaleOf,
  targetsOfDatabase,
} from '../bench/scale-row.ts';
import { chapter } from '../chapter.ts';

const kept = JSON.parse(readFileSync(new URL('../bench/scale-figures.json', import.meta.url), 'utf8')) as ScaleFigures;

test('the page is computed from the figures that are kept', () => {
  const page = readFileSync(new URL('../../docs/operate/scale.md', import.meta.url), 'utf8');
  equal(page, scalePage(kept), 'run npm run generate:scale');
});

const store = {
  lookMs: 1,
  leaseMs: 2,
  keepMs: 6,
  tellMsATarget: 0.5,
  slotsASecondTogether: 100,
  bytesASlot: 5_000,
  rowsASlot: 2,
  countRowsAProbeHour: 100,
  bytesACountRow: 100,
  rolledUpASecond: 500,
  stateMsAPair: 0.1,
};
/** Round ones, so that a person can compute along. */
const figures: ScaleFigures = {
  machine: { node: 'v24.0.0', cores: 2 },
  probing: { probesASecond: 5, cpuMsAProbe: 100, requestsAProbe: 30, peakBytes: 5e8 },
  sqlite: store,
  postgres: store,
  queueSlotsASecond: 1_000,
};
const fleet = { targets: 1_000, locations: 20, intervalSeconds: 60 };

test('a day of 1,000 targets at 20 locations', () => {
  const { slotsADay, requestsADay, rowsADay, bytesADay, cores, ...own } = scaleOf(fleet, figures);
  deepEqual([slotsADay, requestsADay], [28_800_000, 864_000_000]);
  // Two for each slot, and 100 for each probe of each hour and of the day.
  equal(rowsADay, 57_600_000 + 1_000 * 25 * 100);
  equal(bytesADay, 28_800_000 * 5_000 + 2_500_000 * 100);
  equal(Math.round(cores * 10), 333);
  deepEqual([own.supplierRequestsASecond, own.supplierRequestsADay], [10, 864_000]);
  deepEqual(own.limits, [
    { limit: 5, locations: 7, intervalSeconds: 160 },
    { limit: 10, locations: 15, intervalSeconds: 80 },
    { limit: 20, locations: 30, intervalSeconds: 40 },
  ]);
});

test('a database takes the targets that keep its lock busy for half of the time', () => {
  // 12 targets have 4 slots a second at 20 locations, of two monitors: (4 looks + 8 ms) each, and 480 × 0.5 ms in 5 s.
  equal(lockShare({ ...fleet, targets: 12 }, figures), 0.048 + 0.048);
  const targets = targetsOfDatabase(fleet, figures);
  ok(lockShare({ ...fleet, targets }, figures) <= 0.5 && lockShare({ ...fleet, targets: targets + 1 }, figures) > 0.5);
  const { databases, monitorsOfDatabase, monitors } = scaleOf(fleet, figures);
  deepEqual([databases, monitorsOfDatabase, monitors], [Math.ceil(1_000 / targets), 40, 40 * databases]);
  equal(targetsOfDatabase(fleet, { ...figures, postgres: { ...store, keepMs: 100_000 } }), 0);
});

test('what breaks first stands first', () => {
  const all = limitsOf(figures).map(({ what, pairs }) => [what.split(',')[0], pairs]);
  deepEqual(all, [
    ['one monitor', 300],
    ['the dashboard', 1_500],
    ['connections to a PostgreSQL as it is installed', 1_800],
    ['the lock of the writers', 6_000],
    ['the lock of the writers', 6_666],
    ['alerts to send', 10_000],
    ['retention', 30_000],
    ['the queue', 60_000],
  ]);
});

test('what it counts with is what the program does', () => {
  const numberIn = (file: string, what: RegExp): number =>
    Number(what.exec(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))?.[1]?.replace('_', ''));
  const connections = [
    1,
    numberIn('history/postgres-history.ts', /^const readersMax = (\d+);$/m),
    numberIn('monitor/leasing.ts', /^const connectionsMax = (\d+);$/m),
    numberIn('stores/user-database.ts', /^const connectionsMax = (\d+);$/m),
  ];
  equal(
    connections.reduce((sum, each) => sum + each, 0),
    connectionsEach,
  );
  const limits = [
    numberIn('gate/init.ts', /requestsPerSecond: (\d+)/),
    numberIn('targets/live.ts', /requestsPerSecond: env\('\w+', (\d+)\)/),
    numberIn('client/limits.ts', /requestsPerSecond: (\d+)/),
  ];
  deepEqual(limits, [...requestLimits]);
  equal(numberIn('monitor/monitor.ts', /^const lookAfterMs = ([\d_]+);$/m), 5_000);
  equal(numberIn('docs/use/depth.md', /`probe` +\| (\d+) requests at most, on any service/), requestsMax);
});

const pairs = [
  { ours: 30, base: 10 },
  { ours: 12, base: 10 },
  { ours: 15, base: 10 },
];

test('the page of the benchmark names every row that can be measured alone', () => {
  const page = chapter('change/recipes.md', 'What a person waits for');
  const [, named = ''] = /# some: ([a-z, -]+)$/m.exec(page) ?? [];
  assert.deepEqual(named.split(', '), Object.keys(rows));
});

test('the middle is quoted, with how far it spreads', () => {
  assert.deepEqual(spread([30, 10, 20]), { median: 20, min: 10, max: 30 });
  assert.deepEqual(spread([4, 1, 2, 3]), { median: 2.5, min: 1, max: 4 });
});

test('a percentile is a value that was measured, by the nearest rank', () => {
  const values = Array.from({ length: 30 }, (_, at) => 30 - at);
  assert.deepEqual(
    [0, 0.5, 0.95, 1].map((share) => quantile(values, share)),
    [1, 15, 29, 30],
  );
  assert.equal(quantile([7], 0.95), 7);
});

test('a figure has its unit', () => {
  const row = { ...ratioRow('memory', [{ ours: 300, base: 1 }], { atMost: 512, parts: {} }), unit: 'MB' } as const;
  assert.match(benchTable([row]), /^memory +300 MB +300 MB to 300 MB +at most 512 MB +holds$/m);
});

test('a row keeps its limit by its median, and one without a limit is only reported', () => {
  const row = ratioRow('gate', pairs, { atMost: 1.6, parts: {} });
  assert.equal(row.measured.median, 1.5);
  assert.ok(holds(row));
  assert.ok(!holds({ ...row, atMost: 1.4 }));
  assert.ok(!holds({ ...row, atLeast: 1.6 }));
  assert.ok(holds(ratioRow('gate', pairs, { parts: {} })));
});

test('the table names the limit and what is broken, in 80 columns', () => {
  const kept = ratioRow('gate / (empty Playwright + bare requests)', pairs, { atMost: 1.6, parts: { requests: 370 } });
  const text = benchTable([kept, { ...kept, name: 'engine / bare requests', atMost: 1 }]);
  assert.equal(
    text,
    `\
row                                        median  spread        limit
gate / (empty Playwright + bare requests)  1.50    1.20 to 3.00  at most 1.60  holds
  requests 370
engine / bare requests                     1.50    1.20 to 3.00  at most 1.00  BROKEN
  requests 370`,
  );
});
