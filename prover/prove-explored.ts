/** Proves exploration: what only an unusual input or order of calls shows is found, and nothing lawful is blamed. */
import { createSharing } from '../client/redaction/sharing.ts';
import { type ClauseId, clause as clauseOf } from '../contracts/clauses.ts';
import { runner } from '../engine/run.ts';
import { walker } from '../engine/walk.ts';
import { explorations } from '../explore/explorations.ts';
import { type Explored, explore } from '../explore/explore.ts';
import type { Deviation } from '../sandbox/deviation.ts';
import { type DialectId, dialectIds } from '../sandbox/dialects.ts';
import { type FaultId, faults } from '../sandbox/faults.ts';
import { type OddityId, oddityIds } from '../sandbox/oddities.ts';
import type { Sandbox } from '../sandbox/server.ts';
import { simulatedTime, targetReading } from './walked-world.ts';

export type ExploredWorld = {
  readonly seed: number;
  readonly dialect: DialectId;
  readonly faults?: readonly FaultId[];
  readonly oddities?: readonly OddityId[];
  /** The source of its time; that of this machine when not said. */
  readonly now?: () => number;
  /** Ends as soon as one of these is broken. */
  readonly sought?: readonly ClauseId[];
};

/** Explores a small separate world with the budget of its target, and sends nothing to shrink what it finds. */
export const exploreWorld = async (sandbox: Sandbox, each: ExploredWorld): Promise<Explored> => {
  const { seed, dialect, sought = [] } = each;
  const { now, delay } = simulatedTime(each.now ?? Date.now);
  const { baseUrl, close } = sandbox.openWorld({
    scale: 'small',
    seed,
    now,
    dialect,
    faults: each.faults ?? [],
    oddities: each.oddities ?? [],
  });
  const target = targetReading(dialect, baseUrl, each.oddities);
  const { exploreRequestsMax, exploreRunsMax } = target.limits;
  const running = runner({ target, seed, transport: { proxy: 'none', now, delay } });
  try {
    return await explore({
      explorations,
      seed,
      target,
      walk: walker({ id: 'explored' }, { ...createSharing(), record: running.record }).walk,
      budget: { requests: exploreRequestsMax, runs: exploreRunsMax, shrinkRequests: 0 },
      isEnough: (found) => found.some(({ verdicts }) => verdicts.some(({ clause }) => sought.includes(clause))),
    });
  } finally {
    await running.close();
    close();
  }
};

/** How one fault fared over several seeds. */
export type Detection = {
  readonly id: FaultId;
  readonly dialect: DialectId;
  /** Requests until it was found, one for each seed; undefined where it was not. */
  readonly requests: readonly (number | undefined)[];
  /** Clauses that failed and are not named by the fault. */
  readonly blamed: readonly ClauseId[];
};

const failedIn = ({ verdicts }: Explored): ClauseId[] => [
  ...new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause)),
];

/** The faults that no plain flow shows. */
export const onlyExplored: readonly Deviation<FaultId>[] = Object.values<Deviation<FaultId>>(faults).filter(
  (fault) => fault.onlyExplored,
);

type DetectionOptions = Pick<ExploredWorld, 'now'> & {
  readonly seeds: readonly number[];
  readonly ids?: readonly FaultId[];
};

export async function* detections(
  sandbox: Sandbox,
  { seeds, ids = onlyExplored.map(({ id }) => id), now = Date.now }: DetectionOptions,
): AsyncGenerator<Detection> {
  for (const id of ids) {
    for (const dialect of dialectIds) {
      const { violates } = faults[id];
      const requests: (number | undefined)[] = [];
      const blamed = new Set<ClauseId>();
      for (const seed of seeds) {
        const explored = await exploreWorld(sandbox, { seed, dialect, faults: [id], sought: violates, now });
        const failed = failedIn(explored);
        // What breaks a clause may break a law as well.
        const wrong = failed.filter((clause) => !violates.includes(clause) && !clauseOf(clause).isLaw);
        for (const clause of wrong) blamed.add(clause);
        requests.push(failed.some((clause) => violates.includes(clause)) ? explored.requests : undefined);
      }
      yield { id, dialect, requests, blamed: [...blamed] };
    }
  }
}

/** One explored run of a lawful world, and what it was blamed for. */
export type LawfulRun = {
  readonly oddity: OddityId | 'healthy';
  readonly seed: number;
  readonly blamed: readonly ClauseId[];
};

/** Each run has another seed; the oddities are gone through in turn, on one dialect after the other. */
export async function* lawfulRuns(
  sandbox: Sandbox,
  { runs, firstSeed = 1, now = Date.now }: { runs: number; firstSeed?: number } & Pick<ExploredWorld, 'now'>,
): AsyncGenerator<LawfulRun> {
  const worlds = ['healthy', ...oddityIds] as const;
  for (let at = 0; at < runs; at += 1) {
    const seed = firstSeed + at;
    const oddity = worlds[at % worlds.length] ?? 'healthy';
    const dialect = dialectIds[at % dialectIds.length] ?? 'nested';
    const explored = await exploreWorld(sandbox, {
      seed,
      dialect,
      now,
      oddities: oddity === 'healthy' ? [] : [oddity],
    });
    yield { oddity, seed, blamed: failedIn(explored) };
  }
}
