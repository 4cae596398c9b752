/** Proves many cases on every core there is, and hands the proofs out in the order of the list. */
import { availableParallelism } from 'node:os';
import { startSandbox } from '../sandbox/server.ts';
import { type Case, type Observed, type Proof, type Prover, type Proving, prove } from './prover.ts';
import { proverThread } from './prover-thread.ts';
import { type Look, shapesIn, showsNothingNew } from './superficial-look.ts';

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

const named = ({ id, dialect }: Case, thrown: unknown): Error =>
  new Error(`proving ${id} on ${dialect} broke`, { cause: thrown });

/** What health shows to the flows of a case: the first case of its kind lets its prover look. */
const healthSeen = () => {
  const seen = new Map<string, Promise<Look>>();
  return (each: Case, prover: Prover): Promise<Look> => {
    const key = [each.dialect, ...(each.touches ?? ['everything'])].join(' ');
    const healthy: Case = { ...each, kind: 'healthy', id: 'healthy', violates: [] };
    const look = seen.get(key) ?? prover.prove(healthy).then((proof) => proof.look);
    seen.set(key, look);
    return look;
  };
};

/** A fault that is caught although a superficial look misses it is subtle. */
export type Sighted = Proof & { readonly isSubtle: boolean };

export type ProveOptions = Proving & { readonly threads?: number };

/**
 * Of a list with health and oddities before the faults, what those show is known to be lawful, too.
 *
 * @throws Error naming the case whose proving broke, with the cause.
 */
export async function* proveAll(
  cases: readonly Case[],
  { threads = threadsFor(cases.length), ...proving }: ProveOptions,
): AsyncGenerator<Sighted> {
  const provers =
    threads > 1 ? Array.from({ length: threads }, () => proverThread(proving)) : [await proverHere(proving)];
  const proofs = cases.map(() => Promise.withResolvers<Observed & { health: Look }>());
  const healthOf = healthSeen();
  const observed = async (each: Case, prover: Prover) => ({
    ...(await prover.prove(each)),
    health: each.kind === 'fault' ? await healthOf(each, prover) : [],
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
      yield { ...proof, isSubtle: isFault && missed.length === 0 && showsNothingNew(look, { health, lawful: shapes }) };
    }
  } finally {
    isOver = true;
    await Promise.all(turns);
    await Promise.all(provers.map((prover) => prover.close()));
  }
}
