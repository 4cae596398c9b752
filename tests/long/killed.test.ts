/** Gates and monitors are killed or interrupted at any moment, and leave nothing behind. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { startSandbox } from '../../sandbox/server.ts';
import { emptyFolder, started } from '../cli/preflight-process.ts';
import { interruptedGate, nothingOpen } from '../programs/interrupted-gates.ts';
import { hits, killMany, kills, leaving } from '../programs/killed-bookings.ts';
import { killMonitors } from '../programs/killed-monitors.ts';
import { everySecond, runsIn, slotsIn, until, watches } from '../programs/monitored.ts';

test('after two hundred kills at drawn moments a monitor has lost, doubled and left nothing', async (t) => {
  const { wrong, hits, ...counts } = await killMonitors(200, 2026);
  t.diagnostic(JSON.stringify({ hits, ...counts }));
  deepEqual(wrong, []);
  ok(hits.booked >= 40 && hits.running >= 40 && hits.inFlight >= 5, JSON.stringify(hits));
});

test('after two hundred kills at drawn moments a report names everything that is left open', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  try {
    const results = await killMany(sandbox, kills(200, 2026), 3);
    deepEqual(leaving(results), []);
    for (const kind of ['hotels', 'flights', 'tickets'] as const) ok(hits(results, kind) >= 40, kind);
    const unknown = results.filter((each) => each.unknown > 0).length;
    t.diagnostic(`${unknown} kills left a flight that nothing can find again`);
    ok(unknown > 0);
  } finally {
    await sandbox.close();
  }
});

const only = 'create-booking,cancel-booking,pnr-create,ticket-issue,ticket-cancel,ticket-exchange,ticket-refund';
const interruptions = 30;

const moments = fc.sample(
  fc.record({
    seed: fc.integer({ min: 1, max: 1_000 }),
    signal: fc.constantFrom('SIGINT', 'SIGTERM'),
    requests: fc.integer({ min: 3, max: 60 }),
    laterMs: fc.integer({ min: 0, max: 500 }),
    delays: fc.array(fc.integer({ min: 200, max: 800 }), { minLength: 20, maxLength: 20 }),
  }),
  { numRuns: interruptions, seed: 2026 },
);

/** A gate mostly waits. */
const atOnce = 3;

test('thirty interruptions at drawn moments leave nothing open and nothing unknown', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  let [interrupted, awaited] = [0, 0];
  const waiting = [...moments];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { seed, signal, requests, laterMs, delays } = next;
      let effects = 0;
      const delayMs = (): number => {
        effects += 1;
        return delays[effects % delays.length] ?? 0;
      };
      const { ended, entries, open } = await interruptedGate(sandbox, { only, seed, delayMs }, async (run, service) => {
        while (service.requests() < requests) await delay(5);
        await delay(laterMs);
        run.signal(signal);
      });
      if (ended.code === 130) interrupted += 1;
      if (ended.stderr.includes('waiting for the answer of')) awaited += 1;
      const about = `${JSON.stringify({ seed, signal, requests, laterMs })}\n${ended.stderr}`;
      deepEqual({ entries, open }, { entries: [], open: nothingOpen }, about);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await sandbox.close();
  }
  t.diagnostic(`${interrupted} of ${interruptions} gates were interrupted, ${awaited} while an effect was under way`);
  ok(interrupted > interruptions / 2);
  ok(awaited > 0);
});

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
