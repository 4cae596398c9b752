/** Waits for the person, or the pipeline, to end us. */
import { beginSending } from './sending.ts';

/** Resolves at the first SIGINT or SIGTERM, or when a target file spoils what is sent. */
export const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
    beginSending(resolve);
  });
