/** Incidents, maintenance windows and unsent alerts, as a terminal shows them. */

import type { Incident, IncidentDetail, Notification, Unsent } from '../contracts/incident.ts';
import type { MaintenanceWindow } from '../contracts/service-state.ts';
import { oneLine } from './safe-text.ts';
import { columnsMax, counted, utc, wrapped } from './text-layout.ts';

const windowRow = (id: string, target: string, state: string, from: string, until: string): string =>
  `${id.padEnd(6)}${oneLine(target, 20).padEnd(22)}${state.padEnd(7)}${from.padEnd(18)}${until}`;

const about = ({ reason, openedBy }: MaintenanceWindow): string =>
  oneLine([reason, openedBy && `by ${openedBy}`].filter((each) => each !== '').join(', '), columnsMax - 6);

export const windowTarget = (target: string): string => (target === '*' ? 'all targets' : target);

export const openedText = ({ target, until }: Pick<MaintenanceWindow, 'target' | 'until'>): string =>
  `no alert is sent about ${windowTarget(oneLine(target, 40))} until ${utc(until)}`;

/** Those that are open, and those that ended lately. */
export const windowsTable = (windows: readonly MaintenanceWindow[]): string => {
  if (windows.length === 0) return 'no window is open: npx --no -- preflight maintenance open --target NAME --for 2h';
  return [
    windowRow('id', 'target', 'state', 'from (UTC)', 'until (UTC)'),
    ...windows.flatMap((each) => {
      const line = windowRow(
        String(each.id),
        windowTarget(each.target),
        each.state,
        minute(each.from),
        minute(each.until),
      );
      const words = about(each);
      return words === '' ? [line] : [line, `      ${words}`];
    }),
  ].join('\n');
};

export const unsentLines = (all: readonly Unsent[]): string[] =>
  all.map(({ channel, waiting, since, lastError }) =>
    wrapped(
      `NOT SENT: ${counted(waiting, 'alert')} to ${oneLine(channel, 60)} since ${utc(since)}: ${oneLine(lastError)}`,
      { hang: 2 },
    ),
  );

const hang = 10;

/** Enough of an id to be unique. */
const idCharacters = 8;

const minute = (iso: string): string => utc(iso).replace(/:\d\d UTC$/, '');

const row = (id: string, state: string, opened: string, closed: string, probe: string): string =>
  `${id.padEnd(hang)}${state.padEnd(14)}${opened.padEnd(18)}${closed.padEnd(18)}${oneLine(probe, 20)}`.trimEnd();

/** In the list the words of a silence stand below its incident. */
export const incidentsTable = (all: readonly Incident[]): string => {
  if (all.length === 0) return 'no incident is open, and none was in the last 7 days';
  return [
    row('id', 'state', 'opened (UTC)', 'closed', 'probe'),
    ...all.flatMap((one) => {
      const { id, state, severity, openedAt, closedAt, probe, target, title } = one;
      return [
        row(id.slice(0, idCharacters), state, minute(openedAt), closedAt === null ? '' : minute(closedAt), probe),
        `${' '.repeat(hang)}${oneLine(`${severity}: ${target}: ${title}`, columnsMax - hang)}`,
        ...silencedText(one).map((line) => `${' '.repeat(hang)}${wrapped(line, { hang })}`),
      ];
    }),
  ].join('\n');
};

/** A command is shown whole: it is copied. */
const field = (name: string, lines: readonly string[]): string[] =>
  lines.map((line, i) => `${(i === 0 ? name : '').padEnd(hang)}${line}`);

const prose = (name: string, text: string): string[] => field(name, [wrapped(text, { hang })]);

/** As it is in the report of a history, too. */
type IncidentSpan = Pick<Incident, 'openedAt' | 'goodAt' | 'brokeAt' | 'silencedBy' | 'silencedUntil' | 'silencedFor'>;

/** From the last good run to the first bad one. */
export const beganText = ({ openedAt, goodAt, brokeAt }: IncidentSpan): string => {
  if (brokeAt === null || (goodAt === null && brokeAt === openedAt)) return `opened ${utc(openedAt)}`;
  return goodAt === null ? `first seen ${utc(brokeAt)}` : `began between ${utc(goodAt)} and ${utc(brokeAt)}`;
};

const since = (one: Incident): string => {
  const { closedAt, lastAt, times } = one;
  const shown = `shown by ${counted(times, 'run')}`;
  return closedAt === null
    ? `${beganText(one)}, ${shown}, last at ${utc(lastAt)}`
    : `${beganText(one)}, closed ${utc(closedAt)}, ${shown}`;
};

/** A silence is shown with its end where it acts. */
export const silencedText = ({ silencedBy, silencedUntil, silencedFor }: IncidentSpan): string[] => {
  if (silencedUntil === null) return [];
  const by = silencedBy === null ? '' : ` by ${oneLine(silencedBy, 30)}`;
  const why = silencedFor === null || silencedFor === '' ? '' : `: ${oneLine(silencedFor, 200)}`;
  return [`silenced${by} until ${utc(silencedUntil)}${why}`];
};

/** Who looks after it, and until when it is muted. */
const lookedAfter = (one: Incident): string[] => [
  ...(one.acknowledgedBy === null ? [] : [`acknowledged by ${oneLine(one.acknowledgedBy, 40)}`]),
  ...silencedText(one),
];

/** Its history, a line each: an outage often changes its face. */
const seenText = ({ firstAt, lastAt, endedAt, title }: Incident['seen'][number]): string =>
  wrapped(
    `${minute(firstAt)} to ${minute(lastAt).slice(firstAt.slice(0, 10) === lastAt.slice(0, 10) ? 11 : 0)}${endedAt === null ? ', not over' : ''}: ${oneLine(title)}`,
    { hang },
  );

const notificationText = ({ at, event, channel, state, tries, lastError }: Notification): string => {
  const tried = state === 'sent' || tries === 0 ? '' : `, tried ${counted(tries, 'time')}`;
  const why = state === 'sent' || lastError === null ? '' : `: ${oneLine(lastError)}`;
  return wrapped(`${minute(at)}  ${event} to ${oneLine(channel, 60)}: ${state}${tried}${why}`, { hang });
};

export const incidentText = ({ incident, firstStep, commands, notifications }: IncidentDetail): string =>
  [
    ...field('incident', [incident.id]),
    ...prose('', oneLine(incident.title)),
    ...prose('state', `${incident.state}, ${incident.severity}: ${since(incident)}`),
    ...lookedAfter(incident).flatMap((line) => prose('', line)),
    ...prose('probe', `${oneLine(incident.probe, 60)}, of ${oneLine(incident.target, 60)}`),
    ...(incident.locations.length === 0 ? [] : prose('from', oneLine(incident.locations.join(', ')))),
    ...field('seen', incident.seen.map(seenText)),
    ...(incident.run === null ? [] : field('run', [oneLine(incident.run)])),
    ...prose('first', firstStep),
    ...field(
      'next',
      commands.map((command) => oneLine(command, command.length)),
    ),
    ...(notifications.length === 0
      ? field('alerts', ['none sent'])
      : field('alerts', notifications.map(notificationText))),
  ].join('\n');

/** After a person has acknowledged or silenced it. */
export const lookedAfterText = (incident: Incident): string =>
  [`incident ${incident.id}`, ...lookedAfter(incident).map((line) => `  ${line}`)].join('\n');
