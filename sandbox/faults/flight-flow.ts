/** Faults on the way from a search to a ticket: a step that nothing gets over. */

import { answers, successes } from '../altering/sold.ts';
import { invalidBookingState } from '../avia/refusals.ts';
import { faultsOf } from '../deviation.ts';
import { refusal } from '../reply.ts';

const gone = refusal(409, { code: 'OFFER_GONE', message: 'The offer is gone.' });
const busy = refusal(409, { code: 'BUSY', message: 'The booking is being worked on.' });

export const flightFlowFaults = [
  ...faultsOf('avia-flow.typical-flow-can-be-walked', {
    'refuses-every-flight-search': successes('avia-search', () =>
      refusal(422, { code: 'SUPPLIER_ERROR', message: 'Nobody answers.' }),
    ),
    'knows-no-offer-when-its-price-is-asked-for': {
      touches: ['avia-offer-price'],
      rules: ({ knowsFlightSearch }) => ({
        knowsFlightSearch: (search, clientId, within) =>
          within.operation !== 'avia-offer-price' && knowsFlightSearch(search, clientId, within),
      }),
    },
    'tells-rules-of-a-fare-only-before-its-price': {
      touches: ['avia-offer-price', 'fare-rules'],
      reply: {
        ...answers('avia-offer-price', (body, { asked, world }) => {
          world.count(`prices of ${asked?.searchId} ${asked?.offerId}`);
          return body;
        }),
        ...successes('fare-rules', (reply, { asked, world }) =>
          world.counted(`prices of ${asked?.searchId} ${asked?.offerId}`) > 0 ? gone : reply,
        ),
      },
    },
    'books-no-flight-once-a-price-is-told': {
      touches: ['avia-offer-price', 'pnr-create'],
      rules: ({ knowsFlightSearch }) => ({
        knowsFlightSearch: (search, clientId, within) =>
          !(within.operation === 'pnr-create' && within.world.counted(`prices of ${search.searchId}`) > 0) &&
          knowsFlightSearch(search, clientId, within),
      }),
      reply: answers('avia-offer-price', (body, { asked, world }) => {
        world.count(`prices of ${asked?.searchId}`);
        return body;
      }),
    },
    'books-no-flight': {
      touches: ['pnr-create'],
      rules: ({ knowsFlightSearch }) => ({
        knowsFlightSearch: (search, clientId, within) =>
          within.operation !== 'pnr-create' && knowsFlightSearch(search, clientId, within),
      }),
    },
    'retrieves-no-flight-before-it-is-priced-anew': {
      touches: ['pnr-retrieve', 'pnr-reprice'],
      reply: {
        ...answers('pnr-reprice', (body, { world }) => {
          world.count(`prices of booking ${body.bookingId}`);
          return body;
        }),
        ...successes('pnr-retrieve', (reply, { asked, world }) =>
          world.counted(`prices of booking ${asked?.bookingId}`) === 0 ? busy : reply,
        ),
      },
    },
    'prices-no-booking-anew': successes('pnr-reprice', () => busy),
  }),
  ...faultsOf(['avia-flow.typical-flow-can-be-walked', 'ticket-issue.works-on-created-booking'], {
    'issues-no-tickets-once-a-booking-is-priced-anew': {
      touches: ['pnr-reprice', 'ticket-issue'],
      rules: ({ issueRefusalOf }) => ({
        issueRefusalOf: (booking, world) =>
          issueRefusalOf(booking, world) ??
          (world.counted(`prices of booking ${booking.bookingId}`) > 0
            ? invalidBookingState('The booking is being priced.')
            : undefined),
      }),
      reply: answers('pnr-reprice', (body, { world }) => {
        world.count(`prices of booking ${body.bookingId}`);
        return body;
      }),
    },
  }),
];
