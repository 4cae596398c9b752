/** `preflight sweep` and `preflight obligations`: what they end, what they leave alone, and what is left to a person. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import about from '#package' with { type: 'json' };
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { runner } from '../../engine/run.ts';
import { targetReading } from '../../prover/walked-world.ts';
import { openedWorld, writeTargetWithoutLevers } from '../cli/planted-service.ts';
import { preflight, refused } from '../cli/preflight-here.ts';
import { emptyFolder, lastRecord } from '../cli/preflight-process.ts';
import { bookable, closeSandbox, openMarks, sandbox, story } from '../unit/flows/hotel-world.ts';
import { leaveOpen, mark } from './killed-bookings.ts';
import { agentsOf, watches } from './monitored.ts';

after(closeSandbox);

const openWorld = () => {
  const { world, baseUrl } = openedWorld(sandbox);
  const folder = emptyFolder();
  const state = join(folder, 'state', 'preflight');
  const directory = join(state, 'ledger');
  const target = targetReading('nested', baseUrl);
  const ledger = bookingLedgerOf(target, { PREFLIGHT_STATE: state });
  const options = { folder, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } };
  const sweep = (...args: string[]) => preflight(['sweep', ...args], options);
  const refuses = (args: readonly string[], says: RegExp) => refused(['sweep', ...args], says, options);
  return { world, target, ledger, directory, sweep, refuses, ...options };
};

test('the embedded sandbox keeps no ledger, and leaves nothing behind', async () => {
  for (const [args, says] of [
    [['sweep'], /^the embedded sandbox keeps no ledger: .*\n$/],
    [['obligations'], /^the embedded sandbox leaves nothing behind/],
    [['gate', '--due'], /^nothing that a run has left behind/],
  ] as const) {
    const { code, stdout } = await preflight(args);
    equal(code, 0);
    match(stdout, says);
  }
});

test('with nothing to do it says one line, logs in nowhere and leaves no file', async () => {
  const { world, sweep } = openWorld();
  const { code, stdout, folder } = await sweep();
  equal(code, 0);
  equal(stdout, 'nothing that we booked is left open at sandbox\n');
  equal(world.counted('requests'), 0);
  equal(readdirSync(folder).includes('state'), false);
});

test('what a process left is cancelled; what a living one works on is left alone', async () => {
  const { world, target, ledger, sweep } = openWorld();
  const running = runner({ target, seed: 1, ledger, transport: { proxy: 'none' } });
  const trace = await running.record(
    story(async (session) => {
      await session.book(await bookable(session));
      const busy = await sweep();
      equal(busy.code, 0, busy.stdout + busy.stderr);
      equal(busy.stdout, 'nothing that we booked is left open at sandbox; 1 booking of a run under way left alone\n');
      equal(openMarks(world).length, 1);
      const [own] = await ledger.entries();
      await ledger.release([own?.mark ?? '']);
      const { code, stdout } = await sweep();
      equal(code, 0, stdout);
      match(
        stdout,
        /^cancelled {2}Pfq[a-z]+ {2}requested \S+Z by run \S+, check-in \d{4}-\d\d-\d\d\nnothing that we booked is left/,
      );
      equal(openMarks(world).length, 0);
    }),
  );
  await running.close();
  equal(trace.error?.stack, undefined);
});

test('a monitor that ends what a process left names who to write to', async () => {
  const { ledger, folder, environment } = openWorld();
  await leaveOpen(ledger, [{ bookingId: 'b-1' }]);
  await ledger.release([mark]);
  const probe = { name: 'p', target: 'sandbox', depth: 'full', effects: true, cron: '0 0 1 1 *' } as const;
  watches(folder, { probes: [{ ...probe, only: ['create-booking'] }], contact: 'ops@acme.example' });
  const agents = await agentsOf(environment.PREFLIGHT_SANDBOX_URL, async () =>
    match((await preflight(['monitor', '--once'], { folder, environment })).stderr, /something may still be open/),
  );
  deepEqual(agents, [`preflight/${about.version} (ops@acme.example)`]);
});

test('what cannot be found again stays listed with a way out, until a person removes it', async () => {
  const { ledger, sweep, refuses } = openWorld();
  await leaveOpen(ledger, [{ bookingId: '7f1c2f0e-5a3d-4a57-9a53-0c53a1a0f0aa' }]);
  await ledger.release([mark]);
  const first = await sweep();
  equal(first.code, 3, first.stdout);
  match(first.stdout, new RegExp(`^LEFT OPEN {2}${mark} {2}requested`));
  match(first.stdout, /booking "7f1c2f0e\S+: cancelling ended with refused/);
  const wayOut = /npx --no -- preflight (sweep --target sandbox --forget Pfq[a-z]+)/.exec(first.stdout)?.[1] ?? '';
  match(first.stdout, /1 thing left to clear up at sandbox\n$/);

  const [, ...args] = wayOut.split(' ');
  const forgotten = await sweep(...args);
  equal(forgotten.code, 0, forgotten.stderr);
  match(forgotten.stdout, new RegExp(`^forgotten {2}${mark}`));
  equal((await sweep()).code, 0);
  await refuses(args, /^preflight: Pfq[a-z]+ was forgotten before, at /);
});

test('a flight that cannot be looked up fails every sweep until a person says so; the ledger keeps it', async () => {
  const { world, ledger, sweep, refuses } = openWorld();
  const at = new Date(Date.now() - 600_000).toISOString();
  const times = { begunAt: at, settledBy: at, createdAt: at, endsBy: Date.now() + 600_000 };
  const flight = { kind: 'flight', route: 'AAA-BBB', departure: '2026-01-01', ...times } as const;
  await ledger.begin({ mark, run: 'r1', partner: 'own', ...flight }, { perRun: 1 });
  await ledger.release([mark]);
  for (let time = 0; time < 3; time += 1) {
    const { code, stdout } = await sweep();
    equal(code, 3, stdout);
    match(stdout, new RegExp(`^UNKNOWN {4}${mark} {2}requested \\S+ by run r1, flight "AAA-BBB" on 2026-01-01\n`));
    match(stdout, new RegExp(`last name ${mark}, (?:.|\n)*--forget ${mark}\n1 thing left to clear up at sandbox\n$`));
  }
  equal(world.counted('requests'), 0, 'no request can tell more');
  await refuses(['--forget', `${mark}x`], /^preflight: nothing of the mark/);
  const { code, stdout } = await sweep('--forget', mark);
  equal(code, 0);
  match(stdout, new RegExp(`^forgotten {2}${mark} {2}requested .*, flight "AAA-BBB" on 2026-01-01: no sweep looks`));
  equal((await sweep()).stdout, 'nothing that we booked is left open at sandbox\n');
  deepEqual(
    (await ledger.forgotten()).map(({ entry }) => entry.mark),
    [mark],
  );
});

test('a sweep refuses to forget what a run works on', async () => {
  const place = openWorld();
  await leaveOpen(place.ledger, [{ bookingId: 'x' }]);
  await place.refuses(['--forget', mark], /^preflight: a run under way still works on Pfq/);
});

test('a ledger that cannot be read is reported until a person has looked', async () => {
  const place = openWorld();
  await leaveOpen(place.ledger, [{ bookingId: 'x' }]);
  const [name = ''] = readdirSync(place.directory);
  writeFileSync(join(place.directory, name), '{"entries":');
  for (let time = 0; time < 2; time += 1) {
    const { code, stdout } = await place.sweep();
    equal(code, 3, stdout);
    match(stdout, /^DAMAGED {4}\S+\.damaged-\S+\n/);
  }
});

test('a folder that others can read is a mistake to be mended, and nothing is sent', async () => {
  const place = openWorld();
  await leaveOpen(place.ledger, [{ bookingId: 'x' }]);
  await place.ledger.release([mark]);
  chmodSync(place.directory, 0o755);
  await place.refuses([], /^preflight: the booking ledger in \S+ is open to others: chmod 700 it\n$/);
  equal(place.world.counted('requests'), 0);
});

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const allowed = ['void-as-window-ends', 'void-after-window', 'use-token-to-its-end'] as const;

const openService = () => {
  const { world, baseUrl } = openedWorld(sandbox, { scale: 'small' });
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
  equal(first.code, 0, first.said);
  match(first.stdout, /3 left behind on purpose/);
  const { id: firstRun } = lastRecord(folder);

  const private_ = join(folder, 'state', 'preflight', 'obligations');
  deepEqual(
    readdirSync(private_).map((file) => (statSync(join(private_, file)).mode & 0o777).toString(8)),
    ['600'],
  );
  const early = await command('gate', '--due');
  equal(early.code, 0, early.said);
  match(early.stdout, /^nothing that a run has left behind at acme is due: .*\n$/);
  const swept = await command('sweep');
  equal(swept.code, 0, swept.said);
  match(swept.stdout, /^nothing else that we booked is left open at acme\n2 bookings left behind on purpose: /);

  passes(dayMs - 30 * minuteMs);
  const due = await command('obligations');
  match(due.stdout, /^DUE {8}void-as-window-ends[\s\S]*^waits {6}void-after-window[\s\S]*^DUE {8}use-token/m);
  const ofOthers = await command('gate', '--due', '--only', 'cities');
  deepEqual([ofOthers.code, ofOthers.stdout], [0, early.stdout]);
  chmodSync(private_, 0o755);
  for (const file of readdirSync(private_)) chmodSync(join(private_, file), 0o644);
  const open = await command('gate', '--due');
  equal(open.code, 2, open.said);
  match(open.said, /^preflight: the ledger of what is pending in .* is open to others.*\n$/);
  for (const file of readdirSync(private_)) chmodSync(join(private_, file), 0o600);
  chmodSync(private_, 0o700);
  const withdrawn = await commandOn('withdrawn.ts', ['gate', '--due']);
  deepEqual([withdrawn.code, withdrawn.stdout], [0, early.stdout]);
  const second = await command('gate', '--due');
  equal(second.code, 0, second.said);
  const { id: secondRun, ...settled } = lastRecord(folder);
  const both = [firstRun, secondRun];
  deepEqual(settledIn({ id: secondRun, ...settled }, 'use-token-to-its-end'), [
    { clause: 'token.works-until-expiry', outcome: 'pass', runs: both },
  ]);
  equal(settled.tokensRequested, 0);

  passes(60 * minuteMs);
  const third = await command('gate', '--seed', '3', ...only);
  equal(third.code, 0, third.said);
  const record = lastRecord(folder);
  const [late] = settledIn(record, 'void-after-window').filter(({ clause }) => clause.includes('late-void'));
  deepEqual(late, {
    clause: 'ticket-cancel.late-void-is-expired',
    outcome: 'pass',
    runs: [firstRun, record.id],
  });
  const counted = settledIn(record, 'void-as-window-ends');
  deepEqual([...new Set(counted.map(({ outcome, runs }) => `${outcome} ${runs}`))], [`pass ${both}`]);
  const again = await preflight(['judge', 'results/latest'], { folder });
  equal(again.code, 0, again.stdout);

  const ended = await command('obligations', '--end');
  equal(ended.code, 0, ended.said);
  match(ended.stdout, /2 tickets? voided or refunded|1 ticket voided or refunded[\s\S]*1 ticket voided or refunded/);
  match(ended.stdout, /nothing that we booked is left open at acme\n$/);
});
