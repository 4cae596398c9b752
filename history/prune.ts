/** Retention: what is past its time goes, a little at a time, so that no probe waits to write its result. */

import { setTimeout as after } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../contracts/durations.ts';
import type { History, Writing } from './history.ts';
import { probeNames } from './runs.ts';
import { keysOfTables, periods, type TableName } from './tables.ts';

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

type RemovedKind = (typeof kinds)[number];

/** How many rows went; `records`: runs of which only the verdict and the counts are left. */
export type Removed = Record<RemovedKind, number>;

/** A transaction of so many takes some milliseconds. */
const rowsMax = 200;
/** A run has some findings, so that these are of about as many rows. */
const runsMax = 10;
/** Another program that waits asks again within about this time. */
const pauseMs = 5;

/** Removes a little; done once there was less to remove than it may. */
type PruneStep = (to: Writing, removed: Removed) => Promise<'more' | 'done'>;

/** Removes some rows of a table. @returns How many. */
const removeSome = async (to: Writing, table: TableName, which: RawBuilder<unknown>): Promise<number> => {
  const keys = sql.join(keysOfTables[table].map((key) => sql.ref(key)));
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${keys}) in (select ${keys} from ${sql.table(table)} where ${which} limit ${rowsMax})
  `.execute(to);
  return Number(numAffectedRows);
};

/** Removes the rows that are meant, some at a time. */
const removal =
  (kind: RemovedKind, table: TableName, which: RawBuilder<unknown>): PruneStep =>
  async (to, removed) => {
    const count = await removeSome(to, table, which);
    removed[kind] += count;
    return count === rowsMax ? 'more' : 'done';
  };

/** What an open incident shows stays as long as it is open. */
const withoutEvidence = sql<boolean>`not exists (
  select 1 from incident where "closedAt" is null and (incident."runId" = run.id or incident."lastRunId" = run.id)
)`;

const wholeRuns =
  (before: number): PruneStep =>
  async (to, removed) => {
    const found = await to
      .selectFrom('run')
      .select('id')
      .where('startedAt', '<', before)
      .where('record', 'is not', null)
      .where(withoutEvidence)
      .orderBy('startedAt')
      .limit(runsMax)
      .execute();
    if (found.length === 0) return 'done';
    const ids = found.map(({ id }) => id);
    const findings = await removeSome(to, 'finding', sql`"runId" in (${sql.join(ids)})`);
    removed.findings += findings;
    if (findings === rowsMax) return 'more';
    await to.updateTable('run').set({ record: null }).where('id', 'in', ids).execute();
    removed.records += ids.length;
    return 'more';
  };

/** What is open shows by its opening which channels have it. A key begins with the id of its incident. */
const ofNothingOpen = sql`not exists (
  select 1 from "incident" as "open"
  where "open"."closedAt" is null and "outbox"."key" like "open"."id" || '%'
)`;

const stepsOf = async ({ read }: History, now: number, keep: KeepDays): Promise<PruneStep[]> => {
  const before = (days: number): number => now - days * dayMs;
  const [ofRuns, ofDays] = [before(keep.runs), before(keep.days)];
  const counts: PruneStep[] = [];
  for (const table of ['clause', 'latency'] as const)
    for (const probe of await probeNames(read, table))
      for (const period of periods) {
        const old = sql`probe = ${probe} and period = ${period} and "from" < ${before(keep[`${period}s`])}`;
        counts.push(removal(`${period}s`, table, old));
      }
  return [
    wholeRuns(ofRuns),
    ...counts,
    // A leased slot still has an owner.
    removal('slots', 'slot', sql`state = 'done' and "at" < ${ofRuns}`),
    removal('slots', 'slot', sql`state = 'missed' and "at" < ${ofRuns}`),
    removal('notifications', 'outbox', sql`"dueAt" is null and "sentAt" < ${ofRuns} and ${ofNothingOpen}`),
    removal('incidents', 'incident', sql`"closedAt" < ${ofDays}`),
    removal('causes', 'cause', sql`"brokenSince" is null and "at" < ${ofDays}`),
    // Of probes that nothing runs any more.
    removal('causes', 'goodAnswers', sql`"at" < ${ofDays}`),
    removal('runs', 'run', sql`"startedAt" < ${ofDays} and record is null and ${withoutEvidence} order by "startedAt"`),
    removal('days', 'runsOfDay', sql`"from" < ${ofDays}`),
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
