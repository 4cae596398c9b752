/** The last run of each probe, unpacked once and not for each who looks. */
import type { RunRecord } from '../contracts/run-record.ts';
import type { Reading } from '../history/open.ts';
import { readableRecordOf } from '../history/runs.ts';
import type { RunRow } from '../history/tables.ts';
import type { Watched } from '../history/watched.ts';
import { type ClauseRow, clauseRows } from '../reports/clause-states.ts';

/** What its record says; nothing where no version of ours can read it. */
type Unpacked = {
  readonly rows: readonly ClauseRow[];
  readonly totals: RunRecord['totals'] | undefined;
  readonly httpPhasesMs: RunRecord['httpPhasesMs'];
};

export type LastRun = Pick<RunRow, 'id' | 'startedAt' | 'finishedAt' | 'verdict' | 'sample' | 'requests' | 'slotAt'> &
  Unpacked;

/** The last run; where that one only asked again for what was broken, the last of the schedule behind it. */
export type LastRuns = (of: Pick<Watched, 'probe' | 'location'>) => Promise<readonly LastRun[]>;

/** A slot may be missed now and then; two in a row, and what it takes to run one, say that nobody looks. */
export const isStaleAt = (at: number, { intervalMs }: Pick<Watched, 'intervalMs'>, now: number): boolean =>
  now - at > 2 * intervalMs + 5 * 60_000;

const unpackedOf = (record: RunRecord | undefined): Unpacked => ({
  rows: record ? clauseRows(record) : [],
  totals: record?.totals,
  httpPhasesMs: record?.httpPhasesMs,
});

export const lastRunReader = (read: Reading): LastRuns => {
  const known = new Map<string, readonly LastRun[]>();
  return async ({ probe, location }) => {
    const newest = read
      .selectFrom('run')
      .select(['id', 'startedAt', 'finishedAt', 'verdict', 'sample', 'requests', 'slotAt'])
      .where('probe', '=', probe)
      .where('location', '=', location)
      .orderBy('startedAt', 'desc')
      .limit(1);
    const found = await newest.execute();
    if (found[0]?.slotAt === null) found.push(...(await newest.where('slotAt', 'is not', null).execute()));
    const key = `${location} ${probe}`;
    const kept = known.get(key) ?? [];
    const last: LastRun[] = [];
    for (const row of found) {
      const same = kept.find(({ id }) => id === row.id);
      last.push(same ?? { ...row, ...unpackedOf(await readableRecordOf(read, row.id)) });
    }
    known.set(key, last);
    return last;
  };
};
