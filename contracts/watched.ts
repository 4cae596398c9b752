/** What repeating a watched case has said, run by run, and when it counts as stopped. */
import { z } from 'zod';

/** A supplier that refuses now and then may keep a promise once by chance. */
export const stoppedAfterRuns = 3;

const moment = z.iso.datetime();

export const watchRun = z.strictObject({
  run: z.string(),
  at: moment,
  /** As of `repro`. */
  outcome: z.enum(['same', 'different', 'fixed', 'unclear']),
  /** Where it fails, or why nothing can be told. */
  said: z.string().max(300),
});
export type WatchRun = Readonly<z.infer<typeof watchRun>>;

/** What the last runs that could tell agree on. */
export const watchStanding = z.strictObject({
  outcome: z.enum(['same', 'different', 'fixed']),
  /** In a row; a run that cannot tell neither counts nor breaks it. */
  runs: z.int().positive(),
  /** When the first of them ended. */
  since: moment,
});
export type WatchStanding = Readonly<z.infer<typeof watchStanding>>;

/** Null before any run could tell. */
export const standingAfter = (before: WatchStanding | null, { outcome, at }: WatchRun): WatchStanding | null => {
  if (outcome === 'unclear') return before;
  return before?.outcome === outcome ? { ...before, runs: before.runs + 1 } : { outcome, runs: 1, since: at };
};

export const hasStopped = (standing: WatchStanding | null): boolean =>
  standing?.outcome === 'fixed' && standing.runs >= stoppedAfterRuns;

/**
 * What a run tells of a case. `stopping`: not yet three times in a row. `stopped`: in this run for the third time; `gone`: it had
 * stopped before. `back`: it had stopped, and fails the same way again.
 */
export type WatchNews = 'still' | 'different' | 'stopping' | 'stopped' | 'gone' | 'back' | 'unclear';

export const newsOf = (before: WatchStanding | null, run: WatchRun): WatchNews => {
  if (run.outcome === 'same') return hasStopped(before) ? 'back' : 'still';
  if (run.outcome !== 'fixed') return run.outcome;
  if (hasStopped(before)) return 'gone';
  return hasStopped(standingAfter(before, run)) ? 'stopped' : 'stopping';
};
