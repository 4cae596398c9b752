/** Runs: kept with all that they found for a stated time, and counted by hour and day at once. */

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import { minuteMs } from '../contracts/durations.ts';
import { type RunRecord, runRecord } from '../contracts/run-record.ts';
import { type Standing, standingsOf } from '../contracts/standing.ts';
import { StoreFailed } from '../stores/database.ts';
import { binOf } from './bins.ts';
import { isChanged, type Reading, type Writing } from './history.ts';
import { everyProbe, type FindingRow, type Period, periods, type RunRow, type SampleVerdict } from './tables.ts';

const columns = [
  'id',
  'probe',
  'location',
  'target',
  'slotAt',
  'startedAt',
  'finishedAt',
  'verdict',
  'sample',
  'requests',
  'isDown',
] as const;
export type LastRun = Pick<RunRow, (typeof columns)[number]>;

/** SQLite takes some hundred parts of a question. */
const partsMax = 100;

const rowsMax = 500;

/** SQLite binds so many values at a time. */
const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / rowsMax) }, (_, i) => all.slice(i * rowsMax, (i + 1) * rowsMax));

/** The clocks of several machines differ a little. */
const clocksDifferMs = minuteMs;

/**
 * What is later has a time in the future: the clock of its machine ran ahead. It is stored and listed, and it is never
 * the newest, or it would hide for hours what is measured now.
 */
export const latestAt = (now: number): number => now + clocksDifferMs;

const lastRun = (read: Reading, { probe, location, isOfSlot = false }: ProbeAt, now: number) => {
  const runs = read
    .selectFrom('run')
    .select(columns)
    .where('probe', '=', probe)
    .where('startedAt', '<=', latestAt(now))
    .$if(location !== undefined, (rows) => rows.where('location', '=', location ?? ''))
    .$if(isOfSlot, (rows) => rows.where('slotAt', 'is not', null))
    .orderBy('startedAt', 'desc')
    .limit(1);
  return read.selectFrom(runs.as('last')).selectAll();
};

type ProbeAt = {
  readonly probe: string;
  readonly location?: string;
  /** The newest that was run for a slot of its schedule. */
  readonly isOfSlot?: boolean;
};

/**
 * The newest run of each of many probes, in one question: a hundred would wait for each other and other readers.
 *
 * @param asked Of a probe at any location where none is named.
 * @returns Those that there are.
 */
export const lastRuns = async (read: Reading, asked: readonly ProbeAt[], now: number): Promise<LastRun[]> => {
  const found: LastRun[] = [];
  for (let at = 0; at < asked.length; at += partsMax) {
    const [first, ...others] = asked.slice(at, at + partsMax).map((each) => lastRun(read, each, now));
    if (first) found.push(...(await others.reduce((one, other) => one.unionAll(other), first).execute()));
  }
  return found;
};

/** @returns Those that there are. */
export const runsNamed = async (read: Reading, ids: readonly string[]): Promise<LastRun[]> => {
  const found: LastRun[] = [];
  for (const part of inParts(ids))
    found.push(...(await read.selectFrom('run').select(columns).where('id', 'in', part).execute()));
  return found;
};

/** In order of the alphabet: one step in the index for each name. */
export const probeNames = async (
  from: Reading | Writing,
  table: 'run' | 'clause' | 'latency' | 'slot',
): Promise<string[]> => {
  const of = sql.table(table);
  const steps = sql<{ probe: string }>`
    with recursive step(probe) as (
      select min(probe) from ${of} where probe > ''
      union all
      select (select min(probe) from ${of} where probe > step.probe) from step where step.probe is not null
    )
    select probe from step where probe is not null
  `;
  return (await steps.execute(from)).rows.map(({ probe }) => probe);
};

/** Those whose last run was against a target; all where none is named. */
export const probesOfTarget = async (from: Reading, target: string | undefined, now: number): Promise<string[]> => {
  const names = await probeNames(from, 'run');
  if (target === undefined) return names;
  const last = await lastRuns(
    from,
    names.map((probe) => ({ probe })),
    now,
  );
  return last.filter((run) => run.target === target).map(({ probe }) => probe);
};

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** One request: what an operation took. */
export type OperationTime = { readonly operation: string; readonly ms: number };

export type NewRun = {
  readonly probe: string;
  readonly location: string;
  readonly slotAt: number | null;
  readonly record: RunRecord;
  /** What it is to an error budget; by its verdict where it is left out, and then what is inconclusive is none. */
  readonly sample?: SampleVerdict | null;
  readonly taken: readonly OperationTime[];
  /** Whether the service was down: every request ended in trouble. Left out where the run does not show it. */
  readonly isDown?: boolean | undefined;
  /** The trouble of such a run, in a line. */
  readonly trouble?: string | undefined;
};

export const spanMs: Readonly<Record<Period, number>> = { hour: 3_600_000, day: 24 * 3_600_000 };

/** Hours and days of UTC. */
export const beginOf = (period: Period, at: number): number => at - (at % spanMs[period]);

/** Counts of a period that begin within a span. */
export type CountedSpan = { readonly period: Period; readonly from: number; readonly until: number };

/** Of a span of hours, the days that lie in it whole: they say the same, and are fewer. */
export const wholeDaysOf = (span: CountedSpan): CountedSpan[] => {
  const { period, from, until } = span;
  const [first, last] = [beginOf('day', from + spanMs.day - 1), beginOf('day', until)];
  if (period === 'day' || first >= last) return [span];
  const parts: CountedSpan[] = [
    { period: 'hour', from, until: first },
    { period: 'day', from: first, until: last },
    { period: 'hour', from: last, until },
  ];
  return parts.filter((each) => each.from < each.until);
};

const isFlaky = ({ clause }: Standing, record: RunRecord): boolean => record.decision?.flaky.includes(clause) ?? false;

const findingsOf = ({ probe, record }: NewRun, all: readonly Standing[]): FindingRow[] => {
  const at = Date.parse(record.finishedAt);
  return all.flatMap(({ clause, outcome, decisive, verdicts }): FindingRow[] => {
    if (outcome === 'pass') return [];
    const base = { runId: record.id, probe, at, clause, outcome };
    const fingerprints = new Set(verdicts.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
    if (outcome !== 'fail') return [{ ...base, cause: decisive.because ?? 'error' }];
    return [...fingerprints].map((cause) => ({ ...base, cause }));
  });
};

const samples = { pass: 'good', fail: 'bad', inconclusive: null } as const satisfies Record<
  RunRecord['verdict'],
  SampleVerdict | null
>;

const sampleOf = ({ record, sample = samples[record.verdict] }: NewRun): SampleVerdict | null => sample;

/** A reader of all probes reads as little as a reader of one. */
const countedFor = (probe: string) =>
  [probe, everyProbe].flatMap((of) => periods.map((period) => ({ probe: of, period })));

const countClauses = async (to: Writing, run: NewRun, all: readonly Standing[]): Promise<void> => {
  const { probe, record } = run;
  const isOfService = sampleOf(run) === 'bad';
  const at = Date.parse(record.finishedAt);
  const rows = countedFor(probe).flatMap(({ probe: of, period }) =>
    all.map((standing) => {
      const one = (outcome: Standing['outcome']): number => (standing.outcome === outcome ? 1 : 0);
      return {
        probe: of,
        clause: standing.clause,
        period,
        from: beginOf(period, at),
        pass: one('pass'),
        fail: one('fail'),
        inconclusive: one('inconclusive'),
        error: one('error'),
        flaky: isFlaky(standing, record) ? 1 : 0,
        excused: standing.outcome === 'fail' && standing.weight !== 'fails' ? 1 : 0,
        trouble: isOfService && standing.outcome === 'inconclusive' && standing.decisive.because === 'trouble' ? 1 : 0,
      };
    }),
  );
  for (const part of inParts(rows)) {
    await to
      .insertInto('clause')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['probe', 'period', 'from', 'clause']).doUpdateSet(({ ref, eb }) => ({
          pass: eb(ref('clause.pass'), '+', ref('excluded.pass')),
          fail: eb(ref('clause.fail'), '+', ref('excluded.fail')),
          inconclusive: eb(ref('clause.inconclusive'), '+', ref('excluded.inconclusive')),
          error: eb(ref('clause.error'), '+', ref('excluded.error')),
          flaky: eb(ref('clause.flaky'), '+', ref('excluded.flaky')),
          excused: eb(ref('clause.excused'), '+', ref('excluded.excused')),
          trouble: eb(ref('clause.trouble'), '+', ref('excluded.trouble')),
        })),
      )
      .execute();
  }
};

const countLatency = async (to: Writing, { probe, record, taken }: NewRun): Promise<void> => {
  const at = Date.parse(record.finishedAt);
  const counted = Map.groupBy(taken, ({ operation, ms }) => `${operation} ${binOf(ms)}`);
  const rows = countedFor(probe).flatMap(({ probe: of, period }) =>
    [...counted].map(([key, { length: count }]) => {
      const [operation = '', bin] = key.split(' ');
      return { probe: of, operation, period, from: beginOf(period, at), bin: Number(bin), count };
    }),
  );
  for (const part of inParts(rows)) {
    await to
      .insertInto('latency')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['probe', 'period', 'from', 'operation', 'bin'])
          .doUpdateSet(({ ref, eb }) => ({ count: eb(ref('latency.count'), '+', ref('excluded.count')) })),
      )
      .execute();
  }
};

const countRun = async (to: Writing, { probe, record }: NewRun): Promise<void> => {
  const one = (verdict: RunRecord['verdict']): number => (record.verdict === verdict ? 1 : 0);
  const [pass, fail, inconclusive] = [one('pass'), one('fail'), one('inconclusive')];
  await to
    .insertInto('runsOfDay')
    .values({ probe, from: beginOf('day', Date.parse(record.startedAt)), pass, fail, inconclusive })
    .onConflict((conflict) =>
      conflict.columns(['probe', 'from']).doUpdateSet(({ ref, eb }) => ({
        pass: eb(ref('runsOfDay.pass'), '+', pass),
        fail: eb(ref('runsOfDay.fail'), '+', fail),
        inconclusive: eb(ref('runsOfDay.inconclusive'), '+', inconclusive),
      })),
    )
    .execute();
};

/** JSON as the store keeps it where it is long. */
export const packed = async (value: unknown): Promise<string> => (await pack(JSON.stringify(value))).toString('base64');

export const unpacked = async (text: string): Promise<unknown> =>
  JSON.parse((await unpack(Buffer.from(text, 'base64'))).toString());

/** @returns false where the run is in the store already: nothing is counted twice. */
export const addRun = async (to: Writing, run: NewRun): Promise<boolean> => {
  const { record, probe, location, slotAt } = run;
  const result = await to
    .insertInto('run')
    .values({
      id: record.id,
      probe,
      target: record.target,
      location,
      slotAt,
      verdict: record.verdict,
      sample: sampleOf(run),
      startedAt: Date.parse(record.startedAt),
      finishedAt: Date.parse(record.finishedAt),
      requests: record.exchanges,
      bookings: record.bookings.requested,
      tickets: record.bookings.tickets?.requested ?? 0,
      flaky: JSON.stringify(record.decision?.flaky ?? []),
      record: await packed(record),
      isDown: run.isDown === undefined ? null : Number(run.isDown),
      isAhead: 0,
      trouble: run.trouble ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!isChanged(result)) return false;
  const all = standingsOf(record);
  for (const part of inParts(findingsOf(run, all))) await to.insertInto('finding').values(part).execute();
  await countRun(to, run);
  await countClauses(to, run, all);
  await countLatency(to, run);
  return true;
};

const storedIn = async (from: Reading, id: string): Promise<unknown> => {
  const found = await from.selectFrom('run').select('record').where('id', '=', id).executeTakeFirst();
  return found?.record ? unpacked(found.record) : undefined;
};

/** Undefined where there is none, or it was rolled up. */
export const recordOf = async (from: Reading, id: string): Promise<RunRecord | undefined> => {
  const stored = await storedIn(from, id);
  return stored === undefined ? undefined : runRecord.parse(stored);
};

const ifReadable = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof StoreFailed) throw thrown;
    return undefined;
  }
};

/** As `recordOf`; undefined also for a record that this version does not understand. */
export const readableRecordOf = (from: Reading, id: string): Promise<RunRecord | undefined> =>
  ifReadable(() => recordOf(from, id));

const named = z.object({ release: z.string() });

/** Undefined for a run of another release. Only the record of this one is checked: this is quick to ask of many runs. */
export const recordOfRelease = async (
  from: Reading,
  id: string,
  release: string,
): Promise<{ readonly record: RunRecord | undefined } | undefined> => {
  const stored = await ifReadable(() => storedIn(from, id));
  return named.safeParse(stored).data?.release === release ? { record: runRecord.safeParse(stored).data } : undefined;
};

/** The records of a look at the store: what is asked for again is not unpacked again. */
export type Records = {
  readonly read: Reading;
  /** As `readableRecordOf`. */
  recordOf(id: string): Promise<RunRecord | undefined>;
};

export const recordsIn = (read: Reading): Records => {
  const asked = new Map<string, Promise<RunRecord | undefined>>();
  return {
    read,
    recordOf: (id) => {
      const record = asked.get(id) ?? readableRecordOf(read, id);
      asked.set(id, record);
      return record;
    },
  };
};
