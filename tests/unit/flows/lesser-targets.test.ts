/** A target that says or allows less is asked less: what is not shown says what to add, and nobody is blamed. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { simulatedTime } from '../../../cli/simulated-time.ts';
import type { Bindings } from '../../../contracts/bindings.ts';
import { boundOperations } from '../../../contracts/intents.ts';
import { judge } from '../../../contracts/judge.ts';
import { lacksEvidence, standings } from '../../../contracts/standing.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { planOf } from '../../../flows/plan.ts';
import { run } from '../../../flows/run.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import sandboxTarget, { sandboxUrlVariable } from '../../../targets/sandbox.ts';
import { resolvedTarget } from '../../../targets/target.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

/** Runs the flows about hotels on a target that the sandbox serves, less what a test takes away. */
const recorded = async (lesser: (whole: Target) => Target): Promise<Trace[]> => {
  const { now, delay } = simulatedTime(Date.now);
  const { baseUrl } = sandbox.openWorld({ scale: 'small', now });
  const target = lesser(resolvedTarget(sandboxTarget, { [sandboxUrlVariable]: baseUrl }, 'sandbox'));
  const { flows, pairs } = planOf({ revision: target.revision });
  const hotels = flows.filter(({ operations }) => operations.some((one) => boundOperations.some((two) => one === two)));
  const traces: Trace[] = [];
  for await (const trace of run(hotels, { target, seed: 3, transport: { proxy: 'none', now, delay } }))
    traces.push(trace);
  const verdicts = traces.flatMap((trace) =>
    pairs.filter(({ flow }) => flow === trace.flow).map(({ clause }) => judge(clause, trace)),
  );
  assert.deepEqual(
    verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
    [],
  );
  const unexplained = standings(verdicts).filter(lacksEvidence);
  assert.deepEqual(
    unexplained.map(({ clause, decisive: { flow, reason } }) => ({ clause, flow, reason })),
    [],
    'a gate would end without a verdict, although nothing more can be shown',
  );
  return traces;
};

const effects = (traces: readonly Trace[]): string[] =>
  traces.flatMap(({ exchanges }) =>
    exchanges
      .filter(({ operation, request }) => /^(create|cancel)-/.test(operation) && JSON.stringify(request.body) !== '{}')
      .map(({ operation }) => operation),
  );

const without = <T extends object, K extends keyof T>(whole: T, ...names: readonly K[]): T =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.some((each) => each === name))) as T;

const unread = ({ bindings }: Target): Bindings =>
  Object.fromEntries(Object.entries(bindings).map(([name, { request }]) => [name, { request }])) as Bindings;

type Lesser = readonly (readonly [what: string, lesser: (whole: Target) => Target])[];

/** What may not book may not cancel either, not even what does not exist. */
const readOnly: Lesser = [
  ['no bindings', (whole) => ({ ...whole, bindings: {} })],
  ['no permission to book', (whole) => ({ ...whole, may: without(whole.may, 'books') })],
  ['a budget of nothing', (whole) => ({ ...whole, may: { ...whole.may, books: { perRun: 0, perDay: 9 } } })],
  ['no way to cancel', (whole) => ({ ...whole, bindings: without(whole.bindings, 'cancel-booking') })],
];

for (const [what, lesser] of readOnly) {
  test(`with ${what}, nothing is sent that has an effect`, async () => {
    assert.deepEqual(effects(await recorded(lesser)), []);
  });
}

/** Without them nothing can be found, or found again. */
const unbooked: Lesser = [
  ['nothing known', (whole) => ({ ...whole, known: {} })],
  ['bindings that read nothing', (whole) => ({ ...whole, bindings: unread(whole) })],
  ['no way to list', (whole) => ({ ...whole, bindings: without(whole.bindings, 'search-bookings') })],
];

for (const [what, lesser] of unbooked) {
  test(`with ${what}, nothing is booked`, async () => {
    assert.ok(!effects(await recorded(lesser)).includes('create-booking'));
  });
}

const lesserStill: Lesser = [
  ['no second partner', (whole) => without(whole, 'otherPartner')],
  ['a budget of one', (whole) => ({ ...whole, may: { ...whole.may, books: { perRun: 1, perDay: 9 } } })],
  ['a budget of four', (whole) => ({ ...whole, may: { ...whole.may, books: { perRun: 4, perDay: 9 } } })],
  ['no strict supplier', (whole) => ({ ...whole, known: without(whole.known, 'strictSupplier') })],
  ['no way to view', (whole) => ({ ...whole, bindings: without(whole.bindings, 'view-booking') })],
  ['no presets', (whole) => ({ ...whole, known: without(whole.known, 'presets') })],
  ['no timeout', (whole) => ({ ...whole, known: without(whole.known, 'searchTimeout') })],
  ['the revision before dictionaries', (whole) => ({ ...whole, revision: '2026-08-06' })],
];

for (const [what, lesser] of lesserStill) {
  test(`with ${what}, the rest is shown`, async () => {
    const traces = await recorded(lesser);
    assert.ok(traces.flatMap(({ exchanges }) => exchanges).length > 100);
  });
}
