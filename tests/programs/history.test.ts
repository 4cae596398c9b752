/** The history and its incidents are listed and exported. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { historyReport } from '../../contracts/history-report.ts';
import { openHistory } from '../../history/open.ts';
import { noteUnsent } from '../../history/outbox.ts';
import { addRun } from '../../history/runs.ts';
import type { SeenCause } from '../../monitor/causes.ts';
import type { Channel } from '../../monitor/config.ts';
import { noteCauses } from '../../monitor/incidents.ts';
import { sendAlerts } from '../../monitor/send-alerts.ts';
import { preflight } from '../cli/preflight-here.ts';
import { emptyFolder, lastRecord } from '../cli/preflight-process.ts';
import { failing, recordOf } from '../unit/reports/record-of.ts';

const gate = ['gate', '--seed', '3', '--only', 'cities', '--history'];
const fault = ['--fault', 'swaps-one-pair-deep-in-list'];

test('what gates and nights have found is shown, copied and pruned', async () => {
  const folder = emptyFolder();
  const run = async (args: string[], expected = 0) => {
    const ended = await preflight(args, { folder });
    equal(ended.code, expected, ended.stdout + ended.stderr);
    return ended;
  };
  await run(gate);
  await run([...gate, ...fault], 1);
  const { id } = lastRecord(folder);
  const { stdout } = await run(['history']);
  match(stdout, /^BROKEN since \d{4}-\d\d-\d\d \d\d:\d\d UTC: 1 clause\n/);
  match(stdout, new RegExp(`new {4}cities\\.sorted-by-id\\n {6}gate:sandbox, at cities \\S+;[\\s\\S]*run\\s+${id};`));
  match(stdout, /^LATENCY in ms of gate:sandbox\n.*\n {2}cities +\d+ +\S+ +\S+ {2}none before$/m);
  ok(
    stdout.split('\n').every((line) => line.length <= 80),
    stdout,
  );
  await run(['nightly', '--only', 'cities.sorted-by-id', '--history']);
  const told = historyReport.parse(JSON.parse((await run(['history', '--json'])).stdout));
  deepEqual(
    told.probes.map(({ probe, runs, broken }) => [probe, runs.pass, runs.fail, broken.length]),
    [
      ['gate:sandbox', 1, 1, 1],
      ['nightly:sandbox', 1, 0, 0],
    ],
  );
  match((await run(['history', '--probe', 'nightly', '--since', '7d'])).stdout, /^nothing is broken/);

  equal((await run(['history', 'backup', 'copy.db'])).stdout, 'wrote copy.db, a copy of results/history.db\n');
  equal(statSync(join(folder, 'copy.db')).mode & 0o777, 0o600);
  match((await run(['history', '--history', 'copy.db'])).stdout, /^BROKEN since/);
  equal((await run(['history', 'prune'])).stdout, 'nothing is older than it is kept for\n');
  const later = Date.now() + 40 * 24 * 3_600_000;
  const pruned = await preflight(['history', 'prune', '--history', 'copy.db'], { folder, now: () => later });
  match(pruned.stdout, /^removed 3 records, \d+ findings\n$/);
  // The copy alone: the store that the command did not name is as it was.
  const own = await preflight(['history', 'prune'], { folder, now: () => later });
  equal(own.stdout, pruned.stdout);
});

test('a store that cannot be written changes no verdict, and gets the run once it can', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'history.db'), 'no database, but long enough to be looked at '.repeat(100));
  const to = [...gate, 'history.db'];
  const unkept = await preflight(to, { folder });
  equal(unkept.code, 0, unkept.stderr);
  const { id } = lastRecord(folder);
  match(
    unkept.stderr,
    new RegExp(
      `^preflight: history history\\.db: it is no store of Preflight[^\\n]*; run ${id} is kept in history\\.db\\.spool[^\\n]*\\n$`,
    ),
  );
  const refused = await preflight(['history', '--history', 'history.db'], { folder });
  deepEqual([refused.code, refused.stdout], [2, '']);
  match(refused.stderr, /^preflight: history history\.db: it is no store of Preflight: name another file\n$/);

  rmSync(join(folder, 'history.db'));
  equal((await preflight(to, { folder })).stderr, '');
  deepEqual(readdirSync(join(folder, 'history.db.spool')), []);
  const { stdout } = await preflight(['history', '--history', 'history.db', '--json'], { folder });
  deepEqual(historyReport.parse(JSON.parse(stdout)).probes[0]?.runs, { pass: 2, fail: 0, inconclusive: 0 });
});

test('what is in the way of the history is one line', async () => {
  const folder = emptyFolder();
  const ends = async (args: string[], code: number, says: RegExp): Promise<void> => {
    const ended = await preflight(['history', ...args], { folder });
    deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr);
    match(ended.stderr, says);
    equal(ended.stderr.split('\n').length, 2, ended.stderr);
  };
  await ends(
    [],
    2,
    /history results\/history\.db does not exist: npx --no -- preflight monitor and gate --history begin one/,
  );
  mkdirSync(join(folder, 'folder'));
  await ends(['--history', 'folder'], 2, /history folder: it cannot be opened/);
  await ends(['--since', 'yesterday'], 2, /write minutes, hours, days or weeks: 90m, 2h, 3d or 4w/);
  await ends(['--history', ''], 2, /it is empty; leave the option out or name a file/);
  await ends(['prune', '--keep-days', '0'], 2, /it is a whole number from 1/);

  const database = new DatabaseSync(join(folder, 'history.db'));
  database.exec('create table bookmark (id)');
  database.close();
  await ends(['--history', 'history.db'], 2, /^preflight: history history\.db: it is no store of Preflight/);
});

const minuteMs = 60_000;
const start = Date.parse('2026-09-01T12:00:00.000Z');
const team: Channel = { to: 'slack', name: 'team', url: 'https://hooks.example/' };
const target = 'acme';

const sorted: SeenCause = {
  cause: 'contract cities.sorted-by-id 0123456789ab',
  kind: 'contract',
  shown: 'failed',
  title: 'cities.sorted-by-id is broken: cities response.body[].id',
  clauses: ['cities.sorted-by-id'],
};
const unavailable: SeenCause = {
  cause: 'service HTTP 503',
  kind: 'service',
  shown: 'failed',
  title: 'HTTP 503 at cities',
  clauses: [],
};
const ids = ['aaaa1111-0', 'aaaa2222-0', 'bbbb3333-0'];
const rules = { inRow: 1, failures: 1, ofLast: 1, passes: 1 };

/** A folder with a store in which a probe has opened incidents, and one of them has closed. */
const watchedFolder = async (t: TestContext) => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'results'));
  const history = await openHistory(join(folder, 'results', 'history.db'));
  t.after(() => history.close());
  let minute = 0;
  const now = () => start + minute * minuteMs;
  const left = [...ids];
  const record = { ...recordOf(failing('cities.sorted-by-id')), id: 'r1' };
  await history.write((to) => addRun(to, { probe: 'acme-probe', location: '', slotAt: null, record, taken: [] }));
  return {
    history,
    later: (minutes: number) => {
      minute += minutes;
    },
    note: (seen: SeenCause, runId: string | null = null): Promise<void> =>
      history.write(async (to) => {
        const newId = () => left.shift() ?? 'none';
        await noteCauses(to, { probe: 'acme-probe', target, runId, now: now(), seen: [seen], rules, newId });
        await sendAlerts(to, { target, now: now(), channels: [team], file: 'results/history.db' });
      }),
    says: async (...args: string[]) => {
      const { code, stdout, stderr } = await preflight(['incidents', ...args], { folder, now });
      return code === 0 ? stdout : `${code} ${stdout}${stderr}`;
    },
  };
};

test('open ones are listed first, then those that have closed lately', async (t) => {
  const { says, note, later } = await watchedFolder(t);
  equal(await says(), 'no incident is open, and none was in the last 7 days\n');
  await note(sorted, 'r1');
  later(10);
  await note(unavailable);
  later(10);
  await note({ ...unavailable, shown: 'passed' });
  equal(
    await says(),
    `id        state         opened (UTC)      closed            probe
aaaa1111  open          2026-09-01 12:00                    acme-probe
          major: acme: cities.sorted-by-id is broken: cities response.body[].id
aaaa2222  closed        2026-09-01 12:10  2026-09-01 12:20  acme-probe
          major: acme: HTTP 503 at cities
`,
  );
  equal(await says('list', '--target', 'other'), 'no incident is open, and none was in the last 7 days\n');
  later(8 * 24 * 60);
  equal((await says()).includes('aaaa2222'), false);
});

test('one is shown with what to do first, what to type next, and who was alerted', async (t) => {
  const { says, note, history } = await watchedFolder(t);
  await note(sorted, 'r1');
  await note(sorted, 'r1');
  await note(unavailable);
  await history.write((to) => noteUnsent(to, 'aaaa1111-0_opened_team', { why: 'HTTP 500', dueAt: null }));
  equal(
    await says('show', 'aaaa1'),
    `incident  aaaa1111-0
          cities.sorted-by-id is broken: cities response.body[].id
state     open, major: opened 2026-09-01 12:00:00 UTC, shown by 1 run, last at
          2026-09-01 12:00:00 UTC
probe     acme-probe, of acme
seen      2026-09-01 12:00 to 12:00, not over: cities.sorted-by-id is broken:
          cities response.body[].id
run       r1
first     A list comes in another order: nothing is lost, so report it in office
          hours and waive it until it is mended.
next      npx --no -- preflight history --probe acme-probe
          npx --no -- preflight gate --target sandbox --seed 42
alerts    2026-09-01 12:00  opened to team: given up: HTTP 500
`,
  );
});

test('what a person has acknowledged or silenced says so, until it closes', async (t) => {
  const { says, note } = await watchedFolder(t);
  await note(sorted);
  await note(unavailable);
  equal(await says('acknowledge', 'aaaa1', '--by', 'Ann'), 'incident aaaa1111-0\n  acknowledged by Ann\n');
  match(await says(), /^aaaa1111 {2}acknowledged /m);
  await note({ ...sorted, shown: 'passed' });
  match(await says('acknowledge', 'aaaa1', '--by', 'Ann'), /^2 .*aaaa1111-0 has closed/);
  equal(
    await says('silence', 'aaaa2', '--for', '2h', '--by', 'Ann', '--reason', 'a fix is on its way'),
    'incident aaaa2222-0\n  silenced by Ann until 2026-09-01 14:00:00 UTC: a fix is on its way\n',
  );
  const acts = /^ {10}silenced by Ann until 2026-09-01 14:00:00 UTC: a fix is on its way$/m;
  match(await says(), /^aaaa2222 {2}silenced /m);
  match(await says(), acts);
  match(await says('show', 'aaaa2222'), acts);
});

test('an id may be shortened as long as it is the only one; no silence lasts for ever, or is without a name', async (t) => {
  const { says, note } = await watchedFolder(t);
  await note(sorted);
  await note(unavailable);
  match(await says('show', 'aaaa2'), /^incident {2}aaaa2222-0\n/);
  for (const [args, said] of [
    [['show', 'aaaa'], /several incidents may be meant by 'aaaa': write more of it/],
    [['show', 'bb'], /no incident is called 'bb': npx --no -- preflight incidents lists them/],
    [['show', ''], /no incident is called ''/],
    [['silence', 'aaaa1', '--for', '8d', '--by', 'Ann'], /a silence lasts 7 days at most/],
    [['silence', 'aaaa1', '--by', 'Ann', '--scope', 'all'], /'all' is invalid/],
    [['silence', 'aaaa1', '--for', '1h'], /'--by <name>' not specified/],
    [['acknowledge', 'aaaa1', '--by', ' '], /--by is empty/],
    [['list', '--history', 'other.db'], /history other\.db does not exist/],
  ] as const) {
    const told = await says(...args);
    match(told, /^2 /, args.join(' '));
    match(told, said);
  }
});
