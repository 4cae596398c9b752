/** Clauses that fail, or failed until lately: since which run, and until when. */

import { sql } from 'kysely';
import { isAny, type Reading } from './history.ts';
import { beginOf, latestAt, type Records, spanMs } from './runs.ts';
import type { Period } from './tables.ts';

/** When a clause was last kept, and when again. Hours and days hold only counts; their runs show which run it was. */
type OfClause = { readonly probe: string; readonly clause: string };

/** Of what is long ago only the hour or the day is known, and no run. */
type Passed = { readonly at: number; readonly runId: string | null };

type Direction = 'asc' | 'desc';
type Span = { readonly from: number; readonly until: number };

/** It was kept at least once in each of them. */
const periodsWithPass = async function* (
  read: Reading,
  { probe, clause }: OfClause,
  { period, from, until, direction }: Span & { readonly period: Period; readonly direction: Direction },
): AsyncGenerator<Span> {
  for (let span: Span = { from, until }; ; ) {
    const found = await read
      .selectFrom('clause')
      .select('from')
      .where('probe', '=', probe)
      .where('period', '=', period)
      .where('from', '>=', span.from)
      .where('from', '<', span.until)
      .where('clause', '=', clause)
      .where('pass', '>', 0)
      .orderBy('from', direction)
      .limit(1)
      .executeTakeFirst();
    if (!found) return;
    const end = found.from + spanMs[period];
    yield { from: found.from, until: end };
    span = direction === 'asc' ? { from: end, until: span.until } : { from: span.from, until: found.from };
  }
};

/** A run is found by when it began, and counted when it ended. */
const runMsMax = 12 * 3_600_000;

/** The first or the last run of a span that kept the clause; null where one of its runs cannot be read any more. */
const passIn = async (
  { read, recordOf }: Records,
  { probe, clause }: OfClause,
  { from, until, direction }: Span & { readonly direction: Direction },
): Promise<Passed | null | undefined> => {
  const runs = await read
    .selectFrom('run')
    .select(['id', 'finishedAt'])
    .where('probe', '=', probe)
    .where('startedAt', '>=', from - runMsMax)
    .where('startedAt', '<', until)
    .where('finishedAt', '>=', from)
    .where('finishedAt', '<', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('finding').select('runId').whereRef('runId', '=', 'run.id').where('finding.clause', '=', clause),
        ),
      ),
    )
    .orderBy('finishedAt', direction)
    .execute();
  for (const { id, finishedAt } of runs) {
    const record = await recordOf(id);
    if (!record) return null;
    if (record.verdicts.some((each) => each.clause === clause && each.outcome === 'pass'))
      return { at: finishedAt, runId: id };
  }
  return undefined;
};

const passBetween = async (
  records: Records,
  of: OfClause,
  { from, until, direction }: Span & { readonly direction: Direction },
): Promise<Passed | undefined> => {
  const within = ({ from: begin, until: end }: Span): Span => ({
    from: Math.max(begin, from),
    until: Math.min(end, until),
  });
  const coarse = (span: Span): Passed => ({
    at: direction === 'asc' ? within(span).from : within(span).until - 1,
    runId: null,
  });
  const days = { from: beginOf('day', from), until, direction, period: 'day' as const };
  for await (const day of periodsWithPass(records.read, of, days)) {
    const hours = (span: Span) => periodsWithPass(records.read, of, { ...span, direction, period: 'hour' });
    let isAnyKept = false;
    for await (const hour of hours({ from: Math.max(day.from, beginOf('hour', from)), until: within(day).until })) {
      isAnyKept = true;
      const found = await passIn(records, of, { ...within(hour), direction });
      if (found === null) return coarse(hour);
      if (found) return found;
    }
    // Its hours may have been before or after, or may not be kept any more.
    isAnyKept ||= (await hours(day).next()).done !== true;
    if (!isAnyKept) return coarse(day);
  }
  return undefined;
};

/** The last time before a moment that a run has kept the clause; undefined where none did. */
const lastPassBefore = (records: Records, of: OfClause, before: number): Promise<Passed | undefined> =>
  passBetween(records, of, { from: 0, until: before, direction: 'desc' });

/** The first time after a moment, until now. */
const firstPassAfter = (
  records: Records,
  of: OfClause,
  { after, now }: { readonly after: number; readonly now: number },
): Promise<Passed | undefined> =>
  passBetween(records, of, { from: after + 1, until: latestAt(now) + 1, direction: 'asc' });

type FailureMoment = { readonly at: number; readonly runId: string | null };

export type ClauseFailure = {
  readonly clause: string;
  /** The first failing run without a pass in between. */
  readonly first: FailureMoment;
  readonly last: FailureMoment;
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
  { after, now, direction }: { readonly after: number; readonly now: number; readonly direction: 'asc' | 'desc' },
): Promise<FailureMoment | undefined> =>
  read
    .selectFrom('finding')
    .select(['at', 'runId'])
    .where('probe', '=', probe)
    .where('outcome', '=', 'fail')
    .where('clause', '=', clause)
    .where('at', '>', after)
    .where('at', '<=', latestAt(now))
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

const begun = async (records: Records, of: OfClause, last: FailureMoment, now: number): Promise<FailureMoment> => {
  const { read } = records;
  const passed = await lastPassBefore(records, of, last.at);
  const first = (await failureSeen(read, of, { after: passed?.at ?? -1, now, direction: 'asc' })) ?? last;
  if (passed && passed.runId !== null) return first;
  // Its first runs may not be kept whole any more: then their day is known.
  const day = await firstFailedDay(read, of, passed?.at ?? 0);
  return day !== undefined && day < beginOf('day', first.at)
    ? { at: Math.max(day, passed?.at ?? 0), runId: null }
    : first;
};

/** An hour in which it was kept has passed between two moments: where that is known, no run needs to be looked at. */
const isKeptWithin = (
  read: Reading,
  { probe, clause }: OfClause,
  { after, before }: { readonly after: number; readonly before: number },
): Promise<boolean> =>
  isAny(
    read
      .selectFrom('clause')
      .select('from')
      .where('probe', '=', probe)
      .where('period', '=', 'hour')
      .where('from', '>', after)
      .where('from', '<', beginOf('hour', before))
      .where('clause', '=', clause)
      .where('pass', '>', 0),
  );

/** What has a time in the future is left out. */
export type SeenSpan = { readonly since: number; readonly now: number };

const failureOf = async (
  records: Records,
  of: OfClause,
  { since, now }: SeenSpan,
): Promise<ClauseFailure | undefined> => {
  const { read } = records;
  const last = await failureSeen(read, of, { after: -1, now, direction: 'desc' });
  const isOver =
    last !== undefined && last.at < since && (await isKeptWithin(read, of, { after: last.at, before: since }));
  if (!last || isOver) return undefined;
  const fixed = await firstPassAfter(records, of, { after: last.at, now });
  if (fixed && fixed.at < since) return undefined;
  return { clause: of.clause, first: await begun(records, of, last, now), last, fixed };
};

/** Those of a probe that are broken, and those that were until some moment after `since`. */
export const failuresOf = async (records: Records, probe: string, span: SeenSpan): Promise<ClauseFailure[]> => {
  const clauses = await failedClauses(records.read, probe);
  const failures = await Promise.all(clauses.map((clause) => failureOf(records, { probe, clause }, span)));
  return failures.filter((each) => each !== undefined);
};
