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
  /** What keeps every promise and was blamed, or judged by a check that broke. */
  readonly blamed: readonly string[];
};

/** So many of all faults a standard run finds at least. */
export const shareMin = 0.97;

/** So many standard runs find all of them, with seeds in a row. */
export const runsMax = 5;

/** How many of the faults the first so many runs found. */
export const foundWithin = ({ sought }: DepthShares, runs: number): number =>
  sought.filter(({ foundInRun }) => foundInRun !== undefined && foundInRun <= runs).length;

/** Nothing promises how much a probe finds. */
export const keepsItsShare = (shares: DepthShares): boolean => {
  const { depth, seeds, sought, blamed } = shares;
  if (blamed.length > 0) return false;
  if (depth === 'probe') return true;
  const isEnough = foundWithin(shares, 1) >= shareMin * sought.length;
  return isEnough && (seeds.length < runsMax || foundWithin(shares, runsMax) === sought.length);
};

/** Of the faults that show under a condition alone, so many one run finds at least. */
export const conditionalShareMin = { standard: 0.5, full: 0.95 } as const;

/** So many runs at depth full find all of them that can be found. */
export const conditionalSeeds = 3;

export const findsUnderConditions = (shares: DepthShares): boolean => {
  const { depth, sought } = shares;
  return depth === 'probe' || foundWithin(shares, 1) >= conditionalShareMin[depth] * sought.length;
};

/** Asked about everything, as a run is. */
const asWhole = ({ touches: _, ...each }: Case): Case => each;

/**
 * A fault is found by a run in which at least one of its clauses fails: a run that asks of the operations alone in which it
 * can show, which is soon over, or a whole one. What a run has found is not sought with further seeds. In worlds of full
 * scale, because what a sample leaves out depends on how much there is.
 *
 * @param cases Faults, and what is lawful: health and oddities, of which nothing may be blamed.
 */
export const depthShares = async (
  cases: readonly Case[],
  { depth, seeds }: Pick<DepthShares, 'depth' | 'seeds'>,
): Promise<DepthShares> => {
  const foundInRun = new Map<Case, number>();
  const blamed: string[] = [];
  for (const [at, seed] of seeds.entries()) {
    const seek = async (sought: readonly Case[], asked: (each: Case) => Case): Promise<void> => {
      let next = 0;
      for await (const proof of proveAll(sought.map(asked), { seed, depth, scale: 'full' })) {
        const each = sought[next];
        next += 1;
        if (each && proof.caught.length > 0) foundInRun.set(each, at + 1);
        const wrong = [...proof.blamed, ...proof.broken];
        if (each?.kind !== 'fault' && wrong.length > 0) {
          blamed.push(`${proof.id} on ${proof.dialect}, seed ${seed}: ${wrong.join(', ')}`);
        }
      }
    };
    const isOpen = (each: Case): boolean => each.kind === 'fault' && !foundInRun.has(each);
    await seek(at === 0 ? cases : cases.filter(isOpen), (each) => each);
    await seek(
      cases.filter((each) => each.touches && isOpen(each)),
      asWhole,
    );
  }
  const faults = cases.filter(({ kind }) => kind === 'fault');
  return { depth, seeds, blamed, sought: faults.map((each) => ({ each, foundInRun: foundInRun.get(each) })) };
};
