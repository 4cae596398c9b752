/** A target that says or allows less is asked less: what is not shown says what to add, and no service is blamed. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Bindings } from '../../../contracts/bindings.ts';
import { hotelOperations, type OperationId, operations } from '../../../contracts/operations.ts';
import { lacksEvidence, standings } from '../../../contracts/standing.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { judgedBy } from '../../../engine/judge-flow.ts';
import { run } from '../../../engine/run.ts';
import { planOf } from '../../../flows/plan.ts';
import { aviaOperations } from '../../../flows/steps/token-asks.ts';
import { simulatedTime } from '../../../prover/walked-world.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import sandboxTarget, { sandboxUrlVariable } from '../../../targets/sandbox.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

/** Runs the flows about some operations on a target that the sandbox serves, less what a test takes away. */
const recordedOf = async (
  about: readonly OperationId[],
  depth: 'full' | 'standard',
  lesser: (whole: Target) => Target,
): Promise<Trace[]> => {
  const { now, delay } = simulatedTime(Date.now);
  const { baseUrl } = sandbox.openWorld({ scale: 'small', now });
  const target = lesser(resolvedTarget(sandboxTarget, { [sandboxUrlVariable]: baseUrl }, 'sandbox'));
  const { flows, pairs } = planOf({ revision: target.revision, depth });
  const chosen = flows.filter(({ operations }) => operations.some((one) => about.includes(one)));
  const traces: Trace[] = [];
  for await (const trace of run(chosen, { target, seed: 3, depth, transport: { proxy: 'none', now, delay } }))
    traces.push(trace);
  const verdicts = traces.flatMap((trace) => judgedBy(pairs, trace));
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

/** What is left of the hotels is more than this. */
const exchangesMin = { full: 100, standard: 50 } as const;

type Recorded = (lesser: (whole: Target) => Target) => Promise<Trace[]>;

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

/** Without them nothing can be found, or found again. */
const unbooked: Lesser = [
  ['nothing known', (whole) => ({ ...whole, known: {} })],
  ['bindings that read nothing', (whole) => ({ ...whole, bindings: unread(whole) })],
  ['no way to list', (whole) => ({ ...whole, bindings: without(whole.bindings, 'search-bookings') })],
];

const lesserStill: Lesser = [
  ['no second partner', (whole) => without(whole, 'otherPartner')],
  ['a budget of one', (whole) => ({ ...whole, may: { ...whole.may, books: { perRun: 1, perDay: 9 } } })],
  ['a budget of four', (whole) => ({ ...whole, may: { ...whole.may, books: { perRun: 4, perDay: 9 } } })],
  ['no strict supplier', (whole) => ({ ...whole, known: without(whole.known, 'strictSupplier') })],
  ['no way to view', (whole) => ({ ...whole, bindings: without(whole.bindings, 'view-booking') })],
  ['no presets', (whole) => ({ ...whole, known: without(whole.known, 'presets') })],
  ['no unranked presets', (whole) => ({ ...whole, known: without(whole.known, 'unrankedPresets') })],
  ['no timeout', (whole) => ({ ...whole, known: without(whole.known, 'searchTimeout') })],
  ['the revision before dictionaries', (whole) => ({ ...whole, revision: '2026-08-06' })],
];

const madeBy = (traces: readonly Trace[], ...operations: readonly OperationId[]): number =>
  traces
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ operation, request }) => operations.includes(operation) && JSON.stringify(request.body) !== '{}').length;

const flightEffects = aviaOperations.filter((id) => ['books', 'tickets'].includes(operations[id].effect));

const unflown: Lesser = [
  ['no bindings', (whole) => ({ ...whole, bindings: {} })],
  [
    'budgets of nothing',
    (whole) => ({ ...whole, may: { books: { perRun: 0, perDay: 9 }, tickets: { perRun: 0, perDay: 9 } } }),
  ],
];

const lesserFlights: Lesser = [
  ['no permission to issue tickets', (whole) => ({ ...whole, may: without(whole.may, 'tickets') })],
  ['no permission to book', (whole) => ({ ...whole, may: without(whole.may, 'books') })],
  [
    'a budget of one',
    (whole) => ({ ...whole, may: { books: { perRun: 1, perDay: 9 }, tickets: { perRun: 1, perDay: 9 } } }),
  ],
  [
    'a budget of four',
    (whole) => ({ ...whole, may: { books: { perRun: 4, perDay: 9 }, tickets: { perRun: 4, perDay: 9 } } }),
  ],
  ['no route', (whole) => ({ ...whole, known: without(whole.known, 'route') })],
  ['no second partner', (whole) => without(whole, 'otherPartner')],
  ['no ticket without rights', (whole) => ({ ...whole, known: without(whole.known, 'withoutRights') })],
  ['no levers', (whole) => ({ ...whole, levers: {} })],
  ['bindings that read nothing', (whole) => ({ ...whole, bindings: unread(whole) })],
  ...aviaOperations
    .filter((id) => id !== 'ticket-cancel')
    .map((id) => [`no ${id}`, (whole: Target) => ({ ...whole, bindings: without(whole.bindings, id) })] as const),
];

/** One in how many a standard run samples: tests/long has all. */
const oneIn = { full: 1, standard: 10 } as const;

/** A test for each thing that a target may lack, in runs of a depth. */
export const testLesserTargets = (depth: 'full' | 'standard'): void => {
  const recorded: Recorded = (lesser) => recordedOf(hotelOperations, depth, lesser);
  const sampled = (all: Lesser): Lesser => all.filter((_, at) => at % oneIn[depth] === 1 % oneIn[depth]);
  const recordedFlights: Recorded = (lesser) => recordedOf(aviaOperations, depth, lesser);

  for (const [what, lesser] of sampled(readOnly)) {
    test(`with ${what}, nothing is sent that has an effect`, async () => {
      assert.deepEqual(effects(await recorded(lesser)), []);
    });
  }

  for (const [what, lesser] of sampled(unbooked)) {
    test(`with ${what}, nothing is booked`, async () => {
      assert.ok(!effects(await recorded(lesser)).includes('create-booking'));
    });
  }

  for (const [what, lesser] of sampled(lesserStill)) {
    test(`with ${what}, the rest is shown`, async () => {
      const traces = await recorded(lesser);
      assert.ok(traces.flatMap(({ exchanges }) => exchanges).length > exchangesMin[depth]);
    });
  }

  for (const [what, lesser] of sampled(unflown)) {
    test(`with ${what}, no flight is touched`, async () => {
      const traces = await recordedFlights(lesser);
      assert.equal(madeBy(traces, 'pnr-create', 'ticket-issue', 'ticket-exchange', 'ticket-refund'), 0);
    });
  }

  test('without permission nothing about flights is sent that has an effect', async () => {
    assert.equal(madeBy(await recordedFlights((whole) => ({ ...whole, may: {} })), ...flightEffects), 0);
  });

  for (const [what, lesser] of sampled(lesserFlights)) {
    test(`with ${what}, the rest of flights is shown`, async () => {
      const traces = await recordedFlights(lesser);
      assert.ok(madeBy(traces, ...aviaOperations) > 10);
      assert.deepEqual(
        traces.filter(({ bookings }) => (bookings?.left ?? 0) > 0),
        [],
      );
    });
  }
};
