/** The engine on a sandbox in this process: a whole plan is recorded and judged. */
import type { Depth } from '../../contracts/depth.ts';
import { judgeFlow } from '../../engine/judge-flow.ts';
import { run } from '../../engine/run.ts';
import { planOf } from '../../flows/plan.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { loadTarget } from '../../targets/load.ts';
import { sandboxUrlVariable } from '../../targets/sandbox.ts';
import { seed } from './seed.ts';

export type Engine = {
  run(): Promise<void>;
  close(): Promise<void>;
};

export const startEngine = async (depth: Depth): Promise<Engine> => {
  const sandbox = await startSandbox({ world: { seed } });
  const target = await loadTarget('sandbox', { ...process.env, [sandboxUrlVariable]: sandbox.url });
  const { flows, pairs } = planOf({ revision: target.revision, depth });
  const identity = {
    id: 'bench',
    target: target.name,
    revision: target.revision,
    seed,
    startedAt: new Date().toISOString(),
    repeat: 'gate',
  };
  return {
    run: async () => {
      for await (const trace of run(flows, { target, seed, depth, transport: { proxy: 'none' } })) {
        judgeFlow({ run: identity, pairs }, trace);
      }
    },
    close: sandbox.close,
  };
};
