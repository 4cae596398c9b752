/** Gives work a time, and says in a line when it was too long. */

/**
 * @param late What was not there in time, as the beginning of a sentence: `no answer`.
 * @param ending Ends the work before its time.
 * @throws Error `no answer within 10 s`; what the work throws before that is thrown on.
 */
export const within = async <T>(
  deadlineMs: number,
  late: string,
  work: (signal: AbortSignal) => Promise<T>,
  ending?: AbortSignal,
): Promise<T> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), deadlineMs);
  try {
    return await work(ending ? AbortSignal.any([controller.signal, ending]) : controller.signal);
  } catch (thrown) {
    throw controller.signal.aborted ? new Error(`${late} within ${deadlineMs / 1_000} s`) : thrown;
  } finally {
    clearTimeout(timer);
  }
};
