/** A store that another program locks for longer than anybody waits for it. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/server.ts';
import { everySecond, runsIn, slotsIn, until, watches } from '../cli/monitored.ts';
import { emptyFolder, started } from '../cli/preflight-process.ts';

test('what is measured while the store is locked waits beside it, and none of it is lost or missed', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const folder = emptyFolder();
  watches(folder, {
    probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron: everySecond, deadlineMs: 1_000 }],
  });
  const environment = { PREFLIGHT_SANDBOX_URL: sandbox.url };
  const monitor = started(['monitor'], { folder, environment });
  t.after(() => monitor.signal('SIGKILL'));
  await monitor.printed('PASS');
  const file = join(folder, 'results', 'history.db');
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('begin immediate');
  const waiting = (): string[] => (existsSync(`${file}.spool`) ? readdirSync(`${file}.spool`) : []);
  await until('results that wait', () => waiting().length >= 4);
  database.exec('rollback');
  database.close();
  await until('results that have come', () => waiting().length === 0);
  monitor.signal('SIGTERM');
  const { code, stdout, stderr } = await monitor.ended;
  equal(code, 0);
  match(stderr, /^preflight: history results\/history\.db: another program has it locked for too long/);
  ok(stderr.trimEnd().split('\n').length <= 3, stderr);
  const printed = stdout.match(/ {2}p {2}PASS /g)?.length ?? 0;
  const runs = runsIn(folder);
  equal(runs.length, printed);
  const done = slotsIn(folder).filter(({ state }) => state === 'done');
  deepEqual(done.map(({ runId }) => runId).toSorted(), runs.map(({ id }) => id).toSorted());
});
