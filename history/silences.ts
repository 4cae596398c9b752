/** Silences and maintenance windows: each has an end, and mutes what it was asked for and nothing else. */

import type { Selectable } from 'kysely';
import { dayMs } from '../contracts/durations.ts';
import { type SilenceScope, seenInIncident } from '../contracts/incident.ts';
import type { MaintenanceWindow } from '../contracts/service-state.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { isAny, iso, type Reading, type Writing } from './history.ts';
import type { IncidentRow, MaintenanceRow, SilenceRow } from './tables.ts';

type Silence = Selectable<SilenceRow>;

/** No outage is forgotten for ever. */
const silenceDaysMax = 7;
export const silenceMsDefault = 2 * 3_600_000;

export const activeSilences = (from: Reading | Writing, now: number): Promise<Silence[]> =>
  from.selectFrom('silence').selectAll().where('until', '>', now).where('from', '<=', now).execute();

const clausesOf = ({ seen }: Pick<IncidentRow, 'seen'>): string[] => [
  ...new Set(
    seenInIncident
      .array()
      .parse(JSON.parse(seen))
      .flatMap(({ clauses = [] }) => clauses),
  ),
];

const isMuting = (silence: Silence, incident: IncidentRow): boolean => {
  if (silence.incidentId === incident.id) return true;
  // What breaks in another way is heard.
  if (silence.target !== incident.target || silence.kind !== incident.kind) return false;
  if (silence.scope === 'target') return true;
  const muted: readonly string[] = JSON.parse(silence.clauses);
  const all = clausesOf(incident);
  return silence.scope === 'clause' && all.length > 0 && all.every((each) => muted.includes(each));
};

type Muted = { readonly until: number; readonly by: string | null; readonly reason: string | null };

/** The longest of those that mute it; undefined where none does. */
export const silenceOf = (incident: IncidentRow, active: readonly Silence[], now: number): Muted | undefined => {
  const own = { until: incident.silencedUntil ?? 0, by: incident.silencedBy, reason: null };
  const all: Muted[] = [own, ...active.filter((each) => isMuting(each, incident))];
  const [longest] = all.sort((one, other) => other.until - one.until);
  return longest && longest.until > now ? longest : undefined;
};

/** A silence ends with the incident in which it was asked for, so that it swallows no other. */
export const endSilences = async (to: Writing, incidentId: string, now: number): Promise<void> => {
  await to
    .updateTable('silence')
    .set({ until: now })
    .where('incidentId', '=', incidentId)
    .where('until', '>', now)
    .execute();
};

export type SilenceAsked = {
  readonly by: string;
  readonly now: number;
  readonly lastsMs: number;
  readonly scope: SilenceScope;
  readonly reason: string;
};

/** @throws UsageError where it would last too long, or the incident has closed. */
export const keepSilence = async (to: Writing, incident: IncidentRow, asked: SilenceAsked): Promise<void> => {
  const { by, now, lastsMs, scope, reason } = asked;
  if (lastsMs > silenceDaysMax * dayMs) {
    throw new UsageError(
      `a silence lasts ${silenceDaysMax} days at most: acknowledge the incident, or waive its clause`,
    );
  }
  const clauses = clausesOf(incident);
  if (scope === 'clause' && clauses.length === 0) {
    throw new UsageError(`incident ${incident.id} is about no clause: silence the incident or the target`);
  }
  const { id: incidentId, target, kind } = incident;
  const row = { incidentId, scope, target, kind, clauses: JSON.stringify(clauses), from: now, by, reason };
  await to
    .insertInto('silence')
    .values({ ...row, until: now + lastsMs })
    .execute();
};

// Maintenance windows: probing goes on, nothing is reported, and the time is out of the error budget.

/** Of a window that is for all targets. */
export const everyTarget = '*';

/** So that a pipeline that dies does not mute a target for ever. */
const daysMax = 7;

/** Those of a target, and of all, that are open at a moment or later. */
export const windowsSince = (from: Reading | Writing, target: string, since: number) =>
  from.selectFrom('maintenance').where('target', 'in', [target, everyTarget]).where('until', '>', since);

/** Whether alerts of a target are muted now. */
export const isInMaintenance = (
  from: Reading | Writing,
  { target, now }: { readonly target: string; readonly now: number },
): Promise<boolean> => isAny(windowsSince(from, target, now).select('id').where('from', '<=', now));

export type WindowSpan = { readonly from: number; readonly until: number };

/** When alerts of a target were muted, the oldest first; windows that touch each other are one. */
export const windowSpans = async (
  from: Reading,
  { target, since, now }: { readonly target: string; readonly since: number; readonly now: number },
): Promise<WindowSpan[]> => {
  const rows = await windowsSince(from, target, since)
    .select(['from', 'until'])
    .where('from', '<=', now)
    .orderBy('from')
    .execute();
  const spans: WindowSpan[] = [];
  for (const row of rows) {
    const last = spans.at(-1);
    if (last && row.from <= last.until) {
      spans.splice(-1, 1, { from: last.from, until: Math.max(last.until, row.until) });
    } else spans.push(row);
  }
  return spans;
};

type WindowOpening = {
  readonly target: string;
  readonly now: number;
  readonly lastsMs: number;
  readonly reason: string;
  readonly openedBy: string;
};

const windowOf = ({ id, target, from, until, reason, openedBy }: Selectable<MaintenanceRow>, now: number) =>
  ({
    id,
    target,
    state: until > now ? 'open' : 'over',
    from: iso(from),
    until: iso(until),
    reason,
    openedBy,
  }) satisfies MaintenanceWindow;

/**
 * Opens a window from now on; several may be open at once.
 *
 * @throws UsageError where it would last too long.
 */
export const openWindow = async (to: Writing, opened: WindowOpening): Promise<MaintenanceWindow> => {
  const { target, now, lastsMs, reason, openedBy } = opened;
  if (lastsMs > daysMax * dayMs) {
    throw new UsageError(`a window lasts ${daysMax} days at most: open another one then, or mend what has to be muted`);
  }
  const row = { target, from: now, until: now + lastsMs, reason, openedBy };
  const { id } = await to.insertInto('maintenance').values(row).returning('id').executeTakeFirstOrThrow();
  return windowOf({ ...row, id }, now);
};

/** @returns Those that it has closed; what is over stays as it was. */
export const closeWindows = async (
  to: Writing,
  which: { readonly id: number } | { readonly target: string },
  now: number,
): Promise<MaintenanceWindow[]> => {
  const found = to.updateTable('maintenance').set({ until: now }).where('until', '>', now);
  const one = 'id' in which ? found.where('id', '=', which.id) : found.where('target', '=', which.target);
  const closed = await one.returningAll().execute();
  return closed.map((row) => windowOf(row, now));
};

/** Whether there ever was such a window. */
export const isWindow = (from: Reading | Writing, id: number): Promise<boolean> =>
  isAny(from.selectFrom('maintenance').select('id').where('id', '=', id));

/** Those that are open, the newest first, and then those that were open within the last days. */
export const windowsShown = async (from: Reading, now: number): Promise<MaintenanceWindow[]> => {
  const rows = await from
    .selectFrom('maintenance')
    .selectAll()
    .where('until', '>', now - daysMax * dayMs)
    .orderBy('id', 'desc')
    .execute();
  const all = rows.map((row) => windowOf(row, now));
  return [...all.filter(({ state }) => state === 'open'), ...all.filter(({ state }) => state === 'over')];
};

/** The names that runs of the last days have; another name in a mute is most likely misspelt. */
export const targetsSeen = async (from: Reading, now: number): Promise<string[]> => {
  const found = await from
    .selectFrom('run')
    .select('target')
    .distinct()
    .where('startedAt', '>', now - dayMs)
    .execute();
  return found.map(({ target }) => target);
};
