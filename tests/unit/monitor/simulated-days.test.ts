/** Some days of a monitor with all that can happen to it, drawn by a seed; `tests/long` has the year. */
import { equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seedOr, simulatedTime } from './simulator/simulated-time.ts';

/** The night in which the clocks of Europe leap is among them. */
const startAt = Date.parse('2026-03-28T00:00:00.000Z');
const [usual, seed] = [2, seedOr(2)];
const often = { kill: 10, stop: 5, leap: 5, storeOut: 5, channelOut: 5, maintenance: 5 };

describe('two days of a monitor', () => {
  it('account for each slot, and open, close and tell what they must', async () => {
    const { happened, ledger } = await simulatedTime('tests/unit/monitor/simulated-days.test.ts', {
      seed,
      startAt,
      days: 2,
      often,
    });
    equal(ledger.size(), 0, 'all that was told was to be told');
    // Another seed may draw less.
    if (seed !== usual) return;
    for (const [what, times] of Object.entries(happened())) ok(times > 0, `no ${what} in these days`);
    for (const [what, times] of Object.entries(ledger.counts)) ok(times > 0, `none ${what} in these days`);
  });
});
