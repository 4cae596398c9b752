/** Faults on the way from a search to a ticket: a step that nothing gets over. */
import { answers, successes } from '../altering/sold.ts';
import { invalidBookingState } from '../avia/refusals.ts';
import { fault } from '../deviation.ts';
import { refusal } from '../reply.ts';

const gone = refusal(409, { code: 'OFFER_GONE', message: 'The offer is gone.' });
const busy = refusal(409, { code: 'BUSY', message: 'The booking is being worked on.' });

const walked = 'avia-flow.typical-flow-can-be-walked';

export const flightFlowFaults = [
  fault('refuses-every-flight-search', {
    violates: [walked],
    summary: 'Every flight search is refused.',
    reply: successes('avia-search', () => refusal(422, { code: 'SUPPLIER_ERROR', message: 'Nobody answers.' })),
  }),
  fault('knows-no-offer-when-its-price-is-asked-for', {
    violates: [walked],
    summary: 'offer_price knows none of the offers of a search.',
    touches: ['avia-offer-price'],
    rules: ({ knowsFlightSearch }) => ({
      knowsFlightSearch: (search, clientId, within) =>
        within.operation !== 'avia-offer-price' && knowsFlightSearch(search, clientId, within),
    }),
  }),
  fault('tells-rules-of-a-fare-only-before-its-price', {
    violates: [walked],
    summary: 'fare_rules refuses an offer whose price was told.',
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
  }),
  fault('books-no-flight-once-a-price-is-told', {
    violates: [walked],
    summary: 'pnr_create knows no search of which a price was told.',
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
  }),
  fault('books-no-flight', {
    violates: [walked],
    summary: 'pnr_create knows none of the offers of a search.',
    touches: ['pnr-create'],
    rules: ({ knowsFlightSearch }) => ({
      knowsFlightSearch: (search, clientId, within) =>
        within.operation !== 'pnr-create' && knowsFlightSearch(search, clientId, within),
    }),
  }),
  fault('retrieves-no-flight-before-it-is-priced-anew', {
    violates: [walked],
    summary: 'A flight booking cannot be retrieved before it was repriced.',
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
  }),
  fault('prices-no-booking-anew', {
    violates: [walked],
    summary: 'pnr_reprice refuses every booking.',
    reply: successes('pnr-reprice', () => busy),
  }),
  fault('issues-no-tickets-once-a-booking-is-priced-anew', {
    violates: [walked, 'ticket-issue.works-on-created-booking'],
    summary: 'ticket_issue refuses a booking that was repriced.',
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
  }),
];
