/** When a probe is due: moments of a cron expression in its time zone, kept in UTC. */

import { hash } from 'node:crypto';
import { Cron } from 'croner';
import { minuteMs } from '../contracts/durations.ts';
import { UsageError } from '../contracts/usage-error.ts';

/** How far ahead an expression must come once: a leap day is eight years away at most. */
const yearsMax = 9;

export type Schedule = {
  /** The first moment after another; ms since the epoch. */
  after(moment: number): number;
  /** The shortest time between two moments of the next days, in ms. */
  readonly intervalMs: number;
};

const cronOf = (expression: string, timeZone: string, at: string): Cron => {
  try {
    return new Cron(expression, { timezone: timeZone, mode: '5-or-6-parts' });
  } catch (thrown) {
    throw new UsageError(`${at}: cron '${expression}' cannot be read: ${(thrown as Error).message}`);
  }
};

const assertZone = (timeZone: string, at: string): void => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new UsageError(`${at}: time zone '${timeZone}' is unknown: write one such as UTC or Europe/Berlin`);
  }
};

const sampled = 50;

/**
 * @param about What an error message names.
 * @throws UsageError for an expression or a zone that is none, and for one that never comes.
 */
export const scheduleOf = (
  { cron: expression, timeZone }: { readonly cron: string; readonly timeZone: string },
  about: string,
  now: number,
): Schedule => {
  assertZone(timeZone, about);
  const cron = cronOf(expression, timeZone, about);
  const next = (moment: number): number | undefined => cron.nextRun(new Date(moment))?.getTime();
  const first = next(now);
  if (first === undefined || first > now + yearsMax * 366 * 24 * 60 * minuteMs) {
    throw new UsageError(`${about}: cron '${expression}' never comes: no such day is in any calendar`);
  }
  const moments = [first];
  while (moments.length < sampled) {
    const following = next(moments.at(-1) ?? first);
    if (following === undefined) break;
    moments.push(following);
  }
  const gaps = moments.slice(1).map((moment, i) => moment - (moments[i] ?? moment));
  return {
    after: (moment) => next(moment) ?? Number.POSITIVE_INFINITY,
    intervalMs: gaps.length > 0 ? Math.min(...gaps) : Number.POSITIVE_INFINITY,
  };
};

const spreadShare = 0.1;
const spreadMsMax = 30_000;

/** A number below 1 that only depends on a text. */
const shareOf = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32;

/** How long after its moment a probe begins: always the same, and another for each, so that not all begin at once. */
export const spreadMs = (probe: string, { intervalMs }: Pick<Schedule, 'intervalMs'>): number =>
  Math.floor(shareOf(probe) * Math.min(intervalMs * spreadShare, spreadMsMax));

/** The seed of a slot: another for each slot, and always the same for one slot, so that a repeat draws the same. */
export const seedOfSlot = ({ probe, at }: { readonly probe: string; readonly at: number }): number =>
  Math.floor(shareOf(`${probe} ${at}`) * 2 ** 31);
