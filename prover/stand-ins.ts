/** Sandboxes with one fault each, which stand in for a target that broke a clause in perhaps the same way. */
import type { ClauseId } from '../contracts/clauses.ts';
import type { Target } from '../contracts/target.ts';
import { runner } from '../engine/run.ts';
import type { StandIn } from '../explore/shrink-unsent.ts';
import type { Fault } from '../sandbox/deviation.ts';
import { type FaultId, faults } from '../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { simulatedTime } from './simulated-time.ts';
import { targetReading } from './target-reading.ts';

/** Those that show only now and then tell the most about what they need. */
const breaking = (clause: ClauseId): readonly Fault<FaultId>[] =>
  Object.values<Fault<FaultId>>(faults)
    .filter(({ violates }) => violates.includes(clause))
    .sort((one, other) => Number(other.onlyExplored ?? false) - Number(one.onlyExplored ?? false));

const only = <Of extends object>(all: Of, { ...those }: Partial<Record<keyof Of, unknown>>): Of =>
  Object.fromEntries(Object.entries(all).filter(([key]) => those[key as keyof Of] !== undefined)) as Of;

/** As much as a run of ours may need. */
const plenty = { perRun: 100_000, perDay: 100_000 };

/** What can be done with the target can be done with what stands in for it, and nothing else. */
const asFarAs = (sandbox: Target, { may, known, levers, bindings, otherPartner, ...target }: Target): Target => {
  const { otherPartner: second, ...first } = sandbox;
  return {
    ...first,
    ...(otherPartner && second && { otherPartner: second }),
    revision: target.revision,
    voidWindowMs: target.voidWindowMs,
    may: { ...(may.books && { books: plenty }), ...(may.tickets && { tickets: plenty }) },
    known: only(sandbox.known, known),
    levers: only(sandbox.levers, levers),
    bindings: only(sandbox.bindings, bindings),
  };
};

export type StandIns = {
  readonly of: (clause: ClauseId) => readonly (() => Promise<StandIn>)[];
  close(): Promise<void>;
};

/** Nothing is started before one of them is opened. */
export const standInsFor = (target: Target, seed: number): StandIns => {
  let started: Promise<Sandbox> | undefined;

  const open = async (id: FaultId): Promise<StandIn> => {
    started ??= startSandbox();
    const { now, delay } = simulatedTime(Date.now);
    const { baseUrl } = (await started).openWorld({ scale: 'small', seed, now, faults: [id] });
    const running = runner({
      target: asFarAs(targetReading('nested', baseUrl), target),
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
