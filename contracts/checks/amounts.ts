/** Adds up amounts of money as bookings and cancellations report them. */
import type { Money } from '../facts.ts';

/** Half a hundredth, and what binary fractions lose. */
const roundingMax = 0.005 + 1e-6;

/** The sum of amounts of one currency; undefined when they are of several. A currency that is not reported is that of the others. */
export const sumOf = (amounts: readonly (Money | undefined)[]): Money | undefined => {
  const reported = amounts.filter((amount) => amount !== undefined);
  const currencies = new Set(reported.flatMap(({ currency }) => currency ?? []));
  if (reported.length < amounts.length || currencies.size > 1) return undefined;
  const [currency] = currencies;
  const amount = reported.reduce((sum, each) => sum + each.amount, 0);
  return { amount, ...(currency !== undefined && { currency }) };
};

/** Whether two amounts are one, when each of `parts` parts was rounded to the hundredth; undefined for two currencies. */
export const areEqual = (one: Money, other: Money, parts = 1): boolean | undefined => {
  if (one.currency !== undefined && other.currency !== undefined && one.currency !== other.currency) return undefined;
  return Math.abs(one.amount - other.amount) <= roundingMax * parts;
};

/** To the hundredth, for a person. */
export const moneyText = ({ amount, currency }: Money): string =>
  `${Math.round(amount * 100) / 100}${currency === undefined ? '' : ` ${currency}`}`;
