/** A target with one clock that levers move, behind a web server whose Date headers stay with our time. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { memoryStores } from '../../../client/stores/memory-stores.ts';
import { decide } from '../../../contracts/decide.ts';
import { standings } from '../../../contracts/standing.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { judgedBy } from '../../../engine/judge-flow.ts';
import { runner } from '../../../engine/run.ts';
import { planOf } from '../../../flows/plan.ts';
import type { World } from '../../../sandbox/world.ts';
import type { WorldOptions } from '../../../sandbox/worlds.ts';
import { closeSandbox, placed } from '../flows/hotel-world.ts';

after(closeSandbox);

const hourMs = 3_600_000;

/** A service behind a front that writes our time, unless the rules say otherwise, and the runs against it. */
const behindFront = (options: Partial<WorldOptions> = {}, rules: Partial<World['rules']> = {}) => {
  const { world, target, time } = placed(options, ({ levers: { openWorld: _, ...levers }, may }) => ({
    levers,
    may: { ...may, extraTokens: { perRun: 4 } },
  }));
  const writesDate = () => new Date(time.now()).toUTCString();
  Object.assign(world, { rules: { ...world.rules, writesDate, ...rules } });
  const tokenCache = memoryStores();
  const gate = async (only: readonly string[] = []) => {
    const warnings: string[] = [];
    const logger = { debug: () => {}, info: () => {}, warn: (...said: unknown[]) => warnings.push(said.join()) };
    const transport = { proxy: 'none', now: time.now, delay: time.delay, tokenCache, logger: logger as never } as const;
    const running = runner({ target, seed: 1, transport });
    const { flows, pairs } = planOf({ revision: target.revision, only });
    const traces = new Map<string, Trace>();
    for (const flow of flows) traces.set(flow.id, await running.record(flow));
    await running.close();
    const verdicts = [...traces.values()].flatMap((trace) => judgedBy(pairs, trace));
    const all = standings(verdicts);
    const sent = [...traces.values()].flatMap(({ exchanges, cleanUp = [] }) => [...exchanges, ...cleanUp]);
    const outcomeOf = (clause: string) => all.find((each) => each.clause === clause)?.outcome;
    const broken = all.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause);
    return {
      all,
      broken,
      outcomeOf,
      requests: sent.length,
      warnings,
      verdict: decide(verdicts, { startedAt: '' }).verdict,
    };
  };
  return { world, gate };
};

const withoutIat: Partial<WorldOptions> = { oddities: ['stamps-no-claims-of-time'] };

/** The areas whose clauses are judged by the time of the target. */
const timed = ['token', 'bearer', 'hotel-bearer', 'search-bookings', 'cancel-booking', 'ticket-cancel'];

/** Those that need one lever. */
const late = ['ticket-cancel.late-void-is-expired', 'ticket-cancel.voided-at-is-the-moment-of-the-void'];

const notPassed = ({ all }: { all: ReturnType<typeof standings> }): string[] =>
  all
    .filter(({ outcome }) => outcome !== 'pass')
    .map(({ clause, decisive: { outcome, flow, reason } }) => `${clause} ${outcome} in ${flow}: ${reason}`);

suite('a clock that levers move, and Date headers that stay', () => {
  test('every clause of a healthy service passes, in the first run and on the moved clock, with as many requests', async () => {
    const { gate } = behindFront();
    const first = await gate();
    assert.deepEqual([notPassed(first), first.warnings], [[], []]);
    const second = await gate();
    assert.deepEqual([notPassed(second), second.warnings], [[], []]);
    assert.ok(Math.abs(second.requests - first.requests) <= first.requests / 50, `${second.requests} requests`);
  });

  test('a run that asks for no token at first finds the clock as well', async () => {
    const { world, gate } = behindFront();
    await gate(late);
    world.advance(5 * hourMs);
    assert.deepEqual(notPassed(await gate(late)), []);
  });

  test('without an iat claim nobody is blamed, and the lifetime of the token is not judged', async () => {
    const { gate } = behindFront(withoutIat);
    assert.deepEqual((await gate(timed)).broken, []);
    const second = await gate(timed);
    assert.deepEqual([second.broken, second.verdict], [[], 'pass']);
    assert.equal(second.outcomeOf('token.lifetime-is-one-day'), 'inconclusive');
  });
});

suite('a wrong lifetime is no moved clock', () => {
  test('where an iat claim tells the issue', async () => {
    const { gate } = behindFront({}, { lifetimeMs: 48 * hourMs });
    assert.deepEqual((await gate(timed)).broken, ['token.lifetime-is-one-day']);
  });

  test('where only the levers tell how long a token serves', async () => {
    const { gate } = behindFront(withoutIat, { lifetimeMs: 48 * hourMs });
    assert.deepEqual((await gate(timed)).broken, ['token.lifetime-is-one-day']);
  });

  test('Date headers that follow the levers tell the time themselves', async () => {
    const { gate } = behindFront({}, { writesDate: (nowMs) => new Date(nowMs).toUTCString() });
    for (const _ of ['first', 'second']) assert.deepEqual(notPassed(await gate(late)), []);
  });
});
