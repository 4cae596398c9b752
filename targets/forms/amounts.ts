/** Money and moments: amounts with their currency, and points in time with their zone. */
import type { Money } from '../../contracts/facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { type Form, inField } from './form.ts';

/** Two for EUR, none for JPY. */
const digitsOf = (currency: string): number => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
};

const decimal = /^-?\d{1,15}(\.\d{1,6})?$/;

const amountForm = (id: string, write: (amount: number) => Json, read: (spelled: Json) => number): Form<number> => ({
  id,
  write: (amount) => (typeof amount === 'number' ? write(amount) : undefined),
  read: (spelled) => {
    const amount = read(spelled);
    return Number.isFinite(amount) ? amount : undefined;
  },
});

const numberIn = (spelled: Json): number => (typeof spelled === 'number' ? spelled : Number.NaN);
const decimalIn = (spelled: Json): number =>
  typeof spelled === 'string' && decimal.test(spelled) ? Number(spelled) : Number.NaN;

/** The forms of an amount whose currency stands elsewhere, or is the same for all. */
export const amountForms = (currency = 'EUR'): readonly Form<number>[] => {
  const digits = digitsOf(currency);
  const minor = 10 ** digits;
  return [
    amountForm('number', (amount) => amount, numberIn),
    amountForm('text', String, decimalIn),
    amountForm(`text of ${digits} decimals`, (amount) => amount.toFixed(digits), decimalIn),
    amountForm(
      'minor units',
      (amount) => Math.round(amount * minor),
      (spelled) => numberIn(spelled) / minor,
    ),
    amountForm(
      'text of minor units',
      (amount) => String(Math.round(amount * minor)),
      (spelled) => decimalIn(spelled) / minor,
    ),
  ];
};

/** Under two names side by side; both are the words of the service. */
export const moneyBeside = (amountKey: string, currencyKey: string, at: number): Form<Money> => ({
  id: `${amountForms()[at]?.id} beside its currency`,
  write: ({ amount, currency = null }) => {
    const written = amountForms(currency ?? undefined)[at]?.write(amount);
    return written === undefined ? undefined : { [amountKey]: written, [currencyKey]: currency };
  },
  read: (spelled) => {
    const currency = isJsonObject(spelled) ? spelled[currencyKey] : undefined;
    if (!isJsonObject(spelled) || (typeof currency !== 'string' && currency !== null)) return undefined;
    const read = amountForms(currency ?? undefined)[at];
    const amount = read && inField(amountKey, read as unknown as Form).read(spelled);
    return typeof amount === 'number' ? { amount, ...(currency !== null && { currency }) } : undefined;
  },
});

/** The amount alone: the currency stands once for the whole body. */
export const moneyUnder = (currency: string, at: number): Form<Money> => ({
  id: `${amountForms()[at]?.id}, its currency at the top`,
  write: (money) => (money.currency === currency ? amountForms(currency)[at]?.write(money.amount) : undefined),
  read: (spelled) => {
    const amount = amountForms(currency)[at]?.read(spelled);
    return amount === undefined ? undefined : { amount, currency };
  },
});

const inText = (id: string, pattern: RegExp, isCurrencyFirst: boolean): Form<Money> => ({
  id,
  write: ({ amount, currency }) => {
    if (currency === undefined) return undefined;
    const text = amount.toFixed(digitsOf(currency));
    return isCurrencyFirst ? `${currency} ${text}` : `${text} ${currency}`;
  },
  read: (spelled) => {
    const [, one = '', other = ''] = (typeof spelled === 'string' && pattern.exec(spelled)) || [];
    if (one === '') return undefined;
    return isCurrencyFirst ? { amount: Number(other), currency: one } : { amount: Number(one), currency: other };
  },
});

export const moneyTexts: readonly Form<Money>[] = [
  inText('12.50 EUR', /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/, false),
  inText('EUR 12.50', /^([A-Z]{3}) (-?\d+(?:\.\d+)?)$/, true),
];

/** `2027-01-31T12:00:00.000Z`, or undefined. */
const isoOf = (ms: number): string | undefined =>
  Number.isInteger(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : undefined;

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const hourMs = 3_600_000;
const zoneText = (hours: number): string =>
  hours === 0 ? 'Z' : `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;

const zoned = (hours: number, digits: 0 | 3, zone = zoneText(hours)): Form<string> => ({
  id: `ISO ${digits === 0 ? 'seconds' : 'milliseconds'} ${zone === '' ? 'without a zone' : zone}`,
  ...(zone === '' && { loses: 'the zone' }),
  ...(zone !== '' && digits === 0 && { loses: 'milliseconds' }),
  write: (moment) => {
    const local = isoOf(Date.parse(moment) + hours * hourMs);
    return local && `${local.slice(0, digits === 0 ? 19 : 23)}${zone}`;
  },
  read: (spelled) => {
    if (typeof spelled !== 'string' || !spelled.endsWith(zone)) return undefined;
    const local = spelled.slice(0, spelled.length - zone.length);
    return isoMoment.test(local) ? isoOf(Date.parse(`${local}Z`) - hours * hourMs) : undefined;
  },
});

const sinceEpoch = (id: string, unitMs: number, pattern?: RegExp): Form<string> => ({
  id,
  ...(unitMs > 1 && { loses: 'milliseconds' }),
  write: (moment) => {
    const count = Math.floor(Date.parse(moment) / unitMs);
    if (Number.isNaN(count)) return undefined;
    return pattern ? `/Date(${count})/` : count;
  },
  read: (spelled) => {
    const count = pattern ? Number(pattern.exec(String(spelled))?.[1]) : numberIn(spelled);
    return isoOf(count * unitMs);
  },
});

/** Forms of a moment, in UTC or in the zone of so many hours. Canonical is ISO 8601 in UTC with milliseconds. */
export const momentForms = (hours = 0): readonly Form<string>[] => [
  zoned(hours, 3),
  zoned(hours, 0),
  zoned(hours, 0, ''),
  sinceEpoch('epoch s', 1000),
  sinceEpoch('epoch ms', 1),
  sinceEpoch('.NET date', 1, /^\/Date\((-?\d+)\)\/$/),
];
