/** Literal traces for the clauses of the minimum price of a hotel. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { bound, refusal, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { type Body, noAnswer, offer, priced, search, searched, searchIntent } from './hotel-offers.ts';

const hotels = (...froms: Json[]): Body => ({
  searchId: 's',
  hotels: froms.map((from, i) => (from === undefined ? { hotelId: 5 + i } : { hotelId: 5 + i, from })),
});
const minimum = (...froms: Json[]): Trace => traceOf([searched(hotels(...froms))]);

/** A search, the prices of hotel 5, and the search again. */
const sandwich = (before: Json, prices: Json[], after: Json, intent: Body = {}): Trace =>
  traceOf([
    searched(hotels(before, 1)),
    priced({ offers: prices.map((price, i) => (price === null ? offer(`o${i}`) : offer(`o${i}`, { price }))) }, intent),
    searched(hotels(after, 2)),
  ]);
/** A search that shows offers of hotel 5 beside its minimum. */
const showing = (from: Json, ...prices: Json[]): Trace =>
  traceOf([
    searched({
      hotels: [{ hotelId: 5, from }],
      offers: prices.map((price, i) => offer(`o${i}`, { hotelId: 5, price })),
    }),
  ]);
const cheaper = (expected: string, actual: string, trace: Trace) =>
  breaks(
    'response.body.offers[1]',
    `no price below ${expected}, the minimum of the hotel in the search`,
    actual,
    trace,
  );

export const minimumPriceCases = {
  'hotel-search.minimum-price-is-shown': {
    passes: { 'for all': minimum(10, [12.5, 'EUR']), zero: minimum(0) },
    fails: {
      'not for one': breaks(
        'response.body.hotels[1]',
        'a minimum price',
        'none that the binding finds',
        minimum(10, undefined as unknown as Json, 7),
      ),
      'in one search of two': breaks(
        'response.body.hotels[0]',
        'a minimum price',
        'none that the binding finds',
        traceOf([searched(hotels(10)), searched(hotels(null))]),
      ),
    },
    nothing: noAnswer('hotel-search', search),
    unshown: {
      'no hotel': minimum(),
      'the binding does not read hotels': traceOf([search([offer('a')])]),
      'the binding does not read minPrice': minimum(null, null),
    },
    missed: {
      'in every search': traceOf([
        searched(hotels(10), searchIntent, { read: { hotels: [{ at: ['hotels', 0], minPrice: undefined }] } }),
      ]),
      'with their hotels': traceOf([searched(hotels(10), searchIntent, { read: { hotels: undefined } })]),
    },
  },
  'hotel-search.minimum-price-is-the-lowest': {
    passes: {
      'of the cheapest': sandwich(10, [12, 10], 10),
      'of none of them': sandwich(10, [12, 11], 10),
      'half a hundredth is rounding': sandwich(10, [9.995], 10),
      'in its currency': sandwich([10, 'EUR'], [[10, 'EUR'], [9, 'USD'], 8], [10, 'EUR']),
      'an offer without a price': sandwich(10, [null, 10], 10),
      'other hotels move': sandwich(10, [10], 10),
      'of what the search shows': showing(10, 10, 12),
      'of what the search shows in its currency': showing([10, 'EUR'], [9, 'USD'], [10, 'EUR']),
      'of the lowest of two entries': traceOf([
        searched({
          hotels: [
            { hotelId: 5, from: 9 },
            { hotelId: 5, from: 10 },
          ],
        }),
        priced({ offers: [offer('a', { price: 9 })] }),
        searched({
          hotels: [
            { hotelId: 5, from: 10 },
            { hotelId: 5, from: 9 },
          ],
        }),
      ]),
    },
    fails: {
      'in the search itself': cheaper('10', '9.99', showing(10, 10, 9.99)),
      cheaper: cheaper('10', '9.99', sandwich(10, [10, 9.99], 10)),
      'in a currency': cheaper(
        '10 EUR',
        '9 EUR',
        sandwich(
          [10, 'EUR'],
          [
            [10, 'EUR'],
            [9, 'EUR'],
          ],
          [10, 'EUR'],
        ),
      ),
      'after another search': cheaper(
        '10',
        '9',
        traceOf([
          searched(hotels(8)),
          searched({ ...hotels(10), searchId: 'y' }),
          priced({ offers: [offer('a', { price: 10 }), offer('b', { price: 9 })] }, { searchId: 'y' }),
          searched(hotels(10)),
        ]),
      ),
    },
    nothing: {
      'no search after it': traceOf([searched(hotels(10)), priced({ offers: [offer('a', { price: 9 })] })]),
      'no search before it': traceOf([priced({ offers: [offer('a', { price: 9 })] }), searched(hotels(10))]),
      'another search': sandwich(10, [9], 10, { search: { ...searchIntent, preset: 'ranked' } }),
      'the pricing refused': traceOf([
        searched(hotels(10)),
        bound('hotel-pricing', refusal(400, 'X')),
        searched(hotels(10)),
      ]),
    },
    unshown: {
      'a search that shows offers in another currency': showing([10, 'EUR'], [9, 'USD']),
      'prices moved': sandwich(10, [9], 9),
      'the currency changed': sandwich([10, 'EUR'], [[9, 'EUR']], [10, 'USD']),
      'it is told in two currencies': traceOf([
        searched({
          hotels: [
            { hotelId: 5, from: [10, 'EUR'] },
            { hotelId: 5, from: [12, 'USD'] },
          ],
        }),
        priced({ offers: [offer('a', { price: [9, 'EUR'] })] }),
        searched({ hotels: [{ hotelId: 5, from: [10, 'EUR'] }] }),
      ]),
      'another currency': sandwich([10, 'EUR'], [[9, 'USD']], [10, 'EUR']),
      'a hotel that was not found': sandwich(10, [9], 10, { hotelId: 99 }),
      'a hotel that is not known': sandwich(10, [9], 10, { hotelId: null }),
      'the binding does not read price': sandwich(10, [null], 10),
      'the binding does not read minPrice': sandwich(null, [9], null),
      'the hotel has none': traceOf([
        searched({ hotels: [{ hotelId: 5 }, { hotelId: 6, from: 1 }] }),
        priced({ offers: [offer('a', { price: 9 })] }),
        searched(hotels(10)),
      ]),
    },
  },
} satisfies Record<string, ClauseCases>;
