/** A database that is restarted under monitors: what is measured meanwhile waits on disk, and each slot has one result in the end. */
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseUrl } from '../../contracts/database-url.ts';
import { openHistory } from '../../history/open.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { everySecond, until, watches } from '../cli/monitored.ts';
import { emptyFolder, started } from '../cli/preflight-process.ts';
import { postgresServer } from '../postgres-server.ts';

test('what is measured while the database is away waits beside it, and none of it is lost, missed or there twice', async (t) => {
  const server = await postgresServer();
  const DATABASE_URL = await server.newDatabase();
  const folder = emptyFolder();
  watches(folder, {
    probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron: everySecond, deadlineMs: 1_000 }],
  });
  // The sandbox inside shares no limits with anybody.
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
  // On a busy machine one may not end in its second: whatever it says, it is there once.
  equal(runs.length, stdout.match(/^[\d:]{8} {2}p {2}[A-Z]+ /gm)?.length ?? 0);
  deepEqual(
    slots.map(({ runId }) => runId),
    runs.map(({ id }) => id),
  );
});

test('a service whose limits are shared is asked nothing meanwhile, is blamed for nothing, and is asked again', async (t) => {
  const server = await postgresServer();
  const DATABASE_URL = await server.newDatabase();
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
  const requests = (): number => sandbox.world(id)?.counted('requests') ?? 0;
  const folder = emptyFolder();
  watches(folder, {
    probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron: everySecond, deadlineMs: 1_000 }],
  });
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
