/** Days as messages and answers spell them: in digits, with the names of months, and in words. */
import { once } from './remembered.ts';

/** With the number of each month: in English and in Russian, alone and after a number (`апрель`, `17 апреля`). */
const monthNames = once((): ReadonlyMap<string, number> => {
  const names = new Map<string, number>();
  for (const locale of ['en', 'ru'])
    for (let i = 0; i < 12; i += 1)
      for (const month of ['long', 'short'] as const)
        for (const options of [{ month }, { month, day: 'numeric' }] as const) {
          const day = new Date(Date.UTC(2001, i, 17));
          const name = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day);
          names.set(name.replace(/[\d\s.]/g, '').toLowerCase(), i + 1);
        }
  return names;
});

const monthsBut = (excluded: string): string =>
  [...monthNames().keys()]
    .filter((name) => name !== excluded)
    .sort((one, other) => other.length - one.length)
    .join('|');

const enNumber =
  '(?:thir|four|fif|six|seven|eigh|nine)(?:teen|ty)(?:th)?|(?:twen|thir|for|fif)t(?:y|ieth)|hundred|thousand|' +
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|' +
  'first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf)th';
const ruNumber =
  '(?:перв|втор|трет|четв[её]рт|пят|шест|седьм|восьм|девят|десят|\\p{L}{2,7}надцат|двадцат|тридцат|сороков|' +
  '\\p{L}{2,6}десят|девяност|сот|двухтысячн)(?:ь?его|ого|ье|ое|ь|о)|тысяч[аи]|\\p{L}{2,5}сот|двести|триста|сто|' +
  'сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|один|одна|два|две|три|четыре|шесть|семь|восемь';
const oneNumber = `(?:${enNumber}|${ruNumber})(?!\\p{L})`;
const inWords = `(?<!\\p{L})${oneNumber}(?:[\\s-]+${oneNumber})`;

const between = String.raw`[\s.,/_'’-]*`;
const number = String.raw`(?:(?<!\p{N})\p{N}{1,2}(?!\p{N})(?:st|nd|rd|th|-?го|-?е)?|${inWords}?)`;
// One word after a day may count something else: `17 апреля два места`.
const year = String.raw`(?:(?:\p{N}{4}|\p{N}{2})(?!\p{N})|${inWords}{1,5}|${inWords}?(?=\s+год))`;

/** Of a day in words. Source with the flags `iu`: naming the months takes long, so it is made when needed. */
export const spelledDay = (): string => {
  const all = monthsBut('may');
  // May is a month where a year follows: guests under 7 may not stay, and that is no day.
  const beforeYear = `(?:${all}|may(?=${between}${year}))(?!\\p{L})`;
  const beforeDay = `(?<!\\p{L})(?:${all}|may(?=${between}${number}${between}${year}))(?!\\p{L})`;
  return `${number}${between}(?:(?:day\\s+)?of\\s+)?${beforeYear}(?:${between}${year})?|${beforeDay}${between}${number}(?:${between}${year})?`;
};

/** With its time. */
export const isoDay = String.raw`\d{4}-\d\d-\d\d(?:T[\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?(?![\p{L}\p{N}])`;

const figures = /^(\d\d?)\/(\d\d?)$/;
/** One of the figures can be no month: `4/17`, and not one room of two, `1/2`. */
export const isDayOfMonth = (text: string): boolean => {
  const pair = figures.exec(text)?.slice(1).map(Number) ?? [];
  return (
    pair.length === 2 &&
    Math.min(...pair) > 0 &&
    Math.min(...pair) <= 12 &&
    Math.max(...pair) > 12 &&
    Math.max(...pair) <= 31
  );
};

const yearFirst = /(?<!\d)\d\d(\d\d)([-/.]?)(\d\d)\2(\d\d)(?!\d)/g;
const separated = /(?<!\d)(\d\d?)([-/.])(\d\d?)\2(?:\d\d)?(\d\d)(?!\d)/g;
const joined = /(?<!\d)(\d\d)(\d\d)(?:\d\d)?(\d\d)(?!\d)/g;
const named = once(() => {
  const month = `(${monthsBut('')})`;
  const last = String.raw`(?:[\s.,'’-]{0,3}(?:\d\d)?(\d\d)(?!\d))?`;
  return [
    new RegExp(String.raw`(?<!\d)(\d\d?)[\s.-]{0,3}${month}(?!\p{L})${last}`, 'gu'),
    new RegExp(String.raw`(?<!\p{L})${month}[\s.-]{0,3}(\d\d?)(?!\d)(?:st|nd|rd|th)?${last}`, 'gu'),
  ] as const;
});

const [dayMs, dayS] = [86_400_000, 86_400];
/** Midnights since 1970, in milliseconds or seconds: smaller numbers are counts. */
const inEpoch = (text: string): string[] => {
  const value = /^-?\d{8,13}$/.test(text) ? Number(text) : 0;
  const ms = value % dayMs === 0 ? value : value % dayS === 0 ? value * 1000 : 0;
  return ms === 0 || Math.abs(ms) > 8.64e15 ? [] : [new Date(ms).toISOString().slice(0, 10)];
};

/** All days that a text may mean, each as the last digits of its year, the month and the day: all after `#`. */
export const daysIn = (text: string): string[] => {
  const found: string[] = [];
  const add = (year: string | undefined, month: string | number | undefined, day: string | undefined): void => {
    const [m, d] = [Number(month), Number(day)];
    if (m < 1 || m > 12 || d < 1 || d > 31) return;
    found.push(`#${[year, m, d].map((part) => String(part ?? '').padStart(part === undefined ? 0 : 2, '0')).join('')}`);
  };
  if (!/\d/.test(text)) return found;
  for (const [, year, , month, day] of text.matchAll(yearFirst)) add(year, month, day);
  for (const [, one, , other, last] of text.matchAll(separated)) {
    add(last, other, one);
    add(last, one, other);
    add(one, other, last);
  }
  for (const [, one, other, last] of text.matchAll(joined)) {
    add(last, other, one);
    add(last, one, other);
    add(one, other, last);
  }
  if (/\p{L}{3}/u.test(text)) {
    const lower = text.toLowerCase();
    const [dayFirst, monthFirst] = named();
    for (const [, day, month = '', year] of lower.matchAll(dayFirst)) add(year, monthNames().get(month), day);
    for (const [, month = '', day, year] of lower.matchAll(monthFirst)) add(year, monthNames().get(month), day);
  }
  for (const day of inEpoch(text)) add(day.slice(2, 4), day.slice(5, 7), day.slice(8));
  return found;
};
