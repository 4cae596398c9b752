/**
 * Two months of a monitor whose most frequent probe is due every minute, with all that can happen to it, drawn by one
 * seed. They are those of a year in which the clocks of all its zones are set. A whole year takes hours and shows no
 * more: retention is over within days, and what a day leaves in memory is seen after some.
 * The store is the real one in tables and queries; only its threads and its waiting for the disk are left out.
 */
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seedOr, simulatedTime } from '../unit/monitor/simulator/simulated-time.ts';

const days = 31;
const minutes = days * 24 * 60;
const often = { kill: 2, stop: 1, leap: 1, storeOut: 1, channelOut: 1, maintenance: 2 };
/** New York, Berlin and Lord Howe set their clocks within each of them. */
const stretches = { spring: '2026-03-07T00:00:00.000Z', autumn: '2026-10-03T00:00:00.000Z' } as const;

/** Of what a day leaves behind nothing may stay: seventy bytes for each slot of these days would be seen. */
const [grownFrom, grownUntil, grownBytesMax] = [10, 30, 2 * 2 ** 20] as const;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is still reachable, after a collection that was asked for. */
const heapBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

for (const [season, startAt] of Object.entries(stretches)) {
  test(`in ${season} no slot is lost, alerts open, close and leave as they must, and no memory is held`, async () => {
    const heapAt = new Map<number, number>();
    const { ledger } = await simulatedTime('tests/long/simulated-months.test.ts', {
      seed: seedOr(20_260_101),
      startAt: Date.parse(startAt),
      days,
      often,
      eachDay: (day) => {
        if (day === grownFrom || day === grownUntil) heapAt.set(day, heapBytes());
      },
    });
    const [first = 0, last = 0] = [heapAt.get(grownFrom), heapAt.get(grownUntil)];
    ok(last - first < grownBytesMax, `from ${first} to ${last} bytes`);
    ok(ledger.counts.done + ledger.counts.missed > minutes);
    equal(ledger.size(), 0);
  });
}
