/** Reads days in bodies whose service is not known: which form of the grammar is meant, the values around decide. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { dayOf, joinedDay, openDate, padded, partsOf, patternsOf, readDay, writtenDay } from './dates.ts';

export type SpelledDay = {
  readonly day: string;
  /** Another day in the same form; a time of the day stays. */
  readonly as: (day: string) => Json;
};

/** What the value beside its form decides of what it means. */
type Context = {
  /** The field is named like a birth: that lies in the past. */
  readonly isBirth: boolean;
  /** The field is named like a day: any number in it may be one. */
  readonly isDay: boolean;
  /** The day on which it was written, `YYYY-MM-DD`. */
  readonly writtenOn: string;
  /** Whether the day stands before the month where a form leaves that open; undefined where no other value decides. */
  readonly isDayFirst: boolean | undefined;
  /** The same of eight digits without a sign between. */
  readonly isCompactDayFirst: boolean | undefined;
  /** Other values of the same place show that moments are in milliseconds. */
  readonly isInMs: boolean;
};

type DayForm = (value: Json, context: Context) => SpelledDay | undefined;

/** The last year of this end in which a birth, or a journey, can lie. */
const aheadYearsMax = 20;

export const lastYearOf = ({ isBirth, writtenOn }: Pick<Context, 'isBirth' | 'writtenOn'>): number =>
  Number(writtenOn.slice(0, 4)) + (isBirth ? 0 : aheadYearsMax);

/** By the grammar; those of digits alone only in a field named like a day, as ids have digits. */
const patterned = (value: Json, context: Context): SpelledDay[] => {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return patternsOf(value).flatMap((pattern) => {
    const { leavesOpen, isDayFirst } = pattern;
    if (leavesOpen === 'signs' && context.isDayFirst !== isDayFirst) return [];
    if (leavesOpen === 'digits' && !context.isDay) return [];
    if (leavesOpen === 'digits' && (context.isCompactDayFirst ?? isDayFirst) !== isDayFirst) return [];
    const day = readDay(pattern, value, lastYearOf(context));
    return day === undefined ? [] : [{ day, as: (other: string) => writtenDay(pattern, other) }];
  });
};

/** Since the epoch. Only whole quarters of an hour, or midnights of seconds, look like days by themselves. */
const moment = (ms: number, as: (ms: number) => Json): SpelledDay | undefined => {
  if (Math.abs(ms) > 8.64e15) return undefined;
  const day = new Date(ms).toISOString().slice(0, 10);
  if (dayOf(partsOf(day)) === undefined) return undefined;
  return { day, as: (other) => as(ms + Date.parse(other) - Date.parse(day)) };
};

const epoch: DayForm = (value, { isBirth, isDay, isInMs, writtenOn }) => {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^-?\d{8,13}$/.test(value))) return undefined;
  const number = Number(value);
  // Smaller ones are years and counts. Those of a birth may be the digits of a day, too: only midnights are none.
  const magnitudeMin = isBirth ? 86_400 : isDay ? 1e9 : 1e7;
  if (!Number.isInteger(number) || Math.abs(number) < magnitudeMin) return undefined;
  if (number > 0 && number < 1e8 && number % 86_400 !== 0) return undefined;
  const typed = (written: number): Json => (typeof value === 'string' ? String(written) : written);
  const isQuarterOf = (hour: number): boolean => number % (hour / 4) === 0;
  const inSeconds = {
    isWhole: number % 86_400 === 0,
    isQuarter: isQuarterOf(3_600),
    read: moment(number * 1000, (ms) => typed(ms / 1000)),
  };
  const inMs = { isWhole: isQuarterOf(3_600_000), isQuarter: isQuarterOf(3_600_000), read: moment(number, typed) };
  const readings = (isInMs ? [inMs, inSeconds] : [inSeconds, inMs]).filter(({ read }) => read);
  const past = readings.filter(({ read }) => read && read.day <= writtenOn);
  const likely = isBirth && past.length > 0 ? past : readings;
  // A birth is a midnight somewhere: other numbers are other digits.
  const named = isBirth ? likely.find(({ isQuarter }) => isQuarter) : isDay ? likely[0] : undefined;
  return (likely.find(({ isWhole }) => isWhole) ?? named)?.read;
};

const partNames = ['year', 'month', 'day'] as const;

/** `{ year, month, day }` in any order, each a number or a text of digits. */
const object: DayForm = (value, context) => {
  if (!isJsonObject(value)) return undefined;
  const keys = partNames.map((name) => Object.keys(value).find((key) => key.toLowerCase() === name));
  const fields = keys.map((key) => (key === undefined ? undefined : value[key]));
  if (!fields.every((each) => typeof each === 'number' || (typeof each === 'string' && /^\d{1,4}$/.test(each)))) return;
  const [year, month, date] = fields.map(String) as [string, string, string];
  const day = joinedDay([Number(year), Number(month), Number(date)], lastYearOf(context));
  const write = (part: number, like: Json | undefined): Json => {
    if (typeof like !== 'string') return like !== undefined && Number(like) < 100 ? part % 100 : part;
    return padded(part, like.startsWith('0') || like.length > 1 ? 2 : 1).slice(-Math.max(like.length, 2));
  };
  return day === undefined
    ? undefined
    : {
        day,
        as: (other) => {
          const parts = Object.fromEntries(partsOf(other).map((part, i) => [keys[i], write(part, fields[i])]));
          return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, parts[key] ?? each]));
        },
      };
};

/** `[2027, 1, 31]`, as Java writes it; a time of the day may follow. */
const list: DayForm = (value) => {
  if (!Array.isArray(value) || value.length < 3 || value.length > 7) return undefined;
  if (!value.every((each) => typeof each === 'number')) return undefined;
  const day = dayOf(value.slice(0, 3) as [number, number, number]);
  return day === undefined ? undefined : { day, as: (other) => partsOf(other).concat(value.slice(3)) };
};

/** Counts and objects. A value of two forms may be two days, and is read in neither. */
const otherForms: readonly DayForm[] = [
  (value) => {
    const [, ms, offset = ''] = (typeof value === 'string' && /^\/Date\((-?\d+)([+-]\d{4})?\)\/$/.exec(value)) || [];
    return ms === undefined ? undefined : moment(Number(ms), (other) => `/Date(${other}${offset})/`);
  },
  epoch,
  object,
  list,
];

/** Longer ones are no days. */
const charactersMax = 40;

const plain = (key: string): string => key.toLowerCase().replaceAll(/[^a-z]/g, '');

export const isAboutBirth = (key: string): boolean => /birth|born|dob|bday/.test(plain(key));

export const isAboutDay = (key: string): boolean =>
  isAboutBirth(key) ||
  /(date|day|arrival|departure|checkin|checkout|from|until|till|expiry|expires(on|at)?|expiration)$/.test(plain(key));

const isTime = /^\d\d?:\d\d/;

export type DayReader = ReturnType<typeof dayReader>;

/** Which of day and month comes first, where all values that show it agree. */
const agreed = (orders: readonly boolean[]): boolean | undefined =>
  new Set(orders).size === 1 ? orders[0] : undefined;

const isDayFirstIn = (value: Json): boolean[] => {
  const [, one, , other] = (typeof value === 'string' && openDate.exec(value)) || [];
  if (Number(one) > 12) return [true];
  return Number(other) > 12 ? [false] : [];
};

const isCompactDayFirstIn = (value: Json): boolean[] => {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const orders = patternsOf(value).flatMap((pattern) =>
    pattern.leavesOpen === 'digits' && readDay(pattern, value, 0) !== undefined ? [pattern.isDayFirst === true] : [],
  );
  return orders.length === 1 ? orders : [];
};

/**
 * @param others Values of the same service, which decide what a form leaves open.
 * @param named Those of them in fields named like days.
 */
export const dayReader = (writtenOn: string, others: readonly Json[] = [], named: readonly Json[] = []) => {
  const isDayFirst = agreed(others.flatMap(isDayFirstIn));
  const isCompactDayFirst = agreed(named.flatMap(isCompactDayFirstIn));
  const isInMs = others.some((each) => typeof each === 'number' && each > 1e11 && epoch(each, unnamed) !== undefined);
  /** Undefined of what is no day, or may be several days. @param key The name of the field. */
  const read = (value: Json, key = ''): SpelledDay | undefined => {
    if (value === null || typeof value === 'boolean' || (typeof value === 'string' && value.length > charactersMax))
      return undefined;
    const orders = { isDayFirst, isCompactDayFirst, isInMs };
    const context = { isBirth: isAboutBirth(key), isDay: isAboutDay(key), writtenOn, ...orders };
    const [found, other] = [...patterned(value, context), ...otherForms.flatMap((form) => form(value, context) ?? [])];
    return other ? undefined : found;
  };
  /** It must be a day, and which one is ambiguous. */
  const isUnread = (value: Json, key: string): boolean => {
    if (read(value, key)) return false;
    if (typeof value === 'string') {
      if (openDate.test(value)) return true;
      return isAboutBirth(key) ? value !== '' : isAboutDay(key) && /(\d.*){4}/.test(value) && !isTime.test(value);
    }
    if (typeof value === 'number')
      return isAboutBirth(key) || (/(date|checkin|checkout)$/.test(plain(key)) && value >= 1e5);
    return isDayObject(value);
  };
  return { read, isUnread };
};

const unnamed: Context = {
  isBirth: false,
  isDay: false,
  writtenOn: '',
  isDayFirst: undefined,
  isCompactDayFirst: undefined,
  isInMs: false,
};

/** It is one thing, whether or not it can be read. */
const isDayObject = (value: Json): boolean =>
  isJsonObject(value) && partNames.every((name) => Object.keys(value).some((key) => key.toLowerCase() === name));
