/** Which incidents have a page of their own, and which channels want it. */
import { minuteMs } from '../contracts/durations.ts';
import { seenIn } from '../contracts/incident.ts';
import { goalsIn } from '../history/fresh-notes.ts';
import { isAny, type Writing } from '../history/history.ts';
import type { IncidentRow } from '../history/tables.ts';
import { type Channel, severitiesOf } from './config.ts';
import { burnRules, causeOfRule } from './objectives.ts';

/** Whether it is worth waking a person: slow answers, and a budget that goes slowly, have time until the morning. */
const wakes = ({ kind, cause }: Pick<IncidentRow, 'kind' | 'cause'>): boolean => {
  if (kind === 'slo') return burnRules.some((rule) => rule.tells === 'page' && causeOfRule(rule) === cause);
  return kind !== 'latency';
};

/**
 * A channel that names its kinds gets these and no others: the author who writes `latency` or `slo` there has decided
 * it. A channel that names none gets all, but for PagerDuty. PagerDuty is there to wake people, so other kinds must be
 * asked for by name. The rules of an error budget are one kind, so that `slo` asks for its tickets, too; other channels
 * are read in office hours. What is minor goes only to a channel that lists it.
 */
export const wants = (channel: Channel, incident: IncidentRow): boolean => {
  const { to, kinds } = channel;
  if (!severitiesOf(channel).includes(incident.severity)) return false;
  return kinds ? kinds.includes(incident.kind) : to !== 'pagerduty' || wakes(incident);
};

export const openOnes = (from: Writing) => from.selectFrom('incident').selectAll().where('closedAt', 'is', null);

export const joinedTo = (from: Writing, id: string): Promise<IncidentRow[]> =>
  from.selectFrom('incident').selectAll().where('joins', '=', id).orderBy('openedAt').orderBy('target').execute();

/** Those that break so soon after each other break together. */
export const togetherMs = 2 * minuteMs;
/** So many targets have pages of their own; what breaks together with them joins the first of these. */
const pagesMax = 2;

const hostsOf = async (from: Writing, now: number): Promise<Map<string, string>> =>
  new Map((await goalsIn(from, now)).map(({ target, baseUrl }) => [target, new URL(baseUrl).host]));

/** What broke in the same way: the trouble of an outage, else its cause without the place where it was found. */
const wayOf = (incident: IncidentRow): string => {
  const { kind, cause } = incident;
  if (kind !== 'service') return `${kind} ${cause.split(' ').slice(0, 2).join(' ')}`;
  const [first] = seenIn(incident);
  return `${kind} ${first?.trouble ?? cause}`;
};

/** The incident whose page names this one, too; undefined where it has a page of its own. */
export const leaderOf = async (
  from: Writing,
  incident: IncidentRow,
  { channels, now }: { readonly channels: readonly Channel[]; readonly now: number },
): Promise<IncidentRow | undefined> => {
  const lately = await openOnes(from)
    .where('target', '!=', incident.target)
    .where('openedAt', '>', incident.openedAt - togetherMs)
    .where('openedAt', '<=', incident.openedAt)
    .where('toldOpenedAt', 'is not', null)
    .where('joins', 'is', null)
    .orderBy('openedAt')
    .orderBy('target')
    .execute();
  if (lately.length < pagesMax) return undefined;
  const hosts = await hostsOf(from, now);
  const host = hosts.get(incident.target);
  const together = lately
    .filter((each) => wayOf(each) === wayOf(incident) || (host !== undefined && hosts.get(each.target) === host))
    // Its page has gone wherever this one would go.
    .filter((each) => channels.every((channel) => !wants(channel, incident) || wants(channel, each)));
  return new Set(together.map(({ target }) => target)).size < pagesMax ? undefined : together[0];
};

/** Of those that joined a page whose own incident is over, the first that is open speaks for all. */
export const isSpokenFor = async (to: Writing, { id, joins }: IncidentRow): Promise<boolean> => {
  if (joins === null) return false;
  const leader = to.selectFrom('incident').select('id').where('id', '=', joins).where('closedAt', 'is', null);
  if (await isAny(leader)) return true;
  const open = (await joinedTo(to, joins)).filter(({ closedAt, acknowledgedAt }) => !closedAt && !acknowledgedAt);
  return open[0]?.id !== id;
};
