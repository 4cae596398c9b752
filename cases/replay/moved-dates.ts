/** Moves the dates of an intent, so that what was 45 days ahead is 45 days ahead again: ages at travel and nights stay. */

import { isJsonObject, type Json } from '../../contracts/json.ts';
import { targetTimeOf } from '../../contracts/subjects.ts';
import type { Trace } from '../../contracts/trace.ts';
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import { type DayReader, dayReader } from '../../targets/day-forms.ts';
import { scalarsIn } from '../body-places.ts';

/** By how many days a case moves, and what it says of the weekdays. */
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

/** How far the clock of the target went on between two runs that one trace took. */
export const betweenRunsMs = ({ resumed, exchanges }: Trace): number => {
  const [last, first] = resumed ? [exchanges[resumed.beforeExchange - 1], exchanges[resumed.beforeExchange]] : [];
  return last && first ? Date.parse(first.sentAt) - Date.parse(last.sentAt) : 0;
};

/** How far levers had moved the clock before an exchange. */
export const advancedMs = ({ clockAdvances }: Trace, index: number): number =>
  clockAdvances.filter(({ beforeExchange }) => beforeExchange <= index).reduce((sum, { ms }) => sum + ms, 0);

export type JsonObject = { readonly [key: string]: Json };

const dayMs = 86_400_000;
const dayForm = /^\d{4}-\d\d-\d\d$/;

/** A day of the calendar, and not merely of its form. */
export const isDay = (value: Json | undefined): value is string =>
  typeof value === 'string' && dayForm.test(value) && !Number.isNaN(Date.parse(value)) && dayAfter(value, 0) === value;

/** From the day of one moment to that of another. */
export const daysBetween = (from: number, to: number): number => Math.floor(to / dayMs) - Math.floor(from / dayMs);

/** Whole years on a day. */
export const ageOn = (birthDate: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
};

/** So that its bearer is as old at the later travel as at the former, and had a birthday about as long before. */
export const movedBirth = (birthDate: string, travel: { readonly from: string; readonly to: string }): string => {
  const age = ageOn(birthDate, travel.from);
  const birthday = yearsBefore(birthDate, -age);
  const daysSince = Math.max(0, Math.round((Date.parse(travel.from) - Date.parse(birthday)) / dayMs));
  const moved = (days: number): string => yearsBefore(dayAfter(travel.to, -days), age);
  // A leap day makes a year longer or shorter than the one that it is taken from.
  const fitting = [daysSince, daysSince - 1, daysSince + 1, daysSince - 2].find(
    (days) => days >= 0 && ageOn(moved(days), travel.to) === age,
  );
  return moved(fitting ?? 0);
};

type Moving = {
  /** How many days later it all is. */
  readonly days: number;
  /** Told of each day on which somebody travels. */
  readonly onTravel?: (from: string, to: string) => void;
};

const withMoved = (value: JsonObject, names: readonly string[], { days }: Moving): JsonObject => {
  const moved = names.flatMap((name): [string, Json][] => {
    const day = Object.hasOwn(value, name) ? value[name] : undefined;
    return isDay(day) ? [[name, dayAfter(day, days)]] : [];
  });
  return moved.length === 0 ? value : { ...value, ...Object.fromEntries(moved) };
};

/** The day on which somebody travels by a search. */
const travelOf = (search: Json | undefined): string | undefined => {
  if (!isJsonObject(search)) return undefined;
  const day = isJsonObject(search.stay) ? search.stay.checkIn : search.departure;
  return isDay(day) ? day : undefined;
};

const movedSearch = (search: JsonObject, moving: Moving): JsonObject => {
  const travel = travelOf(search as Json);
  if (travel !== undefined) moving.onTravel?.(travel, dayAfter(travel, moving.days));
  const { stay } = search;
  return isJsonObject(stay)
    ? { ...search, stay: withMoved(stay, ['checkIn', 'checkOut'], moving) as Json }
    : withMoved(search, ['departure', 'return'], moving);
};

const movedPerson = (person: Json, travel: string | undefined, moving: Moving): Json => {
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

/** An intent of whatever operation, as it may stand in a file of somebody else. */
export const movedIntent = (intent: Json, moving: Moving): Json => {
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
