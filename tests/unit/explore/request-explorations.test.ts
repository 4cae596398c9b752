/** Explorations of requests draw lawful inputs, show their dimensions, and blame nothing healthy. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../../contracts/judge.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import type { Trace } from '../../../contracts/trace.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { Exploration } from '../../../explore/exploration.ts';
import { exploreCountryIds } from '../../../explore/explorations/explore-dictionaries.ts';
import { exploreFlightDomain } from '../../../explore/explorations/explore-flight-searches.ts';
import { exploreHotelDomain } from '../../../explore/explorations/explore-hotel-searches.ts';
import { exploreRelations } from '../../../explore/explorations/explore-relations.ts';
import { explorations, requestExplorations } from '../../../explore/explorations.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import { type FaultId, faults } from '../../../sandbox/faults.ts';
import { closeSandbox, type Placed, placed } from '../flows/hotel-world.ts';
import { blamedIn, explored } from './explored.ts';

after(closeSandbox);

const runs = 8;
/** Some requests are drawn rarely, and some take long. */
const runsOf: Readonly<Record<string, number>> = {
  'explore-bad-tokens': 15,
  'explore-guests': 15,
  'explore-journeys': 4,
  'explore-stays': 4,
};
const requestsMax = 30;
/** What a session asks by itself, to find what it booked and to leave nothing open. */
const bySession: readonly OperationId[] = ['search-bookings', 'cancel-booking', 'pnr-retrieve', 'pnr-cancel', 'token'];

for (const exploration of requestExplorations) {
  test(`${exploration.id} blames no healthy service, and shows what it exercises`, async () => {
    const verdicts: Verdict[] = [];
    const sent = new Set<OperationId>();
    for (const [i, dialect] of dialectIds.entries()) {
      const count = runsOf[exploration.id] ?? runs;
      const seen = await explored(exploration, { dialect, seed: 11 + i, runs: count });
      assert.equal(seen.traces.length, count);
      for (const { error, stopped, exchanges, cleanUp = [], input, dropped, bookings } of seen.traces) {
        assert.deepEqual([error, stopped, dropped], [undefined, undefined, undefined], JSON.stringify(input));
        assert.ok(exchanges.length > 0 && exchanges.length <= requestsMax, `${exchanges.length} requests`);
        assert.equal(bookings?.left ?? 0, 0);
        for (const { operation } of [...exchanges, ...cleanUp]) sent.add(operation);
      }
      verdicts.push(...seen.verdicts);
    }
    const { operations, exercises } = exploration;
    const unasked = operations.filter((each) => !sent.has(each));
    const others = [...sent].filter((each) => !operations.includes(each) && !bySession.includes(each));
    assert.deepEqual({ unasked, others }, { unasked: [], others: [] });
    assert.deepEqual(blamedIn(verdicts), []);
    const shown = new Set(verdicts.filter(({ outcome }) => outcome === 'pass').map(({ clause }) => clause));
    const unshown = exercises.filter((clause) => !shown.has(clause));
    assert.deepEqual(unshown, []);
  });
}

test('an input outlives being written down, and is drawn again by the same seed', () => {
  for (const { id, input } of explorations) {
    const inputs = fc.sample(input, { seed: 3, numRuns: 100 });
    assert.deepEqual(fc.sample(input, { seed: 3, numRuns: 100 }), inputs, id);
    for (const each of inputs) assert.deepEqual(JSON.parse(JSON.stringify(each)), structuredClone(each), id);
  }
});

const ofDomains: readonly Exploration[] = [exploreRelations, exploreHotelDomain, exploreFlightDomain];

test('where a target says little, an exploration names what it needs, and does only what is allowed', async () => {
  for (const exploration of [...requestExplorations, ...ofDomains]) {
    const changed = () => ({ known: {}, bindings: {}, may: {} });
    const { traces, verdicts } = await explored(exploration, { seed: 4, runs: 2, changed });
    for (const { error, stopped, bookings } of traces) {
      assert.deepEqual([error, bookings?.requested ?? 0], [undefined, 0], exploration.id);
      assert.ok(stopped === undefined || stopped.because === 'needs', stopped?.reason);
    }
    assert.deepEqual(blamedIn(verdicts), [], exploration.id);
  }
});

test('a service that takes no id but a plain one is not blamed for it', async () => {
  const world = { oddities: ['takes-only-plain-notation-of-country-ids' as const] };
  const { traces, verdicts } = await explored(exploreCountryIds, { seed: 6, runs: 20, world });
  assert.ok(traces.some(({ exchanges }) => exchanges.some(({ response }) => response?.status === 400)));
  assert.deepEqual(blamedIn(verdicts), []);
});

/** One fault for each exploration: tests/faults proves the others. */
const findable: Readonly<Record<string, FaultId>> = {
  'explore-country-ids': 'answers-404-for-non-numeric-country-id',
  'explore-cities': 'leaves-out-one-russian-city-name',
  'explore-hotel-cards': 'shows-the-hotel-without-its-key',
  'explore-unknown-hotels': 'refuses-large-hotel-ids-as-invalid',
  'explore-bad-tokens': 'takes-any-text-for-a-token',
  'explore-stays': 'forgets-one-offer-id-deep-in-search',
  'explore-view-details': 'views-the-status-beside-booking-info',
  'explore-booking-filters': 'lists-completed-as-done',
  'explore-guests': 'gives-no-reason-of-the-supplier',
  'explore-journeys': 'tells-no-price-of-the-third-flight-offer',
  'explore-voids': 'voids-the-first-ticket-when-it-finds-none',
};

const runsToFind = 8;

for (const exploration of requestExplorations) {
  test(`${exploration.id} finds a fault, and blames the service for nothing else`, async () => {
    const fault = findable[exploration.id] ?? assert.fail(`name a fault that ${exploration.id} finds`);
    const { verdicts } = await explored(exploration, { seed: 2, runs: runsToFind, world: { faults: [fault] } });
    const failed = new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause));
    assert.ok(failed.size > 0, `${fault} was not found`);
    assert.deepEqual([...failed.difference(new Set<string>(faults[fault].violates))], []);
  });
}

const drawn = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => fc.sample(arbitrary, { seed, numRuns: 1 })[0] as T;

const played = ({ play }: Placed, one: Exploration, input: unknown): Promise<Trace> =>
  play((session) => one.run(session, input));

/** Of the relations, also what needs a booking. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  'explore-relations': [
    'amenities.same-in-every-language',
    'hotel-search.equal-search-keeps-offer-ids',
    'search-bookings.filter-adds-nothing',
    'view-booking.price-details-change-nothing-else',
  ],
};

for (const one of ofDomains) {
  test(`${one.id} sends little, fails nothing and leaves nothing open`, async () => {
    const world = placed();
    const passed = new Set<string>();
    for (let seed = 0; seed < 4; seed += 1) {
      const trace = await played(world, one, drawn(one.input, seed));
      assert.deepEqual([trace.error, trace.stopped], [undefined, undefined]);
      // The first of the relations books something to look at.
      assert.ok(trace.exchanges.length <= (seed === 0 ? 40 : 20), `${trace.exchanges.length} requests`);
      const verdicts = one.exercises.map((clause) => judge(clause, trace));
      assert.deepEqual(blamedIn(verdicts), []);
      for (const { clause, outcome } of verdicts) if (outcome === 'pass') passed.add(clause);
      assert.deepEqual(world.open(), []);
    }
    for (const clause of shownBy[one.id] ?? []) assert.ok(passed.has(clause), clause);
  });
}

test('nothing is booked where it may not be', async () => {
  const world = placed({}, () => ({ may: {} }));
  const trace = await played(world, exploreRelations, drawn(exploreRelations.input, 1));
  assert.equal(trace.exchanges.filter(({ operation }) => operation === 'create-booking').length, 0);
  assert.equal(trace.stopped, undefined);
});
