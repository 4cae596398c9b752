/** A day in words, as of a birth, in English and in Russian. */

const monthsIn = (locale: string): string[] =>
  Array.from({ length: 12 }, (_, i) => new Date(Date.UTC(2001, i, 17))).flatMap((day) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = (options: Intl.DateTimeFormatOptions): string =>
        new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day).replace('.', '');
      // As it stands alone and after a number: `апрель`, `17 апреля`.
      return [format({ month }), format({ month, day: 'numeric' }).replace(/[\d\s]/g, '')];
    }),
  );

const months = (): string =>
  [...new Set([...monthsIn('en'), ...monthsIn('ru')].map((name) => name.toLowerCase()))]
    .filter((name) => name !== 'may')
    .sort((one, other) => other.length - one.length)
    .join('|');

const between = String.raw`[\s.,/_'’-]*`;
const number = String.raw`(?<!\p{N})\p{N}{1,2}(?!\p{N})(?:st|nd|rd|th|-?го|-?е)?`;
const year = String.raw`(?:\p{N}{4}|\p{N}{2})(?!\p{N})`;
/** Source of a regular expression with the flags `iu`. Naming the months takes long, so it is made when a message needs it. */
export const spelledDay = (): string => {
  const all = months();
  // May is a month where a year follows: guests under 7 may not stay, and that is no day.
  const beforeYear = `(?:${all}|may(?=${between}${year}))(?!\\p{L})`;
  const beforeDay = `(?<!\\p{L})(?:${all}|may(?=${between}${number}${between}${year}))(?!\\p{L})`;
  return `${number}${between}(?:(?:day\\s+)?of\\s+)?${beforeYear}(?:${between}${year})?|${beforeDay}${between}${number}(?:${between}${year})?`;
};
