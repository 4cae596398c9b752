/** All that the deepest run sends to a healthy service, each flow to its end. */
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../../engine/run.ts';
import { flows } from '../../../flows/flows.ts';
import { simulatedTime, targetReading } from '../../../prover/walked-world.ts';
import { startSandbox } from '../../../sandbox/server.ts';

test('nothing stops a flow of a healthy service, our own bound of logins included', async () => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  const { now, delay } = simulatedTime(Date.now);
  const { baseUrl } = sandbox.openWorld({ scale: 'small', now });
  const stopped: string[] = [];
  const target = targetReading('nested', baseUrl);
  for await (const trace of run(flows, { target, seed: 3, depth: 'full', transport: { proxy: 'none', now, delay } })) {
    if (trace.stopped?.because === 'trouble') stopped.push(`${trace.flow}: ${trace.stopped.reason}`);
  }
  await sandbox.close();
  deepEqual(stopped, []);
});
