/** What a monitor says before it begins: what it will run and when, what that costs a day, and what can alert whom. */
import { dayMs, minuteMs } from '../contracts/durations.ts';
import { counted, wrapped } from '../reports/text-layout.ts';
import type { Channel } from './config.ts';
import type { EffectsADay } from './effects-a-day.ts';
import { ruleLines } from './rule-lines.ts';
import { isNowAndThen, type WatchedProbe } from './watched-probe.ts';

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

const isOnSchedule = (one: WatchedProbe): boolean => !isNowAndThen(one);

export const startLines = ({
  probes,
  effects,
  channels,
  history,
  dashboard,
  sandbox,
  now,
}: {
  readonly probes: readonly WatchedProbe[];
  readonly effects: readonly EffectsADay[];
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
  ...(effects.length === 0 ? [field('effects', 'none: nothing is booked or ticketed')] : []),
  channels.length === 0
    ? field(
        'channels',
        'none: what opens is printed here and by npx --no -- preflight incidents (docs/operate/monitoring.md)',
      )
    : field(
        'channels',
        `${counted(channels.length, 'channel')}: ${channels.map(({ name, to }) => `${name} (${to})`).join(', ')}`,
      ),
  field('history', history),
  ...(dashboard === undefined ? [] : [field('dashboard', dashboard)]),
  ...(sandbox === undefined
    ? []
    : [field('sandbox', `${sandbox}, inside; how to break it: docs/operate/dashboard.md`)]),
  ...ruleLines(probes.filter(isOnSchedule)),
  '',
];
