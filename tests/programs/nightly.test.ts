/** Three nights on a service that goes on between them, each on a separate machine that knows the sealed state only. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { isFlight } from '../../client/ledgers/booking-ledger.ts';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { writeTargetWithoutLevers } from '../cli/planted-service.ts';
import { begun, preflight } from '../cli/preflight-here.ts';
import { type Ended, emptyFolder, lastRecord } from '../cli/preflight-process.ts';

const passphrase = 'correct horse battery staple';
const dayMs = 24 * 3_600_000;

/** A machine that has nothing of another, as a pipeline brings one for every night. */
const machine = (sandboxUrl: string, day = 0) => {
  const folder = emptyFolder();
  const state = join(folder, 'state');
  const summary = join(folder, 'summary.md');
  const environment = {
    PREFLIGHT_SANDBOX_URL: sandboxUrl,
    PREFLIGHT_STATE: state,
    PREFLIGHT_STATE_PASSPHRASE: passphrase,
    PREFLIGHT_STATE_LASTS: 'true',
    GITHUB_STEP_SUMMARY: summary,
  };
  const run = (args: string[], more: NodeJS.ProcessEnv = {}): Promise<Ended> =>
    preflight(args, { folder, environment: { ...environment, ...more }, now: () => Date.now() + day * dayMs });
  return { folder, state, run, summary: () => readFileSync(summary, 'utf8'), sealed: join(folder, 'sealed') };
};
type Machine = ReturnType<typeof machine>;

/** The steps of the workflow: what was sealed is opened, the work done, and the state sealed again. */
const night = async (
  url: string,
  day: number,
  before: Machine | undefined,
  work: (machine: Machine) => Promise<Ended | undefined>,
): Promise<Machine & { readonly ended: Ended | undefined }> => {
  const now = machine(url, day);
  if (before) copyFileSync(before.sealed, now.sealed);
  const opened = await now.run(['state', 'open', now.sealed]);
  equal(opened.code, 0, opened.stderr);
  match(
    opened.stdout,
    before ? /^opened the state of the night before: \d+ files?\n$/ : /^no state of an earlier night/,
  );
  const ended = await work(now);
  const seal = await now.run(['state', 'seal', now.sealed]);
  equal(seal.code, 0, seal.stderr);
  return { ...now, ended };
};

/** Of a service that leaves something behind for another night. */
const gated = (now: Machine): Promise<Ended> => {
  writeTargetWithoutLevers(now.folder, ['void-after-window']);
  return now.run(['nightly', '--target', './acme.ts', '--only', 'countries,ticket-cancel.late-void-is-expired']);
};

/** By hand of an administrator, between the nights. */
const advanceClock = async (url: string, advanceMs: number): Promise<void> => {
  const { statusCode, body } = await request(`${url}/_admin/worlds/default/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
    // The service is started again later, at the same address.
    reset: true,
  });
  await body.dump();
  equal(statusCode, 200);
};

/** How many hotel bookings are open. */
const openIn = (sandbox: Sandbox): number =>
  (sandbox.world('default')?.bookings.all() ?? []).filter(({ cancelledAtMs }) => cancelledAtMs === undefined).length;

/** A process that books is killed before it has cancelled. */
const killedWhileBooking = async (sandbox: Sandbox, state: string): Promise<undefined> => {
  const file = fileURLToPath(new URL('./booking-process.ts', import.meta.url));
  const child = spawn(process.execPath, [file, sandbox.url, state, '1'], { stdio: 'ignore' });
  const ended = once(child, 'close');
  while (openIn(sandbox) === 0 && child.exitCode === null) await delay(1);
  child.kill('SIGKILL');
  deepEqual(await ended, [null, 'SIGKILL']);
};

const bookedIn = async ({ state }: Machine, baseUrl: string): Promise<number> => {
  const ledger = bookingLedgerOf({ baseUrl, credentials: preflightPartner }, { PREFLIGHT_STATE: state });
  return (await ledger.entries()).filter((entry) => !isFlight(entry)).length;
};

test('three nights: clean, with something to sweep and something to settle, and with a promise broken', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  t.after(() => sandbox.close());
  const { url } = sandbox;
  const first = await night(url, 0, undefined, gated);
  equal(first.ended?.code, 0, first.ended?.stdout);
  match(first.summary(), /^## ` acme ` ✅ passes\n/);
  match(first.summary(), /PASS {2}\d+ judged, 0 broken/);
  match(first.summary(), /### Left behind on purpose\n\n```text\nwaits {6}void-after-window/);

  await advanceClock(url, dayMs);
  const killed = await night(url, 1, first, ({ state }) => killedWhileBooking(sandbox, state));
  notEqual(openIn(sandbox), 0);
  notEqual(await bookedIn(killed, url), 0);
  await advanceClock(url, dayMs);
  const second = await night(url, 2, killed, gated);
  equal(second.ended?.code, 0, second.ended?.stdout);
  equal(openIn(sandbox), 0, 'what the killed run had booked is cancelled');
  equal(await bookedIn(second, url), 0);
  const [settled] = lastRecord(second.folder).verdicts.filter(({ runs }) => runs);
  equal(settled?.outcome, 'pass');
  deepEqual(settled.runs?.begunBy, lastRecord(first.folder).id);
  match(second.summary(), /^waits {6}void-after-window[\s\S]*^settled {4}void-after-window/m);

  // The next release of the service.
  await sandbox.close();
  const world = { scale: 'small', faults: ['swaps-one-pair-deep-in-list'] } as const;
  const released = await startSandbox({ port: Number(new URL(url).port), world });
  t.after(() => released.close());
  await advanceClock(url, 3 * dayMs);
  const third = await night(url, 5, second, ({ run }) =>
    run(['nightly', '--target', 'nowhere,sandbox', '--only', 'cities.sorted-by-id']),
  );
  equal(third.ended?.code, 1, 'a broken promise outranks a target that is not set up');
  match(third.summary(), /^## ` sandbox ` ❌ is broken$/m);
  match(third.summary(), /FAIL {2}cities\.sorted-by-id/);
  match(
    third.summary(),
    /npx --no -- preflight gate --target sandbox --seed \d+ --depth full --only cities\.sorted-by-id/,
  );
  equal(lastRecord(third.folder).verdict, 'fail');
});

test('a state that cannot be opened ends the night with 3, and stays', async () => {
  const { folder, state, sealed, run } = machine('http://127.0.0.1:1');
  mkdirSync(join(state, 'ledger'), { recursive: true });
  writeFileSync(join(state, 'ledger', 'a.json'), '{}');
  equal((await run(['state', 'seal', sealed])).code, 0);
  const before = readFileSync(sealed);
  const elsewhere = { PREFLIGHT_STATE: join(folder, 'another') };
  const { code, stderr } = await run(['state', 'open', sealed], {
    ...elsewhere,
    PREFLIGHT_STATE_PASSPHRASE: `${passphrase}!`,
  });
  equal(code, 3, stderr);
  match(stderr, /^preflight: \S+sealed cannot be opened: [^\n]+; it stays as it is, and nothing was sent\n$/);
  ok(!existsSync(elsewhere.PREFLIGHT_STATE));
  deepEqual(readFileSync(sealed), before);
});

test('a state is not mixed with another', async () => {
  const { state, sealed, run } = machine('http://127.0.0.1:1');
  mkdirSync(state);
  writeFileSync(join(state, 'a.json'), '{}');
  const { code, stderr } = await run(['state', 'open', sealed]);
  equal(code, 2);
  match(stderr, /^preflight: \S+state holds a state already: /);
  deepEqual(readdirSync(state), ['a.json']);
});

test('a night goes on after a target that is not set up, ends with the worst, says if nothing is kept', async () => {
  const targets = ['--target', 'nowhere,sandbox', '--target', 'sandbox', '--only', 'countries.sorted-by-id'];
  const environment = { GITHUB_ACTIONS: 'true', PREFLIGHT_STATE_LASTS: 'false' };
  const { code, stdout, stderr, folder } = await preflight(['nightly', ...targets], { environment });
  equal(code, 2, stderr);
  const [stop = '', resume, ...told] = stdout.match(/^::.*$/gm) ?? [];
  match(stop, /^::stop-commands::[\da-f-]{36}$/);
  equal(resume, `::${stop.slice('::stop-commands::'.length)}::`);
  deepEqual(told, ['::error title=preflight::the night ended with exit code 2: a target is not set up']);
  ok(stdout.startsWith(`${stop}\nnothing outlives this night: without PREFLIGHT_STATE_PASSPHRASE`));
  const summary = readFileSync(join(folder, 'results', 'nightly.md'), 'utf8');
  match(summary, /^> \[!WARNING\]\n> nothing outlives this night/);
  deepEqual(summary.match(/^## .*$/gm), ['## ` nowhere ` 🔧 is not set up', '## ` sandbox ` ✅ passes']);
  match(summary, /target 'nowhere' is unknown/);
});

test('where nothing is kept, nothing is left behind on purpose', async () => {
  const planned = async (lasts: string): Promise<string[]> => {
    const folder = emptyFolder();
    writeTargetWithoutLevers(folder, ['void-after-window']);
    const args = ['gate', '--target', './acme.ts', '--only', 'ticket-cancel.late-void-is-expired'];
    const environment = { PREFLIGHT_STATE_LASTS: lasts, PREFLIGHT_SANDBOX_URL: 'http://127.0.0.1:1' };
    const { stdout } = await preflight(args, { folder, environment });
    const [, id = ''] = /^run {2}(\S+)/m.exec(stdout) ?? [];
    return JSON.parse(readFileSync(join(folder, 'results', id, 'plan.json'), 'utf8')).flows;
  };
  const [lasting, forgetful] = [await planned('true'), await planned('false')];
  deepEqual(
    lasting.filter((flow) => !forgetful.includes(flow)),
    ['void-after-window', 'begin-void-after-window'],
  );
});

test('after an interruption no other target is begun', async () => {
  const night = begun(['nightly', '--target', 'sandbox,sandbox-flat', '--only', 'countries.sorted-by-id']);
  night.interrupt();
  const { code, folder } = await night.ended;
  equal(code, 130);
  const summary = readFileSync(join(folder, 'results', 'nightly.md'), 'utf8');
  ok((summary.match(/^## /gm)?.length ?? 0) < 2, summary);
});
