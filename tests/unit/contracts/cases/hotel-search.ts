/** Literal traces for the clauses of the search of hotels. */
import type { Json } from '../../../../contracts/json.ts';
import { factsOf } from '../../../../contracts/locate.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { type Answer, bound, empty, hotelCard, ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { hotel } from './hotel-card.ts';
import { type Body, noAnswer, offer, search, searched, searchIntent, without } from './hotel-ids-and-offers.ts';
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
    passes: {
      'at the top': one(offer('a')),
      'further down, beside an echo of null': answers({
        request: { searchId: null },
        data: { meta: { searchId: 'x' } },
      }),
      'though nothing was found': answers({ searchId: 'x', offers: [] }),
    },
    fails: {
      absent: noSearchId('absent', { offers: [offer('a')] }),
      null: noSearchId('absent', { offers: [offer('a')] }),
      number: noSearchId('7', { data: { searchId: 7, offers: [offer('a')] } }, 'data.searchId'),
      empty: noSearchId('""', { searchId: '', offers: [offer('a')] }),
      'a number though nothing was found': noSearchId('7', { searchId: 7 }),
      'another name that the binding knows': breaks(
        'response.body.searchId',
        'text that is not empty',
        'absent',
        traceOf([searched({ sid: 'x', offers: [offer('a')] }, searchIntent, { read: { searchId: 'x' } })]),
      ),
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
      'a deleted hotel': card(ok({ hotel: hotel(5, { isDeleted: true }) })),
      'of a hotel without offers': traceOf([
        searched({ hotels: [{ hotelId: 5 }] }),
        hotelCard(5, ok({ hotel: hotel(5) })),
      ]),
    },
    fails: {
      'not found': noCard('status', '404', refusal(404, 'HOTEL_NOT_FOUND')),
      'not found by a page': noCard('status', '404', text(404, 'html')),
      nothing: noCard('status', '204', empty(204)),
      'not found under status 200': noCard(
        'body',
        '{"error":{"code":"HOTEL_NOT_FOUND","message":"No."}}',
        refusal(200, 'HOTEL_NOT_FOUND'),
      ),
    },
    nothing: {
      'another hotel': card(refusal(404, 'HOTEL_NOT_FOUND'), 6),
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
      'others come and go': twice([offer('a'), offer('b')], [offer('a'), offer('c')]),
      'with another timeout': twice([offer('a')], [offer('a')], { timeout: 9 }),
      'what has no identity is left out': twice(
        [offer('a'), without('room', offer('x'))],
        [offer('a'), without('room', offer('y'))],
      ),
      'what is listed twice is left out': twice([offer('a'), offer('c')], [offer('a'), renamed, offer('c')]),
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
      another: breaks(
        'response.body.offers[1].offerId',
        '"a", as in the equal search before',
        '"b"',
        twice([offer('a'), offer('c')], [offer('c'), renamed]),
      ),
      'with another timeout': breaks(
        'response.body.offers[0].offerId',
        '"a", as in the equal search before',
        '"b"',
        twice([offer('a')], [renamed], { timeout: 9 }),
      ),
    },
    nothing: {
      ...nothing,
      'one search': one(offer('a')),
    },
    unshown: {
      'nothing was found': twice([], [offer('a')]),
      'other offers': twice([offer('a')], [offer('b')]),
      'an offer without an id is for another clause': twice([offer('a')], [without('offerId', offer('a'))]),

      'the binding does not read identity': twice([without('room', offer('a'))], [offer('a')]),
      'two that nothing tells apart': twice([offer('a')], [offer('a'), renamed]),
    },
  },
  'hotel-search.offer-id-tells-offers-apart': shared['offer-id-tells-offers-apart'],
  ...minimumPriceCases,
  'hotel-search.timeout-is-accepted': {
    passes: {
      answered: limited(ok({ searchId: 's' })),
      'in any order': traceOf([asks({ timeout: 9 }), asks({})]),
      'text is for the json clause': limited(text(200)),
      'once of two times': traceOf([asks({}), asks({ timeout: 9 }, refusal(400, 'SLOW')), asks({ timeout: 9 })]),
      'though once not in another region': traceOf([
        asks({}),
        asks({ timeout: 9 }),
        asks({ region: 1 }),
        asks({ region: 1, timeout: 9 }, refusal(400, 'SLOW')),
      ]),
    },
    fails: {
      refused: breaks('response.status', unlimited, '400', limited(refusal(400, 'X'))),
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
      'an error under status 200': breaks(
        'response.body',
        unlimited,
        '{"error":{"code":"X","message":"No."}}',
        limited(refusal(200, 'X')),
      ),
      nothing: breaks('response.status', unlimited, '204', limited(empty(204))),
    },
    nothing: {
      'refused without it as well': limited(refusal(400, 'X'), refusal(400, 'X')),

      forbidden: limited(empty(403)),
    },
  },
  'hotel-search.presets-keep-offer-ids': {
    passes: {
      same: byPreset([offer('a')], [offer('a', { aiScore: 0.5 })]),
      'another offer': byPreset([offer('a'), offer('b')], [offer('a'), offer('c')]),
    },
    fails: {
      another: breaks(
        'response.body.offers[0].offerId',
        '"a", as in the search with another preset before',
        '"b"',
        byPreset([offer('a', { room: 'r' })], [offer('b', { room: 'r' })]),
      ),
    },
    nothing: { 'one preset': traceOf([search([offer('a')]), search([offer('b')])]) },
    unshown: { 'no offer is in both': byPreset([offer('a')], [offer('b')]) },
  },
} satisfies Record<string, ClauseCases>;
