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
import { none } from '../asserted.ts';

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
  none(verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'));
  const unexplained = standings(verdicts).filter(lacksEvidence);
  none(
    unexplained.map(({ clause, decisive: { flow, reason } }) => ({ clause, flow, reason })),
    'a gate would end without a verdict, although nothing more can be shown',
  );
  return traces;
};

/** What is left of the hotels is more than this. */
const exchangesMin = { full: 100, standard: 50 } as const;

/** How often operations were asked with more than an empty body. */
const madeBy = (traces: readonly Trace[], ...operations: readonly OperationId[]): number =>
  traces
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ operation, request }) => operations.includes(operation) && JSON.stringify(request.body) !== '{}').length;

const without = <T extends object>(whole: T, name: string): T =>
  Object.fromEntries(Object.entries(whole).filter(([each]) => each !== name)) as T;

const unread = ({ bindings }: Target): Bindings =>
  Object.fromEntries(Object.entries(bindings).map(([name, { request }]) => [name, { request }])) as Bindings;

type Lesser = readonly (readonly [what: string, lesser: (whole: Target) => Target])[];

const lacking =
  (part: 'known' | 'may' | 'bindings', name: string) =>
  (whole: Target): Target => ({ ...whole, [part]: without(whole[part], name) });
const withBooks =
  (perRun: number) =>
  (whole: Target): Target => ({ ...whole, may: { ...whole.may, books: { perRun, perDay: 9 } } });
const withBudgets =
  (perRun: number) =>
  (whole: Target): Target => ({ ...whole, may: { books: { perRun, perDay: 9 }, tickets: { perRun, perDay: 9 } } });
const alone = (whole: Target): Target => without(whole, 'otherPartner');
const unbound = (whole: Target): Target => ({ ...whole, bindings: {} });
const readingNothing = (whole: Target): Target => ({ ...whole, bindings: unread(whole) });

/** What may not book may not cancel either, not even what does not exist. */
const readOnly: Lesser = [
  ['no bindings', unbound],
  ['no permission to book', lacking('may', 'books')],
  ['a budget of nothing', withBooks(0)],
  ['no way to cancel', lacking('bindings', 'cancel-booking')],
];

/** Without them nothing can be found, or found again. */
const unbooked: Lesser = [
  ['nothing known', (whole) => ({ ...whole, known: {} })],
  ['bindings that read nothing', readingNothing],
  ['no way to list', lacking('bindings', 'search-bookings')],
];

const lesserStill: Lesser = [
  ['no second partner', alone],
  ['a budget of one', withBooks(1)],
  ['a budget of four', withBooks(4)],
  ['no strict supplier', lacking('known', 'strictSupplier')],
  ['no way to view', lacking('bindings', 'view-booking')],
  ['no presets', lacking('known', 'presets')],
  ['no unranked presets', lacking('known', 'unrankedPresets')],
  ['no timeout', lacking('known', 'searchTimeout')],
  ['the revision before dictionaries', (whole) => ({ ...whole, revision: '2026-08-06' })],
];

const flightEffects = aviaOperations.filter((id) => ['books', 'tickets'].includes(operations[id].effect));

const unflown: Lesser = [
  ['no bindings', unbound],
  ['budgets of nothing', withBudgets(0)],
];

const lesserFlights: Lesser = [
  ['no permission to issue tickets', lacking('may', 'tickets')],
  ['no permission to book', lacking('may', 'books')],
  ['a budget of one', withBudgets(1)],
  ['a budget of four', withBudgets(4)],
  ['no route', lacking('known', 'route')],
  ['no second partner', alone],
  ['no ticket without rights', lacking('known', 'withoutRights')],
  ['no levers', (whole) => ({ ...whole, levers: {} })],
  ['bindings that read nothing', readingNothing],
  ...aviaOperations.filter((id) => id !== 'ticket-cancel').map((id) => [`no ${id}`, lacking('bindings', id)] as const),
];

/** One in how many a standard run samples: tests/long has all. */
const oneIn = { full: 1, standard: 10 } as const;

/** A test for each thing that a target may lack, in runs of a depth. */
export const testLesserTargets = (depth: 'full' | 'standard'): void => {
  const recorded = (lesser: Lesser[number][1]) => recordedOf(hotelOperations, depth, lesser);
  const sampled = (all: Lesser): Lesser => all.filter((_, at) => at % oneIn[depth] === 1 % oneIn[depth]);
  const recordedFlights = (lesser: Lesser[number][1]) => recordedOf(aviaOperations, depth, lesser);

  for (const [what, lesser] of sampled(readOnly)) {
    test(`with ${what}, nothing is sent that has an effect`, async () => {
      assert.equal(madeBy(await recorded(lesser), 'create-booking', 'cancel-booking'), 0);
    });
  }

  for (const [what, lesser] of sampled(unbooked)) {
    test(`with ${what}, nothing is booked`, async () => {
      assert.equal(madeBy(await recorded(lesser), 'create-booking'), 0);
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
      none(traces.filter(({ bookings }) => (bookings?.left ?? 0) > 0));
    });
  }
};
