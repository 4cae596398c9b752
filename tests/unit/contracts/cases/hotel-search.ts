/** Literal traces for the clauses of the search of hotels. */

import type { ReadOffer } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import { factsOf } from '../../../../contracts/locate.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { type Answer, bound, empty, hotelCard, ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { hotel } from './hotel-card.ts';
import {
  type Body,
  noAnswer,
  offer,
  pricing,
  search,
  searched,
  searchIntent,
  verifying,
  without,
} from './hotel-ids-and-offers.ts';
import { minimumPriceCases, offerCases } from './hotel-offer-rules.ts';

const shared = offerCases('hotel-search', search);
const nothing = noAnswer('hotel-search', search);
const one = (...offers: Json[]): Trace => traceOf([search(offers)]);

const answers = (body: Json): Trace =>
  traceOf([bound('hotel-search', ok(body), { intent: searchIntent, facts: factsOf('hotel-search', body) })]);
const noSearchId = (actual: string, body: Json, where = 'searchId') =>
  breaks(`response.body.${where}`, 'text that is not empty', actual, answers(body));

const card = (came: Answer, id: string | number = 5): Trace => traceOf([search([offer('a')]), hotelCard(id, came)]);
const noCard = (where: string, actual: string, came: Answer) =>
  breaks(`response.${where}`, 'the card of a hotel that a search found', actual, card(came));

/** Two searches of the same, unless they say otherwise. */
const twice = (first: Body[], second: Body[], intent: Body = {}, bearer: 'own' | 'other' = 'own'): Trace =>
  traceOf([
    search(first),
    searched({ searchId: 't', offers: second }, { ...searchIntent, ...intent }, { sent: { bearer } }),
  ]);
const renamed = offer('b', { room: 'a' });

const asks = (intent: Body, came: Answer = ok({ searchId: 's', offers: [] })): Step =>
  bound('hotel-search', came, { intent: { ...searchIntent, ...intent } });
const limited = (came: Answer, without: Answer = ok({ searchId: 's' })): Trace =>
  traceOf([asks({}, without), asks({ timeout: 9 }, came)]);
const unlimited = 'an answer, as without the timeout';

const byPreset = (first: Json[], second: Json[]): Trace =>
  traceOf([search(first), searched({ searchId: 's', offers: second }, { ...searchIntent, preset: 'ranked' })]);

export const hotelSearchCases = {
  'hotel-search.search-id-is-returned': {
    passes: { 'at the top': one(offer('a')) },
    fails: {
      absent: noSearchId('absent', { offers: [offer('a')] }),
      number: noSearchId('7', { data: { searchId: 7, offers: [offer('a')] } }, 'data.searchId'),
      'a number though nothing was found': noSearchId('7', { searchId: 7 }),
    },
    nothing,
    unshown: {
      'nothing was found': answers({ offers: [] }),
      'null, and nothing was found': answers({ searchId: null, hotels: [] }),
    },
  },
  'hotel-search.offers-carry-offer-id': shared['offers-carry-offer-id'],
  'hotel-search.offers-carry-ai-score': shared['offers-carry-ai-score'],
  'hotel-search.ai-score-is-null-or-zero-to-one': shared['ai-score-is-null-or-zero-to-one'],
  'hotel-search.hotel-id-opens-the-card': {
    passes: {
      card: card(ok({ hotel: hotel(5) })),
      'of a hotel without offers': traceOf([
        searched({ hotels: [{ hotelId: 5 }] }),
        hotelCard(5, ok({ hotel: hotel(5) })),
      ]),
    },
    fails: { nothing: noCard('status', '204', empty(204)) },
    nothing: {
      'before the search': traceOf([hotelCard(5, refusal(404, 'HOTEL_NOT_FOUND')), search([offer('a')])]),
      'a refused token': card(text(401)),
      'an id of text is for another clause': traceOf([
        search([offer('a', { hotelId: '5' })]),
        hotelCard(5, refusal(404, 'HOTEL_NOT_FOUND')),
      ]),
    },
  },
  'hotel-search.ranked-by-ai-score': shared['ranked-by-ai-score'],
  'hotel-search.highest-score-first': shared['highest-score-first'],
  'hotel-search.equal-search-keeps-offer-ids': {
    passes: {
      same: twice([offer('a'), offer('b')], [offer('b'), offer('a')]),
      'what has no identity is left out': twice(
        [offer('a'), without('room', offer('x'))],
        [offer('a'), without('room', offer('y'))],
      ),
      'what another answer lists twice is left out': traceOf([
        search([offer('a'), offer('c')]),
        search([renamed, offer('c')]),
        search([offer('a'), renamed, offer('c')]),
      ]),
    },
    fails: {
      'in whatever order its attributes come': breaks(
        'response.body.offers[0].offerId',
        '"a", as in the equal search before',
        '"b"',
        twice([offer('a', { view: 'sea' })], [{ view: 'sea', ...renamed }]),
      ),
      'with another timeout': breaks(
        'response.body.offers[0].offerId',
        '"a", as in the equal search before',
        '"b"',
        twice([offer('a')], [renamed], { timeout: 9 }),
      ),
    },
    nothing: { ...nothing },
    unshown: {
      'nothing was found': twice([], [offer('a')]),
      'an offer without an id is for another clause': twice([offer('a')], [without('offerId', offer('a'))]),
      'the binding does not read identity': twice([without('room', offer('a'))], [offer('a')]),
    },
  },
  'hotel-search.offer-id-tells-offers-apart': shared['offer-id-tells-offers-apart'],
  ...minimumPriceCases,
  'hotel-search.timeout-is-accepted': {
    passes: {
      answered: limited(ok({ searchId: 's' })),
      'though once not in another region': traceOf([
        asks({}),
        asks({ timeout: 9 }),
        asks({ region: 1 }),
        asks({ region: 1, timeout: 9 }, refusal(400, 'SLOW')),
      ]),
    },
    fails: {
      'each time in another region': breaks(
        'response.status',
        unlimited,
        '400',
        traceOf([
          asks({}),
          asks({ timeout: 9 }),
          asks({ region: 1 }),
          asks({ region: 1, timeout: 9 }, refusal(400, 'X')),
          asks({ region: 1, timeout: 9 }, refusal(400, 'X')),
        ]),
        2,
      ),
      nothing: breaks('response.status', unlimited, '204', limited(empty(204))),
    },
    nothing: {
      'refused without it as well': limited(refusal(400, 'X'), refusal(400, 'X')),
      forbidden: limited(empty(403)),
    },
  },
  'hotel-search.presets-keep-offer-ids': {
    passes: { same: byPreset([offer('a')], [offer('a', { aiScore: 0.5 })]) },
    fails: {
      another: breaks(
        'response.body.offers[0].offerId',
        '"a", as in the search with another preset before',
        '"b"',
        byPreset([offer('a', { room: 'r' })], [offer('b', { room: 'r' })]),
      ),
    },
    nothing: { 'one preset': traceOf([search([offer('a')]), search([offer('b')])]) },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of what a price is made of, and of the options that a stay is sold with. */
const noPricing = noAnswer('hotel-pricing', pricing);
const onePricing = (...offers: Json[]): Trace => traceOf([pricing(offers)]);
const withoutPart = (read: Omit<ReadOffer, 'at'>): Trace =>
  traceOf([pricing([offer('a')], { read: { offers: [{ at: ['offers', 0], ...read }] } })]);
const noOffers = { 'no offer': onePricing() };

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
    passes: { all: onePricing(made(3, [1, 2]), made(1, [1])) },
    fails: { 'not for one': unfound('what the price is made of', '[1]', onePricing(made(3, [1, 2]), offer('b'))) },
    nothing: noPricing,
    unshown: { ...noOffers },
    missed: { 'of every offer': withoutPart({ priceParts: undefined }) },
  },
  'hotel-pricing.price-parts-add-up': {
    passes: {
      exactly: onePricing(made(3, [1, 2]), made(0.3, [0.1, 0.2])),
      'in one currency': onePricing(made([3, 'EUR'], [[1, 'EUR'], 2])),
    },
    fails: {
      'by two hundredths': noSum('3', '3.02', onePricing(made(3, [1, 2.02]))),
      'in a currency': noSum('3 EUR', '4 EUR', onePricing(made([3, 'EUR'], [[4, 'EUR']]))),
    },
    nothing: noPricing,
    unshown: {
      ...noOffers,
      'the binding does not read priceParts': onePricing(offer('a', { price: 3 })),
      'the binding does not read price': onePricing(offer('a', { parts: [1, 2] })),
      'parts in two currencies': onePricing(
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
    passes: { both: onePricing(offer('a', { early: [1], late: [] })) },
    fails: {
      'no late check-out': unfound(
        'options of late check-out',
        '[0]',
        onePricing(offer('a', { early: [1] }), offer('b')),
        2,
      ),
      'no early check-in': unfound('options of early check-in', '[0]', onePricing(offer('a', { late: [1] }))),
    },
    nothing: noPricing,
    unshown: { ...noOffers, 'the binding reads neither': onePricing(offer('a')) },
  },
} satisfies Record<string, ClauseCases>;
