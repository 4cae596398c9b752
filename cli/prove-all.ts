/** Proves many cases on every core there is, and hands the proofs out in the order of the list. */
import { availableParallelism } from 'node:os';
import { startSandbox } from '../sandbox/server.ts';
import { type Case, type Proof, type Prover, prove } from './prover.ts';
import { proverThread } from './prover-thread.ts';

const proverHere = async (seed: number): Promise<Prover> => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  return { prove: (each) => prove(sandbox, { ...each, seed }), close: () => sandbox.close() };
};

/** While one world waits for its answer, another is judged. */
const atOnce = 4;

/** A thread takes half a second to start, in which so many cases are proven without it. */
const casesPerThreadMin = 12;

/** More would only wait for each other: every one of them holds a whole sandbox. */
const threadsMax = 8;

const threadsFor = (cases: number): number =>
  Math.min(availableParallelism(), threadsMax, Math.floor(cases / casesPerThreadMin));

const named = ({ id, personality }: Case, thrown: unknown): Error =>
  new Error(`proving ${id} on ${personality} broke`, { cause: thrown });

export type ProveOptions = { readonly seed: number; readonly threads?: number };

/** @throws Error naming the case whose proving broke, with the cause. */
export async function* proveAll(
  cases: readonly Case[],
  { seed, threads = threadsFor(cases.length) }: ProveOptions,
): AsyncGenerator<Proof> {
  const provers = threads > 1 ? Array.from({ length: threads }, () => proverThread(seed)) : [await proverHere(seed)];
  const proofs = cases.map(() => Promise.withResolvers<Proof>());
  // One that is not waited for any more, because an earlier one broke, must not end the process.
  for (const { promise } of proofs) promise.catch(() => {});

  let isOver = false;
  let next = 0;
  const proveInTurn = async (prover: Prover): Promise<void> => {
    for (let at = next++; !isOver && at < cases.length; at = next++) {
      const [each, proof] = [cases[at], proofs[at]];
      if (!each || !proof) continue;
      await prover.prove(each).then(proof.resolve, (thrown) => proof.reject(named(each, thrown)));
    }
  };
  const turns = provers.flatMap((prover) => Array.from({ length: atOnce }, () => proveInTurn(prover)));

  try {
    for (const { promise } of proofs) yield await promise;
  } finally {
    isOver = true;
    await Promise.all(turns);
    await Promise.all(provers.map((prover) => prover.close()));
  }
}
