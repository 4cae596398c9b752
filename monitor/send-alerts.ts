/**
 * Writes the alerts of incidents into the outbox. It compares what is open with what was reported. So it does not
 * matter how often it is called, in which order things came, or where a program was killed.
 */

import { dayMs } from '../contracts/durations.ts';
import { blindness, downCause, stepOfIncident } from '../contracts/first-step.ts';
import { historyFlag } from '../contracts/history-file.ts';
import { type Alert, seenIn } from '../contracts/incident.ts';
import { isAny, iso, noteOnce, type Writing } from '../history/history.ts';
import { answersOfTarget } from '../history/outages.ts';
import { keyOf, notify } from '../history/outbox.ts';
import { lookingCommands, namedLocations } from '../history/shown-incidents.ts';
import { activeSilences, isInMaintenance, silenceOf } from '../history/silences.ts';
import type { IncidentRow } from '../history/tables.ts';
import { type Channel, severitiesOf } from './config.ts';
import { isSpokenFor, joinedTo, leaderOf, openOnes, togetherMs, wants } from './paging.ts';

export type AlertOptions = {
  /** As its incidents have it. */
  readonly target: string;
  readonly now: number;
  readonly channels: readonly Channel[];
  /** The file of the store: commands name it where it is not the default. */
  readonly file: string;
  /** Where browsers find the dashboard. */
  readonly publicUrl?: string | undefined;
  readonly remindAfterMs?: number | undefined;
};

/** Twice within a day is bad luck. */
const flappingTimes = 3;

type AlertSent = { readonly alert: Omit<Alert, 'key'>; readonly channel: Channel; readonly now: number };

/** @param key Of the event, where there may be several of its name. */
const write = async (to: Writing, { alert, channel, now }: AlertSent, name: string = alert.event): Promise<void> => {
  const { incident, event } = alert;
  const key = keyOf(incident, name, channel.name);
  const body = JSON.stringify({ ...alert, key } satisfies Alert);
  const isFirst = event === 'opened' || event === 'missed';
  const follows = isFirst ? null : keyOf(incident, 'opened', channel.name);
  await notify(to, { key, channel: channel.name, body, follows }, now);
};

const flapping = async (from: Writing, { probe, cause }: IncidentRow, at: number): Promise<number | undefined> => {
  const { times } = await from
    .selectFrom('incident')
    .select(({ fn }) => fn.countAll<number>().as('times'))
    .where('probe', '=', probe)
    .where('cause', '=', cause)
    .where('openedAt', '>', at - dayMs)
    .where('openedAt', '<=', at)
    .executeTakeFirstOrThrow();
  return times >= flappingTimes ? times : undefined;
};

/** An internal error may hold anything, so its text stays in the store. Why nothing was judged is our own text. */
const titleOf = ({ kind, cause, title }: IncidentRow): string =>
  kind === 'ours' && cause !== blindness ? 'what broke is kept in the store' : title;

const wasWritten = (from: Writing, keys: readonly string[]): Promise<boolean> =>
  isAny(from.selectFrom('outbox').select('key').where('key', 'in', keys));

/** The channels that have the opening already. */
const sentTo = async (from: Writing, { id }: IncidentRow, { channels }: AlertOptions): Promise<string[]> => {
  const names: string[] = [];
  for (const { name } of channels) if (await wasWritten(from, [keyOf(id, 'opened', name)])) names.push(name);
  return names;
};

/** The first run after the last bad one that has judged something; of what many runs show together there is none. */
const firstGoodAt = async (from: Writing, incident: IncidentRow): Promise<number | undefined> => {
  const { target, probe, kind, lastAt, closedAt } = incident;
  if (kind === 'slo' || kind === 'latency' || closedAt === null) return undefined;
  if (seenIn(incident).some(({ cause }) => cause === downCause))
    return (await answersOfTarget(from, { target, after: lastAt, until: closedAt }, 1))[0];
  const first = await from
    .selectFrom('run')
    .select('finishedAt')
    .where('probe', '=', probe)
    .where('verdict', '!=', 'inconclusive')
    .where('finishedAt', '>', lastAt)
    .where('finishedAt', '<=', closedAt)
    .orderBy('finishedAt')
    .limit(1)
    .executeTakeFirst();
  return first?.finishedAt;
};

type AlertEvent = 'opened' | 'closed' | 'reminder' | 'joined';

/** What is sent of an incident, and which others broke together with it. */
type AlertWanted = { readonly event: AlertEvent; readonly joined?: readonly IncidentRow[] };

/** Receivers know what joined a page under the name of that page. */
const pageOf = ({ id, joins }: IncidentRow, { event }: AlertWanted): string =>
  event === 'reminder' ? (joins ?? id) : id;

const momentOf = ({ openedAt, closedAt }: IncidentRow, { event, joined = [] }: AlertWanted, now: number): number => {
  if (event === 'opened') return openedAt;
  return event === 'closed' ? Math.max(...[closedAt, ...joined.map((each) => each.closedAt)].map(Number)) : now;
};

/** How long it has been open, who knows of it, and how it ended. */
const courseOf = async (to: Writing, incident: IncidentRow, options: AlertOptions, reported: AlertWanted) => {
  const { openedAt, lastAt, toldOpenedAt } = incident;
  const { event, joined = [] } = reported;
  const isWaiting = event === 'reminder' || (event === 'opened' && toldOpenedAt !== null);
  const known = isWaiting ? await sentTo(to, incident, options) : [];
  // Several end at several moments.
  const goodAt = event === 'closed' && joined.length === 0 ? await firstGoodAt(to, incident) : undefined;
  const until = event === 'opened' ? options.now : momentOf(incident, reported, options.now);
  return {
    ...((event !== 'opened' || isWaiting) && { openMs: Math.max(0, until - openedAt) }),
    ...(known.length > 0 && { sentTo: known }),
    ...(goodAt !== undefined && { lastBadAt: iso(lastAt), firstGoodAt: iso(goodAt) }),
  };
};

const named = (all: readonly IncidentRow[]): NonNullable<Alert['joined']> =>
  all.map(({ target, title, id }) => ({ target, title, incident: id }));

const alertOf = async (
  to: Writing,
  incident: IncidentRow,
  options: AlertOptions,
  reported: AlertWanted,
): Promise<Omit<Alert, 'key'>> => {
  const { file, publicUrl, now } = options;
  const { event, joined = [] } = reported;
  const { id, target, probe, kind, cause, severity, runId, brokeAt, goodAt } = incident;
  const at = momentOf(incident, reported, now);
  const often = await flapping(to, incident, at);
  const locations = namedLocations(incident);
  const seen = seenIn(incident);
  return {
    schema: 'preflight.alert/1',
    event,
    at: iso(at),
    target,
    probe,
    incident: pageOf(incident, reported),
    kind,
    severity,
    title: titleOf(incident),
    firstStep: stepOfIncident({ ...incident, seen }),
    ...(await courseOf(to, incident, options, reported)),
    ...(often !== undefined && { flapping: often }),
    ...(locations.length > 0 && { locations }),
    ...(brokeAt !== null && { brokeAt: iso(brokeAt) }),
    ...(goodAt !== null && { goodAt: iso(goodAt) }),
    // An internal error may hold anything, so it stays in the store.
    ...(seen.length > 0 && (kind !== 'ours' || cause === blindness) && { seen }),
    ...(joined.length > 0 && { joined: named(joined) }),
    ...(publicUrl !== undefined && { link: new URL(`#/incident/${id}`, publicUrl).href }),
    ...(runId !== null && { run: runId }),
    commands: [
      `npx --no -- preflight incidents show ${id}${historyFlag(file)}`,
      ...(await lookingCommands(to, { probe, runId: event === 'closed' ? null : runId }, file)),
    ],
  };
};

/** Open, and known to no person. */
const unattended = async (from: Writing, { target, now }: AlertOptions): Promise<IncidentRow[]> => {
  const rows = await openOnes(from)
    .where('target', '=', target)
    .where('acknowledgedAt', 'is', null)
    .orderBy('openedAt')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const silences = await activeSilences(from, now);
  return rows.filter((row) => silenceOf(row, silences, now) === undefined);
};

/** What closed before it was reported is not reported any more. */
const closings = (from: Writing, { target }: AlertOptions): Promise<IncidentRow[]> =>
  from
    .selectFrom('incident')
    .selectAll()
    .where('target', '=', target)
    .where('closedAt', 'is not', null)
    .where('toldOpenedAt', 'is not', null)
    .where('toldClosedAt', 'is', null)
    .orderBy('closedAt')
    .orderBy('id')
    .execute();

const isDue = ({ escalateAfterMs }: Channel, { openedAt, toldOpenedAt }: IncidentRow, now: number): boolean =>
  // A clock that was ahead may have opened it.
  escalateAfterMs === undefined || now - Math.min(openedAt, toldOpenedAt ?? openedAt) >= escalateAfterMs;

/**
 * To each channel that wants it and has not got it: one that is due later, or wants what it has become since. A page
 * that lists it counts as its own.
 *
 * @returns The channels that get it now.
 */
const alertOpened = async (to: Writing, incident: IncidentRow, options: AlertOptions): Promise<Channel[]> => {
  const { channels, now } = options;
  const { id, joins, toldOpenedAt } = incident;
  const written: Channel[] = [];
  let alert: Omit<Alert, 'key'> | undefined;
  for (const channel of channels) {
    if (!wants(channel, incident) || !isDue(channel, incident, now)) continue;
    const keys = [id, joins ?? id].map((each) => keyOf(each, 'opened', channel.name));
    if (toldOpenedAt !== null && (await wasWritten(to, keys))) continue;
    alert ??= await alertOf(to, incident, options, { event: 'opened' });
    await write(to, { alert, channel, now });
    written.push(channel);
  }
  if (toldOpenedAt === null) await to.updateTable('incident').set({ toldOpenedAt: now }).where('id', '=', id).execute();
  return written;
};

/** A channel that got the opening also gets what follows, although it may want no such thing any more. */
const alertFollowing = async (
  to: Writing,
  incident: IncidentRow,
  options: AlertOptions,
  { name, ...reported }: AlertWanted & { readonly name?: string },
): Promise<void> => {
  const { channels, now } = options;
  let alert: Omit<Alert, 'key'> | undefined;
  for (const channel of channels) {
    if (!(await wasWritten(to, [keyOf(pageOf(incident, reported), 'opened', channel.name)]))) continue;
    alert ??= await alertOf(to, incident, options, reported);
    await write(to, { alert, channel, now }, name);
  }
};

/** One message when all that its page names is over. */
const alertClosed = async (to: Writing, incident: IncidentRow, options: AlertOptions): Promise<void> => {
  const all = await joinedTo(to, incident.id);
  if (all.some(({ closedAt }) => closedAt === null)) return;
  const joined = all.filter(({ toldOpenedAt }) => toldOpenedAt !== null);
  await alertFollowing(to, incident, options, { event: 'closed', joined });
  await to.updateTable('incident').set({ toldClosedAt: options.now }).where('id', '=', incident.id).execute();
};

/** The list of those that joined, once their time is over. */
const alertJoined = async (to: Writing, { joins }: IncidentRow, options: AlertOptions): Promise<void> => {
  const { now } = options;
  const leader = await to.selectFrom('incident').selectAll().where('id', '=', joins).executeTakeFirstOrThrow();
  if (now - leader.openedAt < togetherMs) return;
  const silences = await activeSilences(to, now);
  const joined = (await joinedTo(to, leader.id)).filter(
    (each) =>
      each.toldOpenedAt === null &&
      each.closedAt === null &&
      each.acknowledgedAt === null &&
      silenceOf(each, silences, now) === undefined,
  );
  await alertFollowing(to, leader, options, { event: 'joined', name: `joined-${now}`, joined });
  const ids = joined.map((each) => each.id);
  await to.updateTable('incident').set({ toldOpenedAt: now }).where('id', 'in', ids).execute();
};

const remind = async (to: Writing, incident: IncidentRow, options: AlertOptions): Promise<void> => {
  const { now, remindAfterMs } = options;
  const { id, toldOpenedAt, remindedAt } = incident;
  const last = remindedAt ?? toldOpenedAt;
  if (remindAfterMs === undefined || last === null || now - last < remindAfterMs) return;
  if (await isSpokenFor(to, incident)) return;
  await alertFollowing(to, incident, options, { event: 'reminder', name: `reminder-${now}` });
  await to.updateTable('incident').set({ remindedAt: now }).where('id', '=', id).execute();
};

const report = async (to: Writing, incident: IncidentRow, options: AlertOptions): Promise<void> => {
  if (incident.toldOpenedAt !== null) {
    const written = await alertOpened(to, incident, options);
    const channels = options.channels.filter((each) => !written.includes(each));
    return remind(to, incident, { ...options, channels });
  }
  if (incident.joins !== null) return alertJoined(to, incident, options);
  const leader = await leaderOf(to, incident, options);
  if (!leader) await alertOpened(to, incident, options);
  else await to.updateTable('incident').set({ joins: leader.id }).where('id', '=', incident.id).execute();
};

/**
 * Reports each incident of a target once when it is open, and once when it has closed, with reminders in between.
 * Nothing is reported in a maintenance window. The first call after its end reports each state that still differs from
 * before. No opening is reported of what is acknowledged or silenced, either; an end is reported wherever the opening
 * was.
 *
 * Belongs into the transaction of each change to an incident, and is called from time to time, because windows and
 * silences end by themselves. Where there is nothing to report it looks at nothing.
 */
export const sendAlerts = async (to: Writing, options: AlertOptions): Promise<void> => {
  const [open, closed] = [await unattended(to, options), await closings(to, options)];
  if (open.length + closed.length === 0 || (await isInMaintenance(to, options))) return;
  for (const incident of closed) await alertClosed(to, incident, options);
  for (const incident of open) await report(to, incident, options);
};

type Missed = AlertOptions & {
  /** The same for the same obligation, in letters, digits and dashes. */
  readonly key: string;
  readonly probe: string;
  /** Our own sentence: it leaves the machine. */
  readonly title: string;
  readonly firstStep: string;
};

/**
 * Reports once that something was not done while it could be. PagerDuty gets it only where it asks for `ours`. There
 * the alert would never end, and getting up mends nothing.
 *
 * @returns false while a maintenance window is open: nothing was reported, so that it has to be said again later.
 */
export const alertMissed = async (to: Writing, missed: Missed): Promise<boolean> => {
  const { key, target, probe, title, now, channels } = missed;
  if (await isInMaintenance(to, missed)) return false;
  // The outbox may have been emptied since.
  if (!(await noteOnce(to, `missed ${key}`, now))) return true;
  const alert = {
    schema: 'preflight.alert/1',
    event: 'missed',
    at: new Date(now).toISOString(),
    target,
    probe,
    incident: key,
    kind: 'ours',
    severity: 'major',
    title,
    firstStep: missed.firstStep,
    commands: [`npx --no -- preflight history --probe ${probe}${historyFlag(missed.file)}`],
  } as const;
  for (const channel of channels) {
    const { kinds, escalateAfterMs } = channel;
    const isAsked = kinds ? kinds.includes('ours') : channel.to !== 'pagerduty';
    // No later look finds it open, so that nothing of it can escalate.
    if (isAsked && severitiesOf(channel).includes(alert.severity) && escalateAfterMs === undefined)
      await write(to, { alert: { ...alert, commands: [...alert.commands] }, channel, now });
  }
  return true;
};
