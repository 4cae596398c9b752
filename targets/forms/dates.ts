/** Dates as a grammar of tokens: every form of a day is a pattern, which is read and written by the same tokens. */
import { dayMs } from '../../contracts/durations.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Form } from './form.ts';

type DateParts = readonly [year: number, month: number, day: number];

/** No trip is later, and no birth is earlier. */
const [yearMin, yearMax] = [1900, 2100];

export const padded = (value: number, length = 2): string => String(value).padStart(length, '0');

export const partsOf = (day: string): DateParts => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
];

/** `YYYY-MM-DD`; undefined for what is no day of the calendar. */
export const dayOf = ([year, month, day]: DateParts): string | undefined => {
  const text = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
  const ms = Date.parse(text);
  const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
  return isReal && year >= yearMin && year <= yearMax ? text : undefined;
};

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const titled = (word: string): string => `${word.charAt(0)}${word.slice(1).toLowerCase()}`;

/** Each writes one part of a day, and matches it in a text; `JAN` is a month by its name, in its capitals. */
const tokens = {
  YYYY: { part: 0, pattern: '\\d{4}', write: (year: number) => padded(year, 4) },
  YY: { part: 0, pattern: '\\d\\d', write: (year: number) => padded(year % 100) },
  MM: { part: 1, pattern: '\\d\\d', write: (month: number) => padded(month) },
  M: { part: 1, pattern: '\\d\\d?', write: String },
  JAN: { part: 1, pattern: '[A-Z]{3}', write: (month: number) => months[month - 1] ?? '' },
  Jan: { part: 1, pattern: '[A-Z][a-z]{2}', write: (month: number) => titled(months[month - 1] ?? '') },
  jan: { part: 1, pattern: '[a-z]{3}', write: (month: number) => (months[month - 1] ?? '').toLowerCase() },
  DD: { part: 2, pattern: '\\d\\d', write: (day: number) => padded(day) },
  D: { part: 2, pattern: '\\d\\d?', write: String },
} as const;
type DateToken = keyof typeof tokens;

/** `DD.MM.YYYY`: tokens, and the signs between. `rest` is a time of the day behind, which stays. */
export type DateForm = { readonly written: string; readonly rest?: string; readonly isNumber?: boolean };

const isToken = (piece: string): piece is DateToken => Object.hasOwn(tokens, piece);
const piecesOf = (written: string): string[] =>
  written.match(/YYYY|YY|MM|M|JAN|Jan|jan|DD|D|[^A-Za-z]|[A-Za-z]/g) ?? [];

export const writtenDay = ({ written, rest = '', isNumber }: DateForm, day: string): Json => {
  const parts = partsOf(day);
  const text = piecesOf(written).map((piece) =>
    isToken(piece) ? tokens[piece].write(parts[tokens[piece].part]) : piece,
  );
  return isNumber ? Number(text.join('')) : `${text.join('')}${rest}`;
};

/** The last year with these digits that is not after the given one. */
const fullYear = (digits: string, lastYear: number): number =>
  digits.length > 2 ? Number(digits) : lastYear - ((lastYear - Number(digits)) % 100);

const expressions = new Map<string, RegExp>();
const expressionOf = (written: string): RegExp => {
  const known = expressions.get(written);
  if (known) return known;
  const source = piecesOf(written).map((piece) =>
    isToken(piece) ? `(${tokens[piece].pattern})` : RegExp.escape(piece),
  );
  const made = new RegExp(`^${source.join('')}`);
  expressions.set(written, made);
  return made;
};

/** @param lastYear The last that a year of two digits can mean. */
export const readDay = (pattern: DateForm, spelled: Json, lastYear: number): string | undefined => {
  const { written, rest = '', isNumber } = pattern;
  if (typeof spelled !== (isNumber ? 'number' : 'string')) return undefined;
  // A number has lost a leading zero.
  const text = isNumber ? padded(Number(spelled), written.length) : String(spelled);
  const [whole = '', ...groups] = expressionOf(written).exec(text) ?? [];
  if (whole === '' || text.slice(whole.length) !== rest) return undefined;
  const parts: [number, number, number] = [0, 0, 0];
  for (const [i, token] of piecesOf(written).filter(isToken).entries()) {
    const digits = groups[i] ?? '';
    const { part } = tokens[token];
    if (part === 0) parts[0] = fullYear(digits, lastYear);
    else parts[part] = /\d/.test(digits) ? Number(digits) : months.indexOf(digits.toUpperCase()) + 1;
  }
  const day = dayOf(parts);
  return day !== undefined && writtenDay(pattern, day) === spelled ? day : undefined;
};

const time = '((?:[T ,]\\s*\\d.*)?)';
const yearFirst = /^(\d{4})([-/.]?)(\d\d)\2(\d\d)((?:[T ]\d.*|(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?)$/s;
const dotted = new RegExp(`^(\\d\\d?)\\.(\\d\\d?)\\.(\\d{4}|\\d\\d)${time}$`, 's');
/** Which of day and month stands first is open. */
export const openDate = new RegExp(`^(\\d\\d?)([/-])(\\d\\d?)\\2(\\d{4}|\\d\\d)${time}$`, 's');
const named = /^(\d\d?)([- ]?)([A-Za-z]{3})\2(\d{4}|\d\d)((?:[T ]\d.*)?)$/s;

export type FoundForm = DateForm & {
  /** The text leaves open whether the day or the month stands first: by signs between, or without any. */
  readonly leavesOpen?: 'signs' | 'digits';
  readonly isDayFirst?: boolean;
};

const ordered = (isDayFirst: boolean, isPadded: boolean, between: string): string => {
  const [day, month] = isPadded ? ['DD', 'MM'] : ['D', 'M'];
  return isDayFirst ? `${day}${between}${month}` : `${month}${between}${day}`;
};
const yearToken = (year: string): string => (year.length > 2 ? 'YYYY' : 'YY');
const monthToken = (name: string): string => {
  if (name === name.toUpperCase()) return 'JAN';
  return name === name.toLowerCase() ? 'jan' : 'Jan';
};

/** All patterns that a text, or a number of digits, may be written in. */
export const patternsOf = (value: string | number): FoundForm[] => {
  const text = String(value);
  const number = typeof value === 'number' ? { isNumber: true } : {};
  const first = yearFirst.exec(text);
  const found: FoundForm[] = [];
  if (first) {
    const [, , between, , , rest = ''] = first;
    const written = `YYYY${between}MM${between}DD`;
    if (rest === '' || typeof value === 'string') found.push({ written, rest, ...number });
  }
  const compact = typeof value === 'number' ? padded(value, 8) : text;
  if (/^\d{8}$/.test(compact)) {
    for (const isDayFirst of [true, false]) {
      const written = `${ordered(isDayFirst, true, '')}YYYY`;
      found.push({ written, ...number, leavesOpen: 'digits', isDayFirst });
    }
  }
  if (typeof value === 'number') return found;
  const dots = dotted.exec(text);
  if (dots) {
    const [, day = '', month = '', year = '', rest = ''] = dots;
    found.push({ written: `${ordered(true, day.length + month.length === 4, '.')}.${yearToken(year)}`, rest });
  }
  const open = openDate.exec(text);
  if (open) {
    const [, one = '', between = '', other = '', year = '', rest = ''] = open;
    for (const isDayFirst of [true, false]) {
      const written = `${ordered(isDayFirst, one.length + other.length === 4, between)}${between}${yearToken(year)}`;
      found.push({ written, rest, leavesOpen: 'signs', isDayFirst });
    }
  }
  const name = named.exec(text);
  if (name) {
    const [, day = '', between = '', month = '', year = '', rest = ''] = name;
    const date = day.length === 2 ? 'DD' : 'D';
    found.push({ written: [date, monthToken(month), yearToken(year)].join(between), rest });
  }
  return found;
};

const patternForm = (pattern: DateForm, lastYear: number): Form<string> => ({
  id: `${pattern.isNumber ? 'number ' : ''}${pattern.written}${pattern.rest ?? ''}`,
  ...(!pattern.written.includes('YYYY') && { loses: 'the century' }),
  write: (day) => (dayOf(partsOf(day)) === day ? writtenDay(pattern, day) : undefined),
  read: (spelled) => readDay(pattern, spelled, lastYear),
});

const fixedPatterns: readonly DateForm[] = [
  ...(
    'YYYY-MM-DD YYYYMMDD YYYY/MM/DD YYYY.MM.DD DD.MM.YYYY MM/DD/YYYY DD/MM/YYYY DD-MM-YYYY MM-DD-YYYY D.M.YYYY M/D/YYYY ' +
    'D/M/YYYY DDMMYYYY MMDDYYYY DDJANYYYY DDJANYY DD-Jan-YYYY DD-JAN-YYYY DDJanYYYY DD.MM.YY MM/DD/YY DD/MM/YY YYMMDD DDMMYY'
  )
    .split(' ')
    .map((written) => ({ written })),
  { written: 'DD Jan YYYY' },
  { written: 'Jan D, YYYY' },
  { written: 'YYYY-MM-DD', rest: 'T00:00:00' },
  { written: 'YYYY-MM-DD', rest: 'T00:00:00Z' },
  { written: 'YYYY-MM-DD', rest: 'T00:00:00.000Z' },
  { written: 'YYYYMMDD', isNumber: true },
  { written: 'DDMMYYYY', isNumber: true },
  { written: 'MMDDYYYY', isNumber: true },
  { written: 'YYMMDD', isNumber: true },
];

/** A count of units since a moment, of whole days. */
const counted = (
  id: string,
  unitMs: number,
  spell: (count: number) => Json,
  countIn: (spelled: Json) => unknown,
): Form<string> => ({
  id,
  write: (day) => (dayOf(partsOf(day)) === day ? spell(Date.parse(day) / unitMs) : undefined),
  read: (spelled) => {
    const count = countIn(spelled);
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || (count * unitMs) % dayMs !== 0) return undefined;
    const ms = count * unitMs;
    return Math.abs(ms) > 8.64e15 ? undefined : dayOf(partsOf(new Date(ms).toISOString().slice(0, 10)));
  },
});

const digitsIn = (spelled: Json): unknown =>
  typeof spelled === 'string' && /^-?\d{1,15}$/.test(spelled) ? Number(spelled) : undefined;
const dotNet = /^\/Date\((-?\d+)\)\/$/;

const countForms: readonly Form<string>[] = [
  counted(
    'epoch s',
    1000,
    (count) => count,
    (spelled) => spelled,
  ),
  counted(
    'epoch ms',
    1,
    (count) => count,
    (spelled) => spelled,
  ),
  counted('text of epoch s', 1000, String, digitsIn),
  counted('text of epoch ms', 1, String, digitsIn),
  counted(
    'epoch days',
    dayMs,
    (count) => count,
    (spelled) => spelled,
  ),
  counted(
    '.NET date',
    1,
    (count) => `/Date(${count})/`,
    (spelled) => digitsIn(dotNet.exec(String(spelled))?.[1] ?? null),
  ),
];

const objectForm = (keys: readonly [string, string, string], lastYear: number): Form<string> => ({
  id: `{ ${keys.join(', ')} }`,
  write: (day) => Object.fromEntries(partsOf(day).map((part, i) => [keys[i], part])),
  read: (spelled) => {
    if (!isJsonObject(spelled) || Object.keys(spelled).length !== 3) return undefined;
    const [year, month, date] = keys.map((key) => Number(spelled[key]));
    return dayOf([fullYear(String(year), lastYear), Number(month), Number(date)]);
  },
});

const listForm: Form<string> = {
  id: '[year, month, day]',
  write: (day) => partsOf(day).slice(),
  read: (spelled) => {
    if (!Array.isArray(spelled) || spelled.length !== 3) return undefined;
    return spelled.every((each) => typeof each === 'number') ? dayOf(spelled as unknown as DateParts) : undefined;
  },
};

const byLastYear = new Map<number, readonly Form<string>[]>();

/** All forms of a day. @param lastYear The last that a year of two digits can mean. */
export const dayForms = (lastYear: number): readonly Form<string>[] => {
  const known = byLastYear.get(lastYear);
  if (known) return known;
  const made = [
    ...fixedPatterns.map((pattern) => patternForm(pattern, lastYear)),
    ...countForms,
    objectForm(['year', 'month', 'day'], lastYear),
    objectForm(['y', 'm', 'd'], lastYear),
    listForm,
  ];
  byLastYear.set(lastYear, made);
  return made;
};

/** The forms that one spelled day may be in, its time of the day included. */
export const dayFormsLike = (spelled: Json, lastYear: number): readonly Form<string>[] =>
  typeof spelled === 'string' || typeof spelled === 'number'
    ? patternsOf(spelled).map((pattern) => patternForm(pattern, lastYear))
    : [];

/** One part of a day where the parts stand apart: they are put together again by `joinedDay`. */
export const dayPartForms: readonly (Form & { readonly part: 0 | 1 | 2 })[] = Object.entries(tokens).flatMap(
  ([token, { part, write, pattern }]) => {
    const whole = new RegExp(`^${pattern}$`);
    const number: Form & { readonly part: 0 | 1 | 2 } = {
      id: `number ${token}`,
      part,
      write: (day) => (token.length === 3 ? undefined : Number(write(partsOf(String(day))[part]))),
      read: (spelled) => (typeof spelled === 'number' ? spelled : undefined),
    };
    const text: typeof number = {
      id: token,
      part,
      write: (day) => write(partsOf(String(day))[part]),
      read: (spelled) => {
        if (typeof spelled !== 'string' || !whole.test(spelled)) return undefined;
        return /\d/.test(spelled) ? Number(spelled) : months.indexOf(spelled.toUpperCase()) + 1;
      },
    };
    return [number, text];
  },
);

export const joinedDay = (parts: DateParts, lastYear: number): string | undefined =>
  dayOf([fullYear(parts[0] < 100 ? padded(parts[0]) : String(parts[0]), lastYear), parts[1], parts[2]]);

const later = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** The number of days, or of nights, after another day. */
export const daysAfter = (from: string, isText = false): Form<string> => ({
  id: isText ? 'text of days after' : 'days after',
  write: (day) => (isText ? String(daysBetween(from, day)) : daysBetween(from, day)),
  read: (spelled) => {
    const days = isText ? digitsIn(spelled) : spelled;
    return typeof days === 'number' && Number.isInteger(days) && Math.abs(days) < 100_000
      ? later(from, days)
      : undefined;
  },
});

/** In whole years. */
export const ageOn = (birth: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
};

/** Far from every birthday during the journey. */
const daysIntoYear = 180;

/** A birth as the age on a day. */
export const ageForm = (on: string, isText = false): Form<string> => ({
  id: isText ? 'text of an age' : 'age',
  loses: 'the day of birth',
  write: (birth) => {
    const age = ageOn(birth, on);
    if (age < 0) return undefined;
    return isText ? String(age) : age;
  },
  read: (spelled) => {
    const age = isText ? digitsIn(spelled) : spelled;
    if (typeof age !== 'number' || !Number.isInteger(age) || age < 0 || age > 120) return undefined;
    const before = later(on, -daysIntoYear);
    const day = `${padded(Number(before.slice(0, 4)) - age, 4)}${before.slice(4)}`;
    // A leap day, which the year of birth may lack.
    const birth = day.endsWith('-02-29') ? `${day.slice(0, 8)}28` : day;
    return ageOn(birth, on) === age
      ? birth
      : `${padded(Number(birth.slice(0, 4)) + ageOn(birth, on) - age, 4)}${birth.slice(4)}`;
  },
});
