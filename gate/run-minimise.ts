/** Makes a case smaller at a target: the smallest so far is kept after each answer, so that nothing is lost when it ends. */
import { join } from 'node:path';
import { type Minimised, minimise, type Progress } from '../cases/minimise/minimise.ts';
import { writeProgress } from '../cases/minimise/progress-file.ts';
import { type ReplayParts, replay, type Sought } from '../cases/replay/replay.ts';
import { stepsOf } from '../cases/replay/steps.ts';
import { bundlesOf } from '../contracts/bundle.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import type { Trace } from '../contracts/trace.ts';
import { writeJson } from '../engine/run-folder.ts';
import { minimisedText } from '../reports/minimised-text.ts';

export type MinimiseRun = {
  readonly folder: string;
  readonly run: RunIdentity;
  /** The bundle as the person named it, and the run that it is of. */
  readonly of: { readonly file: string; readonly run: string; readonly fingerprint: string };
  readonly replayParts: ReplayParts;
  /** Exactly, for its owner. */
  readonly keep: (exact: Trace) => Promise<void>;
  readonly requestsMax: number;
  /** What it goes on from. */
  readonly from: Progress | undefined;
  readonly isInterrupted: () => boolean;
};

export const runMinimise = (
  sought: Sought,
  { folder, run, of, replayParts, keep, requestsMax, from, isInterrupted }: MinimiseRun,
): Promise<Minimised> =>
  minimise(sought, {
    requestsMax,
    from,
    isInterrupted,
    send: (smaller, steps, left) => replay(smaller, { ...replayParts, steps, requestsMax: left, isApart: true }),
    onProgress: async (progress, shown) => {
      if (shown) {
        const [bundle] = bundlesOf(run, [shown.verdict], [shown.trace]).filter(
          ({ fingerprint }) => fingerprint === shown.finding?.fingerprint,
        );
        if (bundle) await writeJson(join(folder, `${bundle.fingerprint}.bundle.json`), bundle);
        await keep(shown.exact);
      }
      const { smallest, tried, requests: sent } = progress;
      await writeProgress(folder, { of: { ...of, target: run.target }, smallest, tried, requests: sent });
    },
  });

/** For a terminal of so many columns. */
export const toldMinimised = (sought: Sought, minimised: Minimised, width: number): string => {
  const { smallest, ended, reason, requests, oneLess } = minimised;
  const operationOf = (index: number): string => `${index} ${sought.trace.exchanges[index]?.operation}`;
  const told = {
    ended,
    reason,
    steps: smallest.steps.map(operationOf),
    stepsBefore: stepsOf(sought.trace, sought).length,
    without: smallest.without,
    requests,
    oneLess,
  };
  return minimisedText(told, width);
};
