/** Literal traces for the clauses of the pricing of one hotel and of one offer. */
import type { Json } from '../../../../contracts/json.ts';
import { factsOf } from '../../../../contracts/locate.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  type Answer,
  bound,
  empty,
  ok,
  refusal,
  type Sent,
  type Step,
  text,
  traceOf,
  typeList,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import {
  type Body,
  noAnswer,
  offer,
  priced,
  pricing,
  search,
  searched,
  searchIntent,
  without,
} from './hotel-ids-and-offers.ts';
import { offerCases } from './hotel-offer-rules.ts';
import { pricePartsCases } from './hotel-search.ts';

const shared = offerCases('hotel-pricing', pricing);
const nothing = noAnswer('hotel-pricing', pricing);
const one = (...offers: Json[]): Trace => traceOf([pricing(offers)]);
const noOffers = { 'no offer': one() };

const byName = (body: Json): Step =>
  bound('hotel-pricing', ok(body), {
    intent: { searchId: 's', hotelId: 5, offer: {}, search: searchIntent },
    facts: factsOf('hotel-pricing', body),
  });

/** What a search found, and the pricing of hotel 5 that followed it. */
const after = (found: Body[], offers: Body[], intent: Body = {}): Trace =>
  traceOf([search(found), priced({ offers }, intent)]);
const renamed = offer('b', { room: 'a' });
const otherId = (trace: Trace) =>
  breaks('response.body.offers[0].offerId', '"a", as in the search before', '"b"', trace);

const ofHotel = (where: string, actual: string, trace: Trace) =>
  breaks(`response.body.${where}`, '5, the hotel asked for', actual, trace);

const types = (list: 'bed-types' | 'meal-types', ...ids: Json[]): Step =>
  typeList(list, ok(ids.map((id) => ({ id, nameRu: '', nameEn: '' }))));
const beds = (...offers: Body[]): Trace => traceOf([types('bed-types', 1, 2, 3), pricing(offers)]);
const meals = (...offered: Json[]): Trace =>
  traceOf([types('meal-types', 1, 2, 3), pricing(offered.map((meal, i) => offer(`o${i}`, { meal })))]);
const noBed = (actual: string, trace: Trace, where = '[0].bedVariants') =>
  breaks(`response.body.offers${where}`, 'the id of a bed type', actual, trace);
const noMeal = (actual: string, trace: Trace) =>
  breaks('response.body.offers[0]', 'the id of a meal type', actual, trace);

const verified = (body: Json, offerId: Json = 'a'): Trace =>
  traceOf([
    bound('offer-pricing', ok(body), {
      intent: { searchId: 's', offer: { at: [], offerId }, search: searchIntent },
      facts: factsOf('offer-pricing', body),
    }),
  ]);
const refused = {
  refused: traceOf([bound('offer-pricing', refusal(400, 'X'))]),
  text: traceOf([bound('offer-pricing', text(200))]),
};
const noId = (actual: string, body: Json, where = 'offerId') =>
  breaks(`response.body.${where}`, 'text that is not empty', actual, verified(body));
const notAsked = (where: string, body: Json) =>
  breaks(`response.body.${where}`, '"a", the offer asked for', '"b"', verified(body));

/** The first partner searches, and the second prices. */
const rightsCases = (operation: 'hotel-pricing' | 'offer-pricing'): ClauseCases => {
  const asks = (came: Answer, sent: Sent = { bearer: 'other' }): Step =>
    bound(operation, came, { intent: { searchId: 's', hotelId: 5, offer: {}, search: searchIntent } }, sent);
  const found = search([offer('a')]);
  return {
    passes: {
      refused: traceOf([found, asks(refusal(404, 'X'))]),
      'lack of rights': traceOf([found, asks(refusal(403, 'ACCESS_DENIED'))]),
    },
    fails: {
      priced: breaks('response.status', 'a refusal', '200', traceOf([found, asks(ok({ offers: [offer('a')] }))])),
    },
    nothing: { 'a search that nobody was told of': traceOf([asks(ok({ offers: [offer('a')] }))]) },
  };
};

export const hotelPricingCases = {
  'hotel-pricing.offers-carry-offer-id': shared['offers-carry-offer-id'],
  'hotel-pricing.offers-carry-ai-score': shared['offers-carry-ai-score'],
  'hotel-pricing.ai-score-is-null-or-zero-to-one': shared['ai-score-is-null-or-zero-to-one'],
  'hotel-pricing.ranked-by-ai-score': shared['ranked-by-ai-score'],
  'hotel-pricing.highest-score-first': shared['highest-score-first'],
  'hotel-pricing.keeps-offer-ids-of-search': {
    passes: {
      same: after([offer('a')], [offer('a'), offer('c')]),
      'a room of the same name in another hotel': after(
        [offer('a'), offer('x', { hotelId: 6, room: 'c' })],
        [offer('a'), offer('c')],
      ),
      'an offer of the search that names no hotel': after([without('hotelId', offer('a'))], [offer('a')]),
      'a search in trouble between them': traceOf([
        searched({ searchId: 'kept', offers: [offer('a')] }),
        bound('hotel-search', empty(503), { intent: searchIntent }),
        priced({ offers: [offer('a')] }, { searchId: 'other' }),
      ]),
    },
    fails: {
      another: otherId(after([offer('a')], [renamed, offer('c')])),
      'of the search that led to it': otherId(
        traceOf([
          searched({ searchId: 's', offers: [offer('a')] }),
          searched({ searchId: 't', offers: [renamed] }),
          priced({ offers: [renamed] }),
        ]),
      ),
    },
    nothing: { ...nothing, 'no search': one(offer('a')) },
  },
  'hotel-pricing.offer-id-tells-offers-apart': shared['offer-id-tells-offers-apart'],
  'hotel-pricing.offers-are-of-the-hotel-asked-for': {
    passes: { all: one(offer('a'), offer('b')), 'where it is named': one(without('hotelId', offer('a')), offer('b')) },
    fails: {
      'another alone beside them': ofHotel(
        'rates[0].hotelId',
        '6',
        traceOf([byName({ hotel: { hotelId: 6 }, rates: [{ offerId: 'a' }] })]),
      ),
    },
    nothing,
    unshown: {
      ...noOffers,
      'none is named': one(without('hotelId', offer('a')), offer('b', { hotelId: null })),
      'none was asked for': traceOf([priced({ offers: [offer('a')] }, { hotelId: null })]),
    },
  },
  'hotel-pricing.bed-variants-is-an-array': {
    passes: { 'on the offer': one(offer('a')) },
    fails: {
      'on the room around it': breaks(
        'response.body.rooms[0].bedVariants',
        'an array',
        '1',
        traceOf([byName({ rooms: [{ bedVariants: 1, rates: [{ offerId: 'a' }] }] })]),
      ),
    },
    nothing,
    unshown: noOffers,
  },
  'hotel-pricing.bed-ids-are-bed-types': {
    passes: {
      'the dictionary is read later': traceOf([pricing([offer('a')]), types('bed-types', 1, 2)]),
      'a read of it in trouble beside a sound one': traceOf([
        types('bed-types', 1, 2),
        pricing([offer('a')]),
        typeList('bed-types', empty(503)),
      ]),
      'a list without ids is broken itself': traceOf([
        types('bed-types', 1, 2),
        pricing([offer('a')]),
        typeList('bed-types', ok([{ id: 8 }, {}])),
      ]),
    },
    fails: {
      unknown: noBed('4', beds(offer('a', { bedVariants: [1, 4] }))),
      object: noBed('{}', beds(offer('a', { beds: [{}] }))),
    },
    nothing: { 'no pricing': traceOf([types('bed-types', 1)]) },
    unshown: {
      'no offer': beds(),
      'elements of another form': beds(offer('a', { bedVariants: [{ kind: 9 }, 'x', 1.5] })),
      'no beds': beds(offer('a', { beds: [] })),
    },
  },
  'hotel-pricing.meal-ids-are-meal-types': {
    passes: { known: meals(1, '3'), 'null is no meal': meals(null, 2) },
    fails: { object: noMeal('{"id":1}', meals({ id: 1 })) },
    nothing: { 'no dictionary': one(offer('a', { meal: 9 })) },
    unshown: { 'the binding does not read mealTypeId': traceOf([types('meal-types', 1), pricing([offer('a')])]) },
  },
  ...pricePartsCases,
  'offer-pricing.offer-id-is-returned': {
    passes: { 'on the body': verified({ offerId: 'a' }) },
    fails: {
      absent: noId('absent', { price: 1 }),
      null: noId('null', { offerId: null }),
      empty: noId('""', { offerId: '' }),
    },
    unshown: { 'an empty list': verified({ success: true, offers: [] }), 'no offer': verified({ offer: null }) },
    nothing: refused,
  },
  'offer-pricing.offer-id-is-the-one-asked-for': {
    passes: {
      same: verified({ offerId: 'a' }),
      'among others': verified({ offers: [{ offerId: 'b' }, { offerId: 'a' }] }),
    },
    fails: { another: notAsked('offerId', { offerId: 'b' }) },
    nothing: {
      ...refused,
      'none was asked for': verified({ offerId: 'b' }, null),
      'none came, which is for another clause': verified({ price: 1 }),
    },
  },
  'hotel-pricing.other-partner-sees-nothing': rightsCases('hotel-pricing'),
  'offer-pricing.other-partner-sees-nothing': rightsCases('offer-pricing'),
} satisfies Record<string, ClauseCases>;
