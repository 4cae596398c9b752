/** Ends what a target file does not end itself: a loop, a slow regular expression, a promise that never settles. */
import { setTimeout } from 'node:timers/promises';
import { Script } from 'node:vm';

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
 * @throws OutOfTime, and whatever the function throws.
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
 * The same of a function that is asynchronous: what it goes on to do is left alone, and nobody waits for it.
 *
 * @param signal Nobody waits any longer once it aborts.
 */
export const settledInTime = async <T>(
  { what, ms, signal }: Deadline & { readonly signal?: AbortSignal | undefined },
  work: () => T | Promise<T>,
): Promise<T> => {
  const settled = new AbortController();
  const left = async (): Promise<never> => {
    await setTimeout(ms, undefined, { signal: AbortSignal.any([settled.signal, ...(signal ? [signal] : [])]) });
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
