/** Whole lives become the few steps that matter without a request to the target, whichever order of them broke a promise. */
import { ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { standInsFor } from '../../cli/stand-ins.ts';
import type { Json } from '../../contracts/json.ts';
import { explored } from '../unit/flows/explore/explored.ts';
import { ofBookings, ofTickets, unusualOf } from '../unit/flows/explore/lived.ts';
import { closeSandbox } from '../unit/flows/hotel-world.ts';

after(closeSandbox);

const actsIn = (input: Json): number => (input as { acts: unknown[] }).acts.length;

const fewest = 8;

for (const [what, life] of Object.entries({ tickets: ofTickets, bookings: ofBookings })) {
  for (const { id } of unusualOf(life)) {
    test(`${what}: ${id}`, async () => {
      const standIns = (target: Parameters<typeof standInsFor>[0]) => standInsFor(target, 3);
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
