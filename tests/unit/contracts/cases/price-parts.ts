/** Literal traces for the clauses of what a price is made of, and of the options that a stay is sold with. */
import type { ReadOffer } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { type Body, noAnswer, offer, pricing, verifying } from './hotel-ids-and-offers.ts';

const nothing = noAnswer('hotel-pricing', pricing);
const one = (...offers: Json[]): Trace => traceOf([pricing(offers)]);
const without = (read: Omit<ReadOffer, 'at'>): Trace =>
  traceOf([pricing([offer('a')], { read: { offers: [{ at: ['offers', 0], ...read }] } })]);
const noOffers = { 'no offer': one() };

const made = (price: Json, parts: Json): Body => offer(`of ${JSON.stringify([price, parts])}`, { price, parts });
const noSum = (price: string, sum: string, trace: Trace) =>
  breaks('response.body.offers[0]', `parts that add up to the price, ${price}`, sum, trace);
const unfound = (expected: string, where: string, trace: Trace, count?: number) =>
  breaks(`response.body.offers${where}`, expected, 'none that the binding finds', trace, count);

const verified = (...prices: Body[]): Trace => traceOf(prices.map((price) => verifying([offer('a', price)])));

export const pricePartsCases = {
  'offer-pricing.price-is-told': {
    passes: {
      reported: verified({ price: 7 }),
      'beside another offer': traceOf([verifying([offer('a', { price: 7 }), offer('b')])]),
    },
    fails: { 'not for the second time': unfound('the current price', '[0]', verified({ price: 7 }, {})) },
    nothing: noAnswer('offer-pricing', verifying),
    missed: {
      'looked for in vain': traceOf([
        verifying([offer('a')], { read: { offers: [{ at: ['offers', 0], price: undefined }] } }),
      ]),
    },
  },
  'hotel-pricing.price-breakdown-is-shown': {
    passes: { all: one(made(3, [1, 2]), made(1, [1])) },
    fails: { 'not for one': unfound('what the price is made of', '[1]', one(made(3, [1, 2]), offer('b'))) },
    nothing,
    unshown: { ...noOffers },
    missed: { 'of every offer': without({ priceParts: undefined }) },
  },
  'hotel-pricing.price-parts-add-up': {
    passes: {
      exactly: one(made(3, [1, 2]), made(0.3, [0.1, 0.2])),
      'in one currency': one(made([3, 'EUR'], [[1, 'EUR'], 2])),
    },
    fails: {
      'by two hundredths': noSum('3', '3.02', one(made(3, [1, 2.02]))),
      'in a currency': noSum('3 EUR', '4 EUR', one(made([3, 'EUR'], [[4, 'EUR']]))),
    },
    nothing,
    unshown: {
      ...noOffers,
      'the binding does not read priceParts': one(offer('a', { price: 3 })),
      'the binding does not read price': one(offer('a', { parts: [1, 2] })),
      'parts in two currencies': one(
        made(
          [3, 'EUR'],
          [
            [1, 'EUR'],
            [2, 'USD'],
          ],
        ),
      ),
    },
  },
  'hotel-pricing.stay-options-are-shown': {
    passes: { both: one(offer('a', { early: [1], late: [] })) },
    fails: {
      'no late check-out': unfound('options of late check-out', '[0]', one(offer('a', { early: [1] }), offer('b')), 2),
      'no early check-in': unfound('options of early check-in', '[0]', one(offer('a', { late: [1] }))),
    },
    nothing,
    unshown: { ...noOffers, 'the binding reads neither': one(offer('a')) },
  },
} satisfies Record<string, ClauseCases>;
