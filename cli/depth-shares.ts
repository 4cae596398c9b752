/** Measures which share of the faults a depth finds: in one run, and in several with other seeds. */
import type { Depth } from '../contracts/depth.ts';
import { proveAll } from './prove-all.ts';
import type { Case } from './prover.ts';

/** How one fault fared at a depth. */
export type Sought = {
  readonly each: Case;
  /** The first run that found it, from 1; undefined when none did. */
  readonly foundInRun: number | undefined;
};

export type DepthShares = {
  readonly depth: Depth;
  /** Of the runs, in their order. */
  readonly seeds: readonly number[];
  readonly sought: readonly Sought[];
  /** What was blamed although it keeps its promise, or judged by a check that broke: a case and the clauses, each once. */
  readonly blamed: readonly string[];
};

/**
 * A fault is found by a run in which at least one of its clauses fails. What a run has found is not sought with further
 * seeds. In worlds of full scale, because what a sample leaves out depends on how much there is.
 *
 * @param cases Faults, and what is lawful: health and oddities, of which nothing may be blamed.
 */
export const depthShares = async (
  cases: readonly Case[],
  { depth, seeds }: { readonly depth: Depth; readonly seeds: readonly number[] },
): Promise<DepthShares> => {
  const foundInRun = new Map<Case, number>();
  const blamed = new Set<string>();
  for (const [at, seed] of seeds.entries()) {
    const open = cases.filter((each) => at === 0 || (each.kind === 'fault' && !foundInRun.has(each)));
    let next = 0;
    for await (const proof of proveAll(open, { seed, depth, scale: 'full' })) {
      const each = open[next++];
      if (each && proof.caught.length > 0) foundInRun.set(each, at + 1);
      const wrong = [...proof.blamed, ...proof.broken];
      if (wrong.length > 0) blamed.add(`${proof.id} on ${proof.personality}, seed ${seed}: ${wrong.join(', ')}`);
    }
  }
  const faults = cases.filter(({ kind }) => kind === 'fault');
  return {
    ...{ depth, seeds, blamed: [...blamed] },
    sought: faults.map((each) => ({ each, foundInRun: foundInRun.get(each) })),
  };
};
