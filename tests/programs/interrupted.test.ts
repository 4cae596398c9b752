/** A gate that is interrupted, killed, spoilt or out of time leaves nothing booked, and ends with its code. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { cleanUpMs } from '../../client/in-time.ts';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { runRecord } from '../../contracts/run-record.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { openedWorld } from '../cli/planted-service.ts';
import { preflight } from '../cli/preflight-here.ts';
import { type Ended, emptyFolder, started } from '../cli/preflight-process.ts';
import { closeSandbox, openMarks, sandbox } from '../unit/flows/hotel-world.ts';
import { interruptedGate } from './interrupted-gates.ts';
import { hits, killMany, kills, leaving } from './killed-bookings.ts';

after(closeSandbox);

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await delay(5);
};

const cases = [
  { signal: 'SIGINT', code: 130, isOlderNode: false },
  // Only the outermost process gets the signal.
  { signal: 'SIGTERM', code: 130, isOlderNode: true },
  // The command cannot say goodbye, and its worker notices that it is gone.
  { signal: 'SIGKILL', code: null, isOlderNode: false },
  // So does the command whose launcher is gone.
  { signal: 'SIGKILL', code: null, isOlderNode: true },
] as const;

const keepsWhatWasRecorded = async ({ stderr, folder }: Ended): Promise<void> => {
  const [, path = ''] = /interrupted; what was recorded is in (results\/\S+)/.exec(stderr) ?? [];
  ok(existsSync(join(folder, path, 'run.json')), stderr);
  ok(!existsSync(join(folder, 'results/latest')), 'an interrupted run is not the latest');
  const again = await preflight(['judge', path], { folder });
  equal(again.code, 3);
  match(again.stdout, /the run was interrupted/);
  doesNotMatch(again.stdout, /our side broke/);
};

for (const { signal, code, isOlderNode } of cases) {
  const whom = isOlderNode ? 'the launcher on an older Node' : 'the command';
  test(`${signal} to ${whom} leaves no booking and an empty ledger`, { timeout: 120_000 }, async () => {
    const { world, baseUrl } = openedWorld(sandbox, { scale: 'small', oddities: ['answers-slowly'] });
    const run = started(['gate', '--seed', '5', '--only', 'create-booking'], {
      isOlderNode,
      environment: { PREFLIGHT_SANDBOX_URL: baseUrl },
    });
    const state = join(run.folder, 'state', 'preflight');
    const ledger = bookingLedgerOf({ baseUrl, credentials: preflightPartner }, { PREFLIGHT_STATE: state });
    await until(() => openMarks(world).length > 0);
    run.signal(signal);
    // An impatient hand changes nothing.
    if (code !== null) run.signal(signal);
    const ended = await run.ended;
    equal(ended.code, code, ended.stdout + ended.stderr);
    if (code === null) {
      await until(async () => (await ledger.entries()).length === 0);
      // No process is left behind that goes on asking: it takes a moment to see that the command is gone.
      for (let seen = -1; seen !== world.counted('requests'); await delay(1_000)) seen = world.counted('requests');
    }
    deepEqual(await ledger.entries(), []);
    deepEqual(openMarks(world), []);
    if (code === 130) await keepsWhatWasRecorded(ended);
    if (code !== null || isOlderNode)
      match(ended.stderr, /preflight: \d+ bookings? requested, \d+ made and cancelled again/);
  });
}

test('a first Ctrl-C waits for an answer; a second ends at once, and names what may be open and how to end it', async () => {
  const { ended, entries } = await interruptedGate(
    sandbox,
    { only: 'pnr-create', seed: 5, delayMs: () => 8_000 },
    async (run, service) => {
      await until(() => service.underWay().includes('pnr_create'));
      run.signal('SIGINT');
      await delay(1_200);
      run.signal('SIGINT');
    },
  );
  equal(ended.code, 130, ended.stdout + ended.stderr);
  const [entry] = entries;
  match(ended.stderr, /waiting for the answer of pnr_create \(at most 10 s\); Ctrl-C \(SIGINT\) ends it now/);
  match(ended.stderr, new RegExp(`preflight: may be open: pnr_create of the passenger ${entry?.mark}, flight `));
  match(ended.stderr, /preflight: end it with npx --no -- preflight sweep --target \.\/acme\.ts\n/);
});

test('after two kills at drawn moments a report names everything that is left open', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  try {
    const results = await killMany(sandbox, kills(2, 4), 2);
    t.diagnostic(JSON.stringify(results.map(({ openWhenKilled, unknown }) => ({ ...openWhenKilled, unknown }))));
    deepEqual(leaving(results), []);
    for (const kind of ['hotels', 'flights', 'tickets'] as const) {
      ok(hits(results, kind) >= 1, `no kill hit open ${kind}`);
    }
  } finally {
    await sandbox.close();
  }
});

/** No other code waits exactly so long. */
const sendsForMs = 12_347;
/** The deadline of this target: an answer under way may take so long. */
const awaitMs = 10_000;
const startedAt = Date.UTC(2026, 8, 1);

for (const { faults, code, verdict } of [
  { faults: ['swaps-one-pair-deep-in-list'], code: 1, verdict: 'fail' },
  { faults: [], code: 3, verdict: 'inconclusive' },
] as const) {
  const found = faults.length > 0 ? 'a broken promise' : 'nothing broken';
  test(`with ${found} before the minutes are over it ends with ${code}, and nothing stays booked`, async (t) => {
    const { world, baseUrl } = openedWorld(sandbox, {
      scale: 'small',
      faults: [...faults],
      oddities: ['answers-slowly'],
    });
    let isOver = false;
    let strike = (): void => {};
    const { setTimeout: real } = globalThis;
    t.mock.method(globalThis, 'setTimeout', (...[work, ms, ...args]: Parameters<typeof setTimeout>) => {
      if (ms === sendsForMs) strike = () => work(...args);
      return real(work, ms, ...args);
    });
    let looks = 0;
    // What may still be sent at the second look is what is left of the minute.
    const now = (): number => {
      if (isOver) return startedAt + 60_000;
      looks += 1;
      return looks === 1 ? startedAt : startedAt + 60_000 - cleanUpMs - awaitMs - sendsForMs;
    };
    const folder = emptyFolder();
    const gating = preflight(
      ['gate', '--seed', '5', '--only', 'cities.sorted-by-id,create-booking', '--max-minutes', '1', '--json'],
      { folder, now, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } },
    );
    const ended = gating.then(() => true);
    while (openMarks(world).length === 0 && !(await Promise.race([ended, delay(5, false)])));
    ok(openMarks(world).length > 0, 'nothing was booked');
    isOver = true;
    strike();

    const { code: endedWith, stdout, stderr } = await gating;
    const record = runRecord.parse(JSON.parse(stdout));
    equal(endedWith, code, stderr);
    equal(record.verdict, verdict);
    match(stderr, /--max-minutes 1: sends for 12 s, then waits up to 10 s for an answer under way, and cleans up/);
    match(record.warnings?.join() ?? '', /--max-minutes 1 were over/);
    deepEqual(openMarks(world), []);
    const state = join(folder, 'state', 'preflight');
    const ledger = bookingLedgerOf({ baseUrl, credentials: preflightPartner }, { PREFLIGHT_STATE: state });
    deepEqual(await ledger.entries(), []);
    match(stderr, /requested, \d+ made and cancelled again/);
    const broken = record.verdicts.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause);
    deepEqual([...new Set(broken)], faults.length > 0 ? ['cities.sorted-by-id'] : []);
  });
}
