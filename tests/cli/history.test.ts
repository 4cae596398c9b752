/** `preflight history` by its commands: a gate adds its run, what it found is told, and what is in the way is one line. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { historyReport } from '../../contracts/history-report.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, lastRecord } from './preflight-process.ts';

const gate = ['gate', '--seed', '3', '--only', 'cities', '--history'];
const fault = ['--fault', 'swaps-one-pair-deep-in-list'];

test('what gates and nights have found is told, copied and pruned', async () => {
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
  // The copy alone: the store that nobody named is as it was.
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
