/** A monitor that is told to end: at once when nothing runs, and else within a stated time, with nothing left behind. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { closeSandbox, openMarks, sandbox } from '../unit/flows/hotel-world.ts';
import { incidentsIn, runsIn, sandboxFile, slotsIn, until, watches } from './monitored.ts';
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

test('what is booked is cancelled before it is gone, and the run is told as missed', { timeout: 120_000 }, async () => {
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

test('who asks for the end while it starts is heard', async () => {
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
