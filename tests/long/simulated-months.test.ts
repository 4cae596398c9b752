/**
 * Two months of a monitor, whose most frequent probe is due every minute, with all that can happen to it, drawn by one
 * seed. In each of them all its zones set their clocks. A whole year takes hours and shows no more.
 */
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seedOr, simulatedTime } from '../unit/monitor/simulator/simulated-time.ts';

const days = 31;
const often = { kill: 2, stop: 1, leap: 1, storeOut: 1, channelOut: 1, maintenance: 2 };
/** Of what a day leaves behind nothing may stay: seventy bytes for each slot of these days would be seen. */
const [grownFrom, grownUntil, grownBytesMax] = [10, 30, 2 * 2 ** 20] as const;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

for (const start of ['2026-03-07', '2026-10-03']) {
  test(`from ${start} on no slot is lost, alerts are sent as they must, and no memory is held`, async () => {
    const heapAt = new Map<number, number>();
    const { ledger } = await simulatedTime('tests/long/simulated-months.test.ts', {
      seed: seedOr(20_260_101),
      startAt: Date.parse(start),
      days,
      often,
      eachDay: (day) => {
        if (day !== grownFrom && day !== grownUntil) return;
        collectGarbage();
        heapAt.set(day, process.memoryUsage().heapUsed);
      },
    });
    const [first = 0, last = 0] = [heapAt.get(grownFrom), heapAt.get(grownUntil)];
    ok(last - first < grownBytesMax, `from ${first} to ${last} bytes`);
    ok(ledger.counts.done + ledger.counts.missed > days * 24 * 60);
    equal(ledger.size(), 0);
  });
}
