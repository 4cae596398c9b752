/** Many lives of tickets and bookings: no lawful world is blamed for anything, and each draw shows what only it can show. */
import { deepEqual, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { explore } from '../../explore/explore.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { faults } from '../../sandbox/faults.ts';
import {
  blamedForNothing,
  drawn,
  lived,
  odditiesOf,
  ofBookings,
  ofTickets,
  unusualOf,
  worldReading,
} from '../unit/explore/lived.ts';
import { walkWith } from '../unit/explore/walk-with.ts';
import { closeSandbox } from '../unit/flows/hotel-world.ts';

after(closeSandbox);

const seeds = Array.from({ length: 20 }, (_, seed) => seed);

for (const [what, life] of Object.entries({ tickets: ofTickets, bookings: ofBookings })) {
  for (const dialect of dialectIds) {
    test(`healthy lives of ${what} are blamed for nothing: ${dialect}`, async () => {
      for (const seed of seeds) await blamedForNothing(life, { seed, dialect });
    });

    test(`no oddity makes a life of ${what} fail: ${dialect}`, async (t) => {
      for (const id of odditiesOf(life)) {
        await t.test(id, async () => {
          for (const seed of seeds.slice(0, 4)) await blamedForNothing(life, { seed, dialect, oddities: [id] });
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
