/** When a clause was last kept, and when it was kept again: hours and days are counted, and the runs of one tell which it was. */
import type { Reading } from './history.ts';
import { beginOf, type Records, spanMs } from './runs.ts';
import type { Period } from './tables.ts';

export type OfClause = { readonly probe: string; readonly clause: string };

/** Of what is long ago only the hour or the day is known, and no run. */
export type Passed = { readonly at: number; readonly runId: string | null };

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
export const lastPassBefore = (records: Records, of: OfClause, before: number): Promise<Passed | undefined> =>
  passBetween(records, of, { from: 0, until: before, direction: 'desc' });

/** The first time after a moment. */
export const firstPassAfter = (records: Records, of: OfClause, after: number): Promise<Passed | undefined> =>
  passBetween(records, of, { from: after + 1, until: Number.MAX_SAFE_INTEGER, direction: 'asc' });
