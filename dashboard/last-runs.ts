/** The last run of each probe, unpacked once and not for each who looks. */
import type { RunRecord } from '../contracts/run-record.ts';
import { lastRuns, type LastRun as RunOfProbe } from '../history/last-runs.ts';
import type { Reading } from '../history/open.ts';
import { readableRecordOf } from '../history/runs.ts';
import type { Watched } from '../history/watched.ts';
import { type ClauseRow, summary } from '../reports/summary.ts';

/** What its record says; nothing where no version of ours can read it. */
type Unpacked = {
  readonly rows: readonly ClauseRow[];
  readonly totals: RunRecord['totals'] | undefined;
  readonly httpPhasesMs: RunRecord['httpPhasesMs'];
};

export type LastRun = RunOfProbe & Unpacked;

/** Of each probe the last run; where that one only asked again for what was broken, the last of its schedule behind it. */
export type LastRuns = (watched: readonly Watched[]) => Promise<(one: Watched) => readonly LastRun[]>;

/** A slot may be missed now and then; two in a row, and what it takes to run one, say that nobody looks. */
export const isStaleAt = (at: number, { intervalMs }: Pick<Watched, 'intervalMs'>, now: number): boolean =>
  now - at > 2 * intervalMs + 5 * 60_000;

const unpackedOf = (record: RunRecord | undefined): Unpacked => ({
  rows: record ? summary(record).rows : [],
  totals: record?.totals,
  httpPhasesMs: record?.httpPhasesMs,
});

const keyOf = ({ probe, location }: Pick<Watched, 'probe' | 'location'>): string => `${location} ${probe}`;

export const lastRunReader = (read: Reading): LastRuns => {
  let known = new Map<string, LastRun>();
  return async (watched) => {
    const newest = await lastRuns(read, watched);
    const again = newest.filter(({ slotAt }) => slotAt === null);
    const before = await lastRuns(
      read,
      again.map(({ probe, location }) => ({ probe, location, isOfSlot: true })),
    );
    const found: LastRun[] = [];
    for (const run of [...newest, ...before]) {
      const kept = known.get(run.id);
      found.push(kept ?? { ...run, ...unpackedOf(await readableRecordOf(read, run.id)) });
    }
    known = new Map(found.map((run) => [run.id, run]));
    const byProbe = Map.groupBy(found, keyOf);
    return (one) => byProbe.get(keyOf(one)) ?? [];
  };
};
