/** Flows run to their end, name what is missing, and send less to a lesser target. */
import { deepEqual, doesNotThrow, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../../engine/run.ts';
import { flows } from '../../../flows/flows.ts';
import { endWithout } from '../../../flows/steps/needs.ts';
import { simulatedTime, targetReading } from '../../../prover/walked-world.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { testLesserTargets } from './lesser-target-runs.ts';

test('nothing stops a flow of a healthy service, the bound of logins in Preflight included', async () => {
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

test('all that is missing is named, with its reason where it has one', () => {
  const sentences = [
    [['may.tickets'], 'needs may.tickets in the target file'],
    [['a', false, 'b'], 'needs a, and b in the target file'],
    [['a, to see it,', 'b, to be sure,'], 'needs a, to see it; and b, to be sure, in the target file'],
  ] as const;
  for (const [missing, message] of sentences) throws(() => endWithout(missing), { message });
  doesNotThrow(() => endWithout([false, undefined]));
});

testLesserTargets('standard');
