/** The explorations of relations and of domains, played in a world: what they send, show, judge and leave behind. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { Touch } from '../../../contracts/domain-coverage.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { runner } from '../../../engine/run.ts';
import type { Exploration } from '../../../explore/exploration.ts';
import { exploreFlightDomain } from '../../../explore/explorations/explore-flight-domain.ts';
import { exploreHotelDomain } from '../../../explore/explorations/explore-hotel-domain.ts';
import { exploreRelations } from '../../../explore/explorations/explore-relations.ts';
import { coverageOf } from '../../../generators/coverage.ts';
import { type DomainId, domains } from '../../../generators/partitions.ts';
import { touched } from '../../../generators/touched.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import { closeSandbox, type Placed, placed } from '../flows/hotel-world.ts';

after(closeSandbox);

const drawn = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => fc.sample(arbitrary, { seed, numRuns: 1 })[0] as T;

const played = ({ play }: Placed, one: Exploration, input: unknown): Promise<Trace> =>
  play((session) => one.run(session, input));

const outcomesOf = (one: Exploration, trace: Trace): string[] => [
  ...new Set(one.exercises.map((clause) => judge(clause, trace)).map(({ outcome }) => outcome)),
];

for (const one of [exploreRelations, exploreHotelDomain, exploreFlightDomain]) {
  test(`${one.id} sends little, and what it draws is JSON that blames nobody and leaves nothing open`, async () => {
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

const pairsShown = (id: DomainId, touches: readonly Touch[]): number =>
  coverageOf(touches, { [id]: domains[id] })[0]?.shown.length ?? 0;

for (const [one, id] of [
  [exploreHotelDomain, 'hotel-search'],
  [exploreFlightDomain, 'flight-search'],
] as const) {
  test(`${one.id} shows more of its domain when it aims`, async () => {
    const world = placed();
    const shown = async (isAimed: boolean): Promise<number> => {
      let touches: readonly Touch[] = [];
      for (let seed = 0; seed < 12; seed += 1) {
        const arbitrary = (isAimed && one.aim?.(touches, world.target)) || one.input;
        touches = [...touches, ...touched(await played(world, one, drawn(arbitrary, seed)))];
      }
      return pairsShown(id, touches);
    };
    const [aimed, byChance] = [await shown(true), await shown(false)];
    assert.ok(aimed > byChance, `${aimed} pairs aimed, ${byChance} by chance`);
  });
}
