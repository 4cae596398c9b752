/** By how many days a case moves, and what it says of the weekdays. */
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Trace } from '../../contracts/trace.ts';
import { type DayReader, dayReader } from '../../targets/day-forms.ts';
import { scalarsIn } from '../references.ts';
import { daysBetween } from './moved-dates.ts';

const weekday = (day: string): string =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));

/** What the clock of the target showed when the case began, in ms since the epoch. */
const beganAt = (trace: Trace): number => {
  const [first] = trace.exchanges;
  return first ? targetTimeOf(trace, first) : Date.parse(trace.startedAt);
};

const readers = new WeakMap<Trace, DayReader>();

/** Reads the days in the bodies of a case: all of them together show what one of them leaves open. */
export const daysOfCase = (trace: Trace): DayReader => {
  const known = readers.get(trace);
  if (known) return known;
  const values = trace.exchanges.flatMap(({ request, response }) =>
    [request.body, response?.body].flatMap((body) => scalarsIn(body).map(({ value }) => value)),
  );
  const made = dayReader(new Date(beganAt(trace)).toISOString().slice(0, 10), values);
  readers.set(trace, made);
  return made;
};

/** @param nowMs What the clock of this target shows. */
export const daysSince = (trace: Trace, nowMs: number): number => daysBetween(beganAt(trace), nowMs);

/** Undefined where it is the same day of the week. */
export const weekdayLine = (from: string, to: string): string | undefined =>
  weekday(from) === weekday(to)
    ? undefined
    : `the day of travel was a ${weekday(from)} (${from}) and is a ${weekday(to)} now (${to})`;

/** How far levers had moved the clock before an exchange. */
export const advancedMs = ({ clockAdvances }: Trace, index: number): number =>
  clockAdvances.filter(({ beforeExchange }) => beforeExchange <= index).reduce((sum, { ms }) => sum + ms, 0);
