/**
 * A year of a monitor whose most frequent probe is due every minute, with all that can happen to it, drawn by one seed.
 * The store is the real one in tables and queries; only its threads and its waiting for the disk are left out
 * (`quick-history.ts`).
 */
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seedOr, simulatedTime } from '../unit/monitor/simulator/simulated-time.ts';

const days = 365;
const minutes = days * 24 * 60;
const startAt = Date.parse('2026-01-01T00:00:00.000Z');
const often = { kill: 2, stop: 1, leap: 1, storeOut: 1, channelOut: 1, maintenance: 2 };
/** Of what a day leaves behind nothing may stay: half a year more of it would be seen. */
const grownBytesMax = 8 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is still reachable, after a collection that was asked for. */
const heapBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

test('in a year, one-minute probes lose no slot, open, close and send what they must, and hold no memory', async () => {
  const heapAt = new Map<number, number>();
  const quarters = [Math.floor(days / 4), Math.floor((3 * days) / 4)] as const;
  const { ledger } = await simulatedTime('tests/long/simulated-year.test.ts', {
    seed: seedOr(20_260_101),
    startAt,
    days,
    often,
    eachDay: (day) => {
      if (day === quarters[0] || day === quarters[1]) heapAt.set(day, heapBytes());
    },
  });
  const [first, last] = quarters.map((day) => heapAt.get(day) ?? 0);
  ok((last ?? 0) - (first ?? 0) < grownBytesMax, `from ${first} to ${last} bytes`);
  ok(ledger.counts.done + ledger.counts.missed > minutes);
  equal(ledger.size(), 0);
});
