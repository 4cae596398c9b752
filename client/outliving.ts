/** A signal that outlives another by a while: what must still be done when a run is ended has its own deadline. */

/** Aborts so long after the given signal has aborted; keeps no process alive. */
export const outliving = (signal: AbortSignal | undefined, graceMs: number): AbortSignal => {
  const controller = new AbortController();
  const begin = () => setTimeout(() => controller.abort(), graceMs).unref();
  if (signal?.aborted) begin();
  else signal?.addEventListener('abort', begin, { once: true });
  return controller.signal;
};
