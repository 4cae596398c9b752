/** The engine on a sandbox in this process: a whole plan is recorded and judged. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Depth } from '../../contracts/depth.ts';
import { judgeFlow } from '../../engine/judge-flow.ts';
import { run } from '../../engine/run.ts';
import { planOf } from '../../flows/plan.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { loadTarget } from '../../targets/load.ts';
import { sandboxUrlVariable } from '../../targets/sandbox.ts';
import { requestsOf, seed } from './bare.ts';

export const startEngine = async (depth: Depth) => {
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
    run: async (): Promise<void> => {
      for await (const trace of run(flows, { target, seed, depth, transport: { proxy: 'none' } })) {
        judgeFlow({ run: identity, pairs }, trace);
      }
    },
    close: sandbox.close,
  };
};

/** The requests of one run at a depth, caught once and kept in a file. Separate processes can then send them bare. */
export const recordedRequests = async (folder: string, depth: Depth) => {
  const engine = await startEngine(depth);
  const requests = await requestsOf(engine.run);
  await engine.close();
  const file = join(folder, `${depth}.json`);
  await writeFile(file, JSON.stringify(requests));
  return { file, requests: requests.length };
};
