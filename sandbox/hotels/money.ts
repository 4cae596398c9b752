/** Sums of money in whole minor units. */
import type { Amount, PriceParts } from './canonical.ts';

const currency = 'EUR';

/** Every hotel sells in one currency. */
export const euro = (minor: number): Amount => ({ minor, currency });

/** Rounded down to a whole unit. */
export const percentOf = (minor: number, percent: number): number => Math.floor((minor * percent) / 100);

export const sumOf = (amounts: readonly Amount[]): Amount => euro(amounts.reduce((sum, { minor }) => sum + minor, 0));

export const totalOf = ({ base, tax, fee }: PriceParts): Amount => sumOf([base, tax, fee]);
