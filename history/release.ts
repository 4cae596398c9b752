/** What the gates of a release say of it on a target: its newest run there decides. */
import { isGatingStanding, standingsOf } from '../contracts/standing.ts';
import type { Reading } from './history.ts';
import { readableRecordOf, releaseOfRun } from './runs.ts';
import type { RunRow } from './tables.ts';

type ReleaseAsked = { readonly release: string; readonly target: string };

export type ReleaseVerdict = Pick<RunRow, 'id' | 'verdict' | 'startedAt'> & {
  /** How many clauses hold: few, where the gate was of a part of the plan. */
  readonly holding: number;
  /** The clauses that failed the gate. */
  readonly broken: readonly string[];
};

const gateRuns = (read: Reading, target: string) => read.selectFrom('run').where('probe', '=', `gate:${target}`);

/**
 * The newest gate of a release on a target. Each run is asked in turn, because only its record names the release.
 *
 * @returns undefined where no run that is kept whole is of it.
 * @throws StoreFailed
 */
export const newestGateOf = async (
  read: Reading,
  { release, target }: ReleaseAsked,
): Promise<ReleaseVerdict | undefined> => {
  const runs = await gateRuns(read, target)
    .select(['id', 'verdict', 'startedAt'])
    .where('record', 'is not', null)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  for (const run of runs) {
    if ((await releaseOfRun(read, run.id)) !== release) continue;
    const record = await readableRecordOf(read, run.id);
    const failed = record ? standingsOf(record).filter(({ outcome }) => outcome === 'fail') : [];
    return {
      ...run,
      holding: record?.totals.pass ?? 0,
      broken: failed.filter(isGatingStanding).map(({ clause }) => clause),
    };
  }
  return undefined;
};

/** How many gates of a target are past the time for which runs are kept whole: of which release they were is gone. */
export const rolledUpGates = async (read: Reading, target: string): Promise<number> => {
  const found = await gateRuns(read, target)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('record', 'is', null)
    .executeTakeFirst();
  return found?.count ?? 0;
};
