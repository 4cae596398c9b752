/** How the first dialect spells money and moments. */
import { isFields } from '../reply.ts';
import type { Amount } from '../sales.ts';
import { ifNumber, spelled, type Write } from './spelling.ts';

const minorPerMajor = 100;

const decimal = ifNumber((minor) => (minor / minorPerMajor).toFixed(2));

export const moment = ifNumber((atMs) => (Math.abs(atMs) <= 8.64e15 ? new Date(atMs).toISOString() : atMs));

export const amount = spelled<Amount>({ minor: ['amount', decimal], currency: 'currency' });

/** The named parts of a price as a list. */
export const breakdown =
  (names: readonly string[]): Write =>
  (value) =>
    isFields(value)
      ? names
          .filter((type) => value[type] !== undefined)
          .map((type) => ({ type, ...(isFields(value[type]) ? Object(amount(value[type])) : { amount: value[type] }) }))
      : value;
