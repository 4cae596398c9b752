/** Silences: each has an end, a reason and an owner, and mutes what it was asked for and nothing else. */

import type { Selectable } from 'kysely';
import { dayMs } from '../contracts/durations.ts';
import { type SilenceScope, seenInIncident } from '../contracts/incident.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Reading, Writing } from './history.ts';
import type { IncidentRow, SilenceRow } from './tables.ts';

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
