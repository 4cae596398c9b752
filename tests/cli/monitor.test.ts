/** `preflight monitor` opens incidents, keeps its store, shares it, and ends in order. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { closeSandbox, openMarks, sandbox } from '../unit/flows/hotel-world.ts';
import {
  bundlesIn,
  deviate,
  everySecond,
  incidentsIn,
  inStore,
  outboxIn,
  receiver,
  runsIn,
  sandboxFile,
  slotsIn,
  until,
  watches,
} from './monitored.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, started } from './preflight-process.ts';

after(closeSandbox);

/** The grace of ten seconds, and what cleaning up may take. */
const endsWithinMs = 30_000;

const worldOf = (options: Parameters<typeof sandbox.openWorld>[0]) => {
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small', ...options });
  const world = sandbox.world(id);
  if (!world) throw new Error('the world is not there');
  return { world, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } };
};

test('when nothing is under way it ends at once, whichever signal asks for it', async () => {
  const { environment } = worldOf({});
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const folder = emptyFolder();
    watches(folder, { probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron: '0 0 1 1 *' }] });
    const monitor = started(['monitor'], { folder, environment });
    await monitor.printed('PASS');
    const askedAt = performance.now();
    monitor.signal(signal);
    const { code, stdout, stderr } = await monitor.ended;
    deepEqual([code, stderr], [0, '']);
    match(stdout, /\nended: nothing is under way\n$/);
    ok(performance.now() - askedAt < 5_000, `it took ${performance.now() - askedAt} ms`);
  }
});

test('a run that hangs is cut off, counts for nothing, and is left to the next monitor', {
  timeout: 120_000,
}, async () => {
  const { world, environment } = worldOf({ troubles: [{ id: 'hangs', operations: ['countries'] }] });
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'acme.mts'),
    sandboxFile("name: 'acme', limits: { ...sandbox.limits, deadlineMs: 60_000 }"),
  );
  watches(folder, {
    probes: [{ name: 'p', target: './acme.mts', only: ['countries'], cron: '0 0 1 1 *', deadlineMs: 60_000 }],
  });
  const monitor = started(['monitor'], { folder, environment });
  await until('it asks', () => world.counted('requests') >= 2);
  const askedAt = performance.now();
  monitor.signal('SIGTERM');
  const { code, stderr } = await monitor.ended;
  deepEqual([code, stderr], [0, '']);
  ok(performance.now() - askedAt < endsWithinMs, `it took ${performance.now() - askedAt} ms`);
  const [slot] = slotsIn(folder);
  deepEqual([slot?.state, slot?.leasedUntil, slot?.begun], ['leased', 0, 0]);
  deepEqual([runsIn(folder), incidentsIn(folder)], [[], []]);

  world.deviate({ faults: [], oddities: [], troubles: [] });
  const next = started(['monitor', '--once'], { folder, environment });
  equal((await next.ended).code, 0);
  deepEqual(
    slotsIn(folder).map(({ state, begun }) => [state, begun]),
    [['done', 1]],
  );
});

test('what is booked is cancelled before it is gone, and the run counts as missed', { timeout: 120_000 }, async () => {
  const { world, environment } = worldOf({ oddities: ['answers-slowly'] });
  const folder = emptyFolder();
  writeFileSync(join(folder, 'acme.mts'), sandboxFile("name: 'acme'"));
  watches(folder, {
    probes: [
      {
        name: 'p',
        target: './acme.mts',
        only: ['create-booking'],
        depth: 'full',
        cron: '0 * * * * *',
        deadlineMs: 60_000,
      },
    ],
  });
  const monitor = started(['monitor'], { folder, environment });
  await until('something is booked', () => openMarks(world).length > 0);
  const askedAt = performance.now();
  monitor.signal('SIGTERM');
  const { code, stdout, stderr } = await monitor.ended;
  equal(code, 0);
  // A booking that is under way when the grace is over is awaited.
  match(stderr, /^(?:.*waiting for the answer of \w+.*\n)?$/);
  ok(performance.now() - askedAt < endsWithinMs, `it took ${performance.now() - askedAt} ms`);
  deepEqual(openMarks(world), []);
  const [slot] = slotsIn(folder);
  if (slot?.state === 'missed') {
    equal(slot.reason, 'the monitor was ended; what had begun was cleaned up');
    match(stdout, / {2}p {2}MISSED {2}the monitor was ended; what had begun was cleaned up\n/);
  } else deepEqual([slot?.state, runsIn(folder).length], ['done', 1]);
});

test('a signal to end is heeded while the monitor starts', async () => {
  const { environment } = worldOf({});
  const folder = emptyFolder();
  watches(folder, { probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron: '*/5 * * * *' }] });
  const monitor = started(['monitor'], { folder, environment });
  await monitor.printed('history ');
  monitor.signal('SIGTERM');
  const { code, stdout } = await monitor.ended;
  equal(code, 0);
  match(stdout, /\nended: nothing is under way\n$/);
  ok(slotsIn(folder).every(({ state, leasedUntil }) => state !== 'leased' || leasedUntil === 0));
});

test('a fault that comes while it watches is one incident and one alert, and one more when it has gone', async (t) => {
  const serving = started(['sandbox', '--port', '0']);
  t.after(() => serving.signal('SIGTERM'));
  const [, url = ''] = /Sandbox at (\S+)/.exec(await serving.printed('end it with')) ?? [];
  const told = await receiver();
  t.after(told.close);
  const folder = emptyFolder();
  watches(folder, {
    probes: [{ name: 'countries', target: 'sandbox', only: ['countries'], cron: everySecond, deadlineMs: 1_000 }],
    channels: [told.channel],
  });
  const monitor = started(['monitor'], { folder, environment: { PREFLIGHT_SANDBOX_URL: url } });
  t.after(() => monitor.signal('SIGKILL'));
  await until('a result in the store', () => slotsIn(folder).some(({ state }) => state === 'done'));
  equal(told.arrived.length, 0);

  await deviate(url, { faults: ['swaps-one-pair-deep-in-countries'] });
  await until('the alert', () => told.arrived.length > 0);
  const [opened] = told.arrived;
  deepEqual([opened?.alert.event, opened?.alert.kind, opened?.isSigned], ['opened', 'contract', true]);
  match(opened?.alert.title ?? '', /^countries\.\S+ is broken/);
  const [incident, ...others] = incidentsIn(folder);
  deepEqual([others, incident?.id, incident?.closedAt], [[], opened?.alert.incident, null]);
  deepEqual(bundlesIn(folder), [{ incidentId: incident?.id }]);
  equal(runsIn(folder).find(({ id }) => id === opened?.alert.run)?.verdict, 'fail');

  await deviate(url, {});
  await until('the end', () => told.arrived.length > 1);
  const [, closed] = told.arrived;
  deepEqual([closed?.alert.event, closed?.alert.incident, closed?.isSigned], ['closed', opened?.alert.incident, true]);
  const passes = (): number => runsIn(folder).filter(({ verdict }) => verdict === 'pass').length;
  const before = passes();
  await until('two passes more', () => passes() >= before + 2);

  monitor.signal('SIGTERM');
  const { code, stdout, stderr } = await monitor.ended;
  deepEqual([code, stderr], [0, '']);
  ok(
    stdout.split('\n').every((line) => line.length <= 80),
    stdout,
  );
  match(stdout, /\nended: nothing is under way\n$/);
  deepEqual(
    told.arrived.map(({ alert }) => alert.event),
    ['opened', 'closed'],
  );
  deepEqual(
    incidentsIn(folder).map(({ closedAt }) => closedAt !== null),
    [true],
  );
  ok(outboxIn(folder).every(({ sentAt }) => sentAt !== null));
});

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

test('results of a store that refuses writes for a while come later, also after a restart', async (t) => {
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

const enough = 6;

test('two monitors share their slots, and gates beside them add their runs', { timeout: 120_000 }, async (t) => {
  const told = await receiver();
  t.after(told.close);
  const faults = ['swaps-one-pair-deep-in-countries'] as const;
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small', faults });
  const environment = { PREFLIGHT_SANDBOX_URL: baseUrl };
  const folder = emptyFolder();
  const probe = { target: 'sandbox', cron: everySecond, deadlineMs: 1_000 };
  watches(folder, {
    probes: [
      { ...probe, name: 'countries', only: ['countries'] },
      { ...probe, name: 'meals', only: ['meal-types'] },
    ],
    channels: [told.channel],
  });
  const monitors = [started(['monitor'], { folder, environment }), started(['monitor'], { folder, environment })];
  t.after(() => {
    for (const each of monitors) each.signal('SIGKILL');
  });
  // Which of two that look at the same moment is first is chance.
  await Promise.all(monitors.map((each) => each.printed('history ')));
  const gates = await Promise.all(
    ['1', '2'].map((seed) => {
      // Each has its own folder for what it writes, and all have one store.
      const args = ['gate', '--only', 'countries', '--seed', seed, '--history', join(folder, 'results', 'history.db')];
      return started(args, { environment }).ended;
    }),
  );
  deepEqual(
    gates.map(({ code, stderr }) => [code, stderr]),
    [
      [1, ''],
      [1, ''],
    ],
  );
  const done = () => slotsIn(folder).filter(({ state }) => state === 'done');
  await until('enough slots of both', () => done().length >= 2 * enough);
  // On a busy machine a slot may miss its second, which is another incident.
  const events = () => told.arrived.flatMap(({ alert }) => (alert.kind === 'contract' ? alert.event : []));
  await until('the alert', () => events().length > 0);
  sandbox.world(id)?.deviate({ faults: [], oddities: [], troubles: [] });
  await until('its end', () => events().length > 1);
  for (const each of monitors) each.signal('SIGTERM');
  const ended = await Promise.all(monitors.map((each) => each.ended));
  deepEqual(
    ended.map(({ code, stderr }) => [code, stderr]),
    [
      [0, ''],
      [0, ''],
    ],
  );
  const lines = ended.flatMap(({ stdout }) => stdout.match(/^\S+ {2}\S+ {2}(PASS|FAIL|COULD NOT MEASURE) /gm) ?? []);
  const runs = runsIn(folder);
  const ofSlots = runs.filter(({ slotAt }) => slotAt !== null);
  equal(lines.length, ofSlots.length);
  equal(new Set(ofSlots.map(({ probe: name, slotAt }) => `${name} ${slotAt}`)).size, ofSlots.length);
  deepEqual(
    ofSlots.map(({ id: run }) => run).toSorted(),
    done()
      .map(({ runId }) => runId)
      .toSorted(),
  );
  equal(runs.filter(({ probe: name }) => name === 'gate:sandbox').length, 2);
  deepEqual(events(), ['opened', 'closed']);
});
