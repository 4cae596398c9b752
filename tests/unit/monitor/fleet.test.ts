/** A part of an hour of a fleet, drawn by a seed: `tests/long` has the day, and counts the slots of all its pairs. */
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fleetAccounts } from './simulator/fleet-accounts.ts';
import { fatesOf } from './simulator/fleet-fates.ts';
import { seedOr } from './simulator/simulated-time.ts';

const [places, each, minutes] = [1, 2, 30] as const;

describe('a fleet whose monitors die, whose locations are down, and whose store is away', () => {
  it('accounts for each slot once, as the rule says that counts them', async () => {
    const { counts } = await fleetAccounts({ seed: seedOr(3), minutes, places, each });
    equal(
      Object.values(counts).reduce((sum, count) => sum + count, 0),
      places * each * minutes,
    );
  });

  it('has a rule that knows what becomes of a slot', () => {
    const pair = { probe: 'p', location: 'fra', spreadMs: 2_000, runMs: 20_500 };
    const none = { downs: {}, deaths: {}, storeOuts: [] };
    const down = { ...none, downs: { fra: [{ from: 92_000, until: 255_000 }] } };
    deepEqual(
      [0, 1, 2, 3, 4, 5].map((minute) => fatesOf(minute * 60_000, pair, down)),
      [['done'], ['killed'], ['late'], ['late'], ['done'], ['done']],
    );
    deepEqual(fatesOf(120_000, { ...pair, location: 'iad' }, down), ['done']);
    const death = { ...none, deaths: { fra: [{ from: 92_000, until: 200_000 }] } };
    deepEqual(fatesOf(60_000, pair, death), ['done', 'killed', 'busy']);
    deepEqual(fatesOf(240_000, pair, death), ['done']);
  });
});
