/**
 * Writes the alerts of incidents into the outbox. It compares what is open with what was reported. So it does not
 * matter how often it is called, in which order things came, or where a program was killed.
 */

import type { Alert } from '../contracts/alert.ts';
import { dayMs, minuteMs } from '../contracts/durations.ts';
import { blindness, stepOfIncident } from '../contracts/first-step.ts';
import { historyFlag } from '../contracts/history-file.ts';
import { isAny, noteOnce, type Writing } from '../history/history.ts';
import { isInMaintenance } from '../history/maintenance.ts';
import { keyOf, notify } from '../history/outbox.ts';
import { lookingCommands, namedLocations } from '../history/shown-incidents.ts';
import type { IncidentRow } from '../history/tables.ts';
import { burnRules, causeOfRule } from './burn-rate.ts';
import type { Channel } from './config.ts';

/** As people say it: `7 min`, `3 h 20 min`. */
export const spanText = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
};

const names = {
  contract: 'broken promise',
  service: 'trouble of the service',
  network: 'trouble of our own network',
  ours: 'an error of ours',
  slo: 'error budget',
  latency: 'slow, and not failing',
} as const satisfies Record<Alert['kind'], string>;

/** Its first line: what a pager shows, and the subject of a letter. */
export const headline = ({ event, target, kind, title, openMs, flapping }: Alert): string => {
  const often = flapping === undefined ? '' : `, flapping: ${flapping} times in a day`;
  switch (event) {
    case 'opened':
      return `[${target}] ${names[kind]}: ${title}${often}`;
    case 'closed':
      return `[${target}] over after ${spanText(openMs ?? 0)}: ${title}${often}`;
    case 'missed':
      return `[${target}] missed: ${title}`;
    case 'test':
      return `[${target}] test of this channel: ${title}`;
  }
};

/** For people, in lines. */
export const alertText = (alert: Alert): string =>
  [
    headline(alert),
    '',
    ...(alert.event === 'closed' ? [] : [`First: ${alert.firstStep}`]),
    `Probe ${alert.probe}${alert.locations === undefined ? '' : ` from ${alert.locations.join(', ')}`}, ${alert.at.slice(0, 19).replace('T', ' ')} UTC${alert.run === undefined ? '' : `, run ${alert.run}`}`,
    ...alert.commands.map((command) => `  ${command}`),
  ].join('\n');

export type AlertOptions = {
  /** As its incidents have it. */
  readonly target: string;
  readonly now: number;
  readonly channels: readonly Channel[];
  /** The file of the store: commands name it where it is not the default. */
  readonly file: string;
};

/** Twice within a day is bad luck. */
const flappingTimes = 3;

/** Whether it is worth waking a person: slow answers, and a budget that goes slowly, have time until the morning. */
const wakes = ({ kind, cause }: Pick<IncidentRow, 'kind' | 'cause'>): boolean => {
  if (kind === 'slo') return burnRules.some((rule) => rule.tells === 'page' && causeOfRule(rule) === cause);
  return kind !== 'latency';
};

/**
 * A channel that names its kinds gets these and no others: the author who writes `latency` or `slo` there has decided
 * it. A channel that names none gets all, but for PagerDuty. PagerDuty is there to wake people, so other kinds must be
 * asked for by name. The rules of an error budget are one kind, so that `slo` asks for its tickets, too; other channels
 * are read in office hours.
 */
const wants = ({ to, kinds }: Channel, incident: Pick<IncidentRow, 'kind' | 'cause'>): boolean =>
  kinds ? kinds.includes(incident.kind) : to !== 'pagerduty' || wakes(incident);

const write = async (to: Writing, alert: Omit<Alert, 'key'>, channel: Channel, now: number): Promise<void> => {
  const { incident, event } = alert;
  const key = keyOf(incident, event, channel.name);
  const body = JSON.stringify({ ...alert, key } satisfies Alert);
  const follows = event === 'closed' ? keyOf(incident, 'opened', channel.name) : null;
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

const alertOf = async (
  to: Writing,
  incident: IncidentRow,
  { event, file }: { readonly event: 'opened' | 'closed'; readonly file: string },
): Promise<Omit<Alert, 'key'>> => {
  const { id, target, probe, kind, openedAt, closedAt, runId } = incident;
  const at = event === 'closed' ? (closedAt ?? openedAt) : openedAt;
  const often = await flapping(to, incident, at);
  const locations = namedLocations(incident);
  return {
    schema: 'preflight.alert/1',
    event,
    at: new Date(at).toISOString(),
    target,
    probe,
    incident: id,
    kind,
    title: titleOf(incident),
    firstStep: stepOfIncident(incident),
    ...(event === 'closed' && { openMs: Math.max(0, at - openedAt) }),
    ...(often !== undefined && { flapping: often }),
    ...(locations.length > 0 && { locations }),
    ...(runId !== null && { run: runId }),
    commands: [
      `npx --no -- preflight incidents show ${id}${historyFlag(file)}`,
      ...(await lookingCommands(to, { probe, runId: event === 'opened' ? runId : null }, file)),
    ],
  };
};

const openings = (from: Writing, { target, now }: AlertOptions): Promise<IncidentRow[]> =>
  from
    .selectFrom('incident')
    .selectAll()
    .where('target', '=', target)
    .where('closedAt', 'is', null)
    .where('toldOpenedAt', 'is', null)
    .where('acknowledgedAt', 'is', null)
    .where(({ eb, or }) => or([eb('silencedUntil', 'is', null), eb('silencedUntil', '<=', now)]))
    .orderBy('openedAt')
    .orderBy('id')
    .execute();

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

const alertOpened = async (
  to: Writing,
  incident: IncidentRow,
  { channels, now, file }: AlertOptions,
): Promise<void> => {
  const alert = await alertOf(to, incident, { event: 'opened', file });
  for (const channel of channels) if (wants(channel, incident)) await write(to, alert, channel, now);
  await to.updateTable('incident').set({ toldOpenedAt: now }).where('id', '=', incident.id).execute();
};

const wasWritten = (from: Writing, key: string): Promise<boolean> =>
  isAny(from.selectFrom('outbox').select('key').where('key', '=', key));

const alertClosed = async (
  to: Writing,
  incident: IncidentRow,
  { channels, now, file }: AlertOptions,
): Promise<void> => {
  const alert = await alertOf(to, incident, { event: 'closed', file });
  for (const channel of channels) {
    // A channel that got the opening also gets the end, although it may want no such thing any more.
    const wantsEnd = wants(channel, incident) || (await wasWritten(to, keyOf(incident.id, 'opened', channel.name)));
    if (wantsEnd) await write(to, alert, channel, now);
  }
  await to.updateTable('incident').set({ toldClosedAt: now }).where('id', '=', incident.id).execute();
};

/**
 * Reports each incident of a target once when it is open, and once when it has closed. Nothing is reported in a
 * maintenance window. The first call after its end reports each state that still differs from before. No opening is
 * reported of what is acknowledged or silenced, either; an end is reported wherever the opening was.
 *
 * Belongs into the transaction of each change to an incident, and is called from time to time, because windows and
 * silences end by themselves. Where there is nothing to report it looks at nothing.
 */
export const sendAlerts = async (to: Writing, options: AlertOptions): Promise<void> => {
  const [opened, closed] = [await openings(to, options), await closings(to, options)];
  if (opened.length + closed.length === 0 || (await isInMaintenance(to, options))) return;
  for (const incident of closed) await alertClosed(to, incident, options);
  for (const incident of opened) await alertOpened(to, incident, options);
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
    title,
    firstStep: missed.firstStep,
    commands: [`npx --no -- preflight history --probe ${probe}${historyFlag(missed.file)}`],
  } as const;
  for (const channel of channels) {
    const isAsked = channel.kinds ? channel.kinds.includes('ours') : channel.to !== 'pagerduty';
    if (isAsked) await write(to, { ...alert, commands: [...alert.commands] }, channel, now);
  }
  return true;
};
