/** The moment by which a run must end, as a signal that every client of the run obeys. */

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
