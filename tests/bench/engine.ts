/** The whole plan recorded and judged in this process, against a sandbox in another, beside its requests sent bare. */

import { judgeFlow } from '../../flows/judge-flow.ts';
import { planOf } from '../../flows/plan.ts';
import { run } from '../../flows/run.ts';
import { loadTarget } from '../../targets/load.ts';
import { sandboxUrlVariable } from '../../targets/sandbox.ts';
import { type BareRequest, requestsOf, sendBare } from './bare.ts';
import { sandboxProcess } from './sandbox-process.ts';

const seed = 1;

export type Engine = {
  /** Records and judges the plan once. */
  once(): Promise<void>;
  /** Sends the requests of such a run bare. */
  bare(): Promise<void>;
  readonly requests: number;
  close(): Promise<void>;
};

export const engine = async (): Promise<Engine> => {
  const sandbox = await sandboxProcess();
  const target = await loadTarget('sandbox', { ...process.env, [sandboxUrlVariable]: sandbox.url });
  const { flows, pairs } = planOf({ revision: target.revision });
  const identity = {
    id: 'bench',
    target: target.name,
    revision: target.revision,
    seed,
    startedAt: new Date().toISOString(),
    repeat: 'gate',
  };
  const once = async (): Promise<void> => {
    for await (const trace of run(flows, { target, seed, transport: { proxy: 'none' } })) {
      judgeFlow({ run: identity, pairs }, trace);
    }
  };
  const requests: readonly BareRequest[] = await requestsOf(once);
  return {
    once,
    bare: () => sendBare(requests),
    requests: requests.length,
    close: sandbox.close,
  };
};
