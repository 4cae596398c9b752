/** What repeating a case has said, run by run: in how many sendings it failed, and when it counts as fixed or stopped. */
import { z } from 'zod';

/** In how many of its sendings an error was seen, and how often it must not happen before it counts as fixed. */
export const seen = z.strictObject({ failed: z.int().positive(), sent: z.int().positive() });
export type SeenFailure = Readonly<z.infer<typeof seen>>;

/** The sender of a case may be unable to send it more often. */
const passesMax = 20;
/** How likely all sendings are to miss an error that is still there. */
const hiddenMax = 0.05;

/** Where nothing is known, it failed each time. */
export const passesNeeded = ({ failed, sent }: SeenFailure = { failed: 1, sent: 1 }): number =>
  failed >= sent ? 1 : Math.min(passesMax, Math.ceil(Math.log(hiddenMax) / Math.log(1 - failed / sent)));

/** With sendings of now; undefined where it failed in none. */
export const seenWith = (
  before: SeenFailure | undefined,
  outcomes: readonly ('same' | 'different' | 'fixed' | 'unclear')[],
): SeenFailure | undefined => {
  const clear = outcomes.filter((each) => each !== 'unclear');
  const failed = (before?.failed ?? 0) + clear.filter((each) => each !== 'fixed').length;
  const sent = (before?.sent ?? 0) + clear.length;
  return failed > 0 ? { failed, sent } : undefined;
};

/** A supplier that refuses now and then may keep a promise once by chance. */
const stoppedAfterRunsMin = 3;

const moment = z.iso.datetime();

export const watchRun = z.strictObject({
  run: z.string(),
  at: moment,
  /** As of `repro`. */
  outcome: z.enum(['same', 'different', 'fixed', 'unclear']),
  /** Where it fails, or why the outcome is unclear. */
  said: z.string().max(300),
});
export type WatchRun = Readonly<z.infer<typeof watchRun>>;

/** What the last runs with a clear outcome agree on. */
export const watchStanding = z.strictObject({
  outcome: z.enum(['same', 'different', 'fixed']),
  /** In a row; a run whose outcome is unclear neither counts nor breaks it. */
  runs: z.int().positive(),
  /** When the first of them ended. */
  since: moment,
  /** In how many of the sendings before a row that did not fail it was seen, itself counted where it fails. */
  seen: seen.optional(),
});
export type WatchStanding = Readonly<z.infer<typeof watchStanding>>;

/** Null before any run with a clear outcome. @param found In how many sendings it was seen before. */
export const standingAfter = (
  before: WatchStanding | null,
  { outcome, at }: WatchRun,
  found?: SeenFailure,
): WatchStanding | null => {
  if (outcome === 'unclear') return before;
  const passes = before?.outcome === 'fixed' ? before.runs : 0;
  const earlier = before?.seen ?? found;
  const known =
    outcome === 'fixed'
      ? earlier
      : seenWith(earlier, [...Array.from({ length: passes }, () => 'fixed' as const), outcome]);
  const row = before?.outcome === outcome ? { runs: before.runs + 1, since: before.since } : { runs: 1, since: at };
  return { outcome, ...row, ...(known && { seen: known }) };
};

/** How many runs in a row must not fail before the case counts as stopped: more for one that fails now and then. */
export const stoppedAfter = (standing: Pick<WatchStanding, 'seen'>): number =>
  Math.max(stoppedAfterRunsMin, passesNeeded(standing.seen));

export const hasStopped = (standing: WatchStanding | null): boolean =>
  standing?.outcome === 'fixed' && standing.runs >= stoppedAfter(standing);

/**
 * What a run reports of a case.
 * `stopping`: not yet often enough in a row.
 * `stopped`: in this run for the last of them.
 * `gone`: it had stopped before.
 * `back`: it had stopped, and fails the same way again.
 */
export type WatchNews = 'still' | 'different' | 'stopping' | 'stopped' | 'gone' | 'back' | 'unclear';

export const newsOf = (before: WatchStanding | null, run: WatchRun): WatchNews => {
  if (run.outcome === 'same') return hasStopped(before) ? 'back' : 'still';
  if (run.outcome !== 'fixed') return run.outcome;
  if (hasStopped(before)) return 'gone';
  return hasStopped(standingAfter(before, run)) ? 'stopped' : 'stopping';
};
