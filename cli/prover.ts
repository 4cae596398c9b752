/** Proves the checks: every fault makes exactly its clauses fail, health and oddities make none fail. */
import type { ClauseId } from '../contracts/clauses.ts';
import { judge } from '../contracts/judge.ts';
import type { OperationId } from '../contracts/operations.ts';
import { type Standing, standings } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { planOf } from '../flows/plan.ts';
import { run } from '../flows/run.ts';
import { faults } from '../sandbox/faults.ts';
import { oddities } from '../sandbox/oddities.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import sandboxTarget, { sandboxUrlVariable } from '../targets/sandbox.ts';
import { resolvedTarget } from '../targets/target.ts';

/** One world to prove: with a fault, with an oddity, or healthy. */
export type Case = {
  readonly kind: 'healthy' | 'fault' | 'oddity';
  readonly id: string;
  readonly summary: string;
  /** Exactly the clauses that must fail; none for health and oddities. */
  readonly violates: readonly ClauseId[];
  /** The operations whose answers can differ; every operation when not said. */
  readonly touches?: readonly OperationId[];
};

export type Proof = Case & {
  readonly standings: readonly Standing[];
  readonly caught: readonly ClauseId[];
  /** Named by the fault and not failed. */
  readonly missed: readonly ClauseId[];
  /** Failed and not named. */
  readonly blamed: readonly ClauseId[];
  /** Clauses whose judging broke. */
  readonly broken: readonly ClauseId[];
};

export const holds = ({ missed, blamed, broken }: Proof): boolean =>
  missed.length === 0 && blamed.length === 0 && broken.length === 0;

const healthy: Case = { kind: 'healthy', id: 'healthy', summary: 'Keeps every promise.', violates: [] };

/** The whole catalogue: health first, then oddities, then faults. */
export const catalogue: readonly Case[] = [
  healthy,
  ...Object.values(oddities).map(({ id, summary }): Case => ({ kind: 'oddity', id, summary, violates: [] })),
  ...Object.values(faults).map(
    ({ id, summary, violates, touches }): Case => ({ kind: 'fault', id, summary, violates, touches }),
  ),
];

const targetOf = (baseUrl: string): Target =>
  resolvedTarget(sandboxTarget, { [sandboxUrlVariable]: baseUrl }, 'sandbox');

/** Proves one case in a small world of its own, with the flows that touch what it touches. */
export const prove = async (sandbox: Sandbox, { seed, ...each }: Case & { seed: number }): Promise<Proof> => {
  const deviation = each.kind === 'healthy' ? {} : { [each.kind === 'fault' ? 'faults' : 'oddities']: [each.id] };
  const target = targetOf(sandbox.openWorld({ scale: 'small', seed, ...deviation }).baseUrl);
  const { flows, pairs } = planOf({ revision: target.revision });
  const { touches } = each;
  const relevant = flows.filter(
    ({ operations }) => !touches || operations.some((operation) => touches.includes(operation)),
  );

  const verdicts = [];
  for await (const trace of run(relevant, {
    target,
    seed,
    transport: { proxy: 'none' },
    ...(touches && { operations: touches }),
  })) {
    for (const { clause, flow } of pairs) if (flow === trace.flow) verdicts.push(judge(clause, trace));
  }
  const all = standings(verdicts);
  const clausesThat = (outcome: Standing['outcome']) =>
    all.filter((one) => one.outcome === outcome).map(({ clause }) => clause);
  const failed = clausesThat('fail');
  return {
    ...each,
    standings: all,
    caught: failed.filter((clause) => each.violates.includes(clause)),
    missed: each.violates.filter((clause) => !failed.includes(clause)),
    blamed: failed.filter((clause) => !each.violates.includes(clause)),
    broken: clausesThat('error'),
  };
};

const atOnce = 4;

/** Proves many cases in one process, a few at a time, and hands each out in the order of the list. */
export async function* proveAll(cases: readonly Case[], seed: number): AsyncGenerator<Proof> {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  try {
    const waiting = [...cases];
    const running: Promise<Proof>[] = [];
    while (waiting.length > 0 || running.length > 0) {
      while (running.length < atOnce && waiting.length > 0) {
        const next = waiting.shift();
        if (next) running.push(prove(sandbox, { ...next, seed }));
      }
      const first = running.shift();
      if (first) yield await first;
    }
  } finally {
    await sandbox.close();
  }
}
