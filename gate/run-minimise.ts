/** Makes a case smaller at a target: the smallest so far is kept after each answer, so that nothing is lost when it ends. */
import { join } from 'node:path';
import { type Minimised, type MinimiseProgress, minimise } from '../cases/minimise/minimise.ts';
import { writeProgress } from '../cases/minimise/reduced.ts';
import { type AnyReplayed, type AnySought, type ReplayParts, replayAny, stepsSought } from '../cases/replay/replay.ts';
import { bundleOfReplay } from '../cases/replay/repro-folder.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import { writeJson } from '../engine/run-folder.ts';
import { minimisedText } from '../reports/case-text.ts';

export type MinimiseRun = {
  readonly folder: string;
  readonly run: RunIdentity;
  /** The bundle as the person named it, and the run that it is of. */
  readonly of: { readonly file: string; readonly run: string; readonly fingerprint?: string | undefined };
  readonly replayParts: ReplayParts;
  /** Exactly, for its owner. */
  readonly keep: (shown: AnyReplayed) => Promise<void>;
  readonly requestsMax: number;
  /** What it goes on from. */
  readonly from: MinimiseProgress | undefined;
  readonly isInterrupted: () => boolean;
};

export const runMinimise = (
  sought: AnySought,
  { folder, run, of, replayParts, keep, requestsMax, from, isInterrupted }: MinimiseRun,
): Promise<Minimised> =>
  minimise(sought, {
    requestsMax,
    from,
    isInterrupted,
    send: (smaller, steps, left) => replayAny(smaller, { ...replayParts, steps, requestsMax: left, isApart: true }),
    onProgress: async (progress, shown) => {
      const found = shown && bundleOfReplay(run, shown);
      if (shown && found) {
        await writeJson(join(folder, found.name), found.bundle);
        await keep(shown);
      }
      const { smallest, tried, requests } = progress;
      await writeProgress(folder, { of: { ...of, target: run.target }, smallest, tried, requests });
    },
  });

/** For a terminal of so many columns. */
export const toldMinimised = (sought: AnySought, minimised: Minimised, width: number): string => {
  const { smallest, ended, reason, requests, oneLess } = minimised;
  const operationOf = (index: number): string => `${index} ${sought.trace.exchanges[index]?.operation}`;
  const told = {
    ended,
    reason,
    steps: smallest.steps.map(operationOf),
    stepsBefore: stepsSought(sought).length,
    without: smallest.without,
    requests,
    oneLess,
  };
  return minimisedText(told, width);
};
