/** Incidents as a person sees them, and what a person does to one. */

import { type Bundle, bundle } from '../contracts/bundle.ts';
import { dayMs } from '../contracts/durations.ts';
import { stepOfIncident } from '../contracts/first-step.ts';
import { historyFlag } from '../contracts/history-file.ts';
import {
  alert,
  type Incident,
  type IncidentDetail,
  type Notification,
  seenIn,
  unnamedLocation,
} from '../contracts/incident.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { type History, iso, type Reading, type Writing } from './history.ts';
import { withEvidence } from './outage-evidence.ts';
import { keysOf } from './outbox.ts';
import { recordOf, unpacked } from './runs.ts';
import { activeSilences, keepSilence, type SilenceAsked, silenceOf } from './silences.ts';
import type { BundleRow, IncidentRow, OutboxRow } from './tables.ts';

/** @param bundle Its JSON, gzipped, in base64. */
export const keepBundle = async (to: Writing, row: BundleRow): Promise<void> => {
  await to
    .insertInto('bundle')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** As it was kept; undefined where the incident has none. */
const bundleOfIncident = async (from: Reading, incidentId: string): Promise<string | undefined> =>
  (await from.selectFrom('bundle').select('bundle').where('incidentId', '=', incidentId).executeTakeFirst())?.bundle;

/** What closed earlier is in the history of its probe. */
const closedDays = 7;
const closedMax = 50;

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

const stateOf = ({ closedAt, acknowledgedAt }: IncidentRow, isSilenced: boolean): Incident['state'] => {
  if (closedAt !== null) return 'closed';
  if (acknowledgedAt !== null) return 'acknowledged';
  return isSilenced ? 'silenced' : 'open';
};

/** From where it was seen, as far as a place was named. */
export const namedLocations = ({ locations }: Pick<IncidentRow, 'locations'>): string[] =>
  (JSON.parse(locations) as string[]).filter((each) => each !== unnamedLocation);

export type ShownAt = { readonly now: number; readonly silences: Awaited<ReturnType<typeof activeSilences>> };

export const shownIncident = (row: IncidentRow, { now, silences }: ShownAt): Incident => {
  const { id, target, probe, kind, title, openedAt, closedAt, lastAt, times, runId } = row;
  const muted = closedAt === null ? silenceOf(row, silences, now) : undefined;
  return {
    id,
    target,
    probe,
    kind,
    title,
    times,
    locations: namedLocations(row),
    state: stateOf(row, muted !== undefined),
    openedAt: iso(openedAt),
    closedAt: isoOrNull(closedAt),
    lastAt: iso(lastAt),
    run: runId,
    acknowledgedBy: row.acknowledgedBy,
    silencedBy: muted?.by ?? null,
    silencedUntil: muted ? iso(muted.until) : null,
    silencedFor: muted?.reason ?? null,
    severity: row.severity,
    goodAt: isoOrNull(row.goodAt),
    brokeAt: isoOrNull(row.brokeAt),
    seen: seenIn(row),
    joins: row.joins,
  };
};

/** Those that are open, the newest first, and then those that have closed within the last days. */
export const incidentsShown = async (
  from: Reading,
  { now, target }: { readonly now: number; readonly target?: string },
): Promise<Incident[]> => {
  const all = from.selectFrom('incident').selectAll().orderBy('openedAt', 'desc').orderBy('id');
  const found = target === undefined ? all : all.where('target', '=', target);
  const open = await found.where('closedAt', 'is', null).execute();
  const closed = await found
    .where('closedAt', '>', now - closedDays * dayMs)
    .limit(closedMax)
    .execute();
  const silences = await activeSilences(from, now);
  return [...open, ...closed].map((row) => shownIncident(row, { now, silences }));
};

/** Operations that are slower than their objectives now. */
export const slowOperations = async (from: Reading, target: string): Promise<string[]> => {
  const open = await from
    .selectFrom('incident')
    .select('cause')
    .where('closedAt', 'is', null)
    .where('kind', '=', 'latency')
    .where('target', '=', target)
    .execute();
  return open.map(({ cause }) => cause.replace(/^latency /, ''));
};

const lettersMin = 3;

/**
 * @param given Its id, or so much of it that it is the only one.
 * @throws UsageError where it is none or several.
 */
const meant = async (from: Reading | Writing, given: string): Promise<IncidentRow> => {
  const wayOut = 'npx --no -- preflight incidents lists them';
  const found = await from
    .selectFrom('incident')
    .selectAll()
    .where('id', '>=', given)
    .where('id', '<', `${given}\uffff`)
    .limit(2)
    .execute();
  const [row, another] = [found.find(({ id }) => id === given) ?? found[0], found[1]];
  if (!row || given === '') throw new UsageError(`no incident is called '${given}': ${wayOut}`);
  if (row.id !== given && (another || given.length < lettersMin)) {
    throw new UsageError(`several incidents may be meant by '${given}': write more of it; ${wayOut}`);
  }
  return row;
};

const notificationState = ({ sentAt, dueAt }: OutboxRow): Notification['state'] => {
  if (sentAt !== null) return 'sent';
  return dueAt === null ? 'given up' : 'waits';
};

const notificationsOf = async (from: Reading, id: string): Promise<Notification[]> => {
  const [first, last] = keysOf(id);
  const rows = await from
    .selectFrom('outbox')
    .selectAll()
    .where('key', '>=', first)
    .where('key', '<', last)
    .orderBy('createdAt')
    .orderBy('key')
    .execute();
  return rows.map((row) => ({
    channel: row.channel,
    event: alert.parse(JSON.parse(row.body)).event,
    state: notificationState(row),
    at: iso(row.createdAt),
    sentAt: isoOrNull(row.sentAt),
    tries: row.tries,
    lastError: row.lastError,
  }));
};

/** A record that was rolled up, or that an earlier version wrote, does not keep an alert from being sent. */
const repeats = async (from: Reading, run: string): Promise<string[]> => {
  const record = await recordOf(from, run).catch(() => undefined);
  return record ? [`npx --no -- preflight ${record.repeat}`] : [];
};

/** Shows how its probe fared, and repeats the run that opened it. */
export const lookingCommands = async (
  from: Reading,
  { probe, runId }: Pick<IncidentRow, 'probe' | 'runId'>,
  file: string,
): Promise<string[]> => [
  `npx --no -- preflight history --probe ${probe}${historyFlag(file)}`,
  ...(runId === null ? [] : await repeats(from, runId)),
];

/** @throws UsageError where it is none or several. */
export const incidentDetail = async (
  { read: from, where }: Pick<History, 'read' | 'where'>,
  given: string,
  now: number,
): Promise<IncidentDetail> => {
  const row = await meant(from, given);
  const incident = shownIncident(row, { now, silences: await activeSilences(from, now) });
  return {
    incident,
    firstStep: stepOfIncident({ ...row, seen: incident.seen }),
    commands: [
      ...((await bundleOfIncident(from, row.id)) === undefined
        ? []
        : [`npx --no -- preflight incidents evidence ${row.id}${historyFlag(where)}`]),
      ...(await lookingCommands(from, row, where)),
    ],
    notifications: await notificationsOf(from, row.id),
  };
};

/**
 * The exchanges of the failure that opened it, in the run that opened it; of an outage the last good answers, the first
 * bad ones and the last bad ones.
 *
 * @throws UsageError where it is none or several, or has none: no single failure opened it.
 */
export const incidentBundle = async (from: Reading, given: string): Promise<{ id: string; bundle: Bundle }> => {
  const { id, probe } = await meant(from, given);
  const packed = await bundleOfIncident(from, id);
  if (packed === undefined) {
    throw new UsageError(
      `incident ${id} has no evidence, because no single answer opened it: npx --no -- preflight history --probe ${probe}`,
    );
  }
  return { id, bundle: bundle.parse(await withEvidence(from, id, (await unpacked(packed)) as Bundle)) };
};

type IncidentCommand = { readonly given: string; readonly by: string; readonly now: number };

const changed = async (to: Writing, row: IncidentRow, values: Partial<IncidentRow>, now: number): Promise<Incident> => {
  await to.updateTable('incident').set(values).where('id', '=', row.id).execute();
  return shownIncident({ ...row, ...values }, { now, silences: await activeSilences(to, now) });
};

/**
 * A person looks after it: what was not reported yet is not reported any more. Ends with the incident; when its cause
 * comes back that is another incident.
 *
 * @throws UsageError where it is none or several, or has closed.
 */
export const acknowledge = async (to: Writing, { given, by, now }: IncidentCommand): Promise<Incident> => {
  const row = await meant(to, given);
  if (row.closedAt !== null) throw new UsageError(`incident ${row.id} has closed: there is nothing to acknowledge`);
  return changed(to, row, { acknowledgedAt: now, acknowledgedBy: by }, now);
};

/**
 * Mutes for a while the alerts of an incident, of those about the same clauses, or of those of its kind at its target.
 * It ends with the incident.
 *
 * @throws UsageError where it is none or several, or has closed, or the time is too long.
 */
export const silence = async (
  to: Writing,
  { given, ...asked }: { readonly given: string } & SilenceAsked,
): Promise<Incident> => {
  const row = await meant(to, given);
  if (row.closedAt !== null) {
    throw new UsageError(`incident ${row.id} has closed: when it comes back it is another, which can be silenced`);
  }
  await keepSilence(to, row, asked);
  return shownIncident(row, { now: asked.now, silences: await activeSilences(to, asked.now) });
};
