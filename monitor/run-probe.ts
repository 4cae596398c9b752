/** One execution of a probe, in this process: the flows and checks of the gate, with nothing added. */
import { createSharing } from '../client/redaction/sharing.ts';
import { decided, type Terms } from '../contracts/decide.ts';
import type { Depth } from '../contracts/depth.ts';
import type { PendingId } from '../contracts/pending.ts';
import type { RunIdentity, RunRecord } from '../contracts/run-record.ts';
import type { Trace } from '../contracts/trace.ts';
import { type JudgedFlow, recordOfFlows } from '../engine/judged-flow.ts';
import type { Runner } from '../engine/run.ts';
import { walk } from '../engine/walk.ts';
import { plannedAgain, planOf, stepsOf } from '../flows/plan.ts';

/** What of a probe decides what is sent. */
export type Selected = {
  readonly only: readonly string[];
  readonly depth: Depth;
  readonly obligations: readonly PendingId[];
  /** Nothing is done but to settle them. */
  readonly isDueOnly?: boolean;
};

export type ProbeRun = {
  readonly run: RunIdentity;
  readonly selected: Selected;
  /** Which bases fail, and which failures are accepted. */
  readonly terms: Terms;
  readonly runner: Runner;
  readonly now: () => number;
  /** Keeps a trace exactly, where the target lets us. */
  readonly keep: (trace: Trace) => Promise<void>;
};

export type Probed = {
  readonly record: RunRecord;
  /** In their shareable form. */
  readonly traces: readonly Trace[];
};

/**
 * Walks the flows of a probe, and those that only read once more after trouble. Both attempts are kept, and what passed in
 * the second alone is named as flaky.
 */
export const runProbe = async ({ run, selected, terms, runner, now, keep }: ProbeRun): Promise<Probed> => {
  const { flows, pairs, leftOut } = planOf({ ...selected, revision: run.revision, isWatching: true });
  const { share } = createSharing();
  const traces: Trace[] = [];
  const judged: JudgedFlow[] = [];

  const walkAll = async (names: readonly string[], all: typeof pairs): Promise<void> => {
    const options = { record: runner.record, share, keep };
    for await (const walked of walk({ run, pairs: all, leftOut }, stepsOf(names), options)) {
      traces.push(walked.trace);
      judged.push(walked.judged);
    }
  };

  const recordOf = (all: typeof pairs): RunRecord =>
    recordOfFlows({ run, pairs: all, leftOut }, judged, new Date(now()).toISOString(), runner.warnings());

  const names = flows.map(({ id }) => id);
  await walkAll(names, pairs);
  const first = recordOf(pairs);
  const again = plannedAgain({ flows: names, pairs }, first);
  if (!again) return { record: decided(first, terms), traces };
  await walkAll(again.again, again.pairs);
  return { record: decided(recordOf(again.pairs), terms), traces };
};
