/** Faults on the way from a search to a hotel booking: a step that nothing gets over. */
import { answers, successes } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import { hotelNotFound } from '../hotels/refusals.ts';
import { refusal } from '../reply.ts';
import { offerNotFound, refusedReply } from '../sales/refusals.ts';

const walked = 'hotel-flow.typical-flow-can-be-walked';

export const hotelFlowFaults = [
  fault('refuses-every-hotel-search', {
    violates: [walked],
    summary: 'Every search of hotels is refused.',
    reply: successes('hotel-search', () => refusal(422, { code: 'REGION_CLOSED', message: 'Nothing is sold there.' })),
  }),
  fault('prices-no-hotel', {
    violates: [walked],
    summary: 'hotel_pricing knows none of the hotels of a search.',
    reply: successes('hotel-pricing', () => refusedReply(hotelNotFound)),
  }),
  fault('verifies-no-offer', {
    violates: [walked],
    summary: 'offer_pricing knows none of the offers of a search.',
    reply: successes('offer-pricing', () => refusedReply(offerNotFound)),
  }),
  fault('books-no-hotel', {
    violates: [walked],
    summary: 'create_booking refuses every offer, as if the supplier had no room.',
    touches: ['create-booking'],
    rules: { bookingsPerRequest: 0 },
  }),
  fault('forgets-offers-once-they-are-verified', {
    violates: [walked],
    summary: 'create_booking no longer knows an offer whose price offer_pricing has verified.',
    touches: ['offer-pricing', 'create-booking'],
    reply: answers('offer-pricing', (body, { asked, world }) => {
      world.searches.find(asked?.searchId ?? '')?.told.delete(asked?.offerId ?? '');
      return body;
    }),
  }),
];
