/** docs/operate/scale.md says what follows from what was measured, and its arithmetic is right. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
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
  // 12 targets have 4 slots a second at 20 locations, of two monitors each: (4 looks + 8 ms) each, and 480 times 0.5 ms in 5 s.
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
    numberIn('monitor/work-queue.ts', /^const connectionsMax = (\d+);$/m),
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
