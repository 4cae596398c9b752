/** Explorations of requests draw lawful inputs, show their dimensions, and blame nothing healthy. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { ShownTogether } from '../../../contracts/class-coverage.ts';
import { judge } from '../../../contracts/judge.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import type { Trace } from '../../../contracts/trace.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { runner } from '../../../engine/run.ts';
import type { Exploration } from '../../../explore/exploration.ts';
import { exploreFlightDomain } from '../../../explore/explorations/explore-flight-searches.ts';
import { exploreHotelDomain } from '../../../explore/explorations/explore-hotel-searches.ts';
import { exploreRelations } from '../../../explore/explorations/explore-relations.ts';
import { requestExplorations } from '../../../explore/explorations.ts';
import { coverageOf } from '../../../generators/coverage.ts';
import { dimensionGroups, type GroupId } from '../../../generators/dimension-groups.ts';
import { shownClassesIn } from '../../../generators/shown-classes.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import { type FaultId, faults } from '../../../sandbox/faults.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import { closeSandbox, type Placed, placed } from '../flows/hotel-world.ts';
import { explored } from './explored.ts';

after(closeSandbox);

const runs = 15;
const requestsMax = 30;
/** What a session asks by itself, to find what it booked and to leave nothing open. */
const bySession: readonly OperationId[] = ['search-bookings', 'cancel-booking', 'pnr-retrieve', 'pnr-cancel', 'token'];

for (const exploration of requestExplorations) {
  test(`${exploration.id} blames no healthy service, and shows what it exercises`, async () => {
    const verdicts: Verdict[] = [];
    const sent = new Set<OperationId>();
    for (const [i, dialect] of dialectIds.entries()) {
      const seen = await explored(exploration, { dialect, seed: 11 + i, runs });
      assert.equal(seen.traces.length, runs);
      for (const { error, stopped, exchanges, cleanUp = [], input, dropped, bookings } of seen.traces) {
        assert.deepEqual([error, stopped, dropped], [undefined, undefined, undefined], JSON.stringify(input));
        assert.ok(exchanges.length > 0 && exchanges.length <= requestsMax, `${exchanges.length} requests`);
        assert.equal(bookings?.left ?? 0, 0);
        for (const { operation } of [...exchanges, ...cleanUp]) sent.add(operation);
      }
      verdicts.push(...seen.verdicts);
    }
    const says = new Set(exploration.operations);
    assert.deepEqual(
      [...says].filter((each) => !sent.has(each)),
      [],
      'operations that are never asked',
    );
    assert.deepEqual(
      [...sent].filter((each) => !says.has(each) && !bySession.includes(each)),
      [],
      'others that are',
    );
    const blamed = verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
    assert.deepEqual(
      blamed.map(({ clause, findings }) => [clause, findings[0]]),
      [],
    );
    const shown = new Set(verdicts.filter(({ outcome }) => outcome === 'pass').map(({ clause }) => clause));
    assert.deepEqual(
      exploration.exercises.filter((clause) => !shown.has(clause)),
      [],
      'clauses that no trace shows',
    );
  });
}

test('every exploration is itself once', () => {
  const ids = requestExplorations.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^explore-[a-z-]+$/);
});

test('an input outlives being written down, and is drawn again by the same seed', () => {
  for (const { id, input, asJson } of requestExplorations) {
    const inputs = fc.sample(input, { seed: 3, numRuns: 100 });
    assert.deepEqual(fc.sample(input, { seed: 3, numRuns: 100 }), inputs, id);
    for (const each of asJson ? [] : inputs)
      assert.deepEqual(JSON.parse(JSON.stringify(each)), structuredClone(each), id);
  }
});

test('where a target says little, an exploration names what it needs, and does only what is allowed', async () => {
  for (const exploration of requestExplorations) {
    const changed = () => ({ known: {}, bindings: {}, may: {} });
    const { traces, verdicts } = await explored(exploration, { seed: 4, runs: 3, changed });
    for (const { error, stopped, bookings } of traces) {
      assert.deepEqual([error, bookings?.requested ?? 0], [undefined, 0], exploration.id);
      assert.ok(stopped === undefined || stopped.because === 'needs', stopped?.reason);
    }
    assert.deepEqual(
      verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
      [],
      exploration.id,
    );
  }
});

const narrow = {
  'explore-country-ids': 'takes-only-plain-notation-of-country-ids',
} as const;

test('a service that takes no id but a plain one is not blamed for it', async () => {
  for (const exploration of requestExplorations) {
    const oddity = narrow[exploration.id as keyof typeof narrow];
    if (!oddity) continue;
    const { traces, verdicts } = await explored(exploration, { seed: 6, runs: 20, world: { oddities: [oddity] } });
    const answers = traces.flatMap(({ exchanges }) => exchanges.map(({ response }) => response?.status));
    assert.ok(answers.includes(400), exploration.id);
    assert.deepEqual(
      verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
      [],
      exploration.id,
    );
  }
});

const findable: Readonly<Record<string, readonly FaultId[]>> = {
  'explore-country-ids': ['answers-404-for-unknown-country', 'answers-404-for-non-numeric-country-id'],
  'explore-cities': ['wraps-cities-in-items', 'leaves-out-one-russian-city-name'],
  'explore-hotel-cards': ['shows-the-hotel-without-its-key'],
  'explore-unknown-hotels': ['refuses-large-hotel-ids-as-invalid'],
  'explore-bad-tokens': ['takes-any-text-for-a-token', 'never-checks-signatures'],
  'explore-stays': ['forgets-one-offer-id-deep-in-search'],
  'explore-view-details': ['views-the-status-beside-booking-info'],
  'explore-booking-filters': ['books-every-request-twice', 'lists-completed-as-done'],
  'explore-guests': ['accepts-guests-without-citizenship', 'gives-no-reason-of-the-supplier'],
  'explore-journeys': ['tells-no-price-of-the-third-flight-offer'],
  'explore-voids': ['voids-a-second-time', 'voids-the-first-ticket-when-it-finds-none'],
};

for (const [id, ids] of Object.entries(findable)) {
  for (const fault of ids) {
    test(`${id} finds a service that ${fault}, and blames it for nothing else`, async () => {
      const exploration = requestExplorations.find((each) => each.id === id);
      assert.ok(exploration);
      const { verdicts } = await explored(exploration, { seed: 2, runs: 20, world: { faults: [fault] } });
      const failed = new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause));
      assert.ok(failed.size > 0, 'it was not found');
      assert.deepEqual(
        [...failed].filter((clause) => !faults[fault].violates.includes(clause)),
        [],
      );
    });
  }
}

test('of every exploration of requests it is shown', () => {
  assert.deepEqual(
    requestExplorations.map(({ id }) => id).filter((id) => !findable[id]),
    [],
  );
});

const drawn = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => fc.sample(arbitrary, { seed, numRuns: 1 })[0] as T;

const played = ({ play }: Placed, one: Exploration, input: unknown): Promise<Trace> =>
  play((session) => one.run(session, input));

const outcomesOf = (one: Exploration, trace: Trace): string[] => [
  ...new Set(one.exercises.map((clause) => judge(clause, trace)).map(({ outcome }) => outcome)),
];

for (const one of [exploreRelations, exploreHotelDomain, exploreFlightDomain]) {
  test(`${one.id} sends little, and what it draws is JSON that fails nothing and leaves nothing open`, async () => {
    const world = placed();
    for (let seed = 0; seed < 6; seed += 1) {
      const input = drawn(one.input, seed);
      assert.deepEqual(JSON.parse(JSON.stringify(input)), structuredClone(input));
      const trace = await played(world, one, input);
      assert.equal(trace.error, undefined);
      assert.equal(trace.stopped, undefined);
      // The first of the relations books something to look at.
      assert.ok(trace.exchanges.length <= (seed === 0 ? 40 : 20), `${trace.exchanges.length} requests`);
      assert.ok(!outcomesOf(one, trace).some((outcome) => outcome === 'fail' || outcome === 'error'));
      assert.deepEqual(world.open(), []);
    }
  });

  test(`${one.id} says what a target lacks`, async () => {
    const target = resolvedTarget(
      { name: 'bare', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' } },
      {},
      'bare',
    );
    const running = runner({ target, seed: 1, transport: { proxy: 'none' } });
    const flow = { ...one, input: fc.constant(drawn(one.input, 1)) };
    const { stopped, error } = await running.record(flow);
    await running.close();
    assert.equal(error, undefined);
    assert.match(stopped?.reason ?? '', /needs|refused/);
  });
}

test('the relations are all shown, where a booking is there or may be made', async () => {
  const world = placed();
  const passed = new Set<string>();
  for (let seed = 0; seed < 4; seed += 1) {
    const trace = await played(world, exploreRelations, drawn(exploreRelations.input, seed));
    for (const clause of exploreRelations.exercises) {
      if (judge(clause, trace).outcome === 'pass') passed.add(clause);
    }
  }
  assert.deepEqual(
    ['amenities.same-in-every-language', 'hotel-search.equal-search-keeps-offer-ids'].filter((id) => !passed.has(id)),
    [],
  );
  assert.ok(passed.has('search-bookings.filter-adds-nothing'));
  assert.ok(passed.has('view-booking.price-details-change-nothing-else'));
});

test('nothing is booked where it may not be', async () => {
  const world = placed({}, () => ({ may: {} }));
  const trace = await played(world, exploreRelations, drawn(exploreRelations.input, 1));
  assert.equal(trace.exchanges.filter(({ operation }) => operation === 'create-booking').length, 0);
  assert.equal(trace.stopped, undefined);
});

const pairsShown = (id: GroupId, together: readonly ShownTogether[]): number =>
  coverageOf(together, { [id]: dimensionGroups[id] })[0]?.shown.length ?? 0;

for (const [one, id] of [
  [exploreHotelDomain, 'hotel-search'],
  [exploreFlightDomain, 'flight-search'],
] as const) {
  test(`${one.id} shows more of its domain when it aims`, async () => {
    const world = placed();
    const shown = async (isGuided: boolean): Promise<number> => {
      let together: readonly ShownTogether[] = [];
      for (let seed = 0; seed < 12; seed += 1) {
        const arbitrary = (isGuided && one.leastShown?.(together, world.target)) || one.input;
        together = [...together, ...shownClassesIn(await played(world, one, drawn(arbitrary, seed)))];
      }
      return pairsShown(id, together);
    };
    const [leastShown, byChance] = [await shown(true), await shown(false)];
    assert.ok(leastShown > byChance, `${leastShown} pairs leastShown, ${byChance} by chance`);
  });
}
