/** A monitor that is killed loses nothing, does nothing twice, and leaves nothing behind. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { killMonitors } from './killed-monitors.ts';

test('after ten kills at drawn moments nothing is lost, doubled or left behind', async (t) => {
  const { wrong, hits, ...counts } = await killMonitors(10, 2);
  t.diagnostic(JSON.stringify({ hits, ...counts }));
  deepEqual(wrong, []);
  ok(hits.booked >= 1 && hits.running >= 2 && counts.alerts >= 2, JSON.stringify({ hits, ...counts }));
});
