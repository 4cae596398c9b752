/** The kill test of the monitor, at many more moments. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { killMonitors } from '../cli/killed-monitors.ts';

test('after two hundred kills at drawn moments a monitor has lost, doubled and left nothing', async (t) => {
  const { wrong, hits, ...counts } = await killMonitors(200, 2026);
  t.diagnostic(JSON.stringify({ hits, ...counts }));
  deepEqual(wrong, []);
  ok(hits.booked >= 40 && hits.running >= 40 && hits.inFlight >= 5, JSON.stringify(hits));
});
