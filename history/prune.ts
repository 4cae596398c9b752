/** Retention: what is past its time goes, a little at a time, so that no probe waits to write its result. */

import { setTimeout as after } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'kysely';
import { dayMs } from '../contracts/durations.ts';
import type { History, Writing } from './history.ts';
import { probeNames } from './probe-names.ts';
import { type Period, periods, type Tables } from './tables.ts';

/** How many days runs are kept whole, and their counts by hour and by day. */
export type KeepDays = { readonly runs: number; readonly hours: number; readonly days: number };

export const defaultKeepDays: KeepDays = { runs: 30, hours: 120, days: 1_100 };

const kinds = [
  'records',
  'findings',
  'hours',
  'days',
  'slots',
  'notifications',
  'incidents',
  'causes',
  'runs',
] as const;

/** How many rows went; `records`: runs of which only the verdict and the counts are left. */
export type Removed = Record<(typeof kinds)[number], number>;

/** A transaction of so many takes some milliseconds. */
const rowsMax = 200;
/** A run has some findings, so that these are of about as many rows. */
const runsMax = 10;
/** Another program that waits asks again within about this time. */
const pauseMs = 5;

/** Removes a little; done once there was less to remove than it may. */
type PruneStep = (to: Writing, removed: Removed) => Promise<'more' | 'done'>;

const stepResult = (count: number): 'more' | 'done' => (count === rowsMax ? 'more' : 'done');

const countOf = ({ numDeletedRows }: { readonly numDeletedRows: bigint }): number => Number(numDeletedRows);

/** What an open incident shows stays as long as it is open. */
const withoutEvidence = <O>(from: SelectQueryBuilder<Tables, 'run', O>): SelectQueryBuilder<Tables, 'run', O> =>
  from.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('incident')
          .select('incident.id')
          .where('closedAt', 'is', null)
          .where(({ or, eb, ref }) =>
            or([eb('incident.runId', '=', ref('run.id')), eb('incident.lastRunId', '=', ref('run.id'))]),
          ),
      ),
    ),
  );

const wholeRuns =
  (before: number): PruneStep =>
  async (to, removed) => {
    const old = to.selectFrom('run').select('id').where('startedAt', '<', before).where('record', 'is not', null);
    const found = await withoutEvidence(old).orderBy('startedAt').limit(runsMax).execute();
    if (found.length === 0) return 'done';
    const ids = found.map(({ id }) => id);
    const findings = await to
      .deleteFrom('finding')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('runId', 'clause', 'cause'),
          'in',
          selectFrom('finding')
            .select(['runId', 'clause', 'cause'])
            .where('runId', 'in', ids)
            .limit(rowsMax)
            .$asTuple('runId', 'clause', 'cause'),
        ),
      )
      .executeTakeFirst();
    removed.findings += countOf(findings);
    if (countOf(findings) === rowsMax) return 'more';
    await to.updateTable('run').set({ record: null }).where('id', 'in', ids).execute();
    removed.records += ids.length;
    return 'more';
  };

const clauseCounts =
  (probe: string, period: Period, before: number): PruneStep =>
  async (to, removed) => {
    const gone = await to
      .deleteFrom('clause')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('probe', 'period', 'from', 'clause'),
          'in',
          selectFrom('clause')
            .select(['probe', 'period', 'from', 'clause'])
            .where('probe', '=', probe)
            .where('period', '=', period)
            .where('from', '<', before)
            .limit(rowsMax)
            .$asTuple('probe', 'period', 'from', 'clause'),
        ),
      )
      .executeTakeFirst();
    removed[`${period}s`] += countOf(gone);
    return stepResult(countOf(gone));
  };

const latencyCounts =
  (probe: string, period: Period, before: number): PruneStep =>
  async (to, removed) => {
    const gone = await to
      .deleteFrom('latency')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('probe', 'period', 'from', 'operation', 'bin'),
          'in',
          selectFrom('latency')
            .select(['probe', 'period', 'from', 'operation', 'bin'])
            .where('probe', '=', probe)
            .where('period', '=', period)
            .where('from', '<', before)
            .limit(rowsMax)
            .$asTuple('probe', 'period', 'from', 'operation', 'bin'),
        ),
      )
      .executeTakeFirst();
    removed[`${period}s`] += countOf(gone);
    return stepResult(countOf(gone));
  };

/** Slots that have ended: a leased slot still has an owner. */
const slots =
  (state: 'done' | 'missed', before: number): PruneStep =>
  async (to, removed) => {
    const gone = await to
      .deleteFrom('slot')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('probe', 'location', 'at'),
          'in',
          selectFrom('slot')
            .select(['probe', 'location', 'at'])
            .where('state', '=', state)
            .where('at', '<', before)
            .limit(rowsMax)
            .$asTuple('probe', 'location', 'at'),
        ),
      )
      .executeTakeFirst();
    removed.slots += countOf(gone);
    return stepResult(countOf(gone));
  };

const notifications =
  (before: number): PruneStep =>
  async (to, removed) => {
    const gone = await to
      .deleteFrom('outbox')
      .where('key', 'in', ({ selectFrom }) =>
        selectFrom('outbox').select('key').where('dueAt', 'is', null).where('sentAt', '<', before).limit(rowsMax),
      )
      .executeTakeFirst();
    removed.notifications += countOf(gone);
    return stepResult(countOf(gone));
  };

const incidents =
  (before: number): PruneStep =>
  async (to, removed) => {
    const gone = await to
      .deleteFrom('incident')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('incident').select('id').where('closedAt', '<', before).limit(rowsMax),
      )
      .executeTakeFirst();
    removed.incidents += countOf(gone);
    return stepResult(countOf(gone));
  };

const causes =
  (before: number): PruneStep =>
  async (to, removed) => {
    const gone = await to
      .deleteFrom('cause')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('probe', 'cause', 'location'),
          'in',
          selectFrom('cause')
            .select(['probe', 'cause', 'location'])
            .where('brokenSince', 'is', null)
            .where('at', '<', before)
            .limit(rowsMax)
            .$asTuple('probe', 'cause', 'location'),
        ),
      )
      .executeTakeFirst();
    removed.causes += countOf(gone);
    return stepResult(countOf(gone));
  };

const runs =
  (before: number): PruneStep =>
  async (to, removed) => {
    const gone = await to
      .deleteFrom('run')
      .where('id', 'in', ({ selectFrom }) =>
        withoutEvidence(selectFrom('run').select('run.id').where('startedAt', '<', before).where('record', 'is', null))
          .orderBy('startedAt')
          .limit(rowsMax),
      )
      .executeTakeFirst();
    removed.runs += countOf(gone);
    return stepResult(countOf(gone));
  };

const runsOfDays =
  (before: number): PruneStep =>
  async (to, removed) => {
    const gone = await to
      .deleteFrom('runsOfDay')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('probe', 'from'),
          'in',
          selectFrom('runsOfDay')
            .select(['probe', 'from'])
            .where('from', '<', before)
            .limit(rowsMax)
            .$asTuple('probe', 'from'),
        ),
      )
      .executeTakeFirst();
    removed.days += countOf(gone);
    return stepResult(countOf(gone));
  };

const stepsOf = async ({ read }: History, now: number, keep: KeepDays): Promise<PruneStep[]> => {
  const before = (days: number): number => now - days * dayMs;
  const ofProbes = await Promise.all((['clause', 'latency'] as const).map((table) => probeNames(read, table)));
  const counts = [clauseCounts, latencyCounts].flatMap((step, at) =>
    (ofProbes[at] ?? []).flatMap((probe) => periods.map((period) => step(probe, period, before(keep[`${period}s`])))),
  );
  return [
    wholeRuns(before(keep.runs)),
    ...counts,
    slots('done', before(keep.runs)),
    slots('missed', before(keep.runs)),
    notifications(before(keep.runs)),
    incidents(before(keep.days)),
    causes(before(keep.days)),
    runs(before(keep.days)),
    runsOfDays(before(keep.days)),
  ];
};

/**
 * Removes what is older than it is kept for, in transactions of some hundred rows, one after the other. What is open,
 * unsent or leased stays, and so does what an open incident shows. Begun again, it goes on where it was.
 *
 * @param signal Ends it before the next transaction.
 * @returns What went.
 * @throws StoreFailed
 */
export const prune = async (
  history: History,
  { now, keepDays = defaultKeepDays }: { readonly now: number; readonly keepDays?: KeepDays },
  signal?: AbortSignal,
): Promise<Removed> => {
  const removed = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Removed;
  for (const step of await stepsOf(history, now, keepDays)) {
    for (let state = 'more'; state === 'more'; ) {
      if (signal?.aborted) return removed;
      state = await history.write((to) => step(to, removed));
      // Who waits in another program has its turn, too.
      if (state === 'more') await after(pauseMs);
    }
  }
  return removed;
};
