/** The forms of days, moments and amounts. The interface leaves them open. */
import { isFields } from '../reply.ts';
import { type Amount, dateOf, dayIn } from '../sales.ts';

/** What a form needs besides the value. */
export type FormContext = {
  /** The name of a field inside a value. */
  readonly nameOf: (field: string) => string;
  /** The whole body, once it is out of its envelope. */
  readonly root?: unknown;
  /** The day on which ages count. */
  readonly day?: string | undefined;
};

export type DialectForm<T> = {
  readonly write: (value: T, context: FormContext) => unknown;
  /** Undefined for what is not of the form. */
  readonly read: (spelled: unknown, context: FormContext) => T | undefined;
};

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isDay = (value: unknown): value is string => isText(value) && dayIn(value) !== undefined;
/** A fault may have left out a part, which the others outlive. */
export const isAmount = (value: unknown): value is Amount => isFields(value);
const isWhole = ({ minor, currency }: Amount): boolean => isNumber(minor) && isText(currency);

// Days: a pattern of tokens, a count from 1970, or an object of parts.

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const tokens: Readonly<Record<string, { readonly read: string; readonly write: (date: string) => string }>> = {
  YYYY: { read: '(?<year>\\d{4})', write: (date) => date.slice(0, 4) },
  MMM: { read: '(?<name>[A-Z]{3})', write: (date) => months[Number(date.slice(5, 7)) - 1] ?? '' },
  MM: { read: '(?<month>\\d\\d)', write: (date) => date.slice(5, 7) },
  DD: { read: '(?<day>\\d\\d)', write: (date) => date.slice(8) },
  YY: { read: '(?<short>\\d\\d)', write: (date) => date.slice(2, 4) },
};
const token = /YYYY|MMM|MM|DD|YY/g;

export const patterned = (pattern: string): DialectForm<string> => {
  const source = pattern.replace(/[./]/g, '\\$&').replace(token, (name) => tokens[name]?.read ?? name);
  const form = new RegExp(`^${source}$`);
  return {
    write: (date) => pattern.replace(token, (name) => tokens[name]?.write(date) ?? name),
    read: (spelled) => {
      const { year, short, month, name = '', day } = (isText(spelled) && form.exec(spelled)?.groups) || {};
      const at = month ?? String(months.indexOf(name) + 1).padStart(2, '0');
      return day === undefined ? undefined : `${year ?? `20${short}`}-${at}-${day}`;
    },
  };
};

const asNumber = (form: DialectForm<string>): DialectForm<string> => ({
  write: (date, context) => Number(form.write(date, context)),
  read: (spelled, context) => (isNumber(spelled) ? form.read(String(spelled), context) : undefined),
});

const counted = (unitMs: number): DialectForm<string> => ({
  write: (date) => Date.parse(date) / unitMs,
  read: (spelled) =>
    isNumber(spelled) && Math.abs(spelled * unitMs) <= 8.64e15 ? dateOf(spelled * unitMs) : undefined,
});

const dotNet = /^\/Date\((-?\d{1,15})\)\/$/;
export const msOfDotNet = (spelled: unknown): number | undefined => {
  const [, ms] = (isText(spelled) && dotNet.exec(spelled)) || [];
  return ms === undefined ? undefined : Number(ms);
};

const dayParts: DialectForm<string> = {
  write: (date, { nameOf }) => {
    const [year, month, day] = date.split('-').map(Number);
    return { [nameOf('year')]: year, [nameOf('month')]: month, [nameOf('day')]: day };
  },
  read: (spelled, { nameOf }) => {
    if (!isFields(spelled)) return undefined;
    const [year, month, day] = ['year', 'month', 'day'].map((name) => spelled[nameOf(name)]);
    const two = (value: unknown): string => String(value).padStart(2, '0');
    return isNumber(year) ? `${year}-${two(month)}-${two(day)}` : undefined;
  },
};

/** Those that lose nothing of a day of birth. */
export const exactDays = {
  iso: patterned('YYYY-MM-DD'),
  compact: patterned('YYYYMMDD'),
  number: asNumber(patterned('YYYYMMDD')),
  dotted: patterned('DD.MM.YYYY'),
  american: patterned('MM/DD/YYYY'),
  named: patterned('DDMMMYYYY'),
  seconds: counted(1000),
  milliseconds: counted(1),
  dotNet: {
    write: (date) => `/Date(${Date.parse(date)})/`,
    read: (spelled) => {
      const ms = msOfDotNet(spelled);
      return ms === undefined ? undefined : dateOf(ms);
    },
  },
  parts: dayParts,
} as const satisfies Readonly<Record<string, DialectForm<string>>>;

/** An age is kept as a birth in the year so many years before this one. */
const birthYear = 2000;
export const age: DialectForm<string> = {
  write: (birth, { day }) => {
    if (day === undefined) return birthYear - Number(birth.slice(0, 4));
    return Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0);
  },
  read: (spelled) => (isNumber(spelled) && spelled >= 0 && spelled < 120 ? `${birthYear - spelled}-01-01` : undefined),
};

export const isoMoment = (write: (ms: number) => string): DialectForm<number> => ({
  write: (ms) => (Math.abs(ms) <= 8.64e15 ? write(ms) : ms),
  read: (spelled) => {
    const ms =
      isText(spelled) && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(spelled) ? Date.parse(spelled) : Number.NaN;
    return Number.isNaN(ms) ? undefined : ms;
  },
});

export const countedMoment = (unitMs: number): DialectForm<number> => ({
  write: (ms) => Math.floor(ms / unitMs),
  read: (spelled) => (isNumber(spelled) ? spelled * unitMs : undefined),
});

export const offsetHours = 3;

// Money.

const minorPerMajor = 100;
const decimal = (minor: number): string => (minor / minorPerMajor).toFixed(2);
const minorIn = (text: unknown): number | undefined =>
  isText(text) && /^-?\d{1,12}\.\d\d$/.test(text) ? Math.round(Number(text) * minorPerMajor) : undefined;
const amountOf = (minor: number | undefined, currency: unknown): Amount | undefined =>
  minor !== undefined && isText(currency) ? { minor, currency } : undefined;

const beside = (
  write: (minor: number) => unknown,
  read: (value: unknown) => number | undefined,
): DialectForm<Amount> => ({
  write: (amount, { nameOf }) => {
    const partOf = (name: string, part: unknown): readonly [string, unknown] => {
      if (name === 'currency') return [nameOf('currency'), part];
      return name === 'minor' ? [nameOf('value'), isNumber(part) ? write(part) : part] : [name, part];
    };
    return Object.fromEntries(Object.entries(amount).map(([name, part]) => partOf(name, part)));
  },
  read: (spelled, { nameOf }) =>
    isFields(spelled) ? amountOf(read(spelled[nameOf('value')]), spelled[nameOf('currency')]) : undefined,
});

const majorIn = (value: unknown): number | undefined =>
  isNumber(value) ? Math.round(value * minorPerMajor) : undefined;

/** The only currency of the sandbox, which stands at the top of a body where it does not stand beside an amount. */
export const currencyAtTop = 'EUR';

export const amounts: Readonly<Record<string, DialectForm<Amount>>> = {
  text: beside(decimal, minorIn),
  number: beside((minor) => minor / minorPerMajor, majorIn),
  minor: beside(
    (minor) => minor,
    (value) => (isNumber(value) ? value : undefined),
  ),
  before: {
    write: (amount) => (isWhole(amount) ? `${amount.currency} ${decimal(amount.minor)}` : amount),
    read: (spelled) => amountOf(minorIn(isText(spelled) ? spelled.slice(4) : ''), String(spelled).slice(0, 3)),
  },
  after: {
    write: (amount) => (isWhole(amount) ? `${decimal(amount.minor)} ${amount.currency}` : amount),
    read: (spelled) => amountOf(minorIn(isText(spelled) ? spelled.slice(0, -4) : ''), String(spelled).slice(-3)),
  },
  top: {
    write: (amount) => (isWhole(amount) && amount.currency === currencyAtTop ? amount.minor / minorPerMajor : amount),
    read: (spelled, { root, nameOf }) =>
      amountOf(majorIn(spelled), isFields(root) ? root[nameOf('currency')] : undefined),
  },
};
