/** No second holds more starts than the limit, and no moment more requests under way. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pace, slotsOf } from '../../../../client/http/pace.ts';
import { virtualTime } from '../stores/virtual-time.ts';

const infinite = Number.POSITIVE_INFINITY;

test('the starts that slots allow in a second are never more than the limit', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 5_000, noNaN: true }), (requestsPerSecond) => {
      const { startsMax, slotMs } = slotsOf(requestsPerSecond);
      const startsInSecond = Math.ceil(1_000 / slotMs) * startsMax;
      ok(startsInSecond <= Math.max(1, requestsPerSecond), `${startsInSecond} for ${requestsPerSecond}`);
      ok(Number.isInteger(startsMax) && slotMs > 0);
    }),
    { seed: 1, examples: [[20], [25], [55], [1], [0.5]] },
  );
});

test('an even limit is used in full', () => {
  deepEqual(slotsOf(20), { startsMax: 1, slotMs: 50 });
  deepEqual(slotsOf(100), { startsMax: 5, slotMs: 50 });
  deepEqual(slotsOf(0.5), { startsMax: 1, slotMs: 2_000 });
});

/** The moments at which so many requests start that are all asked for at once. */
const startsOf = async (requestsPerSecond: number, count: number): Promise<readonly number[]> => {
  const time = virtualTime();
  const { start } = pace({ requestsPerSecond, concurrency: infinite, time });
  const starts = Promise.all(Array.from({ length: count }, start));
  await time.passTo(60_000);
  return starts;
};

test('starts keep to their slots', async () => {
  const starts = await startsOf(100, 20);
  for (const start of starts) {
    const inSlot = starts.filter((other) => other >= start && other < start + 50).length;
    ok(inSlot <= 5, `${inSlot} starts in one slot`);
  }
  equal(starts.at(-1), 150);
  deepEqual(await startsOf(0.5, 3), [0, 2_000, 4_000]);
});

test('a 429 halves the pace once for all that had started, and no further than one a second', async () => {
  const time = virtualTime();
  const { start, slowDown } = pace({ requestsPerSecond: 10, concurrency: infinite, time });
  const first = await start();
  await time.passTo(10);
  equal(slowDown(first), 5);
  await time.passTo(20);
  equal(slowDown(first), 5, 'sent before it was slowed');
  deepEqual([slowDown(20), slowDown(20), slowDown(20), slowDown(20)].map(Math.floor), [2, 1, 1, 1]);
  equal(pace({ requestsPerSecond: 0.5, concurrency: 1, time }).slowDown(0), 0.5, 'or what is set');
});

test('after a 429 requests start at half the pace, and the pace grows back within a minute', async () => {
  const time = virtualTime();
  const { start, slowDown } = pace({ requestsPerSecond: 10, concurrency: infinite, time });
  slowDown(await start());
  const starts = Promise.all(Array.from({ length: 6 }, start));
  await time.passTo(2_000);
  deepEqual(await starts, [200, 400, 600, 800, 1_000, 1_200]);
  await time.passTo(40_000);
  const later = Promise.all([start(), start()]);
  await time.passTo(41_000);
  deepEqual(await later, [40_000, 40_100]);
});

test('without a limit, what was sent in the last second is halved', async () => {
  const time = virtualTime();
  const { start, slowDown } = pace({ requestsPerSecond: infinite, concurrency: infinite, time });
  await Promise.all(Array.from({ length: 50 }, start));
  await time.passTo(2_000);
  const [first = 0] = await Promise.all(Array.from({ length: 40 }, start));
  equal(slowDown(first), 20);
});

test('no more than the limit are under way at once', async () => {
  const paced = pace({ requestsPerSecond: infinite, concurrency: 3 });
  let underWay = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
  };
  await Promise.all(Array.from({ length: 12 }, () => paced.within(work)));
  equal(most, 3);
});

test('an interruption ends the waiting at once, and work that began is begun once', async () => {
  const interruption = new AbortController();
  const { within, start } = pace({ requestsPerSecond: 0.001, concurrency: 1, signal: interruption.signal });
  let begun = 0;
  const work = async () => {
    begun++;
    if (begun > 1) interruption.abort();
    await start();
  };
  await Promise.all([within(work), within(work), within(work)]);
  await within(work);
  equal(begun, 4);
});

test('without limits nothing stands between a call and its work', () => {
  let started = false;
  void pace({ requestsPerSecond: infinite, concurrency: infinite }).within(async () => {
    started = true;
  });
  ok(started);
});
