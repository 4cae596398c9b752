/** Incidents in words: all in a table, and one with what to do, and who was told. */
import type { Incident, IncidentDetail, Notification } from '../contracts/incident.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';
import { utc } from './utc.ts';
import { wrapped } from './wrapped.ts';

/** Whatever a terminal shows at least. */
const width = 80;
const hang = 10;

/** So much of an id tells it from others. */
const idCharacters = 8;

const minute = (iso: string): string => utc(iso).replace(/:\d\d UTC$/, '');

const row = (id: string, state: string, opened: string, closed: string, probe: string): string =>
  `${id.padEnd(hang)}${state.padEnd(14)}${opened.padEnd(18)}${closed.padEnd(18)}${oneLine(probe, 20)}`.trimEnd();

export const incidentsTable = (all: readonly Incident[]): string => {
  if (all.length === 0) return 'no incident is open, and none was in the last 7 days';
  return [
    row('id', 'state', 'opened (UTC)', 'closed', 'probe'),
    ...all.flatMap(({ id, state, openedAt, closedAt, probe, target, title }) => [
      row(id.slice(0, idCharacters), state, minute(openedAt), closedAt === null ? '' : minute(closedAt), probe),
      `${' '.repeat(hang)}${oneLine(`${target}: ${title}`, width - hang)}`,
    ]),
  ].join('\n');
};

/** A command is shown whole: it is copied. */
const field = (name: string, lines: readonly string[]): string[] =>
  lines.map((line, i) => `${(i === 0 ? name : '').padEnd(hang)}${line}`);

const prose = (name: string, text: string): string[] => field(name, [wrapped(text, { hang, width })]);

const since = ({ openedAt, closedAt, lastAt, times }: Incident): string =>
  closedAt === null
    ? `since ${utc(openedAt)}, shown by ${counted(times, 'run')}, last at ${utc(lastAt)}`
    : `from ${utc(openedAt)} to ${utc(closedAt)}, shown by ${counted(times, 'run')}`;

/** Who looks after it, and until when nobody is told. */
const lookedAfter = ({ acknowledgedBy, silencedBy, silencedUntil }: Incident): string[] => [
  ...(acknowledgedBy === null ? [] : [`acknowledged by ${oneLine(acknowledgedBy, 40)}`]),
  ...(silencedUntil === null ? [] : [`silenced by ${oneLine(silencedBy ?? '', 30)} until ${utc(silencedUntil)}`]),
];

const notificationText = ({ at, event, channel, state, tries, lastError }: Notification): string => {
  const tried = state === 'sent' || tries === 0 ? '' : `, tried ${counted(tries, 'time')}`;
  const why = state === 'sent' || lastError === null ? '' : `: ${oneLine(lastError)}`;
  return wrapped(`${minute(at)}  ${event} to ${oneLine(channel, 60)}: ${state}${tried}${why}`, { hang, width });
};

export const incidentText = ({ incident, firstStep, commands, notifications }: IncidentDetail): string =>
  [
    ...field('incident', [incident.id]),
    ...prose('', oneLine(incident.title)),
    ...prose('state', [incident.state, since(incident)].join(' ')),
    ...lookedAfter(incident).flatMap((line) => prose('', line)),
    ...prose('probe', `${oneLine(incident.probe, 60)}, of ${oneLine(incident.target, 60)}`),
    ...(incident.locations.length === 0 ? [] : prose('from', oneLine(incident.locations.join(', ')))),
    ...(incident.run === null ? [] : field('run', [oneLine(incident.run)])),
    ...prose('first', firstStep),
    ...field(
      'next',
      commands.map((command) => oneLine(command, command.length)),
    ),
    ...(notifications.length === 0 ? field('told', ['nobody']) : field('told', notifications.map(notificationText))),
  ].join('\n');

/** What somebody has just done to it. */
export const lookedAfterText = (incident: Incident): string =>
  [`incident ${incident.id}`, ...lookedAfter(incident).map((line) => `  ${line}`)].join('\n');
