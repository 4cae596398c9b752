/** A store that is in trouble: one clear line, results wait beside it, and none is lost. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { everySecond, inStore, runsIn, slotsIn, until, watches } from './monitored.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, started } from './preflight-process.ts';

after(closeSandbox);

const environment = { PREFLIGHT_SANDBOX_URL: sandbox.openWorld({ scale: 'small' }).baseUrl };

const watching = (cron: string): string => {
  const folder = emptyFolder();
  watches(folder, { probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron, deadlineMs: 1_000 }] });
  return folder;
};

test('a store that cannot be used is one line before anything runs', async (t) => {
  const ends = (folder: string, file: string, code: number, says: RegExp) =>
    t.test(file, async () => {
      const ended = await preflight(['monitor', '--once', '--history', file], { folder, environment });
      deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr);
      match(ended.stderr, says);
      equal(ended.stderr.split('\n').length, 2, ended.stderr);
    });
  const folder = watching('0 * * * *');
  writeFileSync(join(folder, 'text.db'), 'no database, but long enough to be looked at '.repeat(100));
  await ends(folder, 'text.db', 2, /^preflight: history text\.db: it is no store of Preflight: name another file\n/);
  mkdirSync(join(folder, 'folder.db'));
  await ends(folder, 'folder.db', 2, /^preflight: history folder\.db: it cannot be opened/);
  const other = new DatabaseSync(join(folder, 'other.db'));
  other.exec('create table bookmark (id)');
  other.close();
  await ends(folder, 'other.db', 2, /^preflight: history other\.db: it is no store of Preflight/);
  await ends(
    folder,
    'text.db/history.db',
    2,
    /^preflight: history \S+: its folder cannot be made \(EEXIST\): name another/,
  );
  equal((await preflight(['monitor', '--once', '--history', 'newer.db'], { folder, environment })).code, 0);
  const newer = new DatabaseSync(join(folder, 'newer.db'));
  newer.exec("insert into kysely_migration values ('2099-01-later', '2099-01-01')");
  newer.close();
  await ends(folder, 'newer.db', 3, /^preflight: history newer\.db was written by a newer Preflight: install that one/);
});

test('results of a store that is written by nobody for a while come later, also after a restart', async (t) => {
  const folder = watching(everySecond);
  const spoolFolder = join(folder, 'results', 'history.db.spool');
  const first = started(['monitor'], { folder, environment });
  t.after(() => first.signal('SIGKILL'));
  await first.printed('PASS');
  // As a store that may not be written any more: what is put into it is refused.
  inStore(folder, "create trigger refused before insert on run begin select raise(abort, 'refused for a test'); end");
  await first.printed('(not in the store yet)');
  await until('results that wait', () => readdirSync(spoolFolder).length >= 2);
  first.signal('SIGTERM');
  const { code, stdout, stderr } = await first.ended;
  equal(code, 0);
  deepEqual([...new Set(stderr.trimEnd().split('\n'))], ['preflight: history results/history.db: refused for a test']);
  const results = stdout.match(/ {2}p {2}PASS /g)?.length ?? 0;
  const waiting = readdirSync(spoolFolder).length;
  equal(runsIn(folder).length + waiting, results);

  inStore(folder, 'drop trigger refused');
  const next = started(['monitor', '--once'], { folder, environment });
  equal((await next.ended).code, 0);
  deepEqual(readdirSync(spoolFolder), []);
  const done = slotsIn(folder).filter(({ state }) => state === 'done');
  ok(runsIn(folder).length >= results, 'none is lost');
  equal(done.length, runsIn(folder).length, 'each run has its slot');
});
