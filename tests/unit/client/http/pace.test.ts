/** Requests keep to limits, and wait when a service asks for it. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createPatience, pace, retryAfterMs } from '../../../../client/http/pace.ts';
import { retryAfterMsMax } from '../../../../client/limits.ts';
import type { OperationId } from '../../../../contracts/operations.ts';
import type { Exchange, FailureKind } from '../../../../contracts/trace.ts';
import { virtualTime } from '../../stores/virtual-time.ts';

const infinite = Number.POSITIVE_INFINITY;

/** The moments at which so many requests start that are all asked for at once. */
const startsOf = async (requestsPerSecond: number, count: number): Promise<readonly number[]> => {
  const time = virtualTime();
  const { start } = pace({ requestsPerSecond, concurrency: infinite, time });
  const starts = Promise.all(Array.from({ length: count }, start));
  await time.passTo(1_000_000);
  return starts;
};

test('no second holds more starts than the limit, wherever it begins', async () => {
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0.01, max: 300, noNaN: true }), async (requestsPerSecond) => {
      const starts = await startsOf(requestsPerSecond, Math.ceil(requestsPerSecond * 1.5) + 2);
      for (const from of starts) {
        const inSecond = starts.filter((each) => each >= from && each < from + 1_000).length;
        ok(inSecond <= Math.max(1, requestsPerSecond), `${inSecond} for ${requestsPerSecond}`);
      }
    }),
    { seed: 1, numRuns: 40, examples: [[20], [25], [55], [1], [0.5]] },
  );
});

test('an even limit is used in full, a few at a time', async () => {
  deepEqual(await startsOf(20, 4), [0, 50, 100, 150]);
  deepEqual(await startsOf(100, 11), [0, 0, 0, 0, 0, 50, 50, 50, 50, 50, 100]);
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

test('Retry-After is seconds or a date, and of more digits than a number has it is longer than anything', () => {
  const targetNowMs = Date.parse('2026-09-01T13:00:00Z');
  const cases: Readonly<Record<string, number | undefined>> = {
    '0': 0,
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
    ['9'.repeat(400)]: infinite,
  };
  for (const [header, ms] of Object.entries(cases)) equal(retryAfterMs(header, targetNowMs), ms, header);
});

const startMs = Date.parse('2026-09-01T12:00:00Z');

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
    targetNowMs: () => nowMs + 3_600_000,
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

describe('asked to wait', () => {
  const waitsAfter: Readonly<Record<string, readonly [came: readonly Exchange[], waits: readonly number[]]>> = {
    'not at all before an answer asked for it': [[], []],
    'seconds after a 429': [[answered(429, '7')], [7_000]],
    "a date on the target's clock": [[answered(429, 'Tue, 01 Sep 2026 13:00:05 GMT')], [5_000]],
    'a second where a 429 says nothing': [[answered(429)], [1_000]],
    'a second where it says nothing readable': [[answered(429, 'soon')], [1_000]],
    'seconds after a 503': [[answered(503, '2')], [2_000]],
    'not at all after a 503 without the header': [[answered(503)], []],
    'not at all after a date that has passed': [[answered(429, 'Tue, 01 Sep 2026 12:00:00 GMT')], []],
    'not at all where the header is on another answer': [[answered(200, '9')], []],
    'not at all where there was no answer': [[failed('reset')], []],
    'the longest that is bearable': [[answered(429, String(retryAfterMsMax / 1_000))], [retryAfterMsMax]],
    'for another operation, too': [[answered(429, '10', 'amenities')], [10_000]],
    'the longer of two': [[answered(429, '10'), answered(429, '1', 'cities')], [10_000]],
  };
  for (const [name, [came, expected]] of Object.entries(waitsAfter)) {
    test(`waits ${name}`, async () => {
      const { before, after, waits } = patience();
      for (const each of came) after(each);
      for (const _ of ['at first', 'and once only']) {
        equal(await before('countries'), undefined);
        deepEqual(waits, expected);
      }
    });
  }

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

  test('too long becomes bearable in time, and only what is left is waited for', async () => {
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

/** What came in turn, of countries where nothing else is said, and whether that withholds them from then on. */
const troubles: Readonly<Record<string, boolean>> = {
  'reset 500': false,
  'reset 500 503': true,
  '503 503 200 503 503': false,
  '503 503 404 503 503': false,
  '503 503 401 503 503': false,
  '503 503 401 503 503 503': true,
  '503 503 200/cities 503': true,
  'reset/cities reset/amenities reset/meal-types reset reset': false,
  '503 withheld 503 withheld': false,
  '503 withheld 503 withheld 503': true,
};

for (const [came, isWithheld] of Object.entries(troubles)) {
  test(`${came} ${isWithheld ? 'withholds' : 'does not withhold'} the operation, and no other`, async () => {
    const { before, after } = patience();
    for (const each of came.split(' ')) {
      const [what = '', operation = 'countries'] = each.split('/') as [string, OperationId?];
      after(/\d/.test(what) ? answered(Number(what), undefined, operation) : failed(what as FailureKind, operation));
    }
    const withheld = { kind: 'withheld', message: 'after 3 in a row: HTTP 503' };
    deepEqual(await before('countries'), isWithheld ? withheld : undefined);
    equal(await before('cities'), undefined);
  });
}

test('trouble again and again is reported before any waiting', async () => {
  const { before, after, waits } = patience();
  for (let i = 0; i < 3; i += 1) after(answered(429, '5'));
  const failure = await before('countries');
  ok(failure?.message.endsWith('HTTP 429'), failure?.message);
  deepEqual(waits, []);
  equal(await before('cities'), undefined);
  deepEqual(waits, [5_000]);
});
