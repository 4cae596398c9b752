/** How long operations took within a span, and whether that has changed since the span before. */

import type { ProbeReport } from '../contracts/history-report.ts';
import { type Bin, binAt, percentile, percentileMs, totalOf } from './bins.ts';
import type { Reading } from './history.ts';
import { type CountedSpan, wholeDaysOf } from './runs.ts';

/** Fewer beyond the percentile say nothing: 20 requests for the middle, 200 for the 95th. */
const beyondMin = 10;
/** Three standard errors: of a thousand operations that stay the same, a few are reported wrongly. */
const errorsMin = 3;
/** A bin is 9 % wide, and a person does not mind less than two. */
const ratioMin = 1.2;

/** How many took longer than so many ms. */
const slowerThan = (bins: readonly Bin[], bin: number): number => totalOf(bins.filter((each) => each.bin > bin));

/**
 * Of two spans: how many of each took longer than the percentile of the first, by the test of two proportions.
 *
 * @param share From 0 to 1: 0.95 is the 95th percentile.
 */
export const trendOf = (
  before: readonly Bin[],
  now: readonly Bin[],
  share: number,
): 'slower' | 'faster' | 'steady' | 'unknown' => {
  const [totalBefore, totalNow] = [totalOf(before), totalOf(now)];
  if (Math.min(totalBefore, totalNow) * Math.min(share, 1 - share) < beyondMin - 1e-9) return 'unknown';
  const ratio = (percentile(now, share) ?? 0) / (percentile(before, share) ?? 1);
  if (ratio < ratioMin && ratio > 1 / ratioMin) return 'steady';
  // The percentile of the slower one may lie far above all of the other: each is the bound once.
  const bin = Math.min(binAt(before, share) ?? 0, binAt(now, share) ?? 0);
  const [slowBefore, slowNow] = [slowerThan(before, bin), slowerThan(now, bin)];
  const pooled = (slowBefore + slowNow) / (totalBefore + totalNow);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / totalBefore + 1 / totalNow));
  const errors = error === 0 ? 0 : (slowNow / totalNow - slowBefore / totalBefore) / error;
  if (Math.abs(errors) < errorsMin) return 'steady';
  return errors > 0 ? 'slower' : 'faster';
};

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
