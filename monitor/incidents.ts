/** Opens and closes incidents by what a run has shown, in the same transaction as its result. */

import { randomUUID } from 'node:crypto';
import { type Severity, severities } from '../contracts/clause.ts';
import { downCause } from '../contracts/first-step.ts';
import type { Reading, Writing } from '../history/history.ts';
import { goodRunsInRow, type Outage, outageNow } from '../history/outages.ts';
import { endSilences } from '../history/silences.ts';
import type { CauseRow, IncidentRow } from '../history/tables.ts';
import {
  afterRun,
  type CauseRules,
  defaultRules,
  incidentOf,
  isBroader,
  isSame,
  type SeenCause,
  type ShownBy,
  seenNow,
  seenOf,
  withEnded,
  withSeen,
} from './causes.ts';

/** Of what is counted over all locations together; no location has this name. */
const everywhere = '*';

/** One that has reported nothing for so many of its slots is down itself, and has no vote. */
const slotsLooked = 3;
const intervalMsDefault = 3_600_000;

/** Half of the locations must see trouble of the service. Trouble of a location, or of all together, needs one. */
const needsHalf = ({ kind }: Pick<SeenCause, 'kind'>): boolean => kind === 'contract' || kind === 'service';

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

type BrokenAt = {
  readonly isBroken: boolean;
  readonly locations: readonly string[];
  /** The first failure that is counted, of all locations. */
  readonly since?: number | undefined;
};

const firstOf = (rows: readonly Pick<CauseRow, 'failingSince'>[]): number | undefined => {
  const known = rows.flatMap(({ failingSince }) => failingSince ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** @returns Where it is broken, in order, and whether half or more of the locations that look make it an incident. */
const brokenAt = async (from: Writing, { cause, kind }: SeenCause, asked: Round): Promise<BrokenAt> => {
  const rows = await ofCause(from, 'cause', cause, asked)
    .select(['location', 'at', 'failingSince'])
    .where('brokenSince', 'is not', null)
    .orderBy('location')
    .execute();
  if (rows.length === 0) return { isBroken: false, locations: [] };
  if (!needsHalf({ kind })) {
    const lately = rows.filter(({ at }) => at > sinceOf(asked)).map(({ location }) => location);
    return { isBroken: lately.length > 0, locations: named(lately), since: firstOf(rows) };
  }
  const looking = await lookingAt(from, asked);
  const seeing = rows.map(({ location }) => location).filter((each) => looking.has(each));
  return { isBroken: seeing.length * 2 >= looking.size, locations: named(seeing), since: firstOf(rows) };
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

export type Noted = ShownBy & {
  readonly target: string;
  /** From where it is seen; left out for what is counted of all locations together. */
  readonly location?: string;
  readonly seen: readonly SeenCause[];
  /** It failed again when it was run once more at once. */
  readonly isConfirmed?: boolean;
  readonly rules?: CauseRules;
  /** The last good run before it and the first bad one. */
  readonly began?: Pick<Outage, 'goodAt' | 'brokeAt'>;
  readonly newId?: () => string;
};

const worse = (one: Severity, other: Severity): Severity =>
  severities.find((each) => each === one || each === other) ?? one;

const severityOfCause = ({ cause, severity = 'major' }: SeenCause): Severity =>
  cause === downCause ? 'critical' : severity;

const opened = (seen: SeenCause, shown: Noted, { locations, since }: BrokenAt): IncidentRow => {
  const { probe, target, runId, now, newId = () => randomUUID(), began } = shown;
  const { cause, kind, title } = seen;
  return {
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
    locations: JSON.stringify(locations),
    acknowledgedAt: null,
    acknowledgedBy: null,
    silencedUntil: null,
    silencedBy: null,
    toldOpenedAt: null,
    toldClosedAt: null,
    severity: severityOfCause(seen),
    seen: JSON.stringify([seenNow(seen, shown)]),
    brokeAt: began?.brokeAt ?? since ?? null,
    goodAt: began?.goodAt ?? null,
    joins: null,
    remindedAt: null,
  };
};

/** Of what has only passed nothing has to be known: else each run would write of all that ever failed. */
const keepCause = async (to: Writing, row: CauseRow): Promise<void> => {
  const { probe, cause, location, recent, brokenSince, failingSince, at } = row;
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
    .onConflict((conflict) =>
      conflict.columns(['probe', 'cause', 'location']).doUpdateSet({ recent, brokenSince, failingSince, at }),
    )
    .execute();
};

const openIncidents = (from: Writing, { target }: Noted): Promise<IncidentRow[]> =>
  from
    .selectFrom('incident')
    .selectAll()
    .where('closedAt', 'is', null)
    .where('target', '=', target)
    .orderBy('openedAt', 'desc')
    .execute();

/** Its end was not reported yet, as in a maintenance window: an end and a return at once are not reported. */
const backBeforeAlert = async (to: Writing, seen: SeenCause, shown: Noted): Promise<IncidentRow | undefined> => {
  const found = await to
    .selectFrom('incident')
    .selectAll()
    .where('target', '=', shown.target)
    .where('closedAt', 'is not', null)
    .where('toldOpenedAt', 'is not', null)
    .where('toldClosedAt', 'is', null)
    .execute();
  return found.find((each) => seenOf(each).some((one) => isSame(one, seen, shown)));
};

const keepIncident = async (to: Writing, { id, ...rest }: IncidentRow): Promise<void> => {
  await to.updateTable('incident').set(rest).where('id', '=', id).execute();
};

const begun = async (to: Writing, seen: SeenCause, shown: Noted, broken: BrokenAt): Promise<IncidentRow> => {
  const back = await backBeforeAlert(to, seen, shown);
  if (back) {
    const again = seenAgain({ ...back, closedAt: null }, seen, shown, broken);
    await keepIncident(to, again);
    return again;
  }
  const incident = opened(seen, shown, broken);
  await to.insertInto('incident').values(incident).execute();
  return incident;
};

/** A person looks after what was known then: what is worse, or new after a while, is heard again at once. */
const heardAgain = ({ toldOpenedAt, remindedAt }: IncidentRow): Partial<IncidentRow> => ({
  acknowledgedAt: null,
  acknowledgedBy: null,
  silencedUntil: null,
  silencedBy: null,
  remindedAt: toldOpenedAt === null ? remindedAt : 0,
});

const isNews = (incident: IncidentRow, seen: SeenCause, shown: Noted): boolean =>
  worse(incident.severity, severityOfCause(seen)) !== incident.severity || isBroader(incident, seen, shown);

/** A result that comes late may show that an outage began earlier, or that it was still good later. */
const beganAt = ({ brokeAt, goodAt }: IncidentRow, { began }: Noted): Partial<IncidentRow> => {
  if (!began || brokeAt === null) return {};
  if (began.brokeAt < brokeAt) return began;
  const isLater = began.goodAt !== null && began.goodAt > (goodAt ?? 0) && began.goodAt < brokeAt;
  return isLater ? { goodAt: began.goodAt } : {};
};

/** What is worse than all before is what a reader sees first. */
const seenAgain = (incident: IncidentRow, seen: SeenCause, shown: Noted, broken: BrokenAt): IncidentRow => {
  const locations = JSON.stringify(broken.locations);
  if (seen.shown !== 'failed') return { ...incident, locations };
  const severity = worse(incident.severity, severityOfCause(seen));
  const isFirst = severity !== incident.severity || incident.cause === seen.cause;
  const isOfRun = incident.lastRunId === shown.runId && incident.lastAt === shown.now;
  return {
    ...incident,
    ...(isNews(incident, seen, shown) && heardAgain(incident)),
    ...(incident.cause === seen.cause && beganAt(incident, shown)),
    locations,
    severity,
    ...(isFirst && { title: seen.title }),
    seen: JSON.stringify(withSeen(seenOf(incident), seen, shown)),
    lastRunId: shown.runId,
    lastAt: shown.now,
    times: incident.times + (isOfRun ? 0 : 1),
  };
};

/** Of what it was about, one thing is over. It closes when nothing is left. */
const seenOver = (incident: IncidentRow, over: SeenCause, shown: Noted): IncidentRow => {
  const seen = withEnded(seenOf(incident), over, shown);
  const isOver = seen.every((each) => each.endedAt !== null);
  return { ...incident, seen: JSON.stringify(seen), closedAt: isOver ? shown.now : null };
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
  const isFailing = recent.includes('F');
  const failingSince = isFailing ? ((before.recent.includes('F') ? known?.failingSince : null) ?? now) : null;
  await keepCause(to, { probe, cause, location, kind, recent, brokenSince, failingSince, at: now });
};

const settled = async (to: Writing, seen: SeenCause, shown: Noted, broken: BrokenAt): Promise<IncidentChange[]> => {
  const current = incidentOf(await openIncidents(to, shown), seen, shown);
  if (broken.isBroken) {
    if (!current) return [{ event: 'opened', incident: await begun(to, seen, shown, broken), seen }];
    if (isNews(current, seen, shown)) await endSilences(to, current.id, shown.now);
    await keepIncident(to, seenAgain(current, seen, shown, broken));
    return [];
  }
  if (!current || seen.shown === 'failed') return [];
  const next = seenOver(current, seen, shown);
  await keepIncident(to, next);
  if (next.closedAt === null) return [];
  await endSilences(to, next.id, shown.now);
  return [{ event: 'closed', incident: next, seen }];
};

const changed = async (to: Writing, seen: SeenCause, shown: Noted): Promise<IncidentChange[]> => {
  await keepHere(to, seen, shown);
  return settled(to, seen, shown, await brokenAt(to, seen, shown));
};

type DownNoted = Omit<Noted, 'seen'> & {
  /** What the run shows; undefined where it answered. */
  readonly trouble: Omit<SeenCause, 'cause' | 'kind' | 'shown' | 'clauses' | 'severity'> | undefined;
};

/**
 * Opens or closes the incident of an outage, which follows from the stored runs and from nothing else.
 *
 * @returns What changed, and whether it was found down once, which another run has to confirm.
 */
export const noteOutage = async (
  to: Writing,
  { trouble, ...noted }: DownNoted,
): Promise<{ readonly changes: IncidentChange[]; readonly isUnconfirmed: boolean }> => {
  const { target, now, rules = defaultRules } = noted;
  const outage = await outageNow(to, { target, now });
  const base = { cause: downCause, kind: 'service', clauses: [] } as const;
  if (trouble) {
    if (!outage) return { changes: [], isUnconfirmed: true };
    const seen: SeenCause = { ...base, ...trouble, shown: 'failed' };
    const shown = { ...noted, seen: [seen], began: { brokeAt: outage.brokeAt, goodAt: outage.goodAt } };
    return {
      changes: await settled(to, seen, shown, { isBroken: true, locations: outage.locations }),
      isUnconfirmed: false,
    };
  }
  if (outage || (await goodRunsInRow(to, noted, rules.passes)) < rules.passes)
    return { changes: [], isUnconfirmed: false };
  const seen: SeenCause = { ...base, shown: 'passed', title: 'it answers again' };
  const over = { isBroken: false, locations: [] };
  return { changes: await settled(to, seen, { ...noted, seen: [seen] }, over), isUnconfirmed: false };
};

/** @returns What opened and what closed. */
export const noteCauses = async (to: Writing, shown: Noted): Promise<IncidentChange[]> => {
  const changes: IncidentChange[] = [];
  for (const seen of shown.seen) changes.push(...(await changed(to, seen, shown)));
  return changes;
};
