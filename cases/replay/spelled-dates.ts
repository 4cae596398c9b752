/** Days as the bodies of services spell them: read, and written in the same form. */
import type { Json } from '../../contracts/json.ts';
import { isDay } from './moved-dates.ts';

export type SpelledDay = {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Another day in the same form; a time of the day stays. */
  readonly as: (day: string) => Json;
};

type Form = {
  readonly pattern: RegExp;
  /** Year, month and day of what was found, in the order of the groups. */
  readonly read: (groups: readonly string[]) => readonly [string, string, string];
  readonly write: (parts: readonly [string, string, string], groups: readonly string[]) => string;
};

const forms: readonly Form[] = [
  // 2027-01-31, 2027/01/31, 2027.01.31 and 20270131, each with a time or without.
  {
    pattern: /^(\d{4})([-/.]?)(\d\d)\2(\d\d)((?:[T ]\d.*)?)$/s,
    read: ([year = '', , month = '', day = '']) => [year, month, day],
    write: ([year, month, day], [, between = '', , , time = '']) => `${[year, month, day].join(between)}${time}`,
  },
  // 31.01.2027 and the like; 01/31/2027 only where there is no such month.
  {
    pattern: /^(\d\d)([./-])(\d\d)\2(\d{4})((?:[T ]\d.*)?)$/s,
    read: ([one = '', , other = '', year = '']) => (Number(other) > 12 ? [year, one, other] : [year, other, one]),
    write: ([year, month, day], [, between = '', other = '', , time = '']) =>
      `${(Number(other) > 12 ? [month, day, year] : [day, month, year]).join(between)}${time}`,
  },
];

const charactersMax = 40;
/** Nobody travels later, and nobody was born before. */
const [yearMin, yearMax] = [1900, 2100];

const partsOf = (day: string): readonly [string, string, string] => [
  day.slice(0, 4),
  day.slice(5, 7),
  day.slice(8, 10),
];

/** Undefined of what is no day of the calendar; a number is one where it has eight digits. */
export const spelledDay = (value: Json): SpelledDay | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  if (text.length > charactersMax) return undefined;
  for (const { pattern, read, write } of forms) {
    const groups = pattern.exec(text)?.slice(1);
    const day = groups && read(groups).join('-');
    if (!groups || !isDay(day) || Number(day.slice(0, 4)) < yearMin || Number(day.slice(0, 4)) > yearMax) continue;
    return {
      day,
      as: (other) => {
        const written = write(partsOf(other), groups);
        return typeof value === 'number' ? Number(written) : written;
      },
    };
  }
  return undefined;
};
