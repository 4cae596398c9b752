/** The full detail of a price, in the groups that the interface names. */
import type { Amount } from '../sales/money.ts';
import { euro, percentOf } from '../sales/money.ts';
import type { PriceDetail } from './canonical.ts';

const markupPercent = 6;
const commissionPercent = 8;
const vatPercent = 20;

export const priceDetailOf = (total: Amount): PriceDetail => {
  const markup = percentOf(total.minor, markupPercent);
  return {
    total,
    discount: euro(0),
    markup: euro(markup),
    serviceFee: euro(0),
    commission: { amount: euro(percentOf(total.minor, commissionPercent)), percent: commissionPercent },
    supplier: { net: euro(total.minor - markup) },
    // Inside the total.
    vat: { amount: euro(Math.floor((total.minor * vatPercent) / (100 + vatPercent))), percent: vatPercent },
    deposit: { amount: euro(0) },
  };
};
