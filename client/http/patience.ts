/** Decides what is not sent: nothing while the service asked us to wait, no more to what is repeatedly in trouble. */
import type { OperationId } from '../../contracts/operations.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { retryAfterMsMax, runBytesMax, troublesInARowMax } from '../limits.ts';
import { failure, type SendFailure } from './failure.ts';

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
