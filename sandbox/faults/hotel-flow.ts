/** Faults on the way from a search to a hotel booking: a step that nothing gets over. */

import { answers, successes } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import { hotelNotFound } from '../hotels/refusals.ts';
import { refusal } from '../reply.ts';
import { offerNotFound, refusedReply } from '../sales/refusals.ts';

export const hotelFlowFaults = [
  ...faultsOf('hotel-flow.typical-flow-can-be-walked', {
    'refuses-every-hotel-search': successes('hotel-search', () =>
      refusal(422, { code: 'REGION_CLOSED', message: 'Nothing is sold there.' }),
    ),
    'prices-no-hotel': successes('hotel-pricing', () => refusedReply(hotelNotFound)),
    'verifies-no-offer': successes('offer-pricing', () => refusedReply(offerNotFound)),
    'books-no-hotel': { touches: ['create-booking'], rules: { bookingsPerRequest: 0 } },
    'forgets-offers-once-they-are-verified': {
      touches: ['offer-pricing', 'create-booking'],
      reply: answers('offer-pricing', (body, { asked, world }) => {
        world.searches.find(asked?.searchId ?? '')?.told.delete(asked?.offerId ?? '');
        return body;
      }),
    },
  }),
];
