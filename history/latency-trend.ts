/** How long operations took within a span, and whether that has changed since the span before. */
import type { ProbeReport } from '../contracts/history-report.ts';
import { type Bin, percentileMs, totalOf } from './bins.ts';
import type { Reading } from './history.ts';
import { type CountedSpan, wholeDaysOf } from './runs.ts';
import { trendOf } from './trend.ts';

const binsIn = async (read: Reading, probe: string, span: CountedSpan): Promise<Map<string, Bin[]>> => {
  const parts = wholeDaysOf(span).map(({ period, from, until }) =>
    read
      .selectFrom('latency')
      .select(['operation', 'bin', 'count'])
      .where('probe', '=', probe)
      .where('period', '=', period)
      .where('from', '>=', from)
      .where('from', '<', until),
  );
  const [first, ...others] = parts;
  if (!first) return new Map();
  const all = others.reduce((one, other) => one.unionAll(other), first);
  const rows = await read
    .selectFrom(all.as('counted'))
    .select(({ fn }) => ['operation', 'bin', fn.sum<number>('count').as('count')])
    .groupBy(['operation', 'bin'])
    .execute();
  return Map.groupBy(rows, ({ operation }) => operation);
};

const percentilesOf = (bins: readonly Bin[]) => ({
  count: totalOf(bins),
  p50Ms: percentileMs(bins, 0.5),
  p95Ms: percentileMs(bins, 0.95),
});

type SpanAsked = Pick<CountedSpan, 'period' | 'from'> & {
  /** The beginning of the span before. */
  readonly before: number;
  readonly now: number;
};

export const latencyWithTrend = async (
  read: Reading,
  probe: string,
  { period, from, before, now }: SpanAsked,
): Promise<ProbeReport['latency']> => {
  const these = await binsIn(read, probe, { period, from, until: now + 1 });
  const former = await binsIn(read, probe, { period, from: before, until: from });
  return [...these].sort().map(([operation, bins]) => {
    const then = former.get(operation) ?? [];
    return {
      operation,
      ...percentilesOf(bins),
      before: then.length === 0 ? null : percentilesOf(then),
      p50Trend: trendOf(then, bins, 0.5),
      p95Trend: trendOf(then, bins, 0.95),
    };
  });
};
