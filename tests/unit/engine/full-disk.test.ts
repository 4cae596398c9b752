/** A disk that is full: nothing begins that cannot be written down, and what has begun is cleaned up from memory. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { type Ledger, memoryLedger } from '../../../client/ledgers/booking-ledger.ts';
import { lineOnStorage } from '../../../contracts/not-written.ts';
import { recordOfRun } from '../../../contracts/run-record.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { judgeTraces } from '../../../engine/judge-flow.ts';
import { emptyTrace, writeJson, writeTrace } from '../../../engine/run-folder.ts';
import { bookable, closeSandbox, placed } from '../flows/hotel-world.ts';
import { openFlights, ticketed } from './effects/bookable.ts';

after(closeSandbox);

const writes = ['begin', 'beginTickets', 'withdraw', 'withdrawTickets', 'know', 'settle', 'note', 'reopen'] as const;

const noSpace = (): Error => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

/** A ledger of which some writes fail, counting from 1. */
const failing = (ledger: Ledger, fails: (count: number) => boolean) => {
  const made: string[] = [];
  const written = writes.map((name) => [
    name,
    (...all: unknown[]) => {
      made.push(name);
      if (fails(made.length)) return Promise.reject(noSpace());
      return (ledger[name] as (...all: unknown[]) => Promise<unknown>)(...all);
    },
  ]);
  return { ledger: { ...ledger, ...Object.fromEntries(written) } as Ledger, made };
};

const full = 'the booking ledger cannot be written: no space is left there (ENOSPC): make room there, and run again';

/** Plays one story: a hotel and a flight with its ticket. */
const playedWith = async (fails: (count: number) => boolean) => {
  const place = placed();
  const { ledger, made } = failing(memoryLedger(place.time.now), fails);
  const trace = await place.play(
    async (session) => {
      await session.book(await bookable(session));
      await ticketed(session);
    },
    { ledger },
  );
  return { place, trace, made, entries: await ledger.entries() };
};

const effects = ({ exchanges }: Trace) =>
  exchanges.map(({ operation }) => operation).filter((each) => /create|issue/.test(each));

const { made: all } = await playedWith(() => false);

test('a story writes before and after each effect', () => {
  equal(all.filter((name) => name.startsWith('begin')).join(), 'begin,begin,beginTickets');
  ok(all.length > 8);
});

for (const [how, failsAt] of [
  ['from then on', (nth: number) => (count: number) => count >= nth],
  ['once', (nth: number) => (count: number) => count === nth],
] as const) {
  test(`wherever the ledger cannot be written ${how}, nothing stays open and the run reports it`, async () => {
    for (const write of new Set(all)) {
      const i = all.indexOf(write);
      const at = `${write}, write ${i + 1}`;
      const { place, trace, entries } = await playedWith(failsAt(i + 1));
      equal(trace.error, undefined, at);
      deepEqual(place.open(), [], at);
      deepEqual(openFlights(place.world), { bookings: 0, tickets: 0 }, at);
      deepEqual(trace.warnings, [full], at);
      const { requested = 0, cancelled, left, tickets } = trace.bookings ?? {};
      deepEqual([cancelled ?? 0, left ?? 0, tickets?.left ?? 0], [requested, 0, 0], at);
      if (write.startsWith('begin')) {
        deepEqual(trace.stopped, { because: 'trouble', reason: full }, at);
        const before = all.slice(0, i).filter((name) => name.startsWith('begin')).length;
        equal(effects(trace).length, before, `${at}: nothing is sent that is not written`);
      }
      if (how === 'once' && !write.startsWith('begin')) deepEqual(entries, [], `${at}: the ledger catches up`);
    }
  });
}

test('a ledger that can no longer be read leaves nothing open either', async () => {
  const place = placed();
  const ledger: Ledger = { ...memoryLedger(place.time.now), entries: () => Promise.reject(noSpace()) };
  const trace = await place.play(async (session) => ticketed(session), { ledger });
  deepEqual(openFlights(place.world), { bookings: 0, tickets: 0 });
  deepEqual([trace.error, trace.warnings], [undefined, [full]]);
});

test('a sweep that cannot write ends what was left all the same, and says so', async () => {
  const place = placed();
  const whole = memoryLedger(place.time.now);
  // Whose clean-up finds nothing, as that of a process that is killed.
  const ledger: Ledger = { ...whole, entries: async () => [] };
  await place.play(async (session) => session.book(await bookable(session)), { ledger });
  equal(place.open().length, 1);
  await whole.release(place.open());
  const running = place.running({ ledger: failing(whole, () => true).ledger });
  const swept = await running.sweep();
  await running.close();
  deepEqual([swept.length, swept[0]?.cancelled, swept[0]?.left], [1, 1, undefined]);
  deepEqual(place.open(), []);
  deepEqual(running.warnings(), [full]);
});

const identity = {
  id: 'r1',
  target: 'acme',
  revision: '2026-08-31',
  seed: 1,
  startedAt: '2026-09-01T12:00:00.000Z',
  repeat: 'gate',
};
const blank = emptyTrace('list-countries', identity.startedAt);

test('what was in the way costs a run its pass, and nothing else', () => {
  const verdict = { clause: 'countries.sorted-by-id', flow: 'a', subjects: 1 } as const;
  const ended = { finishedAt: identity.startedAt, exchanges: 1, tokensRequested: 1 };
  const recordOf = (outcome: 'pass' | 'fail', warnings: string[]) =>
    recordOfRun(identity, { ...ended, verdicts: [{ ...verdict, outcome, findings: [] }], warnings });
  equal(recordOf('pass', []).verdict, 'pass');
  equal(recordOf('pass', []).warnings, undefined);
  equal(recordOf('pass', [full, full]).verdict, 'inconclusive');
  deepEqual(recordOf('pass', [full, full]).warnings, [full]);
  equal(recordOf('fail', [full]).verdict, 'fail');
  const traces = [{ ...blank, warnings: [full] }];
  deepEqual(judgeTraces({ run: identity, pairs: [] }, traces, identity.startedAt, ['x']).warnings, ['x', full]);
});

const folderOf = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** The device on which no space is ever left stands where a draft is about to be written. */
const withoutSpace = (file: string): void => symlinkSync('/dev/full', `${file}.${process.pid}.draft`);

test('a file of a run that cannot be written is one line, and leaves no half of it', async (t) => {
  const folder = folderOf(t);
  const file = join(folder, 'run.json');
  withoutSpace(file);
  const failed = await writeJson(file, {}).catch((thrown: unknown) => thrown);
  ok(failed instanceof Error);
  equal(failed.name, 'NotWritten');
  equal(failed.message, `${file} cannot be written: no space is left there (ENOSPC): make room there, and run again`);
  equal(lineOnStorage(failed), failed.message);
  deepEqual(readdirSync(folder), []);
  await writeJson(file, {});
  deepEqual(readdirSync(folder), ['run.json']);
});

test('what the system says of storage anywhere is one line, and an error of Preflight is none', () => {
  equal(
    lineOnStorage(noSpace()),
    'a file cannot be written: no space is left there (ENOSPC): make room there, and run again',
  );
  const named = Object.assign(new Error('EROFS'), { code: 'EROFS', path: '/x' });
  match(
    lineOnStorage(named) ?? '',
    /^\/x cannot be written: the file system is read-only \(EROFS\): run again where it can be written/,
  );
  for (const other of [new TypeError('x'), Object.assign(new Error('x'), { code: 'ENOENT' }), 'ENOSPC', undefined])
    equal(lineOnStorage(other), undefined);
});

test('a trace for which there is no room leaves one without exchanges that says why', async (t) => {
  const folder = folderOf(t);
  mkdirSync(join(folder, 'traces'));
  const file = join(folder, 'traces', 'list-countries.json');
  withoutSpace(file);
  await writeTrace(folder, { ...blank, input: 'x', bookings: { requested: 1, cancelled: 1, left: 0 } });
  const { stopped, input, bookings } = JSON.parse(readFileSync(file, 'utf8')) as Trace;
  equal(stopped?.because, 'trouble');
  match(stopped?.reason ?? '', /list-countries\.json cannot be written: no space is left there \(ENOSPC\)/);
  deepEqual([input, bookings], [null, { requested: 1, cancelled: 1, left: 0 }]);
});
