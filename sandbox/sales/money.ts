/** Sums of money in whole minor units. */

/** In minor units of its currency: 1250 EUR is twelve and a half euro. */
export type Amount = { readonly minor: number; readonly currency: string };

const currency = 'EUR';

/** Everything is sold in one currency. */
export const euro = (minor: number): Amount => ({ minor, currency });

/** Rounded down to a whole unit. */
export const percentOf = (minor: number, percent: number): number => Math.floor((minor * percent) / 100);

export const sumOf = (amounts: readonly Amount[]): Amount => euro(amounts.reduce((sum, { minor }) => sum + minor, 0));
