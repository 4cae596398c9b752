/** Whole lives become the few steps that matter without a request to the target, whichever order of them broke a promise. */
import { ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Json } from '../../contracts/json.ts';
import type { Target } from '../../contracts/target.ts';
import { standInsFor } from '../../prover/stand-ins.ts';
import { explored } from '../unit/explore/explored.ts';
import { ofBookings, ofTickets, unusualOf } from '../unit/explore/lived.ts';
import { closeSandbox } from '../unit/flows/hotel-world.ts';

after(closeSandbox);

const actsIn = (input: Json): number => (input as { acts: unknown[] }).acts.length;

const fewest = 8;

const standIns = (target: Target) => standInsFor(target, 3);

test('a target that takes longer than what stands in for it is asked no more than the budget allows', async () => {
  const requestsMax = 25;
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
