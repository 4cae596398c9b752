/** The dictionaries of a sandbox of its own, recorded and judged as a gate does. */
import { _baseTest as test } from '@playwright/test';
import { createSharing } from '../client/redaction/sharing.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import { runner } from '../engine/run.ts';
import { walk } from '../engine/walk.ts';
import { planOf, stepsOf } from '../flows/plan.ts';
import { startSandbox } from '../sandbox/server.ts';
import { loadTarget } from '../targets/load.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';

test('dictionaries', async () => {
  const sandbox = await startSandbox();
  try {
    const target = await loadTarget('sandbox', { [sandboxUrlVariable]: sandbox.url });
    const { name, revision } = target;
    const { flows, pairs } = planOf({ revision, only: ['dictionaries'], depth: 'standard' });
    const run: RunIdentity = {
      id: 'specs',
      target: name,
      revision,
      seed: 1,
      depth: 'standard',
      startedAt: new Date().toISOString(),
      repeat: 'gate --only dictionaries --seed 1',
    };
    const running = runner({ target, seed: run.seed, depth: 'standard', transport: { proxy: 'none' } });
    const options = { ...createSharing(), record: running.record };
    const failures: string[] = [];
    for await (const { judged } of walk({ run, pairs }, stepsOf(flows.map(({ id }) => id)), options)) {
      for (const { clause, outcome, reason = '' } of judged.verdicts) {
        const show = async (step: { skip(isSkipped: boolean, reason: string): void }): Promise<void> => {
          if (outcome === 'inconclusive') step.skip(true, reason);
          if (outcome !== 'pass') throw new Error(`${outcome} ${clause} ${reason}`);
        };
        await test.step(clause, show).catch(() => failures.push(clause));
      }
    }
    await running.close();
    if (failures.length > 0) throw new Error(failures.join(', '));
  } finally {
    await sandbox.close();
  }
});
