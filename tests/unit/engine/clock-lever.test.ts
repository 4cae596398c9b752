/** The clock of a target may be moved, and may differ from the clock of the run. */
import assert, { deepEqual, equal, match } from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { z } from 'zod';
import { clockLedger } from '../../../client/ledgers/clock-ledger.ts';
import { thisProcess } from '../../../client/ledgers/owner.ts';
import { decide } from '../../../contracts/decide.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Standing } from '../../../contracts/standing.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { runner } from '../../../engine/run.ts';
import { outliveToken } from '../../../flows/outlive-token.ts';
import type { World } from '../../../sandbox/world.ts';
import type { WorldOptions } from '../../../sandbox/worlds.ts';
import { memoryStores } from '../../../stores/store.ts';
import { closeSandbox, placed, story } from '../flows/hotel-world.ts';
import { fileStoresOf } from '../stores/stored.ts';
import { gateAt, gatesWithClocksApart } from './disagreeing-clocks.ts';

after(closeSandbox);

const hourMs = 3_600_000;

/** A service with one clock, whose Date headers may stay with the time of the run, and the runs that share it. */
const oneClock = (options: Parameters<typeof placed>[0] = {}, extraTokens = { perRun: 2 }) => {
  const place = placed(options, ({ levers: { openWorld: _, ...levers }, may }) => ({
    levers,
    may: { ...may, extraTokens },
  }));
  const { world, target, time } = place;
  const writesDate = () => new Date(time.now()).toUTCString();
  Object.assign(world, { rules: { ...world.rules, writesDate } });
  const [state, tokenCache] = [memoryStores(), memoryStores()];
  const transport = { proxy: 'none', now: time.now, delay: time.delay, tokenCache } as const;
  return { ...place, run: () => runner({ target, seed: 1, state, transport }) };
};

const ask = story(async (session) => void (await session.send({ operation: 'countries' })));
const answersIn = ({ exchanges }: Trace) =>
  exchanges.map(({ operation, response }) => `${operation} ${response?.status}`);
const withNewToken = ['token 200', 'countries 200'];

test('while one run holds the lever, another one says so, and nothing fails', async () => {
  const { run } = oneClock();
  const [one, other] = [run(), run()];
  await one.record(story((session) => session.advanceClock(hourMs)));
  const trace = await other.record(outliveToken);
  equal(trace.stopped?.because, 'trouble');
  match(trace.stopped?.reason ?? '', /^another run holds the clock lever of the target: run again/);
  for (const clause of outliveToken.exercises) equal(judge(clause, trace).outcome === 'fail', false, clause);
  await one.close();
  equal((await other.record(outliveToken)).stopped, undefined);
  await other.close();
});

test('what fails while another run moves the clock is inconclusive, and the next story knows the time', async () => {
  const { run } = oneClock();
  const [mover, other] = [run(), run()];
  const refusedLate = story(async (session) => {
    await session.send({ operation: 'countries' });
    await mover.record(story((moving) => moving.advanceClock(25 * hourMs)));
    await session.send({ operation: 'countries', bearer: 'expired' });
  });
  const trace = await other.record(refusedLate);
  equal(trace.isClockOfOthers, true);
  const last = trace.exchanges.at(-1);
  equal(last?.response?.status, 401);
  const failing = { ...trace, exchanges: trace.exchanges.map((each) => ({ ...each, bearer: 'own' as const })) };
  const { isClockOfOthers: _, ...alone } = {
    ...failing,
    exchanges: failing.exchanges.filter(({ index }) => index !== 1),
  };
  equal(judge('bearer.issued-token-is-accepted', alone).outcome, 'fail');
  const verdict = judge('bearer.issued-token-is-accepted', { ...alone, isClockOfOthers: true });
  deepEqual([verdict.outcome, verdict.because], ['inconclusive', 'trouble']);
  deepEqual(answersIn(await other.record(ask)), withNewToken, 'the token is known to be over');
  for (const each of [mover, other]) await each.close();
});

test('a run that was killed after it moved the clock leaves no token, and the next knows the time', async () => {
  const { run } = oneClock({ oddities: ['stamps-no-claims-of-time'] });
  const killed = run();
  await killed.record(ask);
  await killed.record(story((session) => session.advanceClock(25 * hourMs)));
  const next = run();
  const trace = await next.record(ask);
  deepEqual(answersIn(trace), withNewToken);
  equal(trace.clockAhead?.found?.isCertain, true);
  await next.close();
});

test('the lever of a process that has ended is free, and what it moved is known', async (t) => {
  const { open } = await fileStoresOf(t, 'clock');
  const place = { baseUrl: 'https://a.test', now: () => 0, endsBy: hourMs };
  const dead = { ...thisProcess(hourMs), pid: 2 ** 22 + 5 };
  const first = clockLedger(open(), place);
  equal(await first.take(), true);
  await first.note(hourMs);
  const second = clockLedger(open(), place);
  equal(await second.take(), false);
  await open()
    .open({ id: 'clock', name: '', schema: z.any(), empty: null }, [place.baseUrl])
    .change((before: object) => ({ state: { ...before, owner: dead }, result: undefined }));
  equal(await second.take(), true);
  equal(await second.movedByOthersMs(), hourMs);
  await second.release();
  equal(await clockLedger(open(), place).take(), true);
});

/** A service behind a front that writes the time of the run, unless the rules differ, and the runs against it. */
const behindFront = (options: Partial<WorldOptions> = {}, rules: Partial<World['rules']> = {}) => {
  const { world, target, time } = oneClock(options, { perRun: 4 });
  Object.assign(world, { rules: { ...world.rules, ...rules } });
  const tokenCache = memoryStores();
  const gate = async (only: readonly string[] = []) => {
    const ran = await gateAt({ target, time }, { depth: 'standard', only }, { tokenCache });
    const broken = ran.all.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause);
    return { ...ran, broken };
  };
  return { world, gate };
};

const withoutIat: Partial<WorldOptions> = { oddities: ['stamps-no-claims-of-time'] };

/** The areas whose clauses are judged by the time of the target. */
const timed = ['token', 'bearer', 'hotel-bearer', 'search-bookings', 'cancel-booking', 'ticket-cancel'];

/** Those that need one lever. */
const late = ['ticket-cancel.late-void-is-expired', 'ticket-cancel.voided-at-is-the-moment-of-the-void'];

const notPassed = ({ all }: { all: readonly Standing[] }): string[] =>
  all
    .filter(({ outcome }) => outcome !== 'pass')
    .map(({ clause, decisive: { outcome, flow, reason } }) => `${clause} ${outcome} in ${flow}: ${reason}`);

suite('a clock that levers move, and Date headers that stay', () => {
  test('a healthy service passes every clause about time, in the first run and on the moved clock, sending as much', async () => {
    const { gate } = behindFront();
    const first = await gate(timed);
    assert.deepEqual([notPassed(first), first.warnings], [[], []]);
    const second = await gate(timed);
    assert.deepEqual([notPassed(second), second.warnings], [[], []]);
    assert.ok(Math.abs(second.requests - first.requests) <= first.requests / 50, `${second.requests} requests`);
  });

  test('a run that asks for no token at first finds the clock as well', async () => {
    const { world, gate } = behindFront();
    await gate(late);
    world.advance(5 * hourMs);
    assert.deepEqual(notPassed(await gate(late)), []);
  });

  test('without an iat claim no service is blamed, and the lifetime of the token is not judged', async () => {
    const { gate } = behindFront(withoutIat);
    assert.deepEqual((await gate(timed)).broken, []);
    const second = await gate(timed);
    assert.deepEqual([second.broken, decide(second.verdicts, { startedAt: '' }).verdict], [[], 'pass']);
    const lifetime = second.all.find(({ clause }) => clause === 'token.lifetime-is-one-day');
    assert.equal(lifetime?.outcome, 'inconclusive');
  });
});

suite('a wrong lifetime is no moved clock', () => {
  for (const [what, options] of [
    ['an iat claim gives the issue', {}],
    ['only the levers show how long a token serves', withoutIat],
  ] as const) {
    test(`where ${what}`, async () => {
      const { gate } = behindFront(options, { lifetimeMs: 48 * hourMs });
      assert.deepEqual((await gate(['token', 'bearer'])).broken, ['token.lifetime-is-one-day']);
    });
  }

  test('Date headers that follow the levers give the time themselves', async () => {
    const { gate } = behindFront({}, { writesDate: (nowMs) => new Date(nowMs).toUTCString() });
    for (const _ of ['first', 'second']) assert.deepEqual(notPassed(await gate(late)), []);
  });
});

gatesWithClocksApart({ levers: ['one clock'], alone: true, only: ['token', 'bearer'] });
