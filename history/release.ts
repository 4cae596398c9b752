/** What the gates of a release say of it on a target: its newest whole gate decides, and a later failure of a part. */
import type { ClauseId } from '../contracts/clauses.ts';
import { isGatingStanding, standingsOf } from '../contracts/standing.ts';
import type { Reading } from './history.ts';
import { latestAt, recordOfRelease } from './runs.ts';
import type { RunRow } from './tables.ts';

type ReleaseAsked = {
  readonly release: string;
  readonly target: string;
  readonly now: number;
  /** The clauses that a whole gate judges at a revision. */
  readonly wholeAt: (revision: string) => readonly ClauseId[];
};

/** The run that decides. */
type DecidingRun = Pick<RunRow, 'id' | 'verdict' | 'startedAt'> & {
  /** False for a failed gate of a part, such as one with --only. */
  readonly isWhole: boolean;
  /** How many clauses hold. */
  readonly holding: number;
  /** The clauses that failed the gate. */
  readonly broken: readonly string[];
};

/** `partly`: no gate was whole, and none failed. */
export type ReleaseVerdict =
  | { readonly kind: 'decided'; readonly run: DecidingRun }
  | { readonly kind: 'partly'; readonly whole: readonly ClauseId[]; readonly notGated: readonly ClauseId[] }
  | { readonly kind: 'never' };

const gateRuns = (read: Reading, target: string) => read.selectFrom('run').where('probe', '=', `gate:${target}`);

/**
 * Each run is asked in turn, the newest first, because only its record names the release. A record that this version
 * does not understand is taken for a part.
 *
 * @throws StoreFailed
 */
export const releaseVerdictOf = async (
  read: Reading,
  { release, target, now, wholeAt }: ReleaseAsked,
): Promise<ReleaseVerdict> => {
  const runs = await gateRuns(read, target)
    .select(['id', 'verdict', 'startedAt'])
    .where('record', 'is not', null)
    .where('startedAt', '<=', latestAt(now))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const held = new Set<ClauseId>();
  let whole: readonly ClauseId[] | undefined;
  for (const run of runs) {
    const found = await recordOfRelease(read, run.id, release);
    if (!found) continue;
    const { record } = found;
    const standings = record ? standingsOf(record) : [];
    const judged = new Set(standings.map(({ clause }) => clause));
    // Without those of its target file, a gate that leaves out the one that failed would look whole.
    const wanted = record ? [...wholeAt(record.revision), ...(record.decision?.own ?? [])] : [];
    const isWhole = wanted.length > 0 && wanted.every((id) => judged.has(id));
    if (isWhole || run.verdict === 'fail') {
      const failed = standings.filter(({ outcome }) => outcome === 'fail');
      const broken = failed.filter(isGatingStanding).map(({ clause }) => clause);
      return { kind: 'decided', run: { ...run, isWhole, holding: record?.totals.pass ?? 0, broken } };
    }
    whole ??= wanted;
    for (const { clause, outcome } of standings) if (outcome === 'pass') held.add(clause);
  }
  return whole ? { kind: 'partly', whole, notGated: whole.filter((id) => !held.has(id)) } : { kind: 'never' };
};

/** How many gates of a target are past the time for which runs are kept whole: of which release they were is gone. */
export const rolledUpGates = async (read: Reading, target: string): Promise<number> => {
  const found = await gateRuns(read, target)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('record', 'is', null)
    .executeTakeFirst();
  return found?.count ?? 0;
};
