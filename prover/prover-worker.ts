/** Runs in a thread of the prover: proves the cases it is sent, in worlds of a separate sandbox. */
import { parentPort, workerData } from 'node:worker_threads';
import { startSandbox } from '../sandbox/server.ts';
import type { CaseOrder, ProofReport } from './prove-all.ts';
import { type Proving, prove } from './prover.ts';

const proving = workerData as Proving;
// Orders that come before it listens are waited for: a thread begins to read when a listener is there.
const sandbox = startSandbox({ world: { scale: 'small' } });

const reportOf = async ({ number, each }: CaseOrder): Promise<ProofReport> => {
  try {
    return { number, proof: await prove(await sandbox, each, proving) };
  } catch (thrown) {
    return { number, broke: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }
};

parentPort?.on('message', async (order: CaseOrder) => parentPort?.postMessage(await reportOf(order)));
