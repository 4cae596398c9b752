/** What charts are drawn from: counts by hour and by day, never single runs. */
import { sql } from 'kysely';
import { showsItsArea } from '../contracts/areas.ts';
import { topicOf } from '../contracts/clause.ts';
import { clauseIds } from '../contracts/clauses.ts';
import type { HeatMap, LatencyChart } from '../contracts/listed.ts';
import { type Bin, percentileMs, totalOf } from './bins.ts';
import { iso, type Reading } from './history.ts';
import { downShares, outagesOf } from './outages.ts';
import { beginOf, latestAt, spanMs } from './runs.ts';
import type { Period } from './tables.ts';

/** How each area of clauses stood in an hour or on a day, from the counts that are kept of them. */
export type AreaCount = {
  readonly area: string;
  readonly from: number;
  /** Checks that held, and those whose failure is accepted. */
  readonly held: number;
  /** Checks that failed, and those that found the service in trouble. What only lacks evidence is in neither. */
  readonly bad: number;
  /** Of those, the checks that failed. */
  readonly failed: number;
  /** Whether something held or failed that shows anything about the area: a refusal shows without knowledge of it. */
  readonly tells: boolean;
};

export type AreaCountsAsked = {
  readonly probes: readonly string[];
  readonly period: Period;
  /** The first moment, and the one after the last, in ms. */
  readonly from: number;
  readonly until: number;
};

const refusals = clauseIds.filter((id) => !showsItsArea(id));

/** Added up where they are: a list of days has a hundred thousand counts. */
export const areaCounts = async (
  read: Reading,
  { probes, period, from, until }: AreaCountsAsked,
): Promise<AreaCount[]> => {
  if (probes.length === 0) return [];
  const area = sql<string>`substr(clause, 1, instr(clause, '.') - 1)`;
  const rows = await read
    .selectFrom('clause')
    .select([
      area.as('area'),
      'from',
      sql<number>`sum(pass + excused)`.as('held'),
      sql<number>`sum(fail - excused + trouble)`.as('bad'),
      sql<number>`sum(fail - excused)`.as('failed'),
      sql<number>`sum(case when clause in (${sql.join(refusals)}) then 0 else pass + fail end)`.as('telling'),
    ])
    .where('probe', 'in', probes)
    .where('period', '=', period)
    .where('from', '>=', from)
    .where('from', '<', until)
    .groupBy([area, 'from'])
    .execute();
  return rows.map(({ telling, ...row }) => ({ ...row, tells: telling > 0 }));
};

/** Beyond it a chart by the hour has more columns than a person can read. */
const hoursMax = 3 * 24;

const periodFor = (backMs: number): Period => (backMs <= hoursMax * spanMs.hour ? 'hour' : 'day');

type ChartAsked = { readonly probes: readonly string[]; readonly backMs: number; readonly now: number };

const begins = ({ backMs, now }: ChartAsked, period: Period): number[] => {
  const first = beginOf(period, now - backMs) + spanMs[period];
  const count = Math.floor((beginOf(period, now) - first) / spanMs[period]) + 1;
  return Array.from({ length: Math.max(1, count) }, (_, i) => first + i * spanMs[period]);
};

const places = new Map<string, number>(clauseIds.map((id, place) => [id, place]));

/** As in every report; what is no clause any more comes last. */
const inOrderOfTable = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  (places.get(one) ?? places.size) - (places.get(other) ?? places.size);

type DownAsked = { readonly targets: readonly string[]; readonly from: number; readonly now: number };

/** Of several targets the one that was down longest; the incident that was open then. */
const downPeriods = async (
  read: Reading,
  period: Period,
  { targets, from, now }: DownAsked,
): Promise<HeatMap['down']> => {
  const byPeriod = new Map<number, HeatMap['down'][number]>();
  for (const target of targets) {
    const outages = await outagesOf(read, { target, from, until: now });
    if (outages.length === 0) continue;
    const incidents = await read
      .selectFrom('incident')
      .select(['id', 'brokeAt', 'closedAt'])
      .where('target', '=', target)
      .where('kind', '=', 'service')
      .where('brokeAt', '<=', now)
      .where(({ or, eb }) => or([eb('closedAt', 'is', null), eb('closedAt', '>=', from)]))
      .orderBy('brokeAt')
      .execute();
    for (const [at, share] of downShares(outages, { period, until: now })) {
      if (at < from || share <= (byPeriod.get(at)?.share ?? 0)) continue;
      const shown = incidents.find(
        ({ brokeAt, closedAt }) => (brokeAt ?? now) < at + spanMs[period] && (closedAt ?? now) >= at,
      );
      byPeriod.set(at, { from: iso(at), share, incident: shown?.id ?? null });
    }
  }
  return [...byPeriod.values()].sort((one, other) => one.from.localeCompare(other.from));
};

type HeatMapAsked = ChartAsked & { readonly targets: readonly string[] };

/** Every clause that was counted in the span, with the hours or days in which it was, and those without an answer. */
export const heatMapOf = async (read: Reading, asked: HeatMapAsked): Promise<HeatMap> => {
  const period = periodFor(asked.backMs);
  const from = begins(asked, period);
  const rows = await read
    .selectFrom('clause')
    .select(({ fn }) => [
      'clause',
      'from',
      fn.sum<number>('pass').as('pass'),
      fn.sum<number>('fail').as('fail'),
      fn.sum<number>('inconclusive').as('inconclusive'),
      fn.sum<number>('error').as('error'),
      fn.sum<number>('flaky').as('flaky'),
    ])
    .where('probe', 'in', [...asked.probes, ''])
    .where('period', '=', period)
    .where('from', '>=', from[0] ?? 0)
    .where('from', '<=', latestAt(asked.now))
    .groupBy(['clause', 'from'])
    .orderBy('clause')
    .orderBy('from')
    .execute();
  const clauses = [...Map.groupBy(rows, ({ clause }) => clause)].sort(inOrderOfTable).map(([clause, cells]) => ({
    clause,
    area: topicOf(clause),
    cells: cells.map(({ from: at, pass, fail, flaky, inconclusive, error }) => ({
      from: iso(at),
      pass,
      fail,
      flaky,
      unclear: inconclusive + error,
    })),
  }));
  const down = await downPeriods(read, period, { ...asked, from: from[0] ?? 0 });
  return { period, from: from.map(iso), down, clauses };
};

const quantilesOf = (bins: readonly Bin[]) => ({
  p50Ms: percentileMs(bins, 0.5),
  p95Ms: percentileMs(bins, 0.95),
  p99Ms: percentileMs(bins, 0.99),
});

export type LatencyLately = { readonly operation: string } & ReturnType<typeof quantilesOf>;

/** Within this hour and the one before. */
export const latencyLately = async (
  read: Reading,
  { probes, now }: Pick<ChartAsked, 'probes' | 'now'>,
): Promise<LatencyLately[]> => {
  const rows = await read
    .selectFrom('latency')
    .select(({ fn }) => ['operation', 'bin', fn.sum<number>('count').as('count')])
    .where('probe', 'in', [...probes, ''])
    .where('period', '=', 'hour')
    .where('from', '>=', beginOf('hour', now) - spanMs.hour)
    .where('from', '<=', latestAt(now))
    .groupBy(['operation', 'bin'])
    .orderBy('operation')
    .execute();
  return [...Map.groupBy(rows, ({ operation }) => operation)].map(([operation, bins]) => ({
    operation,
    ...quantilesOf(bins),
  }));
};

type LatencyBinsRow = { readonly operation: string; readonly from: number; readonly bins: string };

const binsIn = (text: string): Bin[] =>
  text.split(',').map((each) => {
    const [bin, count] = each.split(' ');
    return { bin: Number(bin), count: Number(count) };
  });

export const latencyChartOf = async (read: Reading, asked: ChartAsked): Promise<LatencyChart> => {
  const period = periodFor(asked.backMs);
  const counted = read
    .selectFrom('latency')
    .select(({ fn }) => ['operation', 'from', 'bin', fn.sum<number>('count').as('count')])
    .where('probe', 'in', [...asked.probes, ''])
    .where('period', '=', period)
    .where('from', '>=', begins(asked, period)[0] ?? 0)
    .where('from', '<=', latestAt(asked.now))
    .groupBy(['operation', 'from', 'bin'])
    .as('counted');
  // All bins of a point in one row: thirty thousand rows take longer to hand over than to count.
  const rows: LatencyBinsRow[] = await read
    .selectFrom(counted)
    .select(['operation', 'from', sql<string>`string_agg(bin || ' ' || count, ',')`.as('bins')])
    .groupBy(['operation', 'from'])
    .orderBy('operation')
    .orderBy('from')
    .execute();
  const operations = [...Map.groupBy(rows, ({ operation }) => operation)].map(([operation, ofOne]) => ({
    operation,
    points: ofOne
      .map(({ from, bins }) => ({ from, bins: binsIn(bins) }))
      .map(({ from, bins }) => ({
        from: iso(from),
        count: totalOf(bins),
        ...quantilesOf(bins),
      })),
  }));
  return { period, operations };
};
