/** No second holds more starts than the limit, and no moment more requests under way. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pace, slotsOf } from '../../../../client/http/pace.ts';

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

test('starts keep to their slots', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000 });
  const paced = pace({ requestsPerSecond: 100, concurrency: infinite });
  const starts: number[] = [];
  const all = Promise.all(Array.from({ length: 20 }, () => paced(async () => starts.push(Date.now()))));
  for (let ms = 0; ms < 1_000 && starts.length < 20; ms += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(1);
  }
  await all;
  for (const start of starts) {
    const inSlot = starts.filter((other) => other >= start && other < start + 49).length;
    ok(inSlot <= 5, `${inSlot} starts in one slot`);
  }
  ok((starts.at(-1) ?? 0) - (starts[0] ?? 0) <= 200, starts.join());
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
  await Promise.all(Array.from({ length: 12 }, () => paced(work)));
  equal(most, 3);
});

test('an interruption ends the waiting at once, and work that began is begun once', async () => {
  const interruption = new AbortController();
  const paced = pace({ requestsPerSecond: 0.001, concurrency: 1, signal: interruption.signal });
  let begun = 0;
  const work = async () => {
    begun++;
    interruption.abort();
  };
  await Promise.all([paced(work), paced(work), paced(work)]);
  await paced(work);
  equal(begun, 4);
});

test('without limits nothing stands between a call and its work', () => {
  let started = false;
  void pace({ requestsPerSecond: infinite, concurrency: infinite })(async () => {
    started = true;
  });
  ok(started);
});
