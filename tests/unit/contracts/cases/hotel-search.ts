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
