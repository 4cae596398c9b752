/** Two hundred slots that book and ticket, at two locations of two monitors each: two are killed, and the database restarts once. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { missedReasons } from '../../monitor/missed-reasons.ts';
import { shareSlots } from '../cli/monitors-on-postgres.ts';

const slots = 200;

test('each slot is a result, or missed with a reason; none twice, and nothing is left', {
  timeout: 20 * 60_000,
}, async (t) => {
  const quarter = Math.floor(slots / 4);
  const found = await shareSlots({
    slots,
    kills: [quarter, 2 * quarter],
    restart: 3 * quarter,
    everySeconds: 3,
    withinMs: 15 * 60_000,
  });
  t.diagnostic(JSON.stringify(found));
  deepEqual(found.wrong, []);
  ok(found.done > slots / 2, `${found.done} done, ${found.missed} missed: ${found.reasons}`);
  // Both were killed in the middle of a slot.
  ok(found.reasons.includes(missedReasons['killed-with-effects']), found.reasons.join());
  ok(found.logins <= 2, `${found.logins} logins`);
  ok(found.requestsASecondMax <= 120, `${found.requestsASecondMax} requests in a second`);
});
