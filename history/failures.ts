/** Clauses that fail, or failed until lately: since which run, and until when. */
import { sql } from 'kysely';
import type { Reading } from './history.ts';
import { firstPassAfter, lastPassBefore, type OfClause, type Passed } from './passes.ts';
import { beginOf, type Records } from './runs.ts';

type Seen = { readonly at: number; readonly runId: string | null };

export type Failure = {
  readonly clause: string;
  /** The first failing run without a pass in between. */
  readonly first: Seen;
  readonly last: Seen;
  /** The first run that kept it afterwards; undefined while it is broken. */
  readonly fixed: Passed | undefined;
};

/** The clauses of which a failure is kept: one step in the index for each. */
const failedClauses = async (read: Reading, probe: string): Promise<string[]> => {
  const failed = sql`from finding where probe = ${probe} and outcome = 'fail'`;
  const steps = sql<{ clause: string }>`
    with recursive step(clause) as (
      select min(clause) ${failed}
      union all
      select (select min(clause) ${failed} and clause > step.clause) from step where step.clause is not null
    )
    select clause from step where clause is not null
  `;
  return (await steps.execute(read)).rows.map(({ clause }) => clause);
};

const failureSeen = (
  read: Reading,
  { probe, clause }: OfClause,
  { after, direction }: { readonly after: number; readonly direction: 'asc' | 'desc' },
): Promise<Seen | undefined> =>
  read
    .selectFrom('finding')
    .select(['at', 'runId'])
    .where('probe', '=', probe)
    .where('outcome', '=', 'fail')
    .where('clause', '=', clause)
    .where('at', '>', after)
    .orderBy('at', direction)
    .limit(1)
    .executeTakeFirst();

const firstFailedDay = async (
  read: Reading,
  { probe, clause }: OfClause,
  from: number,
): Promise<number | undefined> => {
  const found = await read
    .selectFrom('clause')
    .select('from')
    .where('probe', '=', probe)
    .where('period', '=', 'day')
    .where('from', '>=', beginOf('day', from))
    .where('clause', '=', clause)
    .where('fail', '>', 0)
    .orderBy('from')
    .limit(1)
    .executeTakeFirst();
  return found?.from;
};

const begun = async (records: Records, of: OfClause, last: Seen): Promise<Seen> => {
  const { read } = records;
  const passed = await lastPassBefore(records, of, last.at);
  const first = (await failureSeen(read, of, { after: passed?.at ?? -1, direction: 'asc' })) ?? last;
  if (passed && passed.runId !== null) return first;
  // Its first runs may not be kept whole any more: then their day is known.
  const day = await firstFailedDay(read, of, passed?.at ?? 0);
  return day !== undefined && day < beginOf('day', first.at)
    ? { at: Math.max(day, passed?.at ?? 0), runId: null }
    : first;
};

/** An hour in which it was kept has passed between two moments: where that is known, no run needs to be looked at. */
const isKeptWithin = async (
  read: Reading,
  { probe, clause }: OfClause,
  { after, before }: { readonly after: number; readonly before: number },
): Promise<boolean> => {
  const found = await read
    .selectFrom('clause')
    .select('from')
    .where('probe', '=', probe)
    .where('period', '=', 'hour')
    .where('from', '>', after)
    .where('from', '<', beginOf('hour', before))
    .where('clause', '=', clause)
    .where('pass', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

const failureOf = async (records: Records, of: OfClause, since: number): Promise<Failure | undefined> => {
  const { read } = records;
  const last = await failureSeen(read, of, { after: -1, direction: 'desc' });
  const isOver =
    last !== undefined && last.at < since && (await isKeptWithin(read, of, { after: last.at, before: since }));
  if (!last || isOver) return undefined;
  const fixed = await firstPassAfter(records, of, last.at);
  if (fixed && fixed.at < since) return undefined;
  return { clause: of.clause, first: await begun(records, of, last), last, fixed };
};

/** Those of a probe that are broken, and those that were until some moment after `since`. */
export const failuresOf = async (records: Records, probe: string, since: number): Promise<Failure[]> => {
  const clauses = await failedClauses(records.read, probe);
  const failures = await Promise.all(clauses.map((clause) => failureOf(records, { probe, clause }, since)));
  return failures.filter((each) => each !== undefined);
};
