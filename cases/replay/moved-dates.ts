/** Moves the dates of a case, so that a day 45 days ahead is 45 days ahead again. Ages at travel and nights stay. */

import { dayMs } from '../../contracts/durations.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Trace } from '../../contracts/trace.ts';
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import { type DayReader, dayReader, isAboutDay } from '../../targets/forms/day-reader.ts';
import { keyOf, scalarsIn } from '../body-places.ts';

const weekday = (day: string): string =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));

/** The clock of the target when the case began, in ms since the epoch. */
const beganAt = (trace: Trace): number => {
  const [first] = trace.exchanges;
  return first ? targetTimeOf(trace, first) : Date.parse(trace.startedAt);
};

const readers = new WeakMap<Trace, DayReader>();

/** Reads the days in the bodies of a case. All of them together show which form of date is meant. */
export const daysOfCase = (trace: Trace): DayReader => {
  const known = readers.get(trace);
  if (known) return known;
  const values = trace.exchanges.flatMap(({ request, response }) =>
    [request.body, response?.body].flatMap((body) => scalarsIn(body)),
  );
  const all = values.map(({ value }) => value);
  const named = values.filter(({ at }) => isAboutDay(keyOf(at))).map(({ value }) => value);
  const made = dayReader(new Date(beganAt(trace)).toISOString().slice(0, 10), all, named);
  readers.set(trace, made);
  return made;
};

/** @param nowMs The clock of this target. */
export const daysSince = (trace: Trace, nowMs: number): number => daysBetween(beganAt(trace), nowMs);

/** Undefined for the same day of the week. */
export const weekdayLine = (from: string, to: string): string | undefined =>
  weekday(from) === weekday(to)
    ? undefined
    : `the day of travel was a ${weekday(from)} (${from}) and is a ${weekday(to)} now (${to})`;

/** How far the clock of the target went on between two runs that one trace took. */
export const betweenRunsMs = ({ resumed, exchanges }: Trace): number => {
  const [last, first] = resumed ? [exchanges[resumed.beforeExchange - 1], exchanges[resumed.beforeExchange]] : [];
  return last && first ? Date.parse(first.sentAt) - Date.parse(last.sentAt) : 0;
};

/** How far levers moved the clock before an exchange. */
export const advancedMs = ({ clockAdvances }: Trace, index: number): number =>
  clockAdvances.filter(({ beforeExchange }) => beforeExchange <= index).reduce((sum, { ms }) => sum + ms, 0);

const dayForm = /^\d{4}-\d\d-\d\d$/;

/** True for a real day: 2026-02-30 is none. */
export const isDay = (value: Json | undefined): value is string =>
  typeof value === 'string' && dayForm.test(value) && !Number.isNaN(Date.parse(value)) && dayAfter(value, 0) === value;

export const daysBetween = (from: number, to: number): number => Math.floor(to / dayMs) - Math.floor(from / dayMs);

/** In whole years. */
export const ageOn = (birthDate: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
};

/** A birthday of the same age at the later travel, about as many days before it. */
export const movedBirth = (birthDate: string, travel: { readonly from: string; readonly to: string }): string => {
  const age = ageOn(birthDate, travel.from);
  const birthday = yearsBefore(birthDate, -age);
  const daysSince = Math.max(0, Math.round((Date.parse(travel.from) - Date.parse(birthday)) / dayMs));
  const moved = (days: number): string => yearsBefore(dayAfter(travel.to, -days), age);
  // Leap days: the years before the two journeys may differ by a day.
  const fitting = [daysSince, daysSince - 1, daysSince + 1, daysSince - 2].find(
    (days) => days >= 0 && ageOn(moved(days), travel.to) === age,
  );
  return moved(fitting ?? 0);
};

type DateMove = {
  readonly days: number;
  /** Called with each first day of travel. */
  readonly onTravel?: (from: string, to: string) => void;
};

const withMoved = (value: JsonObject, names: readonly string[], { days }: DateMove): JsonObject => {
  const moved = names.flatMap((name): [string, Json][] => {
    const day = Object.hasOwn(value, name) ? value[name] : undefined;
    return isDay(day) ? [[name, dayAfter(day, days)]] : [];
  });
  return moved.length === 0 ? value : { ...value, ...Object.fromEntries(moved) };
};

/** The first day of travel of a search. */
const travelOf = (search: Json | undefined): string | undefined => {
  if (!isJsonObject(search)) return undefined;
  const day = isJsonObject(search.stay) ? search.stay.checkIn : search.departure;
  return isDay(day) ? day : undefined;
};

const movedSearch = (search: JsonObject, moving: DateMove): JsonObject => {
  const travel = travelOf(search as Json);
  if (travel !== undefined) moving.onTravel?.(travel, dayAfter(travel, moving.days));
  const { stay } = search;
  return isJsonObject(stay)
    ? { ...search, stay: withMoved(stay, ['checkIn', 'checkOut'], moving) as Json }
    : withMoved(search, ['departure', 'return'], moving);
};

const movedPerson = (person: Json, travel: string | undefined, moving: DateMove): Json => {
  if (!isJsonObject(person)) return person;
  const { birthDate, document } = person;
  return {
    ...person,
    ...(isDay(birthDate) &&
      travel !== undefined && {
        birthDate: movedBirth(birthDate, { from: travel, to: dayAfter(travel, moving.days) }),
      }),
    ...(isJsonObject(document) && { document: withMoved(document, ['expiresOn'], moving) as Json }),
  };
};

/** @param intent Of any operation. It may come from a file, so its form is not trusted. */
export const movedIntent = (intent: Json, moving: DateMove): Json => {
  if (!isJsonObject(intent) || moving.days === 0) return intent;
  const { search, guests, passengers } = intent;
  const travel = travelOf(search);
  const made = withMoved(movedSearch(intent, moving), ['createdFrom', 'createdTo'], moving);
  const person = (each: Json): Json => movedPerson(each, travel, moving);
  return {
    ...made,
    ...(isJsonObject(search) && { search: movedSearch(search, moving) as Json }),
    ...(Array.isArray(guests) && { guests: guests.map((room) => (Array.isArray(room) ? room.map(person) : room)) }),
    ...(Array.isArray(passengers) && { passengers: passengers.map(person) }),
  } as Json;
};
