/** Faults on the way from a search to a hotel booking or to a ticket: a step that nothing gets over. */
import { answers, refusals, successes } from '../altering/sold.ts';
import type { AviaOperation } from '../avia/canonical.ts';
import type { FlightRules, FlightWorld } from '../avia/rules.ts';
import type { StoredFlightSearch } from '../avia/state.ts';
import { faultsOf } from '../deviation.ts';
import { isNoRoomLeft } from '../hotels/refusals.ts';
import { type Reply, refusal } from '../reply.ts';
import { invalidRequest, refusedReply } from '../sales/refusals.ts';
import { counts } from './flight-parts.ts';

/** A refusal that cannot mean that nothing is available. */
const misunderstood: Reply = refusedReply(invalidRequest('The request is not understood.'));
const busy = refusal(409, { code: 'BUSY', message: 'The booking is being worked on.' });

/** In one operation the offers of some searches are not understood. */
const knowsNoSearch = (
  operation: AviaOperation,
  isMeant: (search: StoredFlightSearch, world: FlightWorld) => boolean = () => true,
) => ({
  touches: [operation] as const,
  rules: ({ knowsFlightSearch }: FlightRules): Partial<FlightRules> => ({
    knowsFlightSearch: (search, clientId, within) =>
      !(within.operation === operation && isMeant(search, within.world)) && knowsFlightSearch(search, clientId, within),
  }),
  reply: refusals(operation, (reply) => (reply.status === 404 ? misunderstood : reply)),
});

export const flowFaults = [
  ...faultsOf('hotel-flow.typical-flow-can-be-walked', {
    'refuses-every-hotel-search': successes('hotel-search', () => misunderstood),
    'prices-no-hotel': successes('hotel-pricing', () => misunderstood),
    'verifies-no-offer': successes('offer-pricing', () => misunderstood),
    'books-no-hotel': {
      touches: ['create-booking'],
      rules: { bookingsPerRequest: 0 },
      reply: refusals('create-booking', (reply) => (isNoRoomLeft(reply) ? misunderstood : reply)),
    },
    'forgets-offers-once-they-are-verified': {
      touches: ['offer-pricing', 'create-booking'],
      reply: {
        ...answers('offer-pricing', (body, { asked, world }) => {
          world.searches.find(asked?.searchId ?? '')?.reported.delete(asked?.offerId ?? '');
          return body;
        }),
        ...refusals('create-booking', (reply) => (reply.status === 404 ? misunderstood : reply)),
      },
    },
  }),
  ...faultsOf('avia-flow.typical-flow-can-be-walked', {
    'refuses-every-flight-search': successes('avia-search', () => misunderstood),
    'knows-no-offer-when-its-price-is-asked-for': knowsNoSearch('avia-offer-price'),
    'tells-rules-of-a-fare-only-before-its-price': {
      touches: ['avia-offer-price', 'fare-rules'],
      reply: {
        ...counts('avia-offer-price', (asked) => `prices of ${asked?.searchId} ${asked?.offerId}`),
        ...successes('fare-rules', (reply, { asked, world }) =>
          world.counted(`prices of ${asked?.searchId} ${asked?.offerId}`) > 0 ? misunderstood : reply,
        ),
      },
    },
    'books-no-flight': knowsNoSearch('pnr-create'),
    'retrieves-no-flight-before-it-is-priced-anew': {
      touches: ['pnr-retrieve', 'pnr-reprice'],
      reply: {
        ...counts('pnr-reprice', (_, { bookingId }) => `prices of booking ${bookingId}`),
        ...successes('pnr-retrieve', (reply, { asked, world }) =>
          world.counted(`prices of booking ${asked?.bookingId}`) === 0 ? busy : reply,
        ),
      },
    },
    'prices-no-booking-anew': successes('pnr-reprice', () => busy),
  }),
  ...faultsOf(['avia-flow.typical-flow-can-be-walked', 'avia-flow.each-kind-of-flight-is-served'], {
    'books-no-flight-once-a-price-is-told': {
      ...knowsNoSearch('pnr-create', ({ searchId }, world) => world.counted(`prices of ${searchId}`) > 0),
      touches: ['avia-offer-price', 'pnr-create'],
      reply: {
        ...counts('avia-offer-price', (asked) => `prices of ${asked?.searchId}`),
        ...knowsNoSearch('pnr-create').reply,
      },
    },
  }),
];
