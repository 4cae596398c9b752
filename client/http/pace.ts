/** Lets requests start no faster than the target's limits allow. */
import PQueue from 'p-queue';
import type { Limits } from '../../contracts/target.ts';

export type Pace = <T>(work: () => Promise<T>) => Promise<T>;

/** The shortest time between two starts that a timer can keep; faster rates start several at once. */
const slotMsMin = 50;

/**
 * Starts are spread evenly: so many in every slot of so many milliseconds that no second ever holds more than the
 * limit, wherever it begins. A burst at the start of each second would double at the boundary as the target sees it.
 */
export const slotsOf = (requestsPerSecond: number): { readonly startsMax: number; readonly slotMs: number } => {
  const startsMax = Math.max(1, Math.floor((requestsPerSecond * slotMsMin) / 1_000));
  const slotsPerSecond = Math.floor(requestsPerSecond / startsMax);
  return { startsMax, slotMs: Math.ceil(1_000 / (slotsPerSecond || requestsPerSecond)) };
};

export type PaceOptions = Pick<Limits, 'requestsPerSecond' | 'concurrency'> & {
  /** After it nothing waits any more: what is left ends at once, because the transport sends none of it. */
  readonly signal?: AbortSignal | undefined;
};

export const pace = ({ requestsPerSecond, concurrency, signal }: PaceOptions): Pace => {
  if (requestsPerSecond === Number.POSITIVE_INFINITY && concurrency === Number.POSITIVE_INFINITY) {
    return (work) => work();
  }
  const { startsMax, slotMs } = slotsOf(requestsPerSecond);
  const queue = new PQueue({
    concurrency,
    ...(Number.isFinite(requestsPerSecond) && { interval: slotMs, intervalCap: startsMax, strict: true }),
  });
  /** What begins at once when nothing waits any more: one listener for all. */
  const waiting = new Set<() => void>();
  signal?.addEventListener('abort', () => {
    for (const end of waiting) end();
  });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (signal?.aborted) return work();
    let begun: Promise<T> | undefined;
    const begin = (): Promise<T> => {
      begun ??= work();
      return begun;
    };
    const interruption = Promise.withResolvers<void>();
    const onAbort = () => interruption.resolve();
    waiting.add(onAbort);
    try {
      return await Promise.race([queue.add(begin), interruption.promise.then(begin)]);
    } finally {
      waiting.delete(onAbort);
    }
  };
};
