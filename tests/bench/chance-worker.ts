/** Runs in a thread: asks the worlds of drawn faults one after the other, as a gate does. */
import { parentPort } from 'node:worker_threads';
import { clause as clauseOf } from '../../contracts/clauses.ts';
import type { Depth } from '../../contracts/depth.ts';
import { prove } from '../../prover/prover.ts';
import { actedName } from '../../sandbox/deviations/drawn/states.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { drawnFault } from '../../sandbox/drawn-faults.ts';
import { startTwins } from './twins.ts';

/** One fault at one depth. */
export type ChanceOrder = { readonly seed: number; readonly depth: Depth };

export type Chance = ChanceOrder & {
  readonly kind: 'state' | 'answer' | 'key';
  readonly name: string;
  /** An answer was another than that of the healthy twin. */
  readonly cameAbout: boolean;
  /** It came about, or something was done that no answer showed. */
  readonly acted: boolean;
  /** The clauses that failed: of those that gate, and of those that warn. */
  readonly gating: readonly string[];
  readonly warning: readonly string[];
  /** The clauses whose checks broke, or why the run did. */
  readonly broken: readonly string[];
};

/** What is drawn may depend on the day. */
const startsAt = Date.UTC(2026, 8, 14, 9);

const twins = startTwins();

const chanceOf = async ({ seed, depth }: ChanceOrder): Promise<Chance> => {
  const { id, drawn: kind, summary } = drawnFault(seed);
  const dialect = dialectIds[seed % dialectIds.length] ?? 'nested';
  const world = await twins;
  const { standings, broken } = await prove(
    world,
    { kind: 'fault', id, dialect, summary, violates: [] },
    { seed, depth, scale: 'full', startsAt },
    // A run that ends early is a matter of its row, and not the end of the measurement.
  ).catch((thrown: unknown) => ({ standings: [], broken: [String(thrown)] }));
  // Laws too, which a proof takes for symptoms of a fault.
  const failed = standings.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause);
  const [gating, warning] = [true, false].map((gates) =>
    failed.filter((clause) => (clauseOf(clause).basis !== 'derived') === gates),
  );
  return {
    seed,
    depth,
    kind,
    name: summary,
    cameAbout: world.haveDiffered(),
    acted: world.haveDiffered() || world.counted(actedName) > 0,
    gating: gating ?? [],
    warning: warning ?? [],
    broken,
  };
};

parentPort?.on('message', async (order: ChanceOrder) => parentPort?.postMessage(await chanceOf(order)));
