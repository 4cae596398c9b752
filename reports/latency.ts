/** How long each operation took to answer: percentiles, and how the answers are spread, as numbers alone. */
import { type OperationId, operationIds } from '../contracts/operations.ts';

/** One answer of the service, however it came about. */
export type Answered = { readonly operation: OperationId; readonly durationMs: number };

export type Latency = {
  readonly operation: OperationId;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** How many answers each bin holds; the bounds are the same for all operations, so that pictures can be compared. */
  readonly bins: readonly number[];
};

/** Each upper bound is 1.5 times the one before: from 1 ms to beyond a minute. */
const firstBoundMs = 1;
const growth = 1.5;
const binCount = 28;

const binOf = (ms: number): number =>
  Math.min(
    binCount - 1,
    Math.max(0, Math.ceil(Math.log(Math.max(ms, firstBoundMs) / firstBoundMs) / Math.log(growth))),
  );

/** In ms, exclusive of nothing: the last bin has none. */
export const binBoundMs = (bin: number): number => firstBoundMs * growth ** bin;

/** The smallest of the values that so many in a hundred do not exceed (nearest rank). */
export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;

/** In the order of the interface; an operation without an answer is left out. */
export const latencies = (answers: readonly Answered[]): Latency[] => {
  const byOperation = Map.groupBy(answers, ({ operation }) => operation);
  return operationIds.flatMap((operation): Latency[] => {
    const sorted = (byOperation.get(operation) ?? []).map(({ durationMs }) => durationMs).sort((a, b) => a - b);
    if (sorted.length === 0) return [];
    const bins = Array.from({ length: binCount }, () => 0);
    for (const ms of sorted) bins[binOf(ms)] = (bins[binOf(ms)] ?? 0) + 1;
    const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(sorted, percent)) as [number, number, number];
    return [{ operation, count: sorted.length, p50, p95, p99, max: sorted.at(-1) ?? 0, bins }];
  });
};
