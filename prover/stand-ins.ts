/** Sandboxes with one fault each, which stand in for a target that broke a clause in perhaps the same way. */
import type { ClauseId } from '../contracts/clauses.ts';
import type { Target } from '../contracts/target.ts';
import { runner } from '../engine/run.ts';
import type { StandIn } from '../explore/shrink-unsent.ts';
import type { Deviation } from '../sandbox/deviation.ts';
import { type FaultId, faults } from '../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { asFarAs } from './as-far-as.ts';
import { simulatedTime } from './simulated-time.ts';
import { targetReading } from './target-reading.ts';

/** Those that show only now and then tell the most about what they need. */
const breaking = (clause: ClauseId): readonly Deviation<FaultId>[] =>
  Object.values<Deviation<FaultId>>(faults)
    .filter(({ violates }) => violates.includes(clause))
    .sort((one, other) => Number(other.onlyExplored ?? false) - Number(one.onlyExplored ?? false));

/** As much as a run of ours may need. */
const plenty = { perRun: 100_000, perDay: 100_000 };

export type StandIns = {
  readonly of: (clause: ClauseId) => readonly (() => Promise<StandIn>)[];
  close(): Promise<void>;
};

/** Nothing is started before one of them is opened. */
export const standInsFor = (target: Target, seed: number): StandIns => {
  let started: Promise<Sandbox> | undefined;
  const { may } = target;

  const open = async (id: FaultId): Promise<StandIn> => {
    started ??= startSandbox();
    const { now, delay } = simulatedTime(Date.now);
    const { baseUrl } = (await started).openWorld({ scale: 'small', seed, now, faults: [id] });
    const running = runner({
      target: asFarAs(targetReading('nested', baseUrl), target, {
        ...(may.books && { books: plenty }),
        ...(may.tickets && { tickets: plenty }),
      }),
      seed,
      transport: { proxy: 'none', now, delay },
    });
    return { id: `the sandbox with --fault ${id}`, record: running.record, close: running.close };
  };

  return {
    of: (clause) =>
      breaking(clause).map(
        ({ id }) =>
          () =>
            open(id),
      ),
    close: async () => (await started)?.close(),
  };
};
