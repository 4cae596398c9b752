/** Opens and closes incidents by what a run has shown, in the same transaction as its result. */

import { randomUUID } from 'node:crypto';
import type { Reading, Writing } from '../history/history.ts';
import type { CauseRow, IncidentKind, IncidentRow } from '../history/tables.ts';
import { afterRun, type CauseRules, defaultRules, type SeenCause } from './causes.ts';

/** Of what is counted over all locations together; no location has this name. */
const everywhere = '*';

/** One that has reported nothing for so many of its slots is down itself, and has no vote. */
const slotsLooked = 3;
const intervalMsDefault = 3_600_000;

/** Half of the locations must see trouble of the service. Trouble of a location, or of all together, needs one. */
const needsHalf = (kind: IncidentKind): boolean => kind === 'contract' || kind === 'service';

type Round = {
  readonly probe: string;
  readonly location?: string;
  readonly intervalMs?: number;
  readonly now: number;
};

const sinceOf = ({ intervalMs = intervalMsDefault, now }: Round): number => now - slotsLooked * intervalMs;

/** Locations that have reported lately, and the one that reports now. */
const lookingAt = async (from: Writing, asked: Round): Promise<Set<string>> => {
  const { probe, location = everywhere } = asked;
  const rows = await from
    .selectFrom('slot')
    .select('location')
    .distinct()
    .where('probe', '=', probe)
    .where('state', '=', 'done')
    .where('at', '>', sinceOf(asked))
    .execute();
  return new Set([...rows.map((row) => row.location), location]);
};

const ofCause = <Table extends 'cause' | 'incident'>(
  from: Writing,
  table: Table,
  cause: string,
  { probe }: Pick<CauseRow, 'probe'>,
) => from.selectFrom<'cause' | 'incident'>(table).where('probe', '=', probe).where('cause', '=', cause);

const named = (locations: readonly string[]): readonly string[] => locations.filter((each) => each !== everywhere);

/** @returns Where it is broken, in order, and whether half or more of the locations that look make it an incident. */
const brokenAt = async (
  from: Writing,
  { cause, kind }: { readonly cause: string; readonly kind: IncidentKind },
  asked: Round,
): Promise<{ readonly isBroken: boolean; readonly locations: readonly string[] }> => {
  const rows = await ofCause(from, 'cause', cause, asked)
    .select(['location', 'at'])
    .where('brokenSince', 'is not', null)
    .orderBy('location')
    .execute();
  if (rows.length === 0) return { isBroken: false, locations: [] };
  if (!needsHalf(kind)) {
    const lately = rows.filter(({ at }) => at > sinceOf(asked)).map(({ location }) => location);
    return { isBroken: lately.length > 0, locations: named(lately) };
  }
  const looking = await lookingAt(from, asked);
  const seeing = rows.map(({ location }) => location).filter((each) => looking.has(each));
  return { isBroken: seeing.length * 2 >= looking.size, locations: named(seeing) };
};

export type IncidentChange = {
  readonly event: 'opened' | 'closed';
  readonly incident: IncidentRow;
  readonly seen: SeenCause;
};

/** What is known of the causes of a probe, from all locations: one may have seen what another sees no more. */
export const knownCauses = (from: Reading | Writing, probe: string): Promise<Pick<CauseRow, 'cause' | 'kind'>[]> =>
  from.selectFrom('cause').select(['cause', 'kind']).distinct().where('probe', '=', probe).execute();

/** What is broken as seen from a location, whether or not that is enough for an incident. */
export const brokenCauses = async (
  from: Reading | Writing,
  { probe, location }: Pick<CauseRow, 'probe' | 'location'>,
): Promise<string[]> => {
  const rows = await from
    .selectFrom('cause')
    .select('cause')
    .where('probe', '=', probe)
    .where('location', '=', location)
    .where('brokenSince', 'is not', null)
    .execute();
  return rows.map(({ cause }) => cause);
};

export type Noted = {
  readonly probe: string;
  readonly target: string;
  /** From where it is seen; left out for what is counted of all locations together. */
  readonly location?: string;
  /** The shortest time between two slots of the probe. */
  readonly intervalMs?: number;
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
  { locations, silence }: { readonly locations: string; readonly silence: Silence | undefined },
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
  locations,
  acknowledgedAt: null,
  acknowledgedBy: null,
  silencedUntil: silence?.silencedUntil ?? null,
  silencedBy: silence?.silencedBy ?? null,
  toldOpenedAt: null,
  toldClosedAt: null,
});

/** While a cause is silenced, its return is not reported. */
const silenceOf = (from: Writing, cause: string, shown: Noted): Promise<Silence | undefined> =>
  ofCause(from, 'incident', cause, shown)
    .select(['silencedUntil', 'silencedBy'])
    .where('silencedUntil', '>', shown.now)
    .orderBy('silencedUntil', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Of what has only passed nothing has to be known: else each run would write of all that ever failed. */
const keepCause = async (to: Writing, row: CauseRow): Promise<void> => {
  const { probe, cause, location, recent, brokenSince, at } = row;
  if (brokenSince === null && !recent.includes('F')) {
    await to
      .deleteFrom('cause')
      .where('probe', '=', probe)
      .where('cause', '=', cause)
      .where('location', '=', location)
      .execute();
    return;
  }
  await to
    .insertInto('cause')
    .values(row)
    .onConflict((conflict) => conflict.columns(['probe', 'cause', 'location']).doUpdateSet({ recent, brokenSince, at }))
    .execute();
};

const openIncident = (from: Writing, cause: string, shown: Noted): Promise<IncidentRow | undefined> =>
  ofCause(from, 'incident', cause, shown)
    .selectAll()
    .where('closedAt', 'is', null)
    .orderBy('openedAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Its end was not reported yet, as in a maintenance window: an end and a return at once are not reported. */
const backBeforeAlert = async (
  to: Writing,
  cause: string,
  shown: Noted,
  locations: string,
): Promise<IncidentRow | undefined> => {
  const { now, runId } = shown;
  const found = await ofCause(to, 'incident', cause, shown)
    .selectAll()
    .where('closedAt', 'is not', null)
    .where('toldOpenedAt', 'is not', null)
    .where('toldClosedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return undefined;
  const again = { closedAt: null, lastRunId: runId, lastAt: now, times: found.times + 1, locations };
  await to.updateTable('incident').set(again).where('id', '=', found.id).execute();
  return { ...found, ...again };
};

const begun = async (to: Writing, seen: SeenCause, shown: Noted, locations: string): Promise<IncidentRow> => {
  const incident = opened(seen, shown, { locations, silence: await silenceOf(to, seen.cause, shown) });
  await to.insertInto('incident').values(incident).execute();
  return incident;
};

/** Counts it at its location; that alone decides no incident. */
const keepHere = async (to: Writing, { cause, kind, shown: is }: SeenCause, shown: Noted): Promise<void> => {
  const { probe, location = everywhere, now, rules = defaultRules, isConfirmed = false } = shown;
  const known = await ofCause(to, 'cause', cause, shown)
    .selectAll()
    .where('location', '=', location)
    .executeTakeFirst();
  const before = { recent: known?.recent ?? '', isOpen: (known?.brokenSince ?? null) !== null };
  const { recent, isOpen } = afterRun(before, is, { rules, isConfirmed });
  const brokenSince = isOpen ? (known?.brokenSince ?? now) : null;
  await keepCause(to, { probe, cause, location, kind, recent, brokenSince, at: now });
};

const changed = async (to: Writing, seen: SeenCause, shown: Noted): Promise<IncidentChange[]> => {
  const { now, runId } = shown;
  await keepHere(to, seen, shown);
  const current = await openIncident(to, seen.cause, shown);
  const { isBroken, locations: all } = await brokenAt(to, seen, shown);
  const locations = JSON.stringify(all);
  if (!current) {
    if (!isBroken) return [];
    const incident =
      (await backBeforeAlert(to, seen.cause, shown, locations)) ?? (await begun(to, seen, shown, locations));
    return [{ event: 'opened', incident, seen }];
  }
  const next: IncidentRow = {
    ...current,
    // Who looks at it afterwards wants to know where it was seen.
    ...(isBroken ? { locations } : { closedAt: now }),
    ...(seen.shown === 'failed' && { lastRunId: runId, lastAt: now, times: current.times + 1 }),
  };
  const { id, ...rest } = next;
  await to.updateTable('incident').set(rest).where('id', '=', id).execute();
  return isBroken ? [] : [{ event: 'closed', incident: next, seen }];
};

/** @returns What opened and what closed. */
export const noteCauses = async (to: Writing, shown: Noted): Promise<IncidentChange[]> => {
  const changes: IncidentChange[] = [];
  for (const seen of shown.seen) changes.push(...(await changed(to, seen, shown)));
  return changes;
};
