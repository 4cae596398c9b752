/** What a monitor says before it begins: what it will run and when, what that costs a day, and what can alert whom. */

import { dayMs, hourMs, minuteMs } from '../contracts/durations.ts';
import { counted, wrapped } from '../reports/text-layout.ts';
import { spanText } from './alert-text.ts';
import { type Channel, type ScheduledProbe, severitiesDefault, severitiesOf } from './config.ts';
import type { EffectsADay, RequestsADay } from './effects-a-day.ts';
import { type BurnRule, burnRules, canFire, samplesMin, windowsOf } from './objectives.ts';
import { isNowAndThen, type WatchedProbe } from './watched-probe.ts';

const does = { page: 'pages', ticket: 'is a ticket' } as const satisfies Record<BurnRule['tells'], string>;

/** Why no run will ever make it fire. */
const whyNot = (rule: BurnRule, { slo, intervalMs }: { readonly slo: number; readonly intervalMs: number }): string => {
  if (rule.rate * (1 - slo) > 1) return `with slo ${slo} no runs can fail so often`;
  const { longMs } = windowsOf(rule, intervalMs);
  const runs = Math.floor(longMs / intervalMs);
  const needed = Math.floor(samplesMin(rule, slo)) + 1;
  return `${runs} runs in ${spanText(longMs)}, ${needed} are needed for slo ${slo}`;
};

const burnLine = (rule: BurnRule, { probe: { slo }, schedule: { intervalMs } }: ScheduledProbe): string => {
  const given = { slo, intervalMs };
  if (canFire(rule, given)) return `${rule.name} burn ${does[rule.tells]}`;
  return `${rule.name} burn cannot fire: ${whyNot(rule, given)}`;
};

/** Of one that runs too rarely for all of them, one reason is enough: what the least of them needs. */
const burnLines = (one: ScheduledProbe): string[] => {
  const { probe, schedule } = one;
  const given = { slo: probe.slo, intervalMs: schedule.intervalMs };
  const [least] = burnRules;
  const isRare = burnRules.every((rule) => !canFire(rule, given) && rule.rate * (1 - probe.slo) <= 1);
  return least && isRare ? [`no burn can fire: ${whyNot(least, given)}`] : burnRules.map((rule) => burnLine(rule, one));
};

const latencyLine = ({ probe: { latency } }: ScheduledProbe): string[] => {
  const operations = Object.keys(latency);
  return operations.length === 0 ? [] : [`what is slow pages nobody: ${operations.join(', ')}`];
};

const reportedOpening = ({ probe: { opens }, schedule: { intervalMs } }: ScheduledProbe): string[] => [
  ...(intervalMs > hourMs ? ['a broken promise opens an incident when a second run at once confirms it'] : []),
  `${opens.inRow} failures in a row open an incident, or ${opens.failures} of ${opens.ofLast}`,
];

/**
 * @returns Lines of 80 columns at most. They say for each probe when failures open an incident, which burns of its
 *   error budget page, and why another never can.
 */
export const ruleLines = (watched: readonly ScheduledProbe[]): string[] =>
  watched.flatMap((each) => {
    const rules = [...reportedOpening(each), ...burnLines(each), ...latencyLine(each)];
    return wrapped(`${each.probe.name}: ${rules.join('; ')}`, { hang: 2 }).split('\n');
  });

const hang = 12;

const every = (ms: number): string => {
  if (ms < minuteMs) return `every ${Math.round(ms / 1_000)} s`;
  if (ms < 60 * minuteMs) return `every ${Math.round(ms / minuteMs)} min`;
  const hours = Math.round(ms / (60 * minuteMs));
  return hours < 48 ? `every ${hours} h` : `every ${Math.round(hours / 24)} days`;
};

/** The day where it is not the next hours. */
const moment = (at: number, now: number): string => {
  const text = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  return `${at - now < dayMs ? text.slice(11) : text} UTC`;
};

const field = (name: string, text: string): string => `${name.padEnd(hang)}${wrapped(text, { hang })}`;

const effectsText = ({ target, what, planned, share, perDay }: EffectsADay): string =>
  `at most ${planned} ${what} a day of ${target}; a monitor may take ${share} of ${perDay}, the rest is kept for gates`;

const number = new Intl.NumberFormat('en');

const requestsText = ({ target, planned, badTokens }: RequestsADay): string =>
  `at most ${number.format(planned)} requests a day to ${target}, at most ${number.format(badTokens)} of them without a valid token`;

/** What a channel gets otherwise than the others, and when. */
const channelText = (channel: Channel): string => {
  const { name, to, escalateAfterMs } = channel;
  const heard = severitiesOf(channel);
  const left = severitiesDefault.filter((each) => !heard.includes(each));
  const about = [
    to,
    ...(left.length > 0 ? [`only ${heard.join(' and ')}`] : heard.includes('minor') ? ['also minor'] : []),
    ...(escalateAfterMs === undefined ? [] : [`escalates after ${spanText(escalateAfterMs)}`]),
  ];
  return `${name} (${about.join(', ')})`;
};

const channelsText = (channels: readonly Channel[]): string =>
  channels.length === 0
    ? 'none: what opens is printed here and by npx --no -- preflight incidents (docs/operate/monitoring.md)'
    : `${counted(channels.length, 'channel')}: ${channels.map(channelText).join(', ')}`;

const isOnSchedule = (one: WatchedProbe): boolean => !isNowAndThen(one);

export const startLines = ({
  probes,
  effects,
  requests,
  channels,
  history,
  dashboard,
  sandbox,
  now,
}: {
  readonly probes: readonly WatchedProbe[];
  readonly effects: readonly EffectsADay[];
  readonly requests: readonly RequestsADay[];
  readonly channels: readonly Channel[];
  readonly history: string;
  readonly dashboard: string | undefined;
  /** Where the embedded sandbox is, if it is watched. */
  readonly sandbox: string | undefined;
  readonly now: number;
}): string[] => [
  ...probes
    .filter(isOnSchedule)
    .map(({ probe: { name, depth }, target, schedule }) =>
      field(
        'probe',
        `${name}: ${target}, depth ${depth}, ${every(schedule.intervalMs)}, next ${moment(schedule.after(now), now)}`,
      ),
    ),
  ...effects.map((each) => field('effects', effectsText(each))),
  ...(effects.length === 0
    ? [
        field(
          'effects',
          'none: nothing is booked or ticketed, unless a probe says effects: true, or the command line --effects',
        ),
      ]
    : []),
  ...requests.map((each) => field('requests', requestsText(each))),
  field('channels', channelsText(channels)),
  field('history', history),
  ...(dashboard === undefined ? [] : [field('dashboard', dashboard)]),
  ...(sandbox === undefined
    ? []
    : [field('sandbox', `${sandbox}, inside; how to break it: docs/operate/dashboard.md`)]),
  ...ruleLines(probes.filter(isOnSchedule)),
  '',
];
