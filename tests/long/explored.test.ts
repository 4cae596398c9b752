/** Exploration finds every fault that only it can find. */

import assert, { deepEqual, ok } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Json } from '../../contracts/json.ts';
import type { Target } from '../../contracts/target.ts';
import { explore } from '../../explore/explore.ts';
import { detections, lawfulRuns, onlyExplored } from '../../prover/prove-explored.ts';
import { prove } from '../../prover/prover.ts';
import { standInsFor } from '../../prover/stand-ins.ts';
import { unusualInputFaults } from '../../sandbox/deviations/faults/unusual-inputs.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { faults } from '../../sandbox/faults.ts';
import { oddityIds } from '../../sandbox/oddities.ts';
import { startSandbox } from '../../sandbox/server.ts';
import {
  blamedForNothing,
  drawn,
  explored,
  lived,
  odditiesOf,
  ofBookings,
  ofTickets,
  unusualOf,
  walkWith,
  worldReading,
} from '../unit/explore/explored.ts';
import { closeSandbox } from '../unit/flows/hotel-world.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const now = () => Date.UTC(2026, 10, 22, 12);
const seeds = Array.from({ length: 20 }, (_, at) => at + 1);
const requestsMax = 340;

for (const { id } of unusualInputFaults) {
  test(`exploration finds ${id} with every seed, and blames it for nothing else`, async () => {
    for await (const { dialect, requests, blamed } of detections(sandbox, { ids: [id], seeds, now })) {
      assert.deepEqual(blamed, [], dialect);
      for (const [at, sent] of requests.entries()) {
        assert.ok(sent !== undefined && sent <= requestsMax, `${dialect}, seed ${seeds[at]}: ${sent} requests`);
      }
    }
  });
}

/** With some seeds, a full run books the same offer for several parties or rooms, or voids a number that is none. */
const alsoInRows: readonly string[] = [
  'fails-voids-of-malformed-numbers-without-an-error',
  'views-the-guests-of-the-first-booking-of-an-offer',
  'renames-offers-of-several-rooms-in-pricing',
];

for (const { id, ...fault } of onlyExplored) {
  const isAlsoInRows = alsoInRows.includes(id);
  test(`${isAlsoInRows ? 'a plain flow blames for nothing but' : 'no plain flow shows'} ${id}`, async () => {
    for (const dialect of dialectIds) {
      for (const seed of seeds.slice(0, 2)) {
        const { caught, blamed, broken, standings } = await prove(
          sandbox,
          { kind: 'fault', id, dialect, summary: fault.summary, violates: fault.violates, touches: fault.touches },
          { seed },
        );
        assert.deepEqual([...(isAlsoInRows ? [] : caught), ...blamed, ...broken], [], `${dialect}, seed ${seed}`);
        assert.ok(standings.some(({ outcome }) => outcome === 'pass'));
      }
    }
  });
}

test('exploration blames nothing lawful in 100 runs or more, over all oddities', async () => {
  const runs = await Array.fromAsync(lawfulRuns(sandbox, { runs: Math.max(100, oddityIds.length + 1), now }));
  assert.deepEqual(
    runs.filter(({ blamed }) => blamed.length > 0),
    [],
  );
  assert.deepEqual(new Set(runs.map(({ oddity }) => oddity)), new Set(['healthy', ...oddityIds]));
});

after(closeSandbox);

const actsIn = (input: Json): number => (input as { acts: unknown[] }).acts.length;

const fewest = 8;

const standIns = (target: Target) => standInsFor(target, 3);

test('a target that takes longer than what stands in for it is asked no more than the budget allows', async () => {
  const requestsMax = 40;
  const { found } = await explored(ofBookings.exploration, {
    seed: 42,
    runs: 1,
    shrinkRequests: requestsMax,
    standIns,
    world: {
      faults: ['revives-bookings-that-are-cancelled-three-times'],
      oddities: ['shows-cancellations-late', 'lists-bookings-late'],
    },
  });
  const sent = Math.max(...found.map((each) => each.shrinkRequests));
  ok(sent > 0 && sent <= requestsMax, `${sent} of ${requestsMax}`);
});

for (const [what, life] of Object.entries({ tickets: ofTickets, bookings: ofBookings })) {
  for (const { id } of unusualOf(life)) {
    test(`${what}: ${id}`, async () => {
      const options = { seed: 42, runs: 1, shrinkRequests: 0, standIns, world: { faults: [id] } };
      const { found } = await explored(life.exploration, options);
      ok(found.length > 0);
      for (const { input, unsent } of found) {
        ok(unsent, `${actsIn(input)} steps stay`);
        ok(actsIn(unsent.input) <= fewest, `${actsIn(unsent.input)} of ${actsIn(input)} steps are left`);
      }
    });
  }
}

describe('lives', () => {
  const seeds = Array.from({ length: 10 }, (_, seed) => seed);

  for (const [what, life] of Object.entries({ tickets: ofTickets, bookings: ofBookings })) {
    for (const dialect of dialectIds) {
      test(`healthy lives of ${what} fail no clause: ${dialect}`, async () => {
        for (const seed of seeds) await blamedForNothing(life, { seed, dialect });
      });

      test(`no oddity surprises a life of ${what}, nor makes a check fail: ${dialect}`, async (t) => {
        for (const id of odditiesOf(life)) {
          await t.test(id, async () => {
            for (const seed of seeds.slice(0, 2)) await blamedForNothing(life, { seed, dialect, oddities: [id] });
          });
        }
      });

      test(`one life of ${what} is enough to find what only its order reveals: ${dialect}`, async (t) => {
        for (const { id } of unusualOf(life)) {
          await t.test(id, async () => {
            for (const seed of seeds) {
              const world = worldReading(dialect, { faults: [id] });
              const { failed } = await lived(life, drawn(life, seed), world);
              ok(
                faults[id].violates.some((clause) => failed.includes(clause)),
                `not found with seed ${seed}`,
              );
            }
          });
        }
      });
    }
  }

  test('a long life shrinks to the few acts that show what is wrong', async () => {
    const { exploration } = ofTickets;
    const { found: all } = await explore({
      explorations: [exploration],
      seed: 1,
      budget: { requests: 5_000, runs: 1, shrinkRequests: 3_000 },
      walk: walkWith((flow) => worldReading('nested', { faults: ['voids-a-second-time'] }).record(flow)),
    });
    const [one] = all;
    ok(one);
    const actsOf = (input: unknown) => (input as { acts: { act: string }[] }).acts.map(({ act }) => act);
    ok(actsOf(one.drawn).length > 5);
    deepEqual(actsOf(one.input), ['issue', 'void', 'void']);
  });
});
