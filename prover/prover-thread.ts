/** A prover in a thread of its own, and the messages that go to it and come back. */
import { Worker } from 'node:worker_threads';
import type { Case, Observed, Prover, Proving } from './prover.ts';

/** One case to prove, numbered so that the report finds back to it. */
export type Order = { readonly number: number; readonly each: Case };

export type Report =
  | { readonly number: number; readonly proof: Observed }
  | { readonly number: number; readonly broke: Error };

/** What the thread is told when it starts. */
export type ThreadData = Proving;

type Waiting = ReturnType<typeof Promise.withResolvers<Observed>>;

export const proverThread = (proving: Proving): Prover => {
  const worker = new Worker(new URL('./prover-worker.ts', import.meta.url), {
    workerData: proving satisfies ThreadData,
  });
  const waiting = new Map<number, Waiting>();
  let ended: Error | undefined;
  let orders = 0;

  const endWith = (reason: Error): void => {
    ended ??= reason;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('message', (report: Report) => {
    const { resolve, reject } = waiting.get(report.number) ?? {};
    waiting.delete(report.number);
    if ('proof' in report) resolve?.(report.proof);
    else reject?.(report.broke);
  });
  worker.on('error', endWith);
  worker.on('messageerror', endWith);
  worker.on('exit', (code) => endWith(new Error(`the thread of the prover ended with code ${code}`)));

  return {
    prove: (each) => {
      if (ended) return Promise.reject(ended);
      const proof = Promise.withResolvers<Observed>();
      const number = orders++;
      waiting.set(number, proof);
      worker.postMessage({ number, each } satisfies Order);
      return proof.promise;
    },
    close: async () => {
      await worker.terminate();
    },
  };
};
