/** What is watched in a simulated stretch of time, and when each is due, written down without any cron expression. */
import { defaultRules } from '../../../../monitor/causes.ts';
import { watchedBy } from '../../../../monitor/config.ts';
import type { Schedule } from '../../../../monitor/schedule.ts';
import type { WatchedProbe } from '../../../../monitor/watched-probe.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const targets = ['acme', 'beta'] as const;

const definitions = [
  { name: 'each-minute', target: 'acme', cron: '* * * * *', timeZone: 'Europe/Berlin', deadlineMs: minuteMs },
  { name: 'each-hour', target: 'acme', cron: '0 * * * *', timeZone: 'America/New_York' },
  // Its clocks are set by half an hour.
  { name: 'each-quarter', target: 'beta', cron: '*/15 * * * *', timeZone: 'Australia/Lord_Howe' },
  { name: 'each-night', target: 'beta', cron: '30 2 * * *', timeZone: 'Europe/Berlin' },
  { name: 'books', target: 'beta', cron: '17 3 * * *', timeZone: 'Europe/Berlin' },
] as const;
export type ProbeName = (typeof definitions)[number]['name'];

/** Asks for the same moment many times, and a zone is slow. */
const remembered = (schedule: Schedule): Schedule => {
  let last = { from: 0, next: 0 };
  return {
    ...schedule,
    after: (moment) => {
      if (moment < last.from || moment >= last.next) last = { from: moment, next: schedule.after(moment) };
      return last.next;
    },
  };
};

export const watchedAt = (now: number): WatchedProbe[] =>
  watchedBy({ probes: definitions }, 'simulated', now).watched.map(({ probe, schedule }) => ({
    probe,
    schedule: remembered(schedule),
    target: probe.target,
    hasEffects: probe.name === 'books',
    rules: defaultRules,
    work: 'flows',
  }));

const every =
  (stepMs: number) =>
  (from: number, until: number): number[] => {
    const moments: number[] = [];
    for (let at = Math.ceil(from / stepMs) * stepMs; at < until; at += stepMs) moments.push(at);
    return moments;
  };

const berlin = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', timeStyle: 'short', dateStyle: 'short' });

/** On each day of Berlin the first moment at which its clocks show a time, or a later one where they leap over it. */
const oncePerDay =
  (time: string) =>
  (from: number, until: number): number[] => {
    const moments: number[] = [];
    let before = berlin.format(from - dayMs).slice(0, 10);
    for (const at of every(minuteMs)(from - dayMs, until)) {
      // Days begin at midnight, and nothing is near that.
      const [day = '', shown = ''] = berlin.format(at).split(' ');
      if (day === before || shown < time) continue;
      before = day;
      if (at >= from) moments.push(at);
    }
    return moments;
  };

/** The moments from one on and before another. */
export const dueBetween: Readonly<Record<ProbeName, (from: number, until: number) => number[]>> = {
  'each-minute': every(minuteMs),
  'each-hour': every(hourMs),
  'each-quarter': every(15 * minuteMs),
  'each-night': oncePerDay('02:30'),
  books: oncePerDay('03:17'),
};

export const probeNames = Object.keys(dueBetween) as ProbeName[];
