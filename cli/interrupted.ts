/** Waits for the person, or the pipeline, to end us. */

/** Resolves at the first SIGINT or SIGTERM. */
export const interrupted = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
