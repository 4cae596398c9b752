/** A lock that one process at a time has, and that ends with its process: a folder beside what it is about. */
import { lock } from 'proper-lockfile';

const pollMs = 50;
/** A lock that was not touched for so long belongs to a dead process. */
const staleMsDefault = 10_000;

/** @returns What releases it, and whether another process has taken it over meanwhile; undefined when not obtained. */
export const lockFile = async (
  path: string,
  { waitMs, staleMs = staleMsDefault }: { readonly waitMs: number; readonly staleMs?: number | undefined },
): Promise<{ isLost(): boolean; release(): Promise<void> } | undefined> => {
  let isLost = false;
  const release = await lock(path, {
    realpath: false,
    stale: staleMs,
    retries: { retries: waitMs / pollMs, factor: 1, minTimeout: pollMs, maxTimeout: pollMs },
    // The default throws out of a timer.
    onCompromised: () => {
      isLost = true;
    },
  }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ELOCKED') return undefined;
    throw thrown;
  });
  return release && { isLost: () => isLost, release: () => release().catch(() => undefined) };
};
