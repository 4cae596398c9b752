/** A day passes between real runs: an administrator moves the clock of a service that outlives them. */
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { RunRecord } from '../../contracts/run-record.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { writeTargetWithoutLevers } from './planted-service.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder, lastRecord } from './preflight-process.ts';

after(closeSandbox);

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const allowed = ['void-as-window-ends', 'void-after-window', 'use-token-to-its-end'] as const;

const openService = () => {
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
  const world = sandbox.world(id);
  if (!world) throw new Error('the world is not there');
  const folder = emptyFolder();
  writeTargetWithoutLevers(folder, allowed);
  writeTargetWithoutLevers(folder, [], 'withdrawn.ts');
  let passedMs = 0;
  /** For us and for the service. */
  const passes = (ms: number): void => {
    passedMs += ms;
    world.advance(ms);
  };
  const commandOn = async (file: string, args: readonly string[]) => {
    const { code, stdout, stderr } = await preflight([...args, '--target', `./${file}`], {
      folder,
      environment: { PREFLIGHT_SANDBOX_URL: baseUrl },
      now: () => Date.now() + passedMs,
    });
    return { code, stdout, said: stdout + stderr };
  };
  const command = (...args: string[]) => commandOn('acme.ts', args);
  return { passes, folder, command, commandOn };
};

const only = ['--only', 'ticket-cancel,token.works-until-expiry'];

/** By clause, of the flow that settles it: how it came out and the runs that it took. */
const settledIn = ({ verdicts }: RunRecord, flow: string) =>
  verdicts
    .filter((each) => each.flow === flow)
    .map(({ clause, outcome, runs }) => ({ clause, outcome, runs: runs && [runs.begunBy, runs.settledBy] }));

test('what one run leaves behind is settled by later ones, counts in the next, and is ended by hand', async () => {
  const { passes, folder, command, commandOn } = openService();

  const first = await command('gate', '--seed', '1', ...only);
  assert.equal(first.code, 0, first.said);
  assert.match(first.stdout, /3 left behind on purpose/);
  const { id: firstRun } = lastRecord(folder);

  const private_ = join(folder, 'state', 'preflight', 'obligations');
  assert.deepEqual(
    readdirSync(private_).map((file) => (statSync(join(private_, file)).mode & 0o777).toString(8)),
    ['600'],
  );
  const early = await command('gate', '--due');
  assert.equal(early.code, 0, early.said);
  assert.match(early.stdout, /^nothing that a run has left behind at acme is due: .*\n$/);
  const swept = await command('sweep');
  assert.equal(swept.code, 0, swept.said);
  assert.match(swept.stdout, /^nothing else that we booked is left open at acme\n2 bookings left behind on purpose: /);

  passes(dayMs - 30 * minuteMs);
  const due = await command('obligations');
  assert.match(due.stdout, /^DUE {8}void-as-window-ends[\s\S]*^waits {6}void-after-window[\s\S]*^DUE {8}use-token/m);
  const ofOthers = await command('gate', '--due', '--only', 'cities');
  assert.deepEqual([ofOthers.code, ofOthers.stdout], [0, early.stdout]);
  chmodSync(private_, 0o755);
  for (const file of readdirSync(private_)) chmodSync(join(private_, file), 0o644);
  const open = await command('gate', '--due');
  assert.equal(open.code, 2, open.said);
  assert.match(open.said, /^preflight: the ledger of what is pending in .* is open to others.*\n$/);
  for (const file of readdirSync(private_)) chmodSync(join(private_, file), 0o600);
  chmodSync(private_, 0o700);
  const withdrawn = await commandOn('withdrawn.ts', ['gate', '--due']);
  assert.deepEqual([withdrawn.code, withdrawn.stdout], [0, early.stdout]);
  const second = await command('gate', '--due');
  assert.equal(second.code, 0, second.said);
  const { id: secondRun, ...settled } = lastRecord(folder);
  const both = [firstRun, secondRun];
  assert.deepEqual(settledIn({ id: secondRun, ...settled }, 'use-token-to-its-end'), [
    { clause: 'token.works-until-expiry', outcome: 'pass', runs: both },
  ]);
  assert.equal(settled.tokensRequested, 0);

  passes(60 * minuteMs);
  const third = await command('gate', '--seed', '3', ...only);
  assert.equal(third.code, 0, third.said);
  const record = lastRecord(folder);
  const [late] = settledIn(record, 'void-after-window').filter(({ clause }) => clause.includes('late-void'));
  assert.deepEqual(late, {
    clause: 'ticket-cancel.late-void-is-expired',
    outcome: 'pass',
    runs: [firstRun, record.id],
  });
  const counted = settledIn(record, 'void-as-window-ends');
  assert.deepEqual([...new Set(counted.map(({ outcome, runs }) => `${outcome} ${runs}`))], [`pass ${both}`]);
  const again = await preflight(['judge', 'results/latest'], { folder });
  assert.equal(again.code, 0, again.stdout);

  const ended = await command('obligations', '--end');
  assert.equal(ended.code, 0, ended.said);
  assert.match(
    ended.stdout,
    /2 tickets? voided or refunded|1 ticket voided or refunded[\s\S]*1 ticket voided or refunded/,
  );
  assert.match(ended.stdout, /nothing that we booked is left open at acme\n$/);
});

test('the embedded sandbox leaves nothing behind', async () => {
  for (const args of [['obligations'], ['gate', '--due']]) {
    const { code, stdout } = await preflight(args);
    assert.equal(code, 0);
    assert.match(stdout, /^(the embedded sandbox leaves nothing behind|nothing that a run has left behind)/);
  }
});

test('a target that names an unknown obligation is reported in one line', async () => {
  const folder = emptyFolder();
  writeTargetWithoutLevers(folder, ['void-as-window-ends', 'void-some-day']);
  const { code, stdout, stderr } = await preflight(['gate', '--target', './acme.ts'], {
    folder,
    environment: { PREFLIGHT_SANDBOX_URL: 'http://127.0.0.1:9' },
  });
  assert.equal(code, 2, stdout);
  assert.match(stderr, /^preflight: target \.\/acme\.ts: may\.obligations\.1: .*void-after-window.*\n$/);
});
