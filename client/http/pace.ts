/** Starts requests no faster than the target's limits allow, and slower for a while after the service answered 429. */
import PQueue from 'p-queue';
import type { OperationId } from '../../contracts/operations.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import type { Limits } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { monotonicTime, type Time } from '../../stores/store.ts';
import { retryAfterMsMax, runBytesMax, troublesInARowMax } from '../limits.ts';
import { failure, type SendFailure } from './failure.ts';

export type Pace = ReturnType<typeof pace>;

/** The shortest time between two starts that a timer can keep; faster rates start several at once. */
const slotMsMin = 50;

/** A pace that was halved again and again stops here, where the limits themselves are not lower. */
const slowestPerSecond = 1;
/** The pace grows by the whole limit in this time, evenly. */
const growsBackMs = 60_000;
/** Where no limit is set, what was sent in the last second is halved. */
const measuredMs = 1_000;

/**
 * Starts are spread evenly: so many in every slot of so many milliseconds that no second ever holds more than the
 * limit, wherever it begins. A burst at the start of each second would double at the boundary as the target sees it.
 */
const slotsOf = (requestsPerSecond: number): { readonly startsMax: number; readonly slotMs: number } => {
  const startsMax = Math.max(1, Math.floor((requestsPerSecond * slotMsMin) / 1_000));
  const slotsPerSecond = Math.floor(requestsPerSecond / startsMax);
  return { startsMax, slotMs: Math.ceil(1_000 / (slotsPerSecond || requestsPerSecond)) };
};

type PaceOptions = Pick<Limits, 'requestsPerSecond' | 'concurrency'> & {
  /** After it nothing waits any more: what is left ends at once, because the transport sends none of it. */
  readonly signal?: AbortSignal | undefined;
  readonly time?: Time | undefined;
};

const allowance = (requestsPerSecond: number) => {
  let limit = requestsPerSecond;
  let slowed: { readonly perSecond: number; readonly atMs: number } | undefined;
  const at = (nowMs: number): number =>
    slowed ? Math.min(limit, slowed.perSecond + ((nowMs - slowed.atMs) / growsBackMs) * limit) : limit;
  return {
    at,
    slowDown: (startedAtMs: number, nowMs: number, measured: number): number => {
      if (slowed && startedAtMs < slowed.atMs) return slowed.perSecond;
      if (limit === Number.POSITIVE_INFINITY) limit = Math.max(1, measured);
      slowed = { perSecond: Math.max(Math.min(limit, slowestPerSecond), at(nowMs) / 2), atMs: nowMs };
      return slowed.perSecond;
    },
  };
};

const startsOf = ({ requestsPerSecond, signal, time = monotonicTime }: PaceOptions) => {
  const allowed = allowance(requestsPerSecond);
  /** Those that count for the next one, the oldest first. */
  const starts: number[] = [];
  const { startsMax: atOnce } = slotsOf(requestsPerSecond);
  const keptMax = Number.isFinite(atOnce) ? atOnce : 1;
  let last: Promise<unknown> = Promise.resolve();

  const earliestMs = (): number => {
    const perSecond = allowed.at(time.nowMs());
    if (perSecond === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
    const { startsMax, slotMs } = slotsOf(perSecond);
    return (starts.at(-startsMax) ?? Number.NEGATIVE_INFINITY) + slotMs;
  };

  const next = async (): Promise<number> => {
    // Once more after a wait in which the pace was slowed.
    for (let atMs = earliestMs(); time.nowMs() < atMs && !signal?.aborted; atMs = earliestMs()) {
      await time.until(atMs, signal);
    }
    const nowMs = time.nowMs();
    starts.push(nowMs);
    while (starts.length > keptMax && (starts[0] ?? nowMs) <= nowMs - measuredMs) starts.shift();
    return nowMs;
  };

  return {
    /** Resolves to the moment at which the next request starts, on the clock of the pace. */
    start: (): Promise<number> => {
      const started = last.then(next);
      last = started;
      return started;
    },
    /**
     * Halves the pace after a 429: once for all that started before it was slowed. It grows back within a minute.
     *
     * @returns Requests a second from now on.
     */
    slowDown: (startedAtMs: number): number => {
      const nowMs = time.nowMs();
      const measured = starts.filter((each) => each > nowMs - measuredMs).length;
      return allowed.slowDown(startedAtMs, nowMs, measured);
    },
  };
};

export const pace = (options: PaceOptions) => {
  const { concurrency, signal } = options;
  const starts = startsOf(options);
  const queue = new PQueue({ concurrency });
  /** What begins at once when nothing waits any more: one listener for all. */
  const waiting = new Set<() => void>();
  signal?.addEventListener('abort', () => {
    for (const end of waiting) end();
  });
  /** No more are under way at once than the limit. */
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    if (concurrency === Number.POSITIVE_INFINITY || signal?.aborted) return work();
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
  return { ...starts, within };
};

// Decides what is not sent: nothing while the service asked us to wait, no more to what is repeatedly in trouble.

export type Patience = ReturnType<typeof createPatience>;

/** A date of HTTP begins with its weekday; of anything else, such as 1.5, Date.parse makes a moment long ago. */
const looksLikeDate = /^\s*[a-z]{3,9},? /i;

/** How long a Retry-After asks to wait (RFC 9110, §10.2.3): seconds, or a date on the target's clock. */
export const retryAfterMs = (header: string, targetNowMs: number): number | undefined => {
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const moment = looksLikeDate.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - targetNowMs);
};

const waitWithoutHeaderMs = 1_000;

export const createPatience = (options: {
  readonly now: () => number;
  readonly targetNowMs: () => number;
  readonly delay: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly troublesMax?: number | undefined;
}) => {
  const { now, targetNowMs, delay, signal, troublesMax = troublesInARowMax } = options;
  const inARow = new Map<OperationId, number>();
  const lastTrouble = new Map<OperationId, string>();
  let bytes = 0;
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  let askedWith = 0;

  const tooLong = (waitMs: number): SendFailure =>
    failure('withheld', `HTTP ${askedWith}, and the service asks to wait ${Math.ceil(waitMs / 1_000)} s`);

  /** The service asked to wait, and that time has not passed. */
  const isWaiting = (): boolean => now() < notBeforeMs && !signal?.aborted;

  const wait = (status: number, waitMs: number): number => {
    if (now() + waitMs > notBeforeMs) {
      notBeforeMs = now() + waitMs;
      askedWith = status;
    }
    return waitMs;
  };
  const asked = (retryAfter: string | undefined, otherwiseMs: number): number =>
    retryAfterMs(retryAfter ?? '', targetNowMs()) ?? otherwiseMs;

  return {
    /** Waits as long as the service asked, if that is bearable; else, or after too much trouble, says why not to send. */
    before: async (operation: OperationId): Promise<SendFailure | undefined> => {
      if (bytes > runBytesMax) return failure('withheld', `the answers of the run have more than ${runBytesMax} bytes`);
      if ((inARow.get(operation) ?? 0) >= troublesMax) {
        return failure('withheld', `after ${troublesMax} in a row: ${lastTrouble.get(operation)}`);
      }
      // Asked again after each wait: another answer may have prolonged it meanwhile.
      while (isWaiting()) {
        const waitMs = notBeforeMs - now();
        if (waitMs > retryAfterMsMax) return tooLong(waitMs);
        await delay(waitMs, signal);
      }
      return undefined;
    },
    isWaiting,
    /** Notes that a request was answered 429 so many times; whether the wait that this asks for is bearable. */
    refused: (retryAfter: string | undefined, times: number): boolean =>
      wait(429, asked(retryAfter, waitWithoutHeaderMs * 2 ** (times - 1))) <= retryAfterMsMax,
    after: (exchange: Exchange): void => {
      const { operation, response, failure: failed } = exchange;
      bytes += response?.bytes ?? 0;
      if (failed?.kind === 'withheld') return;
      const outcome = outcomeOf(exchange);
      const isTroubled = outcome.kind === 'trouble';
      inARow.set(operation, isTroubled ? (inARow.get(operation) ?? 0) + 1 : 0);
      if (isTroubled) lastTrouble.set(operation, outcome.trouble);
      const header = response?.headers['retry-after'];
      const isAsked = response?.status === 429 || (response?.status === 503 && header !== undefined);
      if (isAsked) wait(response.status, asked(header, waitWithoutHeaderMs));
    },
  };
};
