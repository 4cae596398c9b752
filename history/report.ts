/** What the store says of a span of time, probe by probe: from counts where the span is long, never from every run. */
import { sql } from 'kysely';
import PQueue from 'p-queue';
import { isClauseId, presentId } from '../contracts/clauses.ts';
import type { HistoryPage, HistoryReport, ProbeReport } from '../contracts/history-report.ts';
import { isGating, standingsOf } from '../contracts/standing.ts';
import { unknownName } from '../contracts/usage-error.ts';
import { type ClauseFailure, failuresOf, type SeenSpan } from './failures.ts';
import { iso, type Reading } from './history.ts';
import { latencyWithTrend } from './latency-trend.ts';
import { unsent } from './outbox.ts';
import { beginOf, type LastRun, lastRuns, latestAt, probeNames, type Records, recordsIn, spanMs } from './runs.ts';
import { shownIncident } from './shown-incidents.ts';
import { activeSilences } from './silences.ts';
import type { Period, RunVerdict, SlotRow } from './tables.ts';

export type HistoryQuery = {
  readonly now: number;
  /** How far it looks back, in ms. */
  readonly backMs: number;
  /** `gate` and `nightly` are those of all targets. */
  readonly probe?: string | undefined;
  readonly target?: string | undefined;
};

const verdicts = ['pass', 'fail', 'inconclusive'] as const satisfies readonly RunVerdict[];

/** The span, and from where its counts are added up. */
type Counted = {
  readonly since: number;
  readonly period: Period;
  readonly from: number;
  /** The beginning of the span before, which is as long. */
  readonly before: number;
};

/** Beyond it, days are added up instead of hours. */
const hoursMax = 3 * spanMs.day;

const countedIn = ({ now, backMs }: HistoryQuery): Counted => {
  const period = backMs <= hoursMax ? 'hour' : 'day';
  const since = now - backMs;
  const from = beginOf(period, since);
  return { since, period, from, before: from - Math.ceil(backMs / spanMs[period]) * spanMs[period] };
};

const unclearIn = async (read: Reading, runId: string): Promise<number> => {
  const found = await read
    .selectFrom('finding')
    .select(({ fn }) => fn.count<number>('clause').distinct().as('count'))
    .where('runId', '=', runId)
    .where(({ or, eb }) => or([eb('outcome', '=', 'error'), eb('cause', 'in', ['trouble', 'nothing'])]))
    .executeTakeFirst();
  return found?.count ?? 0;
};

/** Those of whole days are counted already. */
const runsIn = async (read: Reading, probe: string, { since, now }: SeenSpan): Promise<ProbeReport['runs']> => {
  const nextDay = beginOf('day', since + spanMs.day - 1);
  const rows = await read
    .selectFrom('run')
    .select(({ fn }) => ['verdict', fn.countAll<number>().as('count')])
    .where('probe', '=', probe)
    .where('startedAt', '>=', since)
    .where('startedAt', '<', nextDay)
    .where('startedAt', '<=', latestAt(now))
    .groupBy('verdict')
    .execute();
  const days = await read
    .selectFrom('runsOfDay')
    .select(({ fn }) => verdicts.map((verdict) => fn.sum<number | null>(verdict).as(verdict)))
    .where('probe', '=', probe)
    .where('from', '>=', nextDay)
    .where('from', '<=', latestAt(now))
    .executeTakeFirst();
  const of = (verdict: RunVerdict): number =>
    (rows.find((row) => row.verdict === verdict)?.count ?? 0) + (days?.[verdict] ?? 0);
  return { pass: of('pass'), fail: of('fail'), inconclusive: of('inconclusive') };
};

type Broken = ProbeReport['broken'][number];

/** Of a run that is not kept whole any more, what is known without a policy. */
const weightWithoutPolicy = (clause: string): Broken['weight'] =>
  [presentId(clause)].filter(isClauseId).every((id) => isGating({ clause: id })) ? 'fails' : 'warns';

const brokenOf = async (
  { recordOf }: Records,
  { clause, first, last }: ClauseFailure,
  { since, lastRun }: { readonly since: number; readonly lastRun: LastRun | undefined },
): Promise<Broken> => {
  const record = last.runId === null ? undefined : await recordOf(last.runId);
  const standing = record && standingsOf(record).find((each) => each.clause === clause);
  const [finding] = standing?.verdicts.flatMap(({ findings }) => findings) ?? [];
  return {
    clause,
    weight: standing?.weight ?? weightWithoutPolicy(clause),
    operation: finding?.operation ?? null,
    place: finding?.place ?? null,
    since: iso(first.at),
    sinceRun: first.runId,
    lastAt: iso(last.at),
    lastRun: last.runId,
    state: first.at >= since ? 'new' : 'still',
    isUnjudgedSince: lastRun !== undefined && last.at < lastRun.finishedAt,
  };
};

const flakyIn = async (
  read: Reading,
  probe: string,
  { period, from, now }: Counted & SeenSpan,
): Promise<ProbeReport['flaky']> => {
  const counted = read
    .selectFrom('clause')
    .where('probe', '=', probe)
    .where('period', '=', period)
    .where('from', '>=', from)
    .where('from', '<=', latestAt(now));
  const flaky = await counted.select('clause').distinct().where('flaky', '>', sql.lit(0)).execute();
  if (flaky.length === 0) return [];
  return counted
    .select(({ fn, eb }) => [
      'clause',
      fn.sum<number>('flaky').as('times'),
      fn.sum<number>(eb('pass', '+', eb.ref('fail'))).as('of'),
    ])
    .where(
      'clause',
      'in',
      flaky.map(({ clause }) => clause),
    )
    .groupBy('clause')
    .orderBy('times', 'desc')
    .orderBy('clause')
    .execute();
};

type MissedRow = Pick<SlotRow, 'probe' | 'reason'> & { readonly count: number; readonly lastAt: number };

const missedIn = async (read: Reading, probes: readonly string[], since: number): Promise<MissedRow[]> => {
  if (probes.length === 0) return [];
  return read
    .selectFrom('slot')
    .select(({ fn }) => ['probe', 'reason', fn.countAll<number>().as('count'), fn.max('at').as('lastAt')])
    .where('probe', 'in', probes)
    .where('state', '=', 'missed')
    .where('at', '>=', since)
    .groupBy(['probe', 'reason'])
    .orderBy('count', 'desc')
    .execute();
};

const incidentsIn = async (
  read: Reading,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<HistoryReport['incidents']> => {
  const rows = await read
    .selectFrom('incident')
    .selectAll()
    .where(({ or, eb }) => or([eb('closedAt', 'is', null), eb('closedAt', '>=', since)]))
    .orderBy('openedAt')
    .execute();
  const silences = await activeSilences(read, now);
  return rows
    .map((row) => shownIncident(row, { now, silences }))
    .map(({ state, locations, seen, joins, ...shown }) => shown);
};

const brokenIn = async (
  records: Records,
  failures: readonly ClauseFailure[],
  seen: { readonly since: number; readonly lastRun: LastRun | undefined },
): Promise<Broken[]> => {
  const open = failures.filter(({ fixed }) => fixed === undefined);
  const broken = await Promise.all(open.map((each) => brokenOf(records, each, seen)));
  return broken.sort((one, other) => (one.since < other.since ? -1 : 1));
};

/** Its questions are asked at once: otherwise each would wait for other questions to the store in the meantime. */
const probeReport = async (
  read: Reading,
  { probe, lastRun }: { readonly probe: string; readonly lastRun: LastRun | undefined },
  { now, counted, missed }: { readonly now: number; readonly counted: Counted; readonly missed: readonly MissedRow[] },
): Promise<ProbeReport> => {
  const { since } = counted;
  const records = recordsIn(read);
  const [failures, unclear, runs, flaky, latency] = await Promise.all([
    failuresOf(records, probe, { since, now }),
    lastRun ? unclearIn(read, lastRun.id) : 0,
    runsIn(read, probe, { since, now }),
    flakyIn(read, probe, { ...counted, now }),
    latencyWithTrend(read, probe, { ...counted, now }),
  ]);
  return {
    probe,
    target: lastRun?.target ?? null,
    lastRun: lastRun ? { id: lastRun.id, at: iso(lastRun.finishedAt), verdict: lastRun.verdict, unclear } : null,
    runs,
    broken: await brokenIn(records, failures, { since, lastRun }),
    fixed: failures.flatMap(({ clause, first, fixed }) =>
      fixed ? [{ clause, since: iso(first.at), fixedAt: iso(fixed.at), fixedRun: fixed.runId }] : [],
    ),
    flaky,
    latency,
    missed: missed
      .filter((each) => each.probe === probe)
      .map(({ reason, count, lastAt }) => ({ reason: reason ?? 'no reason was kept', count, lastAt: iso(lastAt) })),
  };
};

const isAskedProbe = (name: string, asked: string | undefined): boolean =>
  asked === undefined || name === asked || name.startsWith(`${asked}:`);

const lastRunsOf = (read: Reading, names: readonly string[], now: number): Promise<LastRun[]> =>
  lastRuns(
    read,
    names.map((probe) => ({ probe })),
    now,
  );

/** @throws UsageError */
const ofTarget = async (
  read: Reading,
  names: readonly string[],
  { target, now }: { readonly target: string; readonly now: number },
): Promise<string[]> => {
  const last = await lastRunsOf(read, names, now);
  const found = last.filter((run) => run.target === target);
  const known = [...new Set(last.map((run) => run.target))];
  if (found.length === 0) throw unknownName('target', target, known, 'npx --no -- preflight history lists all');
  return found.map((run) => run.probe).sort();
};

/** What is read of one probe is held until all of it is printed. */
const probesAtOnce = 3;

/** Of the probes in order of the alphabet. */
type PageAsked = { readonly limit: number; readonly after?: string | undefined };

/**
 * @param page All probes where it is left out.
 * @throws UsageError where nothing is kept of the probe or of the target that is asked for.
 * @throws StoreFailed
 */
export const historyPageOf = async (read: Reading, asked: HistoryQuery, page?: PageAsked): Promise<HistoryPage> => {
  const { now, probe, target } = asked;
  const counted = countedIn(asked);
  const names = [...new Set([...(await probeNames(read, 'run')), ...(await probeNames(read, 'slot'))])].sort();
  const where = 'npx --no -- preflight history lists all';
  const ofProbe = names.filter((name) => isAskedProbe(name, probe));
  if (probe !== undefined && ofProbe.length === 0) throw unknownName('probe', probe, names, where);
  const chosen = target === undefined ? ofProbe : await ofTarget(read, ofProbe, { target, now });
  const left = chosen.filter((name) => name > (page?.after ?? ''));
  const shown = left.slice(0, page?.limit);
  const last = new Map((await lastRunsOf(read, shown, now)).map((run) => [run.probe, run]));
  const missed = await missedIn(read, shown, counted.since);
  const incidents = await incidentsIn(read, { since: counted.since, now });
  const inTurn = new PQueue({ concurrency: probesAtOnce });
  const probes = await inTurn.addAll(
    shown.map((name) => () => probeReport(read, { probe: name, lastRun: last.get(name) }, { now, counted, missed })),
  );
  return {
    schema: 'preflight.history/1',
    at: iso(now),
    since: iso(counted.since),
    countedFrom: iso(counted.from),
    incidents: incidents.filter(
      (each) => isAskedProbe(each.probe, probe) && (target === undefined || each.target === target),
    ),
    unsent: await unsent(read),
    probes,
    next: shown.length < left.length ? (shown.at(-1) ?? null) : null,
  };
};

/** As `historyPageOf`, of all probes. */
export const historyReportOf = async (read: Reading, asked: HistoryQuery): Promise<HistoryReport> => {
  const { next, ...report } = await historyPageOf(read, asked);
  return report;
};
