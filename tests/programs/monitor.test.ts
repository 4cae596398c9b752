/** `preflight monitor` ends in order, and shares its store with others. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { begun, preflight } from '../cli/preflight-here.ts';
import { emptyFolder, started } from '../cli/preflight-process.ts';
import { closeSandbox, openMarks, sandbox } from '../unit/flows/hotel-world.ts';
import { everySecond, receiver, runsIn, sandboxFile, slotsIn, until, watches } from './monitored.ts';

after(closeSandbox);

/** The grace of ten seconds, and what cleaning up may take. */
const endsWithinMs = 30_000;
const minuteMs = 60_000;

test('what hangs is cut off and left to the next monitor, and what is booked is cancelled', {
  timeout: 120_000,
}, async () => {
  const troubles = [{ id: 'hangs', operations: ['countries'] }] as const;
  const [slow, hanging] = [{ oddities: ['answers-slowly'] } as const, { troubles }].map((deviations) => {
    const world = sandbox.openWorld({ scale: 'small', ...deviations });
    return { ...world, world: sandbox.world(world.id) };
  });
  ok(slow?.world && hanging?.world);
  const { world } = slow;
  const folder = emptyFolder();
  const targetAt = (name: string, { baseUrl }: { baseUrl: string }): string => {
    const limits =
      'limits: { ...sandbox.limits, deadlineMs: 60_000 }, may: { ...sandbox.may, books: { perRun: 120, perDay: 200_000 } }';
    writeFileSync(join(folder, `${name}.mts`), sandboxFile(`name: '${name}', baseUrl: '${baseUrl}', ${limits}`));
    return `./${name}.mts`;
  };
  const [booking, reading] = [targetAt('booking', slow), targetAt('reading', hanging)];
  watches(folder, {
    probes: [
      { name: 'reads', target: reading, only: ['countries'], cron: '0 0 1 1 *', deadlineMs: 60_000 },
      {
        name: 'books',
        target: booking,
        only: ['create-booking'],
        depth: 'full',
        effects: true,
        cron: '* * * * *',
        deadlineMs: 60_000,
      },
    ],
  });
  // What books is begun at its moment, which comes once the other probe hangs, however busy the machine is.
  let aheadMs = minuteMs - (Date.now() % minuteMs) - 50_000;
  const monitor = begun(['monitor', '--no-dashboard'], { folder, now: () => Date.now() + aheadMs });
  const hangs = hanging.world;
  await until('something hangs', () => hangs.counted('requests') > 1);
  aheadMs += minuteMs - ((Date.now() + aheadMs) % minuteMs);
  await until('something is booked', () => openMarks(world).length > 0);
  const askedAt = performance.now();
  monitor.interrupt();
  const { code, stdout, stderr } = await monitor.ended;
  equal(code, 0);
  // A booking that is under way when the grace is over is awaited.
  match(stderr, /^(?:.*waiting for the answer of \w+.*\n)?$/);
  ok(performance.now() - askedAt < endsWithinMs, `it took ${performance.now() - askedAt} ms`);
  deepEqual(openMarks(world), []);
  const [books, reads] = slotsIn(folder);
  deepEqual([reads?.probe, reads?.state, reads?.leasedUntil, reads?.begun], ['reads', 'leased', 0, 0]);
  // A run that comes to its end within the grace counts.
  const isCutOff = books?.state === 'missed';
  const reason = isCutOff ? 'the monitor was ended; what had begun was cleaned up' : null;
  deepEqual([books?.probe, books?.reason, runsIn(folder).length], ['books', reason, isCutOff ? 0 : 1]);
  match(stdout, isCutOff ? / {2}books {2}MISSED {2}the monitor was ended; .* cleaned up\n/ : / {2}books {2}PASS /);

  hanging.world.deviate({ faults: [], oddities: [], troubles: [] });
  equal((await preflight(['monitor', '--once'], { folder })).code, 0);
  const again = slotsIn(folder).find(({ probe: name, at }) => name === 'reads' && at === reads?.at);
  deepEqual([again?.state, again?.begun], ['done', 1]);
});

const environment = { PREFLIGHT_SANDBOX_URL: sandbox.openWorld({ scale: 'small' }).baseUrl };

const watching = (cron: string): string => {
  const folder = emptyFolder();
  watches(folder, { probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron, deadlineMs: 1_000 }] });
  return folder;
};

test('a wish to end is heeded while the monitor starts', async () => {
  const folder = watching('*/5 * * * *');
  const monitor = begun(['monitor'], { folder, environment });
  await monitor.printed('history ');
  monitor.interrupt();
  const { code, stdout } = await monitor.ended;
  equal(code, 0);
  match(stdout, /\nended: nothing is under way\n$/);
  ok(slotsIn(folder).every(({ state, leasedUntil }) => state !== 'leased' || leasedUntil === 0));
});

test('a store that cannot be used is one line before anything runs', async () => {
  const folder = watching('0 * * * *');
  const once = (file: string) => preflight(['monitor', '--once', '--history', file], { folder, environment });
  writeFileSync(join(folder, 'text.db'), 'no database, but long enough to be looked at '.repeat(100));
  equal((await once('newer.db')).code, 0);
  const newer = new DatabaseSync(join(folder, 'newer.db'));
  newer.exec("insert into kysely_migration values ('2099-01-later', '2099-01-01')");
  newer.close();
  for (const [file, code, says] of [
    ['text.db', 2, /^preflight: history text\.db: it is no store of Preflight: name another file\n$/],
    ['text.db/history.db', 2, /^preflight: history \S+: its folder cannot be made \(EEXIST\): name another.*\n$/],
    ['newer.db', 3, /^preflight: history newer\.db was written by a newer Preflight: install that one.*\n$/],
  ] as const) {
    const ended = await once(file);
    deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr);
    match(ended.stderr, says);
  }
});

const enough = 3;

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
  for (const seed of ['1', '2']) {
    // Each has its own folder for what it writes, and all have one store.
    const args = ['gate', '--only', 'countries', '--seed', seed, '--history', join(folder, 'results', 'history.db')];
    const { code, stderr } = await preflight(args, { environment });
    deepEqual([code, stderr], [1, '']);
  }
  const done = () => slotsIn(folder).filter(({ state }) => state === 'done');
  await until('enough slots of both', () => done().length >= 2 * enough);
  // On a busy machine a slot may miss its second, which is another incident.
  const events = () => told.arrived.flatMap(({ alert }) => (alert.kind === 'contract' ? alert.event : []));
  await until('the alert', () => events().length > 0);
  sandbox.world(id)?.deviate({ faults: [], oddities: [], troubles: [] });
  await until('its end', () => events().length > 1);
  for (const [at, each] of monitors.entries()) each.signal(at === 0 ? 'SIGTERM' : 'SIGINT');
  const ended = await Promise.all(monitors.map((each) => each.ended));
  for (const { stdout } of ended) {
    match(stdout, /\nended: /);
    ok(
      stdout.split('\n').every((line) => line.length <= 80),
      stdout,
    );
  }
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

after(closeSandbox);

test('a store that is locked, with no room beside it and none for the state: results wait in memory', {
  timeout: 120_000,
}, async () => {
  const folder = emptyFolder();
  const { baseUrl } = sandbox.openWorld({ scale: 'small' });
  writeFileSync(join(folder, 'acme.mts'), sandboxFile(`name: 'acme', baseUrl: '${baseUrl}'`));
  const probe = { name: 'p', target: './acme.mts', only: ['countries'], cron: everySecond, deadlineMs: 1_000 };
  watches(folder, { probes: [probe] });
  const state = join(folder, 'state');
  mkdirSync(state);
  const monitor = begun(['monitor', '--dashboard', '0'], { folder, environment: { PREFLIGHT_STATE: state } });
  const url = /dashboard +(\S+)/.exec(await monitor.printed('PASS'))?.[1];
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`);
    return [answer.status, await answer.text()] as const;
  };
  deepEqual(await ready(), [200, '{"ok":true}']);

  const store = join(folder, 'results', 'history.db');
  // As a disk without room: neither the folder beside the store nor that of the ledgers takes a file.
  writeFileSync(`${store}.spool`, '');
  renameSync(state, `${state}.away`);
  writeFileSync(state, '');
  const other = new DatabaseSync(store, { timeout: 10_000 });
  other.exec('begin immediate');
  const [status, text] = await until('results that wait', async () => {
    const found = await ready();
    return /^\{"error":"[2-9] results are not saved since/.test(found[1]) && found;
  });
  equal(status, 503);
  match(text, / not saved since \d{4}-\S+Z: \d in memory, 0 in files beside the store"/);
  match(await (await fetch(`${url}/metrics`)).text(), /^preflight_results_unsaved\{where="memory"\} [1-9]/m);

  other.exec('rollback');
  other.close();
  rmSync(state);
  renameSync(`${state}.away`, state);
  await until('all is saved', async () => (await ready())[0] === 200);
  monitor.interrupt();
  const { code, stdout, stderr } = await monitor.ended;
  equal(code, 0);
  match(
    stderr,
    /folder \S+history\.db\.spool: it cannot be written, either \(\w+\): .*; results wait in memory, 64 MB/,
  );
  match(stderr, /^preflight: all results are saved again: \d+ had waited$/m);
  equal(runsIn(folder).length, stdout.match(/^[\d:]{8} {2}p {2}(?!MISSED)[A-Z]+ /gm)?.length);
});
