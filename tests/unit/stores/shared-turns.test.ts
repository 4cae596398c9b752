/** Limits that several locations keep together: no second holds more starts than allowed, and no more are under way. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NoPlace, type PlaceRows, sharedPlaces, sharedStarts } from '../../../stores/database-turns.ts';
import { virtualTime } from './virtual-time.ts';

const minuteMs = 60_000;

type Way = { readonly thereMs: number; readonly backMs: number };
type Location = { readonly ways: readonly Way[]; readonly pauseMs: number };

/** Locations that send for a minute, each with its own way to the database and its own pauses. */
const startsOf = async (requestsPerSecond: number, locations: readonly Location[]) => {
  const time = virtualTime();
  let nextMs = 0;
  let asked = 0;
  const starts: number[] = [];
  const run = async ({ ways, pauseMs }: Location): Promise<void> => {
    const next = sharedStarts(
      async (lengthMs) => {
        const way = ways[asked % ways.length] ?? { thereMs: 0, backMs: 0 };
        asked += 1;
        await time.until(time.nowMs() + way.thereMs, undefined);
        nextMs = Math.max(nextMs, time.nowMs()) + lengthMs;
        const endsInMs = nextMs - time.nowMs();
        await time.until(time.nowMs() + way.backMs, undefined);
        return endsInMs;
      },
      { requestsPerSecond, time },
    );
    while (time.nowMs() < minuteMs) {
      await next(undefined);
      starts.push(time.nowMs());
      await time.until(time.nowMs() + pauseMs, undefined);
    }
  };
  const running = Promise.all(locations.map(run));
  await time.passTo(2 * minuteMs);
  await running;
  return { starts, asked };
};

const wayOf = (ms: number): Way => ({ thereMs: ms, backMs: ms });

test('however many send, and however far their database is, no second holds more than the limit', async () => {
  const ms = fc.integer({ min: 0, max: 120 });
  const location = fc.record({
    ways: fc.array(fc.record({ thereMs: ms, backMs: ms }), { minLength: 1, maxLength: 5 }),
    pauseMs: fc.integer({ min: 1, max: 1_500 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(location, { minLength: 1, maxLength: 4 }),
      async (limit, locations) => {
        const { starts } = await startsOf(limit, locations);
        const crowded = starts.filter(
          (at, index) => (starts[index + limit] ?? Number.POSITIVE_INFINITY) - at < 999.999,
        );
        deepEqual(crowded, []);
        ok(starts.length > 0);
      },
    ),
    { seed: 20, numRuns: 25 },
  );
});

test('a sender without pauses asks the database about once a second, and loses little of the limit', async () => {
  const alone = await startsOf(5, [{ ways: [wayOf(2)], pauseMs: 1 }]);
  ok(alone.starts.length > 280, `${alone.starts.length} of 300`);
  ok(alone.asked < 65, `${alone.asked} questions`);
  const four = await startsOf(
    5,
    Array.from({ length: 4 }, () => ({ ways: [wayOf(2)], pauseMs: 1 })),
  );
  ok(four.starts.length > 280, `${four.starts.length} of 300`);
});

test('a limit below one a second is kept, too', async () => {
  const { starts } = await startsOf(0.5, [
    { ways: [wayOf(1)], pauseMs: 1 },
    { ways: [wayOf(1)], pauseMs: 1 },
  ]);
  ok(starts.length > 25);
  ok(starts.every((at, index) => (starts[index + 1] ?? Number.POSITIVE_INFINITY) - at > 1_999.999));
});

/** The places of one target, as a table has them; while `isAway`, no caller reaches it. */
const placesTable = (time: ReturnType<typeof virtualTime>, count: number) => {
  const ends = new Map<number, { readonly of: number; readonly endsMs: number }>();
  let holders = 0;
  let isAway = false;
  let wantedMs = Number.NEGATIVE_INFINITY;
  const reach = (): void => {
    if (isAway) throw new Error('away');
  };
  const rows = (): PlaceRows => {
    holders += 1;
    const of = holders;
    const own = (place: number): boolean => ends.get(place)?.of === of;
    return {
      acquire: async (leaseMs) => {
        reach();
        const free = Array.from({ length: count }, (_, at) => at + 1).find(
          (place) => (ends.get(place)?.endsMs ?? 0) <= time.nowMs(),
        );
        if (free === undefined) wantedMs = time.nowMs();
        else ends.set(free, { of, endsMs: time.nowMs() + leaseMs });
        return free;
      },
      renew: async (places, leaseMs) => {
        reach();
        for (const place of places.filter(own)) ends.set(place, { of, endsMs: time.nowMs() + leaseMs });
      },
      release: async (places) => {
        reach();
        for (const place of places.filter(own)) ends.delete(place);
        return wantedMs > time.nowMs() - 1_000;
      },
    };
  };
  return {
    rows,
    taken: () => [...ends.values()].filter(({ endsMs }) => endsMs > time.nowMs()).length,
    goAway: () => {
      isAway = true;
    },
  };
};

test('no more requests are under way than there are places, and every caller gets one', async () => {
  const time = virtualTime();
  const table = placesTable(time, 2);
  let underWay = 0;
  let most = 0;
  const sent = [0, 0, 0, 0];
  const run = async (_: number, who: number): Promise<void> => {
    const places = sharedPlaces(table.rows(), time);
    while (time.nowMs() < minuteMs) {
      const end = await places.take(undefined);
      underWay += 1;
      most = Math.max(most, underWay);
      sent[who] = (sent[who] ?? 0) + 1;
      await time.until(time.nowMs() + 180, undefined);
      underWay -= 1;
      end?.();
    }
  };
  const running = Promise.all(sent.map(run));
  await time.passTo(3 * minuteMs);
  await running;
  equal(most, 2);
  ok(
    sent.every((count) => count > 60),
    sent.join(),
  );
  equal(table.taken(), 0, 'and all are given back');
});

test('a place is kept as long as its request takes, and a killed process leaves it within a minute', async () => {
  const time = virtualTime();
  const table = placesTable(time, 1);
  const end = await sharedPlaces(table.rows(), time).take(undefined);
  await time.passTo(5 * minuteMs);
  equal(table.taken(), 1);
  end?.();
  await time.passTo(5 * minuteMs + 1_000);
  equal(table.taken(), 0);
  // Of a killed process nothing is left but its row.
  await table.rows().acquire(45_000);
  const other = sharedPlaces(table.rows(), time).take(undefined);
  await time.passTo(6 * minuteMs + 1_000);
  (await other)?.();
});

test('a caller that gets no place is refused, and one that is interrupted does not wait', async () => {
  const time = virtualTime();
  const table = placesTable(time, 1);
  await sharedPlaces(table.rows(), time).take(undefined);
  const interruption = new AbortController();
  const interrupted = sharedPlaces(table.rows(), time).take(interruption.signal);
  const waiting = sharedPlaces(table.rows(), time).take(undefined);
  const told = rejects(waiting, NoPlace);
  await time.passTo(minuteMs);
  interruption.abort();
  equal(await interrupted, undefined);
  await time.passTo(3 * minuteMs);
  await told;
});

test('a lease that cannot be renewed begins no further request', async () => {
  const time = virtualTime();
  const table = placesTable(time, 1);
  const places = sharedPlaces(table.rows(), time);
  const end = await places.take(undefined);
  table.goAway();
  await time.passTo(minuteMs);
  end?.();
  await rejects(places.take(undefined), /^Error: away$/);
});
