/** Requests keep to limits, and wait when a service asks for it. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { pace, slotsOf } from '../../../../client/http/pace.ts';
import { createPatience, retryAfterMs } from '../../../../client/http/patience.ts';
import { retryAfterMsMax } from '../../../../client/limits.ts';
import type { OperationId } from '../../../../contracts/operations.ts';
import type { Exchange, FailureKind } from '../../../../contracts/trace.ts';
import { virtualTime } from '../../stores/virtual-time.ts';

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

const startMs = Date.parse('2026-09-01T12:00:00Z');
const targetAheadMs = 3_600_000;

const exchange = (operation: OperationId, came: Pick<Exchange, 'response' | 'failure'>): Exchange => ({
  index: 0,
  operation,
  bearer: 'own',
  tokenSerial: 1,
  sentAt: new Date(startMs).toISOString(),
  durationMs: 1,
  request: { method: 'GET', path: '/', query: [], headers: {} },
  ...came,
});

const answered = (status: number, retryAfter?: string, operation: OperationId = 'countries'): Exchange =>
  exchange(operation, {
    response: { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter }, bytes: 0 },
  });

const failed = (kind: FailureKind, operation: OperationId = 'countries'): Exchange =>
  exchange(operation, { failure: { kind, message: 'by hand' } });

/** A patience whose waits are noted and take no time but on its own clock, which is an hour behind the target's. */
const patience = (options: { readonly signal?: AbortSignal; readonly during?: (waited: number) => void } = {}) => {
  let nowMs = startMs;
  const waits: number[] = [];
  const made = createPatience({
    now: () => nowMs,
    targetNowMs: () => nowMs + targetAheadMs,
    delay: async (ms) => {
      waits.push(ms);
      nowMs += ms;
      options.during?.(waits.length);
    },
    signal: options.signal,
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { ...made, waits, pass };
};

describe('Retry-After', () => {
  const targetNowMs = Date.parse('2026-09-01T13:00:00Z');
  const cases: Readonly<Record<string, number | undefined>> = {
    '0': 0,
    '7': 7_000,
    ' 7 ': 7_000,
    '007': 7_000,
    'Tue, 01 Sep 2026 13:00:05 GMT': 5_000,
    'Tuesday, 01-Sep-26 13:00:05 GMT': 5_000,
    'Tue, 01 Sep 2026 12:59:00 GMT': 0,
    '': undefined,
    '-5': undefined,
    '1.5': undefined,
    '5s': undefined,
    soon: undefined,
    'Tue, 99 Sep 2026 13:00:05 GMT': undefined,
  };
  test('is seconds or a date; of more digits than a number has it is longer than anything', () => {
    for (const [header, ms] of Object.entries(cases)) equal(retryAfterMs(header, targetNowMs), ms, header);
    equal(retryAfterMs('9'.repeat(400), targetNowMs), Number.POSITIVE_INFINITY);
  });
});

describe('asked to wait', () => {
  test('nothing waits before an answer asked for it', async () => {
    const { before, waits } = patience();
    equal(await before('countries'), undefined);
    deepEqual(waits, []);
  });

  const waitsAfter: Readonly<Record<string, readonly [Exchange, readonly number[]]>> = {
    'seconds after a 429': [answered(429, '7'), [7_000]],
    "a date on the target's clock": [answered(429, 'Tue, 01 Sep 2026 13:00:05 GMT'), [5_000]],
    'a second where a 429 says nothing': [answered(429), [1_000]],
    'a second where it says nothing readable': [answered(429, 'soon'), [1_000]],
    'seconds after a 503': [answered(503, '2'), [2_000]],
    'not at all after a 503 without the header': [answered(503), []],
    'not at all after a date that has passed': [answered(429, 'Tue, 01 Sep 2026 12:00:00 GMT'), []],
    'not at all where the header is on another answer': [answered(200, '9'), []],
    'not at all where there was no answer': [failed('reset'), []],
    'the longest that is bearable': [answered(429, String(retryAfterMsMax / 1_000)), [retryAfterMsMax]],
  };
  for (const [name, [came, expected]] of Object.entries(waitsAfter)) {
    test(`waits ${name}`, async () => {
      const { before, after, waits } = patience();
      after(came);
      equal(await before('countries'), undefined);
      deepEqual(waits, expected);
      equal(await before('countries'), undefined);
      deepEqual(waits, expected, 'and once only');
    });
  }

  test('every operation waits, for what is left', async () => {
    const { before, after, waits, pass } = patience();
    after(answered(429, '10'));
    pass(4_000);
    equal(await before('amenities'), undefined);
    deepEqual(waits, [6_000]);
  });

  test('a shorter wait does not shorten a longer one', async () => {
    const { before, after, waits } = patience();
    after(answered(429, '10'));
    after(answered(429, '1', 'cities'));
    await before('countries');
    deepEqual(waits, [10_000]);
  });

  test('an answer that comes during a wait prolongs it', async () => {
    const one = patience({ during: (waited) => waited === 1 && one.after(answered(429, '3', 'cities')) });
    one.after(answered(429, '2'));
    equal(await one.before('countries'), undefined);
    deepEqual(one.waits, [2_000, 3_000]);
  });

  test('too long is not waited for: nothing is sent, and the reason is reported', async () => {
    for (const [status, header, seconds] of [
      [429, '31', '31'],
      [503, 'Tue, 01 Sep 2026 13:01:00 GMT', '60'],
      [429, '9'.repeat(400), 'Infinity'],
    ] as const) {
      const { before, after, waits } = patience();
      after(answered(status, header));
      const message = `HTTP ${status}, and the service asks to wait ${seconds} s`;
      deepEqual(await before('countries'), { kind: 'withheld', message });
      deepEqual(await before('cities'), { kind: 'withheld', message });
      deepEqual(waits, []);
    }
  });

  test('too long becomes bearable in time', async () => {
    const { before, after, waits, pass } = patience();
    after(answered(429, '40'));
    equal((await before('countries'))?.kind, 'withheld');
    pass(15_000);
    equal(await before('countries'), undefined);
    deepEqual(waits, [25_000]);
  });

  test('an interruption ends it', async () => {
    const interruption = new AbortController();
    const { before, after, waits } = patience({ signal: interruption.signal });
    after(answered(429, '7'));
    interruption.abort();
    equal(await before('countries'), undefined);
    deepEqual(waits, []);
  });
});

describe('in trouble again and again', () => {
  const withheld = { kind: 'withheld', message: 'after 3 in a row: HTTP 503' };

  test('three times in a row withholds the operation, and no other', async () => {
    const { before, after } = patience();
    for (const came of [failed('reset'), answered(500), answered(503)]) {
      equal(await before('countries'), undefined);
      after(came);
    }
    deepEqual(await before('countries'), withheld);
    deepEqual(await before('countries'), withheld);
    equal(await before('cities'), undefined);
  });

  test('operations count for themselves', async () => {
    const { before, after } = patience();
    for (const operation of ['countries', 'cities', 'amenities', 'meal-types'] as const)
      after(failed('reset', operation));
    after(failed('reset', 'countries'));
    for (const operation of ['countries', 'cities', 'amenities'] as const) equal(await before(operation), undefined);
  });

  for (const [name, between] of Object.entries({ success: 200, refusal: 404, 'unauthorized answer': 401 })) {
    test(`a ${name} in between resets`, async () => {
      const { before, after } = patience();
      for (const status of [503, 503, between, 503, 503]) after(answered(status));
      equal(await before('countries'), undefined);
      after(answered(503));
      deepEqual(await before('countries'), withheld);
    });
  }

  test('a success of another operation does not', async () => {
    const { before, after } = patience();
    for (const came of [answered(503), answered(503), answered(200, undefined, 'cities'), answered(503)]) after(came);
    deepEqual(await before('countries'), withheld);
  });

  test('what was withheld counts neither way', async () => {
    const { before, after } = patience();
    for (const came of [answered(503), failed('withheld'), answered(503), failed('withheld')]) after(came);
    equal(await before('countries'), undefined);
    after(answered(503));
    deepEqual(await before('countries'), withheld);
  });

  test('it is reported before any waiting', async () => {
    const { before, after, waits } = patience();
    for (let i = 0; i < 3; i += 1) after(answered(429, '5'));
    const failure = await before('countries');
    ok(failure?.message.endsWith('HTTP 429'), failure?.message);
    deepEqual(waits, []);
    equal(await before('cities'), undefined);
    deepEqual(waits, [5_000]);
  });
});
