/** What is found becomes small without a request: by what was recorded, and by a sandbox that is broken in the same way. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { standInsFor } from '../../../../cli/stand-ins.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Target } from '../../../../contracts/target.ts';
import { exploreBookingLife } from '../../../../flows/explore/explore-booking-life.ts';
import { exploreCountryIds } from '../../../../flows/explore/explore-country-ids.ts';
import { closeSandbox } from '../hotel-world.ts';
import { explored } from './explored.ts';

after(closeSandbox);

const standIns = (target: Target) => standInsFor(target, 3);

const actsOf = (input: Json | undefined): string[] =>
  (input as { acts: { act: string }[] } | undefined)?.acts.map(({ act }) => act) ?? [];

test('what was recorded tells which of many requests shows it, and nothing more is sent', async () => {
  const world = { faults: ['answers-404-for-unknown-country'] } as const;
  const options = { seed: 5, runs: 4, world };
  const [plain, small] = [
    await explored(exploreCountryIds, options),
    await explored(exploreCountryIds, { ...options, shrinkRequests: 0 }),
  ];
  assert.equal(small.requests, plain.requests);
  const [found] = small.found;
  assert.equal(found?.shrinkRequests, 0);
  assert.equal(found.unsent?.shownBy, 'what was recorded');
  const asks = (input: Json | undefined) => (input as { asks: unknown[] }).asks.length;
  assert.ok(asks(found.input) > 1);
  assert.equal(asks(found.unsent.input), 1);
});

test('a target that takes longer than what stands in for it is asked no more than the budget allows', async () => {
  const requestsMax = 25;
  const { found } = await explored(exploreBookingLife, {
    ...{ seed: 42, runs: 1, shrinkRequests: requestsMax, standIns },
    world: {
      faults: ['revives-bookings-that-are-cancelled-three-times'],
      oddities: ['shows-cancellations-late', 'lists-bookings-late'],
    },
  });
  const sent = Math.max(...found.map((each) => each.shrinkRequests));
  assert.ok(sent > 0 && sent <= requestsMax, `${sent} of ${requestsMax}`);
});

test('within the budget the smaller input is sent, and is what is told', async () => {
  const { found } = await explored(exploreBookingLife, {
    ...{ seed: 42, runs: 1, shrinkRequests: 30, standIns, personality: 'flat' },
    world: { faults: ['revives-bookings-that-are-cancelled-three-times'] },
  });
  const [one] = found;
  assert.ok(actsOf(one?.drawn).length > 15);
  assert.deepEqual(actsOf(one?.trace.input), ['book', 'cancel', 'cancel', 'cancel']);
  assert.equal(one?.unsent, undefined);
  assert.ok(one && one.shrinkRequests > 0 && one.shrinkRequests <= 30, `${one?.shrinkRequests}`);
});
