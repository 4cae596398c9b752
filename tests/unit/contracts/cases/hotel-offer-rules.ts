/** Literal traces for the clauses of the minimum price of a hotel. */
import type { BoundOperation } from '../../../../contracts/intents.ts';
import type { Json } from '../../../../contracts/json.ts';
import { factsOf } from '../../../../contracts/locate.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { bound, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import {
  type Ask,
  type Body,
  listOf,
  noAnswer,
  offer,
  priced,
  scored,
  search,
  searched,
  searchIntent,
  without,
} from './hotel-ids-and-offers.ts';

/** Lists in groups, which the binding calls ranked. */
const ranked = (operation: BoundOperation, body: { groups: Json[] }): Step => {
  const lists = body.groups.map((group, i) =>
    listOf((group as Body).offers).map((one, j) => ({
      at: ['groups', i, 'offers', j],
      score: (one as Body).aiScore ?? null,
    })),
  );
  return bound(operation, ok(body), { intent: searchIntent, facts: factsOf(operation, body, { ranked: lists }) });
};

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
  const groups: Json[] = [{ offers: first }, { offers: second }];

  return {
    'offers-carry-offer-id': {
      passes: {
        all: one(offer('a'), offer('b')),
        'found by name': named({ data: { rooms: [{ rates: [offer('a')] }, { rates: [offer('b')] }] } }),
        'found alone': named({ best: offer('a') }),
        'inside what the binding calls an offer': one({ rate: { offerId: 'a', aiScore: null } }),
      },
      fails: {
        absent: noId('absent', one(without('offerId', offer('a')), offer('b'))),
        'absent on one of its list': noId(
          'absent',
          named({ data: { rates: [offer('a'), without('offerId', offer('b'))] } }),
          'response.body.data.rates[1].offerId',
        ),
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
      passes: {
        'null and numbers': one(...scored(null, 0.5, 1)),
        'of the wrong type is for another clause': one(...scored('x')),
      },
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
        negative: range(-0.1),
        percent: range(87),
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
        'each list in its own order': traceOf([
          ask(
            [],
            // The lists are where the binding says, also where the binding reads other offers.
            { read: { offers: [], ranked: [] } },
          ),
          ranked(operation, { groups }),
        ]),
      },
      fails: {
        'one out of order': order('2', 0.5, 0.7, 0.9, 0.5, 0.7, 0.1),
        'behind a null': order('3', 0.5, 0.7, 0.9, 0.5, null, 0.7, 0.3),
        'one that falls in a list that rises': order('3', 0.3, 0.2, 0.1, 0.2, 0.3, 0.2, 0.4),
        'in a list of several': breaks(
          'response.body.groups[1].offers[2].aiScore',
          'in the order of the scores, and the one before it is 0.1',
          '0.5',
          traceOf([ranked(operation, { groups: [{ offers: first }, { offers: scored(0.9, 0.1, 0.5, 0.4) }] })]),
        ),
      },
      nothing,
      unshown: {
        ...noOffers,

        'all null': one(...scored(null, null, null)),
        'all equal': one(...scored(0.5, 0.5, 0.5)),
        'text has no order': one(...scored('0.1', '0.9', '0.5')),
      },
    },
    'highest-score-first': {
      passes: { falling: one(...first), 'two of them': one(...scored(null, 0.9, 0.1)) },
      fails: {
        rising: breaks(at('[0].aiScore'), 'the highest score, which is 0.9', '0.1', one(...second)),
        'behind a null': breaks(
          at('[1].aiScore'),
          'the highest score, which is 0.7',
          '0.2',
          one(...scored(null, 0.2, 0.7)),
        ),
      },
      nothing,
      unshown: {
        ...noOffers,

        'all null': one(...scored(null, null)),
        'all equal': one(...scored(0.5, 0.5)),
        'no order at all is for another clause': one(...scored(0.1, 0.9, 0.5)),
      },
    },
    'offer-id-tells-offers-apart': {
      passes: {
        'each its own': one(offer('a'), offer('b')),
        'one that is listed twice is left out': one(offer('a'), offer('a'), offer('b'), offer('c')),
        'no offerId is for another clause': one(offer('a'), offer('b'), without('offerId', offer('c', { room: 'x' }))),
      },
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

      'a hotel that is not known': sandwich(10, [9], 10, { hotelId: null }),
      'the binding does not read price': sandwich(10, [null], 10),
      'the binding does not read minPrice': sandwich(null, [9], null),
    },
  },
} satisfies Record<string, ClauseCases>;
