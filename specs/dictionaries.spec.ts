/** The dictionaries of a sandbox of its own, recorded and judged as a gate does. */
import { _baseTest as test } from '@playwright/test';
import { judgedBy } from '../engine/judge-flow.ts';
import { run } from '../engine/run.ts';
import { planOf } from '../flows/plan.ts';
import { startSandbox } from '../sandbox/server.ts';
import { loadTarget } from '../targets/load.ts';
import { sandboxUrlVariable } from '../targets/sandbox.ts';

test('dictionaries', async () => {
  const sandbox = await startSandbox();
  try {
    const target = await loadTarget('sandbox', { [sandboxUrlVariable]: sandbox.url });
    const { flows, pairs } = planOf({ revision: target.revision, only: ['dictionaries'], depth: 'standard' });
    const failures: string[] = [];
    for await (const trace of run(flows, { target, seed: 1, depth: 'standard', transport: { proxy: 'none' } })) {
      for (const { clause, outcome, reason = '' } of judgedBy(pairs, trace)) {
        const show = async (step: { skip(isSkipped: boolean, reason: string): void }): Promise<void> => {
          if (outcome === 'inconclusive') step.skip(true, reason);
          if (outcome !== 'pass') throw new Error(`${outcome} ${clause} ${reason}`);
        };
        await test.step(clause, show).catch(() => failures.push(clause));
      }
    }
    if (failures.length > 0) throw new Error(failures.join(', '));
  } finally {
    await sandbox.close();
  }
});
