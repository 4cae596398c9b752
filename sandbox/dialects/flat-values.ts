/** How the second dialect spells money, days and moments. */
import type { Amount } from '../sales.ts';
import { ifNumber, ifText, spelled } from './spelling.ts';

export const seconds = ifNumber((atMs) => Math.floor(atMs / 1000));

export const day = ifText((date) => (/^\d{4}-\d\d-\d\d$/.test(date) ? Number(date.replaceAll('-', '')) : date));

export const amount = spelled<Amount>({ minor: 'minor_units', currency: 'iso' });

/** The same read back. */
export const date = ifNumber((day) => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
export const upperCase = ifText((text) => text.toUpperCase());
export const gender = ifText((letter) => ({ M: 'male', F: 'female' })[letter] ?? letter);
