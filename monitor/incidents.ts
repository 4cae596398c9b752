/** Opens and closes incidents by what a run has shown, in the same transaction as its result. */
import { randomUUID } from 'node:crypto';
import type { Reading, Writing } from '../history/open.ts';
import type { CauseRow, IncidentRow } from '../history/tables.ts';
import { afterRun, type CauseRules, defaultRules } from './cause-state.ts';
import type { SeenCause } from './causes.ts';

export type Change = { readonly event: 'opened' | 'closed'; readonly incident: IncidentRow; readonly seen: SeenCause };

/** What is known of the causes of a probe. */
export const knownCauses = (from: Reading | Writing, probe: string): Promise<CauseRow[]> =>
  from.selectFrom('cause').selectAll().where('probe', '=', probe).execute();

export type Noted = {
  readonly probe: string;
  readonly target: string;
  /** The run that shows it; null where no run does, as of an error budget. */
  readonly runId: string | null;
  readonly now: number;
  readonly seen: readonly SeenCause[];
  /** It failed again when it was run once more at once. */
  readonly isConfirmed?: boolean;
  readonly rules?: CauseRules;
  readonly newId?: () => string;
};

type Silence = Pick<IncidentRow, 'silencedUntil' | 'silencedBy'>;

const opened = (
  { cause, kind, title }: SeenCause,
  { probe, target, runId, now, newId = () => randomUUID() }: Noted,
  silence: Silence | undefined,
): IncidentRow => ({
  id: newId(),
  target,
  probe,
  kind,
  cause,
  title,
  openedAt: now,
  closedAt: null,
  runId,
  lastRunId: runId,
  lastAt: now,
  times: 1,
  acknowledgedAt: null,
  acknowledgedBy: null,
  silencedUntil: silence?.silencedUntil ?? null,
  silencedBy: silence?.silencedBy ?? null,
  toldOpenedAt: null,
  toldClosedAt: null,
});

/** Who has silenced a cause is not told of it when it comes back meanwhile. */
const silenceOf = (from: Writing, cause: string, { probe, now }: Noted): Promise<Silence | undefined> =>
  from
    .selectFrom('incident')
    .select(['silencedUntil', 'silencedBy'])
    .where('probe', '=', probe)
    .where('cause', '=', cause)
    .where('silencedUntil', '>', now)
    .orderBy('silencedUntil', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Of what has only passed nothing has to be known: else each run would write of all that ever failed. */
const keepCause = async (to: Writing, row: CauseRow): Promise<void> => {
  const { probe, cause, recent, incidentId, at } = row;
  if (incidentId === null && !recent.includes('F')) {
    await to.deleteFrom('cause').where('probe', '=', probe).where('cause', '=', cause).execute();
    return;
  }
  await to
    .insertInto('cause')
    .values(row)
    .onConflict((conflict) => conflict.columns(['probe', 'cause']).doUpdateSet({ recent, incidentId, at }))
    .execute();
};

const incidentOf = (from: Writing, id: string): Promise<IncidentRow | undefined> =>
  from.selectFrom('incident').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Its end was not told yet, as in a maintenance window: nobody is to be told of an end and a beginning of what is as it was
 * before.
 */
const backBeforeTold = async (
  to: Writing,
  cause: string,
  { probe, now, runId }: Noted,
): Promise<IncidentRow | undefined> => {
  const found = await to
    .selectFrom('incident')
    .selectAll()
    .where('probe', '=', probe)
    .where('cause', '=', cause)
    .where('closedAt', 'is not', null)
    .where('toldOpenedAt', 'is not', null)
    .where('toldClosedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return undefined;
  const again = { closedAt: null, lastRunId: runId, lastAt: now, times: found.times + 1 };
  await to.updateTable('incident').set(again).where('id', '=', found.id).execute();
  return { ...found, ...again };
};

const begun = async (to: Writing, seen: SeenCause, shown: Noted): Promise<IncidentRow> => {
  const incident = opened(seen, shown, await silenceOf(to, seen.cause, shown));
  await to.insertInto('incident').values(incident).execute();
  return incident;
};

const changed = async (to: Writing, seen: SeenCause, known: CauseRow | undefined, shown: Noted): Promise<Change[]> => {
  const { probe, now, runId, rules = defaultRules, isConfirmed = false } = shown;
  const { cause, kind } = seen;
  const before = { recent: known?.recent ?? '', isOpen: (known?.incidentId ?? null) !== null };
  const { recent, isOpen, change } = afterRun(before, seen.shown, { rules, isConfirmed });
  const kept = { probe, cause, kind, recent, at: now };
  if (change === 'opens') {
    const incident = (await backBeforeTold(to, cause, shown)) ?? (await begun(to, seen, shown));
    await keepCause(to, { ...kept, incidentId: incident.id });
    return [{ event: 'opened', incident, seen }];
  }
  const current = known?.incidentId ? await incidentOf(to, known.incidentId) : undefined;
  await keepCause(to, { ...kept, incidentId: isOpen ? (known?.incidentId ?? null) : null });
  if (!current) return [];
  const next: IncidentRow =
    seen.shown === 'failed'
      ? { ...current, lastRunId: runId, lastAt: now, times: current.times + 1 }
      : { ...current, closedAt: change === 'closes' ? now : null };
  const { id, ...rest } = next;
  await to.updateTable('incident').set(rest).where('id', '=', id).execute();
  return change === 'closes' ? [{ event: 'closed', incident: next, seen }] : [];
};

/** @returns What opened and what closed. */
export const noteCauses = async (to: Writing, shown: Noted): Promise<Change[]> => {
  const known = await knownCauses(to, shown.probe);
  const changes: Change[] = [];
  for (const seen of shown.seen) {
    const row = known.find(({ cause }) => cause === seen.cause);
    changes.push(...(await changed(to, seen, row, shown)));
  }
  return changes;
};
