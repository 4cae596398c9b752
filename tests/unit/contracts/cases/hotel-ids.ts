/** The cases of hotelId, wherever offers are told. */
import type { BoundOperation } from '../../../../contracts/intents.ts';
import type { Json } from '../../../../contracts/json.ts';
import { factsOf } from '../../../../contracts/locate.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { bound, ok, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { type Ask, noAnswer, offer, pricing, search, searchIntent, verifying, without } from './hotel-offers.ts';

const casesOf = (operation: BoundOperation, ask: Ask): ClauseCases => {
  const one = (...offers: Json[]): Trace => traceOf([ask(offers)]);
  const named = (body: Json): Trace =>
    traceOf([bound(operation, ok(body), { intent: searchIntent, facts: factsOf(operation, body) })]);
  const notWhole = (hotelId: Json) =>
    breaks('response.body.offers[0].hotelId', 'an integer', JSON.stringify(hotelId), one(offer('a', { hotelId })));
  return {
    passes: {
      'on the offer': one(offer('a')),
      'on the hotel around it': named({ hotels: [{ hotelId: 5, rates: [{ offerId: 'a' }] }] }),
      'of 64 bits': one(offer('a', { hotelId: Number('9007199254740993') })),
      'one offer names it': one(without('hotelId', offer('a')), offer('b')),
    },
    fails: {
      text: notWhole('5'),
      'a fraction': notWhole(5.5),
      object: notWhole({ id: 5 }),
      'on the hotel': breaks(
        'response.body.hotels[0].hotelId',
        'an integer',
        '"x"',
        named({ hotels: [{ hotelId: 'x', rates: [{ offerId: 'a' }, { offerId: 'b' }] }] }),
        2,
      ),
    },
    nothing: noAnswer(operation, ask),
    unshown: {
      'no offer': one(),
      'no offer names it': one(without('hotelId', offer('a')), offer('b', { hotelId: null })),
    },
  };
};

export const hotelIdCases = {
  'hotel-search.hotel-id-is-integer': casesOf('hotel-search', search),
  'hotel-pricing.hotel-id-is-integer': casesOf('hotel-pricing', pricing),
  'offer-pricing.hotel-id-is-integer': casesOf('offer-pricing', verifying),
} satisfies Record<string, ClauseCases>;
