/** What the last runs together show: an error budget that goes too fast, and operations slower than they may be. */

import { sql } from 'kysely';
import { dayMs, hourMs, minuteMs } from '../contracts/durations.ts';
import type { OperationId } from '../contracts/operations.ts';
import { binOf, percentile, totalOf } from '../history/bins.ts';
import { isAny, type Reading, type Writing } from '../history/history.ts';
import { beginOf, latestAt } from '../history/runs.ts';
import { everyTarget, windowsSince } from '../history/silences.ts';
import type { RunRow, SampleVerdict } from '../history/tables.ts';
import { spanText } from './alert-text.ts';
import { type CauseRules, defaultRules, type SeenCause } from './causes.ts';
import type { Probe } from './config.ts';
import { knownCauses } from './incidents.ts';

// Whether a probe uses up its error budget too fast: over a long window, and still now.

export type BurnRule = {
  readonly name: string;
  /** So many times as fast as the budget allows. */
  readonly rate: number;
  readonly longMs: number;
  /** That it burns now, and has not just stopped. */
  readonly shortMs: number;
  readonly tells: 'page' | 'ticket';
};

export const burnRules: readonly BurnRule[] = [
  { name: 'fast', rate: 14.4, longMs: hourMs, shortMs: 5 * minuteMs, tells: 'page' },
  { name: 'slow', rate: 6, longMs: 6 * hourMs, shortMs: 30 * minuteMs, tells: 'page' },
  { name: 'steady', rate: 1, longMs: 3 * dayMs, shortMs: 6 * hourMs, tells: 'ticket' },
];

/** Under which an incident of a rule is kept. */
export const causeOfRule = ({ name }: BurnRule): string => `slo ${name}`;

/** Fewer runs than this in a window say nothing. */
const intervalsMin = 3;

/** The windows of a rule for a probe: never shorter than three of its intervals. */
export const windowsOf = (
  { longMs, shortMs }: BurnRule,
  intervalMs: number,
): { readonly longMs: number; readonly shortMs: number } => ({
  longMs: Math.max(longMs, intervalsMin * intervalMs),
  shortMs: Math.max(shortMs, intervalsMin * intervalMs),
});

/** How many runs the long window must have so that one failure alone cannot break the rule. */
export const samplesMin = ({ rate }: BurnRule, slo: number): number =>
  // Without what 1 - 0.999 is off by.
  Number((1 / (rate * (1 - slo))).toFixed(6));

/** Whether the rule can ever be evaluated for a probe of this interval. */
export const canFire = (rule: BurnRule, { slo, intervalMs }: { readonly slo: number; readonly intervalMs: number }) =>
  windowsOf(rule, intervalMs).longMs / intervalMs > samplesMin(rule, slo) && rule.rate * (1 - slo) <= 1;

type RunCounts = { readonly failed: number; readonly all: number };

/** How many times faster than allowed; 0 where nothing was counted. */
const burnRate = ({ failed, all }: RunCounts, slo: number): number => (all === 0 ? 0 : failed / all / (1 - slo));

/**
 * @param long What ran in the long window, without maintenance and without what could not be measured.
 * @returns undefined where there are too few runs to say anything.
 */
export const isBurning = (
  rule: BurnRule,
  { slo, long, short }: { readonly slo: number; readonly long: RunCounts; readonly short: RunCounts },
): boolean | undefined => {
  if (long.all <= samplesMin(rule, slo) || short.all === 0) return undefined;
  return burnRate(long, slo) >= rule.rate && burnRate(short, slo) >= rule.rate;
};

/** Many runs have been counted already, so that one look is enough. */
export const objectiveRules: CauseRules = { inRow: 1, failures: 1, ofLast: 1, passes: 1 };

/**
 * What a run is to the error budget of its probe. A run that could not measure is bad where the service was in trouble.
 * It does not count where the cause was our network, our own error, or lack of evidence.
 */
export const sampleOf = (
  verdict: RunRow['verdict'],
  seen: readonly Pick<SeenCause, 'kind' | 'shown'>[],
  isDown = false,
): SampleVerdict | null => {
  if (verdict !== 'inconclusive') return verdict === 'pass' ? 'good' : 'bad';
  return isDown || seen.some(({ kind, shown }) => kind === 'service' && shown === 'failed') ? 'bad' : null;
};

type Watching = {
  readonly probe: Pick<Probe, 'name' | 'slo' | 'latency'>;
  readonly intervalMs: number;
  /** Only what ran there; everywhere when it is left out. */
  readonly location?: string;
  readonly now: number;
};

/** As its runs have it; a monitor file may name a path. */
const targetOf = async (from: Reading | Writing, { probe, now }: Watching): Promise<string | undefined> => {
  const runs = from.selectFrom('run').select('target').where('probe', '=', probe.name);
  const last = runs.where('startedAt', '<=', latestAt(now)).orderBy('startedAt', 'desc').limit(1);
  return (await last.executeTakeFirst())?.target;
};

type CountedRuns = Watching & {
  readonly since: number;
  readonly target: string;
  /** Without the runs of incidents, which have been reported, and those that have led to them. */
  readonly isUnreported?: boolean;
};

/** The runs since a moment, without those that a maintenance window touches. */
const countedSince = async (
  from: Reading | Writing,
  { probe, location, since, target, now, intervalMs, isUnreported = false }: CountedRuns,
): Promise<RunCounts> => {
  const ledMs = defaultRules.inRow * intervalMs;
  // Found once, and not again for each run: every release leaves a window behind, and they are kept.
  const all = from
    .with(
      (name) => name('touching').materialized(),
      (db) => {
        const windows = db
          .selectFrom('maintenance')
          .select(['from', 'until'])
          .where('target', 'in', [target, everyTarget])
          .where('until', '>', since);
        if (!isUnreported) return windows;
        return windows.unionAll(
          db
            .selectFrom('incident')
            .select(sql<number>`coalesce("brokeAt", "openedAt" - ${sql.lit(ledMs)})`.as('from'))
            .select(sql<number>`coalesce("closedAt", ${sql.lit(now)})`.as('until'))
            .where('target', '=', target)
            .where('kind', 'in', ['contract', 'service'])
            .where(({ eb, or }) => or([eb('closedAt', 'is', null), eb('closedAt', '>', since)])),
        );
      },
    )
    .selectFrom('run')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('sample', '=', 'bad').as('failed'),
    ])
    .where('probe', '=', probe.name)
    .where('startedAt', '>', since)
    .where('startedAt', '<=', latestAt(now))
    .where('sample', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('touching')
            .select('touching.from')
            .whereRef('touching.from', '<=', 'run.finishedAt')
            .whereRef('touching.until', '>', 'run.startedAt'),
        ),
      ),
    );
  const here = location === undefined ? all : all.where('location', '=', location);
  return here.executeTakeFirstOrThrow();
};

/** Without any bad run, no budget burns; bad runs have their own index, and are asked for after each run. */
const isAnyBad = (from: Reading | Writing, { probe, intervalMs, now }: Watching): Promise<boolean> => {
  const longestMs = Math.max(...burnRules.map((rule) => windowsOf(rule, intervalMs).longMs));
  const runs = from
    .selectFrom('run')
    .select('id')
    .where('probe', '=', probe.name)
    .where('startedAt', '>', now - longestMs)
    .where('startedAt', '<=', latestAt(now));
  return isAny(runs.where('sample', '=', sql.lit<SampleVerdict>('bad')));
};

type Objective = Pick<SeenCause, 'cause' | 'kind' | 'title' | 'operations' | 'expected' | 'actual'> & {
  readonly isFailing: boolean;
};

/**
 * Whether a failure is reported already, by an incident of the target that is open or has closed within the short
 * window, or may be in a moment: the last run failed, and the next one confirms its cause. One outage does not page
 * twice. The budget is there for failures that come again and again without opening an incident, or after it has
 * closed.
 */
const isReportedOtherwise = async (
  from: Reading | Writing,
  { probe, target, now, shortMs }: Watching & { readonly shortMs: number; readonly target: string },
): Promise<boolean> => {
  const reported = from
    .selectFrom('incident')
    .select('id')
    // Not by the index of a target, which leads to all that it ever had: few are open, or have closed just now.
    .where(sql<string>`${sql.ref('target')} || ''`, '=', target)
    .where('kind', 'in', ['contract', 'service'])
    .where(({ eb, or }) => or([eb('closedAt', 'is', null), eb('closedAt', '>', now - shortMs)]));
  if (await isAny(reported)) return true;
  const last = await from
    .selectFrom('run')
    .select('sample')
    .where('probe', '=', probe.name)
    .where('sample', 'is not', null)
    .orderBy('startedAt', 'desc')
    .limit(defaultRules.inRow)
    .execute();
  // What has failed so often in a row, and opened nothing, fails differently each time.
  return last[0]?.sample === 'bad' && last.some(({ sample }) => sample === 'good');
};

const budgetShown = async (
  from: Reading | Writing,
  rule: BurnRule,
  watching: Watching & { readonly target: string; readonly isKnown: boolean },
): Promise<Objective | undefined> => {
  const { longMs, shortMs } = windowsOf(rule, watching.intervalMs);
  const { slo } = watching.probe;
  const short = await countedSince(from, { ...watching, since: watching.now - shortMs });
  // What does not burn now, and did not lately, need not be reported: the thousands of runs before need not be counted.
  if (!watching.isKnown && burnRate(short, slo) < rule.rate) return undefined;
  const long = await countedSince(from, { ...watching, since: watching.now - longMs });
  const isFailing = isBurning(rule, { slo, long, short });
  if (isFailing === undefined) return undefined;
  if (isFailing && (await isReportedOtherwise(from, { ...watching, shortMs }))) return undefined;
  if (isFailing && !watching.isKnown) {
    const rest = await countedSince(from, { ...watching, since: watching.now - longMs, isUnreported: true });
    if (burnRate({ failed: rest.failed, all: long.all }, slo) < rule.rate) return undefined;
  }
  const actual = `${long.failed} of ${long.all} runs failed within ${spanText(longMs)}`;
  return {
    cause: causeOfRule(rule),
    kind: 'slo',
    title: `${actual}: a ${rule.name} burn of slo ${slo}`,
    // Without what 100 * 0.995 is off by.
    expected: `${Number((100 * slo).toFixed(4))} of 100 runs pass`,
    actual,
    isFailing,
  };
};

/** Of fewer, the slowest decides. */
const requestsMin = 20;
const share = 0.95;

/** Counts are kept by the hour: the hour that has begun, and those before it that its window touches. */
const latencySince = ({ intervalMs, now }: Watching): number =>
  beginOf('hour', now - Math.max(hourMs, intervalsMin * intervalMs));

/** Counts cannot be separated from those of a window: while one touches their time, they say nothing. */
const isTouched = (from: Reading | Writing, target: string, since: number): Promise<boolean> =>
  isAny(windowsSince(from, target, since).select('id'));

const slownessShown = async (
  from: Reading | Writing,
  { operation, p95Ms }: { readonly operation: OperationId; readonly p95Ms: number },
  watching: Watching,
): Promise<Objective | undefined> => {
  const bins = await from
    .selectFrom('latency')
    .select(({ fn }) => ['bin', fn.sum<number>('count').as('count')])
    .where('probe', '=', watching.probe.name)
    .where('period', '=', 'hour')
    .where('from', '>=', latencySince(watching))
    .where('from', '<=', latestAt(watching.now))
    .where('operation', '=', operation)
    .groupBy('bin')
    .execute();
  const ms = percentile(bins, share);
  const requests = totalOf(bins);
  if (ms === undefined || requests < requestsMin) return undefined;
  return {
    cause: `latency ${operation}`,
    kind: 'latency',
    title: `${operation} takes ${Math.round(ms)} ms for 95 of 100 requests, and ${p95Ms} ms are its objective`,
    operations: [operation],
    expected: `95 of 100 requests take up to ${p95Ms} ms`,
    actual: `95 of 100 requests take up to ${Math.round(ms)} ms`,
    // Times in one bin are not distinguished.
    isFailing: binOf(ms) > binOf(p95Ms),
  };
};

/**
 * What the objectives of a probe show now, to be noted with `objectiveRules` after each of its runs. Where there are
 * too few runs or requests to mean anything, an objective shows nothing. What is slow is degraded, and no failure of a
 * run.
 *
 * @returns What is broken, and of what was broken lately, that it is over.
 */
export const objectivesShown = async (to: Reading | Writing, watching: Watching): Promise<SeenCause[]> => {
  const known = new Set((await knownCauses(to, watching.probe.name)).map(({ cause }) => cause));
  const objectives = Object.entries(watching.probe.latency) as [OperationId, { readonly p95Ms: number }][];
  const isBudgetAsked = burnRules.some((rule) => known.has(causeOfRule(rule))) || (await isAnyBad(to, watching));
  if (!isBudgetAsked && objectives.length === 0) return [];
  const target = await targetOf(to, watching);
  if (target === undefined) return [];
  const shown: (Objective | undefined)[] = [];
  for (const rule of isBudgetAsked ? burnRules : []) {
    const isKnown = known.has(causeOfRule(rule));
    shown.push(await budgetShown(to, rule, { ...watching, target, isKnown }));
  }
  const isMeasured = objectives.length > 0 && !(await isTouched(to, target, latencySince(watching)));
  for (const [operation, { p95Ms }] of isMeasured ? objectives : [])
    shown.push(await slownessShown(to, { operation, p95Ms }, watching));
  return shown.flatMap((each): SeenCause[] => {
    if (!each) return [];
    const { isFailing, ...rest } = each;
    if (isFailing) return [{ ...rest, shown: 'failed', clauses: [] }];
    return known.has(rest.cause) ? [{ ...rest, shown: 'passed', clauses: [] }] : [];
  });
};
