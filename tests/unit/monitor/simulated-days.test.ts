/** The simulator runs monitors through a day of failures and checks what they store and send. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hourMs, minuteMs } from '../../../contracts/durations.ts';
import { networkCheck } from '../../../monitor/network-check.ts';
import { fleetAccounts } from './simulator/fleet-day.ts';
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

/** Reached from where we are as a person says; nothing waits. */
const check = (isThere: () => boolean) => {
  const reached = new Map<string, number>();
  const asked: string[] = [];
  let at = 1_000 * hourMs;
  const network = networkCheck({
    now: () => at,
    reachedHosts: {
      at: async (host) => reached.get(host),
      note: async (host) => {
        reached.set(host, at);
      },
    },
    askHost: async (url) => {
      asked.push(url);
      if (!isThere()) throw new Error('connect ENETUNREACH');
    },
  });
  return { ...network, asked, wait: (ms: number) => (at += ms) };
};

const remote = { baseUrl: 'https://service.example', otherHost };

describe('whose fault it is that a service cannot be reached', () => {
  it('is ours where another host, which was there before, does not answer, either', async () => {
    let isThere = true;
    const network = check(() => isThere);
    await network.learnt(remote);
    deepEqual(await network.shown(remote), { isNetworkOurs: false });
    isThere = false;
    deepEqual(await network.shown(remote), { isNetworkOurs: true });
    deepEqual(network.asked, [otherHost, otherHost, otherHost]);
  });

  it('is not ours where that host was never there: a firewall may stand before it', async () => {
    const network = check(() => false);
    await network.learnt(remote);
    deepEqual(await network.shown(remote), { isNetworkOurs: false, isNetworkUnchecked: true });
  });

  it('asks that host twice a day while the service answers, and each hour where it was not there', async () => {
    for (const [isThere, times] of [
      [true, 2],
      [false, 24],
    ] as const) {
      const network = check(() => isThere);
      for (let minute = 0; minute < 24 * 60; minute += 5) {
        await network.learnt(remote);
        network.wait(5 * minuteMs);
      }
      equal(network.asked.length, times);
    }
  });

  it('is not known of a service on this machine or in its own network', async () => {
    const network = check(() => true);
    for (const host of ['127.0.0.1:4010', 'localhost:4010', '[::1]:4010', '10.1.2.3', '192.168.0.9', '172.20.1.1']) {
      const here = { baseUrl: `http://${host}`, otherHost };
      await network.learnt(here);
      deepEqual(await network.shown(here), { isNetworkOurs: false, isNetworkUnchecked: true });
    }
    deepEqual(network.asked, []);
  });
});
