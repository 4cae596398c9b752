/** What was seen of an incident, and whether what a run shows is part of it. */
import { hourMs } from '../contracts/durations.ts';
import { blindness, downCause } from '../contracts/first-step.ts';
import { type SeenInIncident, seenIn } from '../contracts/incident.ts';
import { iso } from '../history/history.ts';
import type { IncidentRow } from '../history/tables.ts';
import type { SeenCause } from './causes.ts';

/** The run that shows it. */
export type ShownBy = {
  readonly probe: string;
  /** The shortest time between two slots of the probe. */
  readonly intervalMs?: number;
  /** Null where no run does, as of an error budget. */
  readonly runId: string | null;
  readonly now: number;
};

export const seenNow = (seen: SeenCause, { probe, now }: ShownBy): SeenInIncident => {
  const { cause, title, clauses, trouble, operations, sentence, expected, actual, requestId } = seen;
  return {
    probe,
    cause,
    title,
    firstAt: iso(now),
    lastAt: iso(now),
    endedAt: null,
    ...(clauses.length > 0 && { clauses: [...clauses] }),
    ...(trouble !== undefined && { trouble }),
    ...(operations !== undefined && { operations: [...operations] }),
    ...(sentence !== undefined && { sentence }),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(requestId !== undefined && { requestId }),
    ...(seen.isNetworkUnchecked === true && { isNetworkUnchecked: true }),
  };
};

/** What an earlier version kept is of one cause. */
export const seenOf = (incident: IncidentRow): SeenInIncident[] => {
  const { probe, cause, title, openedAt, lastAt } = incident;
  const all = seenIn(incident);
  const only = { probe, cause, title, firstAt: iso(openedAt), lastAt: iso(lastAt), endedAt: null };
  return all.length > 0 ? all : [only];
};

/** An outage is seen by all probes together. */
export const isSame = (one: SeenInIncident, { cause }: Pick<SeenCause, 'cause'>, { probe }: ShownBy): boolean =>
  one.cause === cause && (one.probe === probe || cause === downCause);

const isOpen = ({ endedAt }: SeenInIncident): boolean => endedAt === null;

/** So many entries are kept: what flaps for days would fill the store. What is not over is always kept. */
const seenMax = 60;

const keptOf = (all: readonly SeenInIncident[]): SeenInIncident[] => {
  const dropped = new Set(all.filter((each) => !isOpen(each)).slice(0, Math.max(0, all.length - seenMax)));
  return all.filter((each) => !dropped.has(each));
};

/** The same trouble in other words, as with another status, is another entry of the history. */
export const withSeen = (all: readonly SeenInIncident[], seen: SeenCause, shown: ShownBy): SeenInIncident[] => {
  const at = all.findLastIndex((each) => isSame(each, seen, shown));
  const before = all[at];
  const now = seenNow(seen, shown);
  if (!before || before.title !== now.title) {
    const ended = all.map((each) => (each === before && isOpen(each) ? { ...each, endedAt: now.firstAt } : each));
    return keptOf([...ended, now]);
  }
  return all.with(at, { ...before, lastAt: now.lastAt, endedAt: null });
};

export const withEnded = (all: readonly SeenInIncident[], over: SeenCause, shown: ShownBy): SeenInIncident[] =>
  all.map((each) => (isSame(each, over, shown) && isOpen(each) ? { ...each, endedAt: iso(shown.now) } : each));

/** What breaks within an hour of the last change, or within three slots, is taken for the same. Later it is news. */
const isLately = (all: readonly SeenInIncident[], { now, intervalMs = hourMs }: ShownBy): boolean => {
  const changes = all.flatMap(({ firstAt, endedAt }) => [firstAt, endedAt ?? firstAt]).map(Date.parse);
  return now - Math.max(...changes) < Math.max(hourMs, 3 * intervalMs);
};

/** Another operation is in trouble, after an incident has been the same for a while. An outage is of all of them. */
export const isBroader = (
  incident: IncidentRow,
  { cause, kind, operations = [] }: SeenCause,
  shown: ShownBy,
): boolean => {
  const all = seenOf(incident);
  if (kind !== 'service' || cause === downCause || isLately(all, shown)) return false;
  const known = all.filter(isOpen).flatMap((each) => each.operations ?? []);
  return operations.some((each) => !known.includes(each));
};

const isOutage = ({ kind, cause }: Pick<SeenCause, 'kind' | 'cause'>): boolean =>
  kind === 'service' || cause === downCause;

/**
 * One outage is one incident in all its forms: refused logins in its course are part of it. Clauses that break
 * in one run, or soon after each other at one operation, have one cause. What comes long after the rest is another
 * incident: else one that a person has acknowledged weeks ago would swallow it.
 */
const belongsTo = (incident: IncidentRow, seen: SeenCause, shown: ShownBy): boolean => {
  const all = seenOf(incident);
  const open = all.filter(isOpen);
  const isRecent = isLately(all, shown);
  if (isRecent && all.some((each) => isSame(each, seen, shown))) return true;
  if (incident.kind === 'service')
    return (isOutage(seen) || seen.cause === blindness) && (isRecent || open.some((each) => each.cause === downCause));
  if (incident.kind !== 'contract' || seen.kind !== 'contract') return false;
  const isOfOneRun = shown.runId !== null && incident.runId === shown.runId;
  const isAlike = (one: SeenInIncident): boolean =>
    (isRecent || seen.clauses.some((each) => one.clauses?.includes(each))) &&
    (seen.operations ?? []).some((each) => one.operations?.includes(each));
  return isOfOneRun || open.some((each) => each.cause === seen.cause || isAlike(each));
};

/** The open incident that a cause is part of. What is over ends where it was seen, and in no other. */
export const incidentOf = (all: readonly IncidentRow[], seen: SeenCause, shown: ShownBy): IncidentRow | undefined => {
  const its = all.find((each) => seenOf(each).some((one) => isOpen(one) && isSame(one, seen, shown)));
  if (its || seen.shown === 'passed') return its;
  return all.find((each) => belongsTo(each, seen, shown));
};
