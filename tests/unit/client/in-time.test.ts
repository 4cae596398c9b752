/** What a target file does not end itself is ended, and all else is left as it is. */
import { equal, rejects, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { inTime, OutOfTime, settledInTime } from '../../../client/in-time.ts';

const brief = { what: 'it', ms: 30 };
const long = { what: 'it', ms: 60_000 };

const neverReturning: Readonly<Record<string, () => void>> = {
  'a loop': () => {
    for (;;);
  },
  'a slow regular expression': () => void /^(a+)+$/.test(`${'a'.repeat(50)}b`),
  'a loop that catches all': () => {
    for (;;) {
      try {
        for (;;);
      } catch {}
    }
  },
};

for (const [what, work] of Object.entries(neverReturning)) {
  test(`${what} is ended`, () => {
    throws(() => inTime(brief, work), { constructor: OutOfTime, message: 'it did not return within 0.03 s' });
  });
}

test('what returns or throws in time does so', () => {
  equal(
    inTime(long, () => 5),
    5,
  );
  throws(() => inTime(long, () => JSON.parse('{')), SyntaxError);
});

test('a call within a call has a deadline of its own', () => {
  const inner = () => inTime(long, () => inTime(brief, neverReturning['a loop'] ?? (() => {})));
  throws(inner, OutOfTime);
  equal(
    inTime(long, () => {
      throws(inner, OutOfTime);
      return inTime(long, () => 7);
    }),
    7,
  );
  throws(() => inTime(brief, () => inTime(long, neverReturning['a loop'] ?? (() => {}))), OutOfTime);
  equal(
    inTime(long, () => 9),
    9,
  );
});

test('nobody waits for a promise that never settles, nor for long once the run is interrupted', async () => {
  const never = () => new Promise<never>(() => {});
  await rejects(settledInTime(brief, never), OutOfTime);
  await rejects(settledInTime(brief, neverReturning['a loop'] ?? never), OutOfTime);
  equal(await settledInTime(long, async () => 5), 5);
  const interruption = new AbortController();
  const waiting = settledInTime({ ...long, signal: interruption.signal }, never);
  interruption.abort();
  await rejects(waiting, /the run was interrupted/);
});
