/** What is found becomes small without a request: by what was recorded, and by a sandbox that is broken in the same way. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Json } from '../../../contracts/json.ts';
import type { Target } from '../../../contracts/target.ts';
import { exploreCountryIds } from '../../../explore/explorations/explore-country-ids.ts';
import { standInsFor } from '../../../prover/stand-ins.ts';
import { closeSandbox } from '../flows/hotel-world.ts';
import { explored } from './explored.ts';

after(closeSandbox);

const standIns = (target: Target) => standInsFor(target, 3);

const asksIn = (input: Json | undefined): number => (input as { asks: unknown[] } | undefined)?.asks.length ?? 0;

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
  assert.ok(asksIn(found.input) > 1);
  assert.equal(asksIn(found.unsent.input), 1);
});

test('within the budget the smaller input is sent, and is what is told', async () => {
  const world = { faults: ['answers-404-for-unknown-country'] } as const;
  const [one] = (await explored(exploreCountryIds, { seed: 5, runs: 4, world, shrinkRequests: 30, standIns })).found;
  assert.ok(asksIn(one?.drawn) > 1);
  assert.equal(asksIn(one?.trace.input), 1);
  assert.equal(one?.unsent, undefined);
  assert.ok(one && one.shrinkRequests > 0 && one.shrinkRequests <= 30, `${one?.shrinkRequests}`);
});
