/** The moment by which a run must end, as a signal that every client of the run obeys. */

/** The longest that an effect under way is awaited when a run is interrupted or its deadline has passed. */
export const awaitMsMax = 60_000;

/** How long the clean-up may go on after the end of a run, and after the last answer that was awaited. */
export const cleanUpMs = 20_000;

/** When both are certainly over; then another process may look after what is left. */
export const afterTheEndMs = awaitMsMax + 3 * cleanUpMs;

/** The reason of the signal: what is not answered by then is trouble, and says so. */
export class RunDeadlinePassed extends Error {}

/** Aborts after so many milliseconds; the timer keeps no process alive. */
export const runDeadline = (ms: number): AbortSignal => {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new RunDeadlinePassed(`the run's deadline of ${ms / 1_000} s passed`)),
    ms,
  );
  timer.unref();
  return controller.signal;
};

/** Aborts so long after the given signal has aborted, for what must still be done then; keeps no process alive. */
export const outliving = (signal: AbortSignal | undefined, graceMs: number): AbortSignal => {
  const controller = new AbortController();
  const begin = () => setTimeout(() => controller.abort(), graceMs).unref();
  if (signal?.aborted) begin();
  else signal?.addEventListener('abort', begin, { once: true });
  return controller.signal;
};
