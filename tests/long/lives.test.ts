/** Many lives of tickets and bookings: no lawful world is blamed for anything, and each draw shows what only it can show. */
import { ok } from 'node:assert/strict';
import { after, test } from 'node:test';
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
import { closeSandbox } from '../unit/flows/hotel-world.ts';

after(closeSandbox);

const seeds = Array.from({ length: 20 }, (_, seed) => seed);

for (const [what, life] of Object.entries({ tickets: ofTickets, bookings: ofBookings })) {
  for (const dialect of dialectIds) {
    test(`healthy lives of ${what} are blamed for nothing: ${dialect}`, async () => {
      for (const seed of seeds) await blamedForNothing(life, { seed, dialect });
    });

    test(`no oddity surprises a life of ${what}, nor makes a check fail: ${dialect}`, async (t) => {
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
