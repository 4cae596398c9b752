/** One clock lever, and several runs: one holds it, the others know of it, and blame nothing on what it does. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { clockLedger } from '../../../client/ledgers/clock-ledger.ts';
import { thisProcess } from '../../../client/ledgers/owner.ts';
import { memoryStores } from '../../../client/stores/memory-stores.ts';
import { judge } from '../../../contracts/judge.ts';
import { runner } from '../../../engine/run.ts';
import { outliveToken } from '../../../flows/outlive-token.ts';
import { fileStoresOf } from '../client/stores/stored.ts';
import { closeSandbox, placed, story } from '../flows/hotel-world.ts';

after(closeSandbox);

const hourMs = 3_600_000;

/** A service with one clock, whose Date headers may stay with our time, and the runs that share it. */
const oneClock = (options: Parameters<typeof placed>[0] = {}) => {
  const place = placed(options, ({ levers: { openWorld: _, ...levers }, may }) => ({
    levers,
    may: { ...may, extraTokens: { perRun: 2 } },
  }));
  const { world, target, time } = place;
  const writesDate = () => new Date(time.now()).toUTCString();
  Object.assign(world, { rules: { ...world.rules, writesDate } });
  const [state, tokenCache] = [memoryStores(), memoryStores()];
  const transport = { proxy: 'none', now: time.now, delay: time.delay, tokenCache } as const;
  return { ...place, run: () => runner({ target, seed: 1, state, transport }) };
};

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
  const next = await other.record(story(async (session) => void (await session.send({ operation: 'countries' }))));
  deepEqual(
    next.exchanges.map(({ operation, response }) => [operation, response?.status]),
    [
      ['token', 200],
      ['countries', 200],
    ],
    'the token is known to be over',
  );
  for (const each of [mover, other]) await each.close();
});

test('a run that was killed after it moved the clock leaves no token, and the next one is certain of the time', async () => {
  const { run } = oneClock({ oddities: ['stamps-no-claims-of-time'] });
  const ask = story(async (session) => void (await session.send({ operation: 'countries' })));
  const killed = run();
  await killed.record(ask);
  await killed.record(story((session) => session.advanceClock(25 * hourMs)));
  const next = run();
  const { exchanges, clockAhead } = await next.record(ask);
  deepEqual(
    exchanges.map(({ operation, response }) => [operation, response?.status]),
    [
      ['token', 200],
      ['countries', 200],
    ],
  );
  equal(clockAhead?.found?.isCertain, true);
  await next.close();
});

test('the lever of a process that has ended is free, and what it moved is known', async (t) => {
  const { open } = await fileStoresOf(t, 'clock');
  const place = { baseUrl: 'https://a.test', now: () => 0, endsBy: hourMs };
  const dead = { ...thisProcess(hourMs), pid: spawnSync(process.execPath, ['--version']).pid };
  const first = clockLedger(open(), place);
  equal(await first.take(), true);
  await first.note(hourMs);
  const second = clockLedger(open(), place);
  equal(await second.take(), false);
  await open()
    .open({ id: 'clock', name: '', schema: (await import('zod')).z.any(), empty: null }, [place.baseUrl])
    .change((before: object) => ({ state: { ...before, owner: dead }, result: undefined }));
  equal(await second.take(), true);
  equal(await second.movedByOthersMs(), hourMs);
  await second.release();
  equal(await clockLedger(open(), place).take(), true);
});
