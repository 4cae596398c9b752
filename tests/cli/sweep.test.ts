/** `preflight sweep` by its command: what it cancels, what it leaves alone, and what it leaves to a person. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import { runner } from '../../engine/run.ts';
import { targetReading } from '../../prover/walked-world.ts';
import { bookable, closeSandbox, openMarks, sandbox, story } from '../unit/flows/hotel-world.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

after(closeSandbox);

const openWorld = () => {
  const { id, baseUrl } = sandbox.openWorld();
  const world = sandbox.world(id);
  if (!world) throw new Error('the world is not there');
  const folder = emptyFolder();
  const state = join(folder, 'state', 'preflight');
  const directory = join(state, 'ledger');
  const target = targetReading('nested', baseUrl);
  const ledger = bookingLedgerOf(target, { PREFLIGHT_STATE: state });
  const sweep = (...args: string[]) =>
    preflight(['sweep', ...args], { folder, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } });
  return { world, target, ledger, directory, sweep };
};

const mark = 'Pfqabcdefghijkl';

/** As a process leaves it that is killed before it has cancelled what it booked. */
const left = async ({ ledger }: Pick<ReturnType<typeof openWorld>, 'ledger'>, bookings: readonly BookingRef[]) => {
  const at = new Date(Date.now() - 600_000).toISOString();
  const times = { begunAt: at, settledBy: at, createdAt: at, checkIn: '2027-01-01', endsBy: Date.now() + 600_000 };
  await ledger.begin({ mark, run: '20260831-0822-7f3a1c', partner: 'own', ...times }, { perRun: 1 });
  await ledger.settle(mark, bookings);
};

test('the embedded sandbox keeps no ledger', async () => {
  const { code, stdout } = await preflight(['sweep']);
  equal(code, 0);
  match(stdout, /^the embedded sandbox keeps no ledger: .*\n$/);
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
  const place = openWorld();
  const { world, target, ledger, sweep } = place;
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

test('what cannot be found again stays listed with a way out, until a person removes it', async () => {
  const place = openWorld();
  const { ledger, sweep } = place;
  await left(place, [{ bookingId: '7f1c2f0e-5a3d-4a57-9a53-0c53a1a0f0aa' }]);
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
  const again = await sweep(...args);
  equal(again.code, 2);
  match(again.stderr, /^preflight: Pfq[a-z]+ was forgotten before, at /);
});

test('a flight that cannot be looked up fails every sweep until a person says so; the ledger keeps it', async () => {
  const { world, ledger, sweep } = openWorld();
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
  const typo = await sweep('--forget', `${mark}x`);
  equal(typo.code, 2);
  match(typo.stderr, /^preflight: nothing of the mark/);
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
  await left(place, [{ bookingId: 'x' }]);
  const { code, stderr } = await place.sweep('--forget', mark);
  equal(code, 2);
  match(stderr, /^preflight: a run under way still works on Pfq/);
});

test('a ledger that cannot be read is reported until a person has looked', async () => {
  const place = openWorld();
  await left(place, [{ bookingId: 'x' }]);
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
  await left(place, [{ bookingId: 'x' }]);
  await place.ledger.release([mark]);
  chmodSync(place.directory, 0o755);
  const { code, stderr } = await place.sweep();
  equal(code, 2);
  match(stderr, /^preflight: the booking ledger in \S+ is open to others: chmod 700 it\n$/);
  equal(place.world.counted('requests'), 0);
});
