/** How long each operation took to answer: percentiles and spread, as numbers and as a table of a page. */
import { type OperationId, operationIds, operations } from '../contracts/operations.ts';
import { tableOf } from './markup.ts';
import { counted } from './text-layout.ts';

const barWidth = 8;
const height = 28;

const msText = (ms: number): string =>
  ms < 1_000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(1)} s`;

/** The bins that any operation uses. */
const usedBins = (all: readonly Latency[]): { readonly from: number; readonly to: number } => {
  const used = all.flatMap(({ bins }) => bins.flatMap((count, at) => (count > 0 ? [at] : [])));
  return { from: Math.min(...used), to: Math.max(...used) + 1 };
};

const picture = ({ operation, bins }: Latency, { from, to }: { from: number; to: number }): string => {
  const shown = bins.slice(from, to);
  const most = Math.max(...shown);
  const bars = shown.flatMap((count, at) => {
    const tall = Math.max(2, Math.round((count / most) * height));
    return count === 0
      ? []
      : [`<rect x="${at * barWidth}" y="${height - tall}" width="${barWidth - 1}" height="${tall}"/>`];
  });
  const width = shown.length * barWidth;
  return `<svg class="spread" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="how the answers of ${operation} are spread"><path d="M0 ${height - 0.5}H${width}"/>${bars.join('')}</svg>`;
};

const columns = [
  { name: 'operation' },
  { name: 'answers', isNumber: true },
  { name: '50 %', isNumber: true },
  { name: '95 %', isNumber: true },
  { name: '99 %', isNumber: true },
  { name: 'slowest', isNumber: true },
  { name: 'spread' },
];

/** Nothing where no answer is kept. */
export const latencyTable = (all: readonly Latency[]): string => {
  if (all.length === 0) return '';
  const range = usedBins(all);
  const low = range.from === 0 ? 0 : binBoundMs(range.from - 1);
  const rows = all.map((each) => [
    `${each.operation} <span class="dim">${operations[each.operation].path}</span>`,
    String(each.count),
    ...[each.p50, each.p95, each.p99, each.max].map(msText),
    picture(each, range),
  ]);
  const answers = all.reduce((sum, { count }) => sum + count, 0);
  return `\
<section class="beside" aria-labelledby="latency"><h2 id="latency">Latency</h2>
<p class="dim">Of ${counted(answers, 'answer')}: as long as so many in a hundred took at the most. The pictures go from ${msText(low)} to ${msText(binBoundMs(range.to - 1))}, each step half as long again, and are as tall as most answers.</p>
${tableOf('Latency of each operation', columns, rows)}
</section>`;
};

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
