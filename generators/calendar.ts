/** Days of the calendar, which drawn numbers become once the present of a target is known. */

import fc from 'fast-check';
import { dayMs } from '../contracts/durations.ts';

/** On which a sought day falls: the first of January, the 29th of February, the last of a month. */
const specials = {
  'new-year': (day: string) => day.endsWith('-01-01'),
  'leap-day': (day: string) => day.endsWith('-02-29'),
  'month-end': (day: string) => dayAfter(day, 1).endsWith('-01'),
} as const satisfies Record<string, (day: string) => boolean>;

export type DayDraw = {
  /** Days after today, or before it. */
  readonly after: number;
  /** The next such day from there on. */
  readonly next?: keyof typeof specials;
  /** Days before that. */
  readonly before?: number;
};

/** From the leap year of a century that has none, eight years to the next. */
const daysMax = 8 * 366;

export const dayOf = ({ after, next, before = 0 }: DayDraw, nowMs: number): string => {
  const from = dayAfter(nowMs, after);
  if (!next) return dayAfter(from, -before);
  let day = from;
  for (let days = 0; days < daysMax && !specials[next](day); days += 1) day = dayAfter(day, 1);
  return dayAfter(day, -before);
};

const next = fc.constantFrom('new-year' as const, 'leap-day' as const, 'month-end' as const);

/** @param afterMax The furthest, but for the search of a special day. */
export const dayAhead = (afterMax: number): fc.Arbitrary<DayDraw> =>
  fc.oneof(fc.record({ after: fc.nat(afterMax) }), fc.record({ after: fc.nat(afterMax), next, before: fc.nat(2) }));

/** When a target does not say, far enough ahead that most seats and rooms are free, and cancelled without a fee. */
export const daysAheadDefault = 60;

/** After the earliest day that a target allows. */
export const daysLater = fc.integer({ min: 0, max: 60 });

/** `YYYY-MM-DD` in UTC, so many days after a moment, or before it. */
export const dayAfter = (moment: number | string, days: number): string => {
  const ms = typeof moment === 'number' ? moment : Date.parse(moment);
  return new Date(ms + days * dayMs).toISOString().slice(0, 10);
};

/** The same day of another year, or the day after where that year has none. */
export const yearsBefore = (day: string, years: number): string => {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear() - years, date.getUTCMonth(), date.getUTCDate()))
    .toISOString()
    .slice(0, 10);
};
