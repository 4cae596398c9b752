/** Monitors share a store, lose it, and move it. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { databaseUrl } from '../../contracts/database-url.ts';
import { openHistory } from '../../history/open.ts';
import { missedReasons } from '../../monitor/slot-result.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { emptyFolder, started } from '../cli/preflight-process.ts';
import { postgresServer } from '../postgres-server.ts';
import { everySecond, until, watches } from '../programs/monitored.ts';
import { shareSlots } from '../programs/monitors-on-postgres.ts';
import {
  countedFates,
  fleetAccounts,
  locations,
  type Pair,
  pairOf,
  startAt,
  targets,
} from '../unit/monitor/simulator/fleet-day.ts';
import { seedOr } from '../unit/monitor/simulator/simulated-time.ts';

const slots = 200;

const everySecondOne = { name: 'p', target: 'sandbox', only: ['countries'], cron: everySecond, deadlineMs: 1_000 };

test('each slot is a result, or missed with a reason; none twice, and nothing is left', {
  timeout: 20 * 60_000,
}, async (t) => {
  const quarter = Math.floor(slots / 4);
  const found = await shareSlots({
    slots,
    kills: [quarter, 2 * quarter],
    restart: 3 * quarter,
    everySeconds: 3,
    withinMs: 15 * 60_000,
  });
  t.diagnostic(JSON.stringify(found));
  deepEqual(found.wrong, []);
  // How many are done in time is the machine's affair; so many show that each part of the test had some.
  ok(found.done > slots / 10, `${found.done} done, ${found.missed} missed: ${found.reasons}`);
  // Both were killed in the middle of a slot.
  ok(found.reasons.includes(missedReasons['killed-with-effects']), found.reasons.join());
  ok(found.logins <= 2, `${found.logins} logins`);
  ok(found.requestsASecondMax <= 120, `${found.requestsASecondMax} requests in a second`);
});

test('measurements wait beside a database that is away, and none is lost, missed or there twice', async (t) => {
  const server = await postgresServer();
  const DATABASE_URL = await server.newDatabase();
  const folder = emptyFolder();
  watches(folder, { probes: [everySecondOne] });
  // The sandbox inside shares no limits with other callers.
  const environment = { DATABASE_URL };
  const monitor = started(['monitor'], { folder, environment });
  t.after(() => monitor.signal('SIGKILL'));
  const said = await monitor.printed('PASS');
  const ready = `${/dashboard +(\S+)/.exec(said)?.[1]}/readyz`;
  equal((await fetch(ready)).status, 200);
  const spool = join(
    folder,
    'results',
    `${databaseUrl(DATABASE_URL).shown.replace('postgresql://', '').replace(/[@:/]/g, '-')}.spool`,
  );
  const waiting = (): string[] => (existsSync(spool) ? readdirSync(spool) : []);
  await server.stop();
  await until('results that wait', () => waiting().length >= 4);
  equal((await fetch(ready)).status, 503);
  await server.start();
  await until('results that have come', () => waiting().length === 0);
  equal((await fetch(ready)).status, 200);
  monitor.signal('SIGTERM');
  const { code, stdout, stderr } = await monitor.ended;
  equal(code, 0);
  match(stderr, /^preflight: history postgresql:\/\/ann@\S+: it does not answer/);
  doesNotMatch(stdout + stderr, new RegExp(new URL(DATABASE_URL).password));
  const history = await openHistory(databaseUrl(DATABASE_URL));
  const runs = await history.read.selectFrom('run').select('id').orderBy('id').execute();
  const slots = await history.read
    .selectFrom('slot')
    .select('runId')
    .where('state', '=', 'done')
    .orderBy('runId')
    .execute();
  await history.close();
  // On a busy machine one may not end in its second: each run has one line all the same, with any verdict.
  equal(runs.length, stdout.match(/^[\d:]{8} {2}p {2}[A-Z]+ /gm)?.length ?? 0);
  deepEqual(
    slots.map(({ runId }) => runId),
    runs.map(({ id }) => id),
  );
});

test('a service with shared limits is asked nothing meanwhile, is not blamed, and is asked again', async (t) => {
  const server = await postgresServer();
  const DATABASE_URL = await server.newDatabase();
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
  const requests = (): number => sandbox.world(id)?.counted('requests') ?? 0;
  const folder = emptyFolder();
  watches(folder, { probes: [everySecondOne] });
  const environment = {
    PREFLIGHT_SANDBOX_URL: baseUrl,
    DATABASE_URL,
    PREFLIGHT_STATE_PASSPHRASE: 'what seals the tokens',
  };
  const monitor = started(['monitor', '--no-dashboard'], { folder, environment });
  t.after(() => monitor.signal('SIGKILL'));
  await monitor.printed('PASS');
  await server.stop();
  // What was under way has ended by then.
  await delay(2_000);
  const before = requests();
  await delay(8_000);
  equal(requests(), before);
  await server.start();
  await until('it is asked again', () => requests() > before + 3);
  monitor.signal('SIGTERM');
  equal((await monitor.ended).code, 0);
  const history = await openHistory(databaseUrl(DATABASE_URL));
  const incidents = await history.read.selectFrom('incident').select('kind').execute();
  const left = await history.read.selectFrom('slot').select('at').where('state', '=', 'leased').execute();
  await history.close();
  deepEqual(
    incidents.filter(({ kind }) => kind === 'service' || kind === 'contract'),
    [],
  );
  equal(left.length, 0);
});

const rows = 400_000;
const killsMin = 3;

test('what was killed goes on, until both hold the same', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'results'));
  const history = await openHistory(join(folder, 'results/history.db'));
  await history.write((to) =>
    sql`with recursive each(n) as (select 1 union all select n + 1 from each where n < ${rows})
      insert into latency (probe, operation, period, "from", bin, count)
      select 'p' || n % 100, 'cities', 'hour', n * 3600000, n % 60, n from each`.execute(to),
  );
  await history.close();
  const DATABASE_URL = await (await postgresServer()).newDatabase();
  const move = () => started(['history', 'move', '--json'], { folder, environment: { DATABASE_URL } });
  let kills = 0;
  for (let ms = 1_500; kills < killsMin; ms += 700) {
    const killed = move();
    await Promise.race([delay(ms), killed.ended]);
    killed.signal('SIGKILL');
    const { stdout } = await killed.ended;
    ok(stdout === '', 'it had ended before it was killed: take more rows');
    kills += 1;
  }
  const { code, stdout, stderr } = await move().ended;
  equal(code, 0, stderr);
  equal(JSON.parse(stdout).tables.latency, rows);
  match(stderr, /latency {2}400000/);
});

const [usual, seed] = [20, seedOr(20)];
const minutes = 24 * 60;

function* allPairs(): Generator<Pair> {
  for (let location = 0; location < locations; location += 1)
    for (let target = 0; target < targets; target += 1) yield pairOf(target, location);
}

test('every slot of the day is done or missed with its reason, none twice, and none is left', async () => {
  const { happened, counts } = await fleetAccounts({ seed, minutes, places: 6, each: 8 });
  equal(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    48 * minutes,
  );
  // Another seed may draw less.
  if (seed === usual) for (const fate of ['done', 'late', 'killed']) ok((counts[fate] ?? 0) > 0, `none ${fate}`);
  const all = countedFates(allPairs(), { from: startAt, until: startAt + minutes * 60_000 }, happened);
  equal(
    [...all.values()].reduce((sum, count) => sum + count, 0),
    28_800_000,
  );
  deepEqual([...all.keys()].sort(), ['done', 'done or killed or busy', 'killed', 'late']);
  // An hour of each location, less the moment that is run when it is back.
  const lateOfAll = (all.get('late') ?? 0) + (all.get('killed') ?? 0);
  ok(lateOfAll >= targets * locations * 59 && lateOfAll <= targets * locations * 60, `${lateOfAll}`);
});
