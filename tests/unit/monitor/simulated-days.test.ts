/** The simulator runs monitors through a day of failures and checks what they store and send. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNetworkBroken } from '../../../monitor/run-slot.ts';
import { fleetAccounts } from './simulator/fleet-accounts.ts';
import { seedOr, simulatedTime } from './simulator/simulated-time.ts';

/** The night in which the clocks of Europe leap is among them. */
const startAt = Date.parse('2026-03-28T12:00:00.000Z');
const [usual, seed] = [2, seedOr(2)];
const often = { kill: 20, stop: 10, leap: 10, storeOut: 10, channelOut: 10, maintenance: 10 };

describe('a day of a monitor', () => {
  it('accounts for each slot, and opens, closes and sends what it must', async () => {
    const { happened, ledger } = await simulatedTime('tests/unit/monitor/simulated-days.test.ts', {
      seed,
      startAt,
      days: 1,
      often,
    });
    equal(ledger.size(), 0, 'all that was told was to be told');
    // Another seed may draw less.
    if (seed !== usual) return;
    for (const [what, times] of Object.entries(happened())) ok(times > 0, `no ${what} in this day`);
    for (const [what, times] of Object.entries(ledger.counts)) ok(times > 0, `none ${what} in this day`);
  });
});

const [places, each, minutes] = [1, 2, 30] as const;

describe('a fleet whose monitors die, whose locations are down, and whose store is away', () => {
  it('accounts for each slot once, as the rule says that counts them', async () => {
    const { counts } = await fleetAccounts({ seed: seedOr(3), minutes, places, each });
    equal(
      Object.values(counts).reduce((sum, count) => sum + count, 0),
      places * each * minutes,
    );
  });
});

const otherHost = 'https://other.example/';

it('the network of the monitor is broken where another host does not answer, either', async () => {
  const asked: string[] = [];
  const answers = (isThere: boolean) => async (url: string) => {
    asked.push(url);
    if (!isThere) throw new Error('connect ENETUNREACH');
  };
  const found = [];
  for (const isThere of [true, false])
    found.push(await isNetworkBroken({ baseUrl: 'https://service.example', otherHost }, answers(isThere)));
  deepEqual(
    [found, asked],
    [
      [false, true],
      [otherHost, otherHost],
    ],
  );
});

it('a service on this machine or in its own network says nothing of the way out', async () => {
  const never = async () => {
    throw new Error('it was asked');
  };
  const found = [];
  for (const host of ['127.0.0.1:4010', 'localhost:4010', '[::1]:4010', '10.1.2.3', '192.168.0.9', '172.20.1.1'])
    found.push(await isNetworkBroken({ baseUrl: `http://${host}`, otherHost }, never));
  deepEqual(new Set(found), new Set([false]));
});
