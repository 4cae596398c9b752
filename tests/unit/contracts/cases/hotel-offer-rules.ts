/** Literal traces for the rules of offers that search and pricing share, and for the minimum price of a hotel. */
import type { Json } from '../../../../contracts/json.ts';
import { factsOf } from '../../../../contracts/locate.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { bound, ok, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import {
  type Ask,
  type Body,
  noAnswer,
  offer,
  priced,
  scored,
  search,
  searched,
  searchIntent,
  without,
} from './hotel-ids-and-offers.ts';

const at = (field: string) => `response.body.offers${field}`;

/** The rules that search and pricing share, by the name of the rule. */
export const offerCases = (operation: 'hotel-search' | 'hotel-pricing', ask: Ask) => {
  const one = (...offers: Json[]): Trace => traceOf([ask(offers)]);
  const named = (body: Body): Trace =>
    traceOf([bound(operation, ok(body), { facts: factsOf(operation, body), intent: searchIntent })]);
  const nothing = noAnswer(operation, ask);
  const noOffers = { 'no offer': one() };
  const noId = (actual: string, trace: Trace, where = at('[0].offerId')) =>
    breaks(where, 'text that is not empty', actual, trace);
  const range = (score: Json) =>
    breaks(at('[1].aiScore'), 'null, or a number from 0 to 1', JSON.stringify(score), one(...scored(0.5, score)));
  const order = (where: string, before: number, actual: number, ...scores: Json[]) =>
    breaks(
      at(`[${where}].aiScore`),
      `in the order of the scores, and the one before it is ${before}`,
      String(actual),
      one(...scored(...scores)),
    );
  const [first, second] = [scored(0.9, 0.5, 0.1), scored(0.1, 0.5, 0.9)];

  return {
    'offers-carry-offer-id': {
      passes: { all: one(offer('a'), offer('b')) },
      fails: {
        absent: noId('absent', one(without('offerId', offer('a')), offer('b'))),
        'absent where a score shows an offer': noId(
          'absent',
          named({ rates: [{ aiScore: 1 }] }),
          'response.body.rates[0].offerId',
        ),
        number: noId('7', one(offer(7))),
        null: noId('null', one(offer(null))),
        empty: noId('""', one(offer(''))),
        'a number inside': noId('7', one({ rate: { offerId: 7 } }), at('[0].rate.offerId')),
      },
      nothing,
      unshown: noOffers,
    },
    'offers-carry-ai-score': {
      passes: { 'null and numbers': one(...scored(null, 0.5, 1)) },
      fails: {
        absent: breaks(
          at('[1].aiScore'),
          'a score, or null',
          'absent',
          one(offer('a'), without('aiScore', offer('b'))),
        ),
        'on none': breaks(
          'response.body.rates[0].aiScore',
          'a score, or null',
          'absent',
          named({ rates: [{ offerId: 'a' }, { offerId: 'b' }] }),
          2,
        ),
      },
      nothing,
      unshown: noOffers,
    },
    'ai-score-is-null-or-zero-to-one': {
      passes: {
        'the limits and null': one(...scored(0, -0, 1, null, 0.5)),
        'absent is for another clause': one(offer('a'), without('aiScore', offer('b'))),
      },
      fails: {
        'more than one': range(1.0001),
        text: range('0.5'),
        boolean: range(true),
        object: range({}),
      },
      nothing,
      unshown: { ...noOffers, 'without a score': one(without('aiScore', offer('a'))) },
    },
    'ranked-by-ai-score': {
      passes: {
        falling: one(...first),
        rising: one(...second),
        'with equal ones and null among them': one(...scored(0.9, null, 0.9, 0.5, null, 0.5)),
      },
      fails: { 'one out of order': order('2', 0.5, 0.7, 0.9, 0.5, 0.7, 0.1) },
      nothing,
      unshown: {
        ...noOffers,
        'all equal': one(...scored(0.5, 0.5, 0.5)),
        'text has no order': one(...scored('0.1', '0.9', '0.5')),
      },
    },
    'highest-score-first': {
      passes: { falling: one(...first), 'two of them': one(...scored(null, 0.9, 0.1)) },
      fails: { rising: breaks(at('[0].aiScore'), 'the highest score, which is 0.9', '0.1', one(...second)) },
      nothing,
      unshown: {
        ...noOffers,
        'all equal': one(...scored(0.5, 0.5)),
        'no order at all is for another clause': one(...scored(0.1, 0.9, 0.5)),
      },
    },
    'offer-id-tells-offers-apart': {
      passes: { 'each its own': one(offer('a'), offer('b')) },
      fails: {
        'one id for two rooms': breaks(
          at('[2].offerId'),
          'an id of its own, and body.offers[0] has it too',
          '"a"',
          one(offer('a', { room: 'twin' }), offer('b'), offer('a', { room: 'suite' })),
        ),
      },
      nothing,
      unshown: {
        ...noOffers,
        'one offer': one(offer('a')),
        'the binding does not read identity': one(without('room', offer('a')), without('room', offer('a'))),
      },
    },
  } as const satisfies Record<string, ClauseCases>;
};

/** Literal traces for the clauses of the minimum price of a hotel. */
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
    passes: { 'for all': minimum(10, [12.5, 'EUR']) },
    fails: {
      'not for one': breaks(
        'response.body.hotels[1]',
        'a minimum price',
        'none that the binding finds',
        minimum(10, undefined as unknown as Json, 7),
      ),
    },
    nothing: noAnswer('hotel-search', search),
    unshown: { 'no hotel': minimum(), 'the binding does not read hotels': traceOf([search([offer('a')])]) },
    missed: {
      'in every search': traceOf([
        searched(hotels(10), searchIntent, { read: { hotels: [{ at: ['hotels', 0], minPrice: undefined }] } }),
      ]),
    },
  },
  'hotel-search.minimum-price-is-the-lowest': {
    passes: {
      'of the cheapest': sandwich(10, [12, 10], 10),
      'half a hundredth is rounding': sandwich(10, [9.995], 10),
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
    },
    nothing: {
      'no search after it': traceOf([searched(hotels(10)), priced({ offers: [offer('a', { price: 9 })] })]),
      'no search before it': traceOf([priced({ offers: [offer('a', { price: 9 })] }), searched(hotels(10))]),
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
      'a hotel that is not known': sandwich(10, [9], 10, { hotelId: null }),
      'the binding does not read price': sandwich(10, [null], 10),
      'the binding does not read minPrice': sandwich(null, [9], null),
    },
  },
} satisfies Record<string, ClauseCases>;
