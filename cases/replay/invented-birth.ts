/** A day of birth that is nobody's: with it somebody is as old at each day of travel as the one it stands for. */
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import { seedFor } from '../../generators/draws.ts';
import { ageOn, movedBirth } from './moved-dates.ts';

/** A year, and as many days as birthdays may lie in a journey. */
const daysMax = 366;

export type Birth = {
  readonly birth: string;
  /** The days of travel of then, in order, at least one. */
  readonly travel: readonly string[];
  /** The day by which it was known then. */
  readonly bornBy: string;
  /** How much later all is. */
  readonly days: number;
  readonly seed: number;
};

export const inventedBirth = ({ birth, travel, bornBy, days, seed }: Birth): string => {
  const [first = bornBy] = travel;
  const age = ageOn(birth, first);
  const fits = (day: string): boolean =>
    day !== birth &&
    day <= dayAfter(bornBy, days) &&
    travel.every((each) => ageOn(day, dayAfter(each, days)) === ageOn(birth, each));
  const from = yearsBefore(dayAfter(first, days), age);
  const open = Array.from({ length: 2 * daysMax + 1 }, (_, i) => dayAfter(from, i - daysMax)).filter(fits);
  const drawn = open[Math.abs(seedFor(seed, birth)) % open.length];
  // A leap day may leave no other.
  return drawn ?? movedBirth(birth, { from: first, to: dayAfter(first, days) });
};
