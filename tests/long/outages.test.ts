/** Thirty days of outages of one target, ten times: each is one incident and one page, and nothing else is a page. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { outageWorld } from '../unit/monitor/simulator/outage-world.ts';

const days = 30;

for (let seed = 1; seed <= 10; seed += 1) {
  test(`seed ${seed}: none of the outages of ${days} days is missed or sent twice`, async () => {
    const { outages, alerts, twice } = await outageWorld(seed, days);
    ok(outages.length > days / 2 && alerts.length > outages.length);
    deepEqual(twice, []);
  });
}
