/** Ends in time: a run at its deadline, and what a target file lets hang. */
import { setTimeout as passed } from 'node:timers/promises';
import { Script } from 'node:vm';

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

export class OutOfTime extends Error {}

const outOfTime = (what: string, ms: number): OutOfTime =>
  new OutOfTime(`${what} did not return within ${ms / 1_000} s`);

/** A script takes no arguments, so what it calls stands where it can reach it. */
const callee: { work?: (() => unknown) | undefined } = {};
Object.defineProperty(globalThis, Symbol.for('preflight.in-time'), { value: callee, configurable: true });
const script = new Script("globalThis[Symbol.for('preflight.in-time')].work()");

type Deadline = { readonly what: string; readonly ms: number };

/**
 * Calls the function, and ends it when its time is up, wherever it is then. A call costs about 0.1 ms; without a
 * deadline (Infinity) it costs nothing.
 *
 * @throws OutOfTime, and what the function throws.
 */
export const inTime = <T>({ what, ms }: Deadline, work: () => T): T => {
  if (ms === Number.POSITIVE_INFINITY) return work();
  const { work: outer } = callee;
  callee.work = work;
  try {
    return script.runInThisContext({ timeout: ms }) as T;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown;
    throw outOfTime(what, ms);
  } finally {
    callee.work = outer;
  }
};

/**
 * The same of a function that is asynchronous: what it goes on to do is left alone, and not awaited.
 *
 * @param signal The wait ends once it aborts.
 */
export const settledInTime = async <T>(
  { what, ms, signal }: Deadline & { readonly signal?: AbortSignal | undefined },
  work: () => T | Promise<T>,
): Promise<T> => {
  const settled = new AbortController();
  const left = async (): Promise<never> => {
    await passed(ms, undefined, { signal: AbortSignal.any([settled.signal, ...(signal ? [signal] : [])]) });
    throw outOfTime(what, ms);
  };
  const interrupted = (thrown: unknown): never => {
    throw signal?.aborted ? new Error('the run was interrupted') : thrown;
  };
  try {
    return await Promise.race([Promise.try(() => inTime({ what, ms }, work)), left().catch(interrupted)]);
  } finally {
    settled.abort();
  }
};
