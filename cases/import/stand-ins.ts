/** Draws what stands for a day, a gender or a country of a person: known to nothing but one file, and fit to be sent. */
import { randomInt } from 'node:crypto';
import type { Json, JsonObject } from '../../contracts/json.ts';
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import type { IntentMember } from '../../targets/intent-map/members.ts';
import { valueAt } from '../../targets/intent-map/places.ts';
import { ageOn, daysBetween, isDay } from '../replay/moved-dates.ts';

const countries = ['DE', 'FR', 'GB', 'IT', 'JP', 'NZ', 'ES', 'US'];
const [adultAge, adultAgeMax] = [18, 80];
const [yearDays, documentDaysMax] = [366, 3_200];
const attemptsMax = 20;

const between = (first: string, last: string): string => {
  const days = daysBetween(Date.parse(first), Date.parse(last));
  return days <= 0 ? last : dayAfter(first, randomInt(days + 1));
};

/** An adult stays one, and a child as old as the search says. */
const drawnBirth = (
  birth: string,
  { travel, sentOn }: { readonly travel: string; readonly sentOn: string },
): string => {
  const age = ageOn(birth, travel);
  const drawn = age < adultAge ? age : randomInt(adultAge + 1, adultAgeMax);
  const last = yearsBefore(travel, drawn);
  return between(dayAfter(yearsBefore(travel, drawn + 1), 1), last < sentOn ? last : sentOn);
};

/** What has expired at the journey stays so, and what has not, too. */
const drawnExpiry = (day: string, travel: string): string =>
  day >= travel
    ? dayAfter(travel, randomInt(yearDays, documentDaysMax))
    : dayAfter(travel, -randomInt(1, documentDaysMax));

const travelIn = (intent: JsonObject): Json | undefined => {
  const places = [
    ['search', 'stay', 'checkIn'],
    ['search', 'departure'],
  ];
  return places.map((at) => valueAt(intent, at)).find(isDay);
};

/** The same for the same. */
export const standIns = () => {
  const drawn = new Map<Json, string>();
  const taken = new Set<string>();
  const once = (value: string, draw: () => string): string => {
    let made = drawn.get(value) ?? draw();
    for (let i = 0; !drawn.has(value) && (made === value || taken.has(made)) && i < attemptsMax; i += 1) made = draw();
    drawn.set(value, made);
    taken.add(made);
    return made;
  };
  const oneOf = (values: readonly string[], value: string): string => {
    const made = drawn.get(value) ?? values[randomInt(values.length)] ?? '';
    drawn.set(value, made);
    return made;
  };
  return (intent: JsonObject, sentAtMs: number) => {
    const sentOn = new Date(sentAtMs).toISOString().slice(0, 10);
    const known = travelIn(intent);
    const travel = isDay(known) ? known : sentOn;
    return ({ kind }: IntentMember, value: Json): string | undefined => {
      if (typeof value !== 'string') return undefined;
      if (kind === 'birth' && isDay(value)) return once(value, () => drawnBirth(value, { travel, sentOn }));
      if (kind === 'day' && isDay(value)) return once(value, () => drawnExpiry(value, travel));
      if (kind === 'gender') return oneOf(['female', 'male'], value);
      return kind === 'country' ? oneOf(countries, value) : undefined;
    };
  };
};
