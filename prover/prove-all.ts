/** Proves many cases on every core, gives the proofs in the order of the list, and measures what a depth finds. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Depth } from '../contracts/depth.ts';
import { startSandbox } from '../sandbox/server.ts';
import {
  type Look,
  type Observed,
  type Proof,
  type ProofCase,
  type Prover,
  type Proving,
  prove,
  shapesIn,
  showsNothingNew,
} from './prover.ts';

/** One case to prove, numbered so that the report finds back to it. */
export type CaseOrder = { readonly number: number; readonly each: ProofCase };

export type ProofReport =
  | { readonly number: number; readonly proof: Observed }
  | { readonly number: number; readonly broke: Error };

type WaitingProof = ReturnType<typeof Promise.withResolvers<Observed>>;

const proverThread = (proving: Proving): Prover => {
  const worker = new Worker(new URL('./prover-worker.ts', import.meta.url), {
    workerData: proving satisfies Proving,
  });
  const waiting = new Map<number, WaitingProof>();
  let ended: Error | undefined;
  let orders = 0;

  const endWith = (reason: Error): void => {
    ended ??= reason;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('message', (report: ProofReport) => {
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
      worker.postMessage({ number, each } satisfies CaseOrder);
      return proof.promise;
    },
    close: async () => {
      await worker.terminate();
    },
  };
};

const proverHere = async (proving: Proving): Promise<Prover> => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  return { prove: (each) => prove(sandbox, each, proving), close: () => sandbox.close() };
};

/** While one world waits for its answer, another is judged. */
const atOnce = 4;

/** A thread takes half a second to start, in which so many cases are proven without it. */
const casesPerThreadMin = 12;

/** More would only wait for each other: every one of them holds a whole sandbox. */
const threadsMax = 8;

const threadsFor = (cases: number): number =>
  Math.min(availableParallelism(), threadsMax, Math.floor(cases / casesPerThreadMin));

const named = ({ id, dialect }: ProofCase, thrown: unknown): Error =>
  new Error(`proving ${id} on ${dialect} broke`, { cause: thrown });

/** What health shows to the flows of a case: the first case of its kind lets its prover look. */
const healthSeen = () => {
  const seen = new Map<string, Promise<Look>>();
  return (each: ProofCase, prover: Prover): Promise<Look> => {
    const key = [each.dialect, ...(each.touches ?? ['everything'])].join(' ');
    const healthy: ProofCase = { ...each, kind: 'healthy', id: 'healthy', violates: [] };
    const look = seen.get(key) ?? prover.prove(healthy).then((proof) => proof.look);
    seen.set(key, look);
    return look;
  };
};

/** A fault that is caught although a superficial look misses it is subtle. */
export type Sighted = Proof & { readonly isSubtle: boolean };

type ProveAllOptions = Proving & {
  readonly threads?: number;
  /** Looks at no health beside the cases, which takes a fifth of the time: no fault is called subtle then. */
  readonly isBlind?: boolean;
};

/**
 * Of a list with health and oddities before the faults, what those show is known to be lawful, too.
 *
 * @throws Error naming the case whose proving broke, with the cause.
 */
export async function* proveAll(
  cases: readonly ProofCase[],
  { threads = threadsFor(cases.length), isBlind = false, ...proving }: ProveAllOptions,
): AsyncGenerator<Sighted> {
  const provers =
    threads > 1 ? Array.from({ length: threads }, () => proverThread(proving)) : [await proverHere(proving)];
  const proofs = cases.map(() => Promise.withResolvers<Observed & { health: Look }>());
  const healthOf = healthSeen();
  const observed = async (each: ProofCase, prover: Prover) => ({
    ...(await prover.prove(each)),
    health: each.kind === 'fault' && !isBlind ? await healthOf(each, prover) : [],
  });
  // One that is not waited for any more, because an earlier one broke, must not end the process.
  for (const { promise } of proofs) promise.catch(() => {});

  let isOver = false;
  let next = 0;
  const proveInTurn = async (prover: Prover): Promise<void> => {
    for (let at = next++; !isOver && at < cases.length; at = next++) {
      const [each, proof] = [cases[at], proofs[at]];
      if (!each || !proof) continue;
      await observed(each, prover).then(proof.resolve, (thrown) => proof.reject(named(each, thrown)));
    }
  };
  const turns = provers.flatMap((prover) => Array.from({ length: atOnce }, () => proveInTurn(prover)));

  try {
    const lawful = new Map<string, Set<string>>();
    for (const { promise } of proofs) {
      const { look, health, ...proof } = await promise;
      const { kind, dialect, missed } = proof;
      const shapes = lawful.get(dialect) ?? new Set();
      const isFault = kind === 'fault';
      if (!isFault) lawful.set(dialect, shapes.union(shapesIn(look)));
      const isCaught = isFault && missed.length === 0;
      yield { ...proof, isSubtle: !isBlind && isCaught && showsNothingNew(look, { health, lawful: shapes }) };
    }
  } finally {
    isOver = true;
    await Promise.all(turns);
    await Promise.all(provers.map((prover) => prover.close()));
  }
}

/** How one fault fared at a depth. */
type FaultSearch = {
  readonly each: ProofCase;
  /** The first run that found it, from 1; undefined when none did. */
  readonly foundInRun: number | undefined;
};

export type DepthShares = {
  readonly depth: Depth;
  /** Of the runs, in their order. */
  readonly seeds: readonly number[];
  readonly sought: readonly FaultSearch[];
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
const asWhole = ({ touches: _, ...each }: ProofCase): ProofCase => each;

/**
 * A fault is found by a run in which at least one of its clauses fails. That is a run that asks only the operations in
 * which the fault can show, which is soon over, or a whole run. What a run has found is not sought with further seeds.
 * In worlds of full scale, because what a sample leaves out depends on how much there is.
 *
 * @param cases Faults, and what is lawful: health and oddities, of which nothing may be blamed.
 */
export const depthShares = async (
  cases: readonly ProofCase[],
  { depth, seeds }: Pick<DepthShares, 'depth' | 'seeds'>,
): Promise<DepthShares> => {
  const foundInRun = new Map<ProofCase, number>();
  const blamed: string[] = [];
  for (const [at, seed] of seeds.entries()) {
    const seek = async (sought: readonly ProofCase[], asked: (each: ProofCase) => ProofCase): Promise<void> => {
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
    const isOpen = (each: ProofCase): boolean => each.kind === 'fault' && !foundInRun.has(each);
    await seek(at === 0 ? cases : cases.filter(isOpen), (each) => each);
    await seek(
      cases.filter((each) => each.touches && isOpen(each)),
      asWhole,
    );
  }
  const faults = cases.filter(({ kind }) => kind === 'fault');
  return { depth, seeds, blamed, sought: faults.map((each) => ({ each, foundInRun: foundInRun.get(each) })) };
};
