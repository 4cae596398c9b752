/** Runs in trouble: each ends in its time and blames no service, and a clause without trouble keeps its verdict. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cleanUpMs } from '../../client/in-time.ts';
import { decide } from '../../contracts/decide.ts';
import type { Depth } from '../../contracts/depth.ts';
import { judge } from '../../contracts/judge.ts';
import { type OperationId, operationIds } from '../../contracts/operations.ts';
import type { Target } from '../../contracts/target.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { run } from '../../engine/run.ts';
import { flows } from '../../flows/flows.ts';
import { simulatedTime } from '../../prover/walked-world.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { type TroubleId, troubleIds, troubles } from '../../sandbox/troubles.ts';
import { resolvedTarget } from '../../targets/resolved-target.ts';
import sandboxTarget, { sandboxUrlVariable } from '../../targets/sandbox.ts';
import { none } from '../unit/asserted.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const runDeadlineMs = 40_000;
/** How long a busy machine may take to end what was cut off. */
const cutOffMs = 5_000;
/** Clean-up asks anew for every booking, however often that hung before, and may go on so long after the run. */
const endsByMs = runDeadlineMs + cleanUpMs + cutOffMs;
/** By how much one run may make a process grow: what a process once had it seldom gives back. */
const grownBytesMax = 400 * 2 ** 20;

/** Only the deadline ends these, so it must be short; to all others it must not come near, also on a busy machine. */
const lasting: readonly TroubleId[] = ['hangs', 'drips'];
const [shortDeadlineMs, longDeadlineMs] = [1_000, 10_000];

const targetAt = (baseUrl: string, deadlineMs: number): Target => {
  const target = resolvedTarget(sandboxTarget, { [sandboxUrlVariable]: baseUrl }, 'sandbox');
  return { ...target, limits: { ...target.limits, deadlineMs, responseBytesMax: 2 ** 20, runDeadlineMs } };
};

type Outcome = {
  readonly verdicts: Verdict[];
  readonly traces: Trace[];
  readonly tookMs: number;
  readonly waitedMs: number;
};

type InTrouble = { readonly id: TroubleId; readonly operation: OperationId; readonly depth: Depth };

/** Without a trouble, what this sandbox shows when it is healthy. */
type Asked = Pick<InTrouble, 'depth'> & Partial<InTrouble>;

const outcomeOf = async ({ id, operation, depth }: Asked, deadlineMs = longDeadlineMs): Promise<Outcome> => {
  const { now, delay, waitedMs } = simulatedTime(Date.now);
  const troubled = id === undefined ? [] : [{ id, ...(operation && { operations: [operation] }) }];
  const { baseUrl, close } = sandbox.openWorld({ scale: 'small', now, troubles: troubled });
  const touched = flows.filter(
    ({ operations }) => operation === undefined || operations.includes(operation) || operation === 'token',
  );
  const startedAt = performance.now();
  const traces: Trace[] = [];
  for await (const trace of run(touched, {
    target: targetAt(baseUrl, deadlineMs),
    seed: 11,
    depth,
    transport: { proxy: 'none', now, delay },
  })) {
    traces.push(trace);
  }
  close();
  const tookMs = performance.now() - startedAt;
  const verdicts = traces.flatMap((trace) =>
    (flows.find((flow) => flow.id === trace.flow)?.exercises ?? []).map((clause) => judge(clause, trace)),
  );
  return { verdicts, traces, tookMs, waitedMs: waitedMs() };
};

const nameOf = ({ clause, flow }: Verdict): string => `${clause} in ${flow}`;
const isShown = ({ outcome }: Verdict): boolean => outcome === 'pass';

/** Which acts come in a random walk is drawn, and trouble draws others: what it shows, another flow shows as well. */
const isLeftToChance = ({ flow, clause }: Verdict): boolean =>
  flows.some(({ id, isRepeated }) => isRepeated && id === flow) &&
  flows.some(({ isRepeated, exercises }) => !isRepeated && exercises.includes(clause));

const shownIn = ({ verdicts }: Outcome): ReadonlySet<string> => new Set(verdicts.filter(isShown).map(nameOf));

/** Whether a trace met the trouble at all: one in five spares a flow of few requests. */
const met = ({ exchanges, stopped }: Trace, operation: OperationId): boolean =>
  stopped !== undefined ||
  exchanges.some(
    (each) =>
      each.operation === operation && (each.failure || (each.response?.status ?? 0) >= 300 || each.response?.text),
  );

/** Whether the machine was too busy for the deadline: one passed that the trouble has nothing to do with. */
const isBusy = ({ traces }: Outcome, { operation }: InTrouble): boolean =>
  traces.some(({ exchanges }) =>
    exchanges.some((each) => each.operation !== operation && each.failure?.kind === 'deadline'),
  );

const outcomeInTrouble = async (trouble: InTrouble): Promise<Outcome> => {
  if (!lasting.includes(trouble.id)) return outcomeOf(trouble);
  const outcome = await outcomeOf(trouble, shortDeadlineMs);
  return isBusy(outcome, trouble) ? outcomeOf(trouble) : outcome;
};

/** @param health What is shown without trouble: one dialect leaves out what the interface lets it leave out. */
const blamesNothing = async (trouble: InTrouble, health: Promise<ReadonlySet<string>>): Promise<void> => {
  const { id, operation } = trouble;
  const shownInHealth = await health;
  const residentBytes = process.memoryUsage.rss();
  const { verdicts, traces, tookMs, waitedMs } = await outcomeInTrouble(trouble);
  const wrong = verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  assert.deepEqual(wrong, []);
  assert.ok(tookMs < endsByMs, `took ${tookMs} ms`);
  assert.ok(process.memoryUsage.rss() - residentBytes < grownBytesMax);

  const inTrouble = verdicts.filter(({ because }) => because === 'trouble');
  assert.ok(inTrouble.length > 0, 'nothing was in trouble');
  // What hangs often enough uses up the time of the run, and then the rest names that.
  const named = new RegExp(`${operation}|token|the run's deadline|the run was interrupted`);
  for (const { reason = '' } of inTrouble) assert.match(reason, named, reason);
  assert.equal(decide(verdicts, { startedAt: '' }).verdict, 'inconclusive');
  none(
    verdicts.filter((each) => each.because === 'nothing' && !isLeftToChance(each)),
    'a clause does not name the trouble',
  );

  // What the trouble did not meet was judged as ever.
  for (const trace of traces.filter((each) => !met(each, operation))) {
    const spoiled = verdicts.filter(
      (each) => each.flow === trace.flow && !isShown(each) && shownInHealth.has(nameOf(each)),
    );
    assert.deepEqual(spoiled, []);
  }
  if (id === 'answers-429-with-retry-after') assert.ok(waitedMs >= 1_000, 'Retry-After was not waited for');
};

/** Nothing is lost to it. */
const bearable: TroubleId = 'limits-requests-per-second';

const costsNothing = async (depth: Depth, health: Promise<ReadonlySet<string>>): Promise<void> => {
  const outcome = await outcomeOf({ id: bearable, depth });
  const refused = outcome.traces.flatMap(({ exchanges }) => exchanges.map(({ throttled }) => throttled?.refused ?? 0));
  assert.ok(
    refused.some((count) => count > 0),
    'nothing was refused',
  );
  assert.deepEqual(shownIn(outcome), await health);
};

/** The operations on which each trouble is shown, and how much is sent to show it. */
export type Shown = { readonly on: 'one operation' | 'all operations'; readonly depth: Depth };

const chosen = (ids: readonly TroubleId[], { on, depth }: Shown): readonly InTrouble[] =>
  ids.flatMap((id, at) => {
    const { touches = operationIds } = troubles[id];
    return touches
      .filter((_, i) => on === 'all operations' || i === at % touches.length)
      .map((operation) => ({ id, operation, depth }));
  });

/** While one waits for its deadline, the others can. */
const lastingAtOnce = 6;

/** One test for each trouble and operation. */
export const testTroubles = (shown: Shown): void => {
  const { depth } = shown;
  const health = outcomeOf({ depth }).then(shownIn);
  const titleOf = ({ id, operation }: InTrouble): string => `${id} on ${operation}`;
  test('troubles that last', { concurrency: lastingAtOnce }, async (t) => {
    const tests = chosen(lasting, shown).map((each) => t.test(titleOf(each), () => blamesNothing(each, health)));
    await Promise.all(tests);
  });

  test(`${bearable} on all operations`, () => costsNothing(depth, health));

  const passing = troubleIds.filter((id) => !lasting.includes(id) && id !== bearable);
  for (const each of chosen(passing, shown)) test(titleOf(each), () => blamesNothing(each, health));
};
