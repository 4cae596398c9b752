/** An alert in words: what is broken for whom since when, what to do first, and how to see and repeat it. */

import { isClauseId, presentId, clause as statementOf } from '../contracts/clauses.ts';
import { minuteMs } from '../contracts/durations.ts';
import { blindness, downCause, loginRefused } from '../contracts/first-step.ts';
import { type Alert, type SeenInIncident, titled } from '../contracts/incident.ts';
import { oneLine } from '../reports/safe-text.ts';
import { counted, listed } from '../reports/text-layout.ts';
import { troubleText } from './troubles.ts';

/** As people say it: `7 min`, `3 h 20 min`. */
export const spanText = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
};

/** What it does while it is broken, what it does once that is over, and of an opening what follows behind a colon. */
type Words = { readonly broken: string; readonly over: string; readonly more?: string | undefined };

const namesMax = 3;

const at = ({ operations = [] }: SeenInIncident): string =>
  operations.length === 0 ? '' : ` at ${listed(operations, namesMax)}`;

/** The sentence that a clause of the table or of a target file says, with its section. */
const sentenceOf = ({ clauses: [id] = [], sentence }: SeenInIncident): { text: string; section?: string } => {
  const present = presentId(id ?? '');
  const known = isClauseId(present) ? statementOf(present) : undefined;
  if (sentence !== undefined || known === undefined) return { text: sentence ?? '' };
  return { text: known.text, section: known.section };
};

const received = ({ trouble, actual, kind }: SeenInIncident & Pick<Alert, 'kind'>): string | undefined =>
  actual ?? (trouble === undefined || kind === 'ours' ? undefined : troubleText({ trouble }));

const ofService = (main: SeenInIncident): Words => {
  const { cause, trouble = '' } = main;
  const more = received({ ...main, kind: 'service' });
  if (cause === downCause) return { broken: 'does not answer', over: 'answers again', more };
  if (main.operations?.length === 1 && main.operations[0] === 'token')
    return { broken: 'lets no client log in', over: 'lets clients log in again', more };
  if (trouble.startsWith('HTTP 429'))
    return { broken: `asks us to slow down${at(main)}`, over: 'takes our pace again', more };
  return { broken: `fails${at(main)}`, over: `works again${at(main)}`, more };
};

const ofContract = (main: SeenInIncident): Words => {
  const over = 'keeps its promise again';
  const [what, id] = main.cause.split(' ');
  if (what === 'watched')
    return { broken: 'shows a watched error again', over: 'shows the watched error no more', more: `case ${id}` };
  return { broken: 'breaks a promise', over, more: sentenceOf(main).text || main.title };
};

const wordsOf = ({ kind, title, seen = [] }: Alert): Words => {
  const main = titled(title, seen);
  switch (kind) {
    case 'service':
      return main ? ofService(main) : { broken: 'is in trouble', over: 'works again', more: title };
    case 'contract':
      return main ? ofContract(main) : { broken: 'breaks a promise', over: 'keeps its promise again', more: title };
    case 'network':
      return { broken: 'cannot be reached from here', over: 'can be reached again', more: 'our own network fails' };
    case 'ours':
      if (main?.trouble === loginRefused)
        return { broken: 'refuses our credentials', over: 'accepts our credentials again', more: 'nothing is judged' };
      return main?.cause === blindness
        ? { broken: 'is not judged', over: 'is judged again', more: title.replace(/^nothing was judged: /, '') }
        : { broken: 'is not watched', over: 'is watched again', more: 'Preflight or its target file broke' };
    case 'slo':
      return { broken: 'fails too often', over: 'fails seldom again', more: main?.actual ?? title };
    case 'latency':
      return main
        ? { broken: `is slow${at(main)}`, over: `is fast again${at(main)}`, more: main.actual }
        : { broken: 'is slow', over: 'is fast again', more: title };
  }
};

const clock = (iso: string): string => `${iso.slice(11, 16)} UTC`;

/** When it was written. An opening bears the moment at which its incident opened. */
const writtenAt = ({ event, at: moment, openMs = 0 }: Alert): string =>
  event === 'opened' ? new Date(Date.parse(moment) + openMs).toISOString() : moment;

/** With its day where that is another one than the reader's. */
const moment = (iso: string, alert: Alert): string =>
  iso.slice(0, 10) === writtenAt(alert).slice(0, 10) ? clock(iso) : `${iso.slice(0, 10)} ${clock(iso)}`;

/** When it broke, as far as that is known; else when its incident opened. What is down may have begun as less. */
const sinceOf = (alert: Alert): string => {
  const { event, at: written, title, seen = [], openMs = 0 } = alert;
  const isWorse = titled(title, seen)?.cause === downCause && seen[0]?.cause !== downCause;
  const brokeAt = isWorse ? seen.find(({ cause }) => cause === downCause)?.firstAt : alert.brokeAt;
  return brokeAt ?? (event === 'opened' ? written : new Date(Date.parse(written) - openMs).toISOString());
};

const lasted = (alert: Alert, until: string): string => spanText(Date.parse(until) - Date.parse(sinceOf(alert)));

const lastGood = (alert: Alert): string =>
  alert.goodAt === undefined ? '' : ` (last good answer ${moment(alert.goodAt, alert)})`;

/** Its first line: what a pager shows, and the subject of a letter. */
export const headline = (alert: Alert): string => {
  const { event, target, title, joined = [] } = alert;
  const { broken, over, more } = wordsOf(alert);
  const since = `since ${moment(sinceOf(alert), alert)}`;
  const others = listed(
    joined.map((each) => each.target),
    namesMax,
  );
  switch (event) {
    case 'opened':
      return `${target} ${broken} ${since}${lastGood(alert)}${more === undefined ? '' : `: ${oneLine(more)}`}`;
    case 'reminder':
      // What has just been seen for the first time is no reminder of it.
      if (titled(title, alert.seen ?? [])?.firstAt === alert.at)
        return `${target} is worse since ${moment(alert.at, alert)}, and ${broken}${more === undefined ? '' : `: ${oneLine(more)}`}`;
      return `${target} still ${broken}, ${since} (${lasted(alert, alert.at)})`;
    case 'closed': {
      const end = alert.firstGoodAt ?? alert.at;
      const together = joined.length === 0 ? '' : `; so do ${others}`;
      return `${target} ${over} since ${moment(end, alert)}, after ${lasted(alert, end)}${together}`;
    }
    case 'joined':
      return `${target} and ${counted(joined.length, 'more target')} broke together at ${moment(sinceOf(alert), alert)}: ${others}`;
    case 'missed':
      return `${target}: a deadline was missed: ${title}`;
    case 'test':
      return `Test of this channel: ${title}`;
  }
};

/** Whether a person looks after it, and who may know. */
const attention = ({ event, openMs = 0, sentTo = [] }: Alert): string[] => {
  const isLate = event === 'opened' && openMs > 0;
  if (!isLate && event !== 'reminder') return [];
  const asked = sentTo.length === 0 ? '' : ` Ask the readers of ${listed(sentTo, namesMax)}: they have had this alert.`;
  const open = event === 'reminder' ? 'N' : `It is open for ${spanText(openMs)}, and n`;
  return [`${open}o person has acknowledged it.${asked}`];
};

const ended = (alert: Alert): string[] =>
  alert.lastBadAt === undefined || alert.firstGoodAt === undefined
    ? []
    : [`It ended between ${moment(alert.lastBadAt, alert)} and ${moment(alert.firstGoodAt, alert)}.`];

/** In one line. */
const comparison = (alert: Alert): string[] => {
  const { kind, title, seen = [] } = alert;
  const main = titled(title, seen);
  const got = main && received({ ...main, kind });
  if (!main || got === undefined) return [];
  return [
    `Expected: ${oneLine(main.expected ?? 'an answer')}. Received: ${oneLine(got)}${main.cause === downCause ? '' : at(main)}.`,
  ];
};

const ofClause = ({ kind, title, seen = [] }: Alert): string[] => {
  const main = kind === 'contract' ? titled(title, seen) : undefined;
  const [id] = main?.clauses ?? [];
  if (!main || id === undefined) return [];
  const { section } = sentenceOf(main);
  const more = new Set(seen.flatMap(({ clauses = [] }) => clauses)).size - 1;
  const others = more > 0 ? `, and ${counted(more, 'more clause')}` : '';
  return [`Clause: ${id}${section === undefined ? '' : `, section ${section}`}${others}.`];
};

const labelOf = (command: string): string => {
  if (command.includes(' preflight incidents ')) return 'Show';
  return command.includes(' preflight history ') ? 'History' : 'Repeat';
};

const commandLines = ({ commands }: Alert): string[] => {
  const lines = commands.map((command) => `${labelOf(command)}: ${command}`);
  const isRepeat = (line: string): boolean => line.startsWith('Repeat: ');
  return [...lines.filter(isRepeat), ...lines.filter((line) => !isRepeat(line))];
};

const about = ({ severity, probe, locations, run }: Alert): string =>
  [
    ...(severity === undefined ? [] : [`Severity: ${severity}.`]),
    `Probe ${probe}${locations === undefined ? '' : ` from ${locations.join(', ')}`}.`,
    ...(run === undefined ? [] : [`Run ${run}.`]),
  ].join(' ');

/** For people, in lines: in the order in which they are needed. */
export const alertText = (alert: Alert): string => {
  const { event, title, seen = [], joined = [], flapping, firstStep, link } = alert;
  const isOver = event === 'closed';
  const isUnchecked = !isOver && titled(title, seen)?.isNetworkUnchecked === true;
  return [
    headline(alert),
    ...attention(alert),
    ...(isUnchecked ? ['Our own network was not checked: the fault may be on our side.'] : []),
    ...(flapping === undefined ? [] : [`It has opened ${flapping} times within a day.`]),
    ...(event === 'joined' ? joined.map((each) => `- ${each.target}: ${oneLine(each.title)}`) : []),
    '',
    ...(isOver ? ended(alert) : [...comparison(alert), ...ofClause(alert), `First: ${firstStep}`]),
    ...(link === undefined ? [] : [`Look: ${link}`]),
    ...commandLines(alert),
    about(alert),
  ].join('\n');
};
