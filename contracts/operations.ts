/** The operations of the interface: one method and path each, with what they do to the world (part 4). */

/** `reads` changes nothing, `authenticates` makes a token, `books` and `tickets` cost somebody something. */
export type Effect = 'reads' | 'authenticates' | 'books' | 'tickets';

export type Operation = {
  readonly method: 'GET' | 'POST';
  /** With the names of its parameters in braces. */
  readonly path: string;
  readonly section: string;
  readonly effect: Effect;
  readonly summary: string;
};

export const operations = {
  token: {
    method: 'POST',
    path: '/auth/token',
    section: '4.1',
    effect: 'authenticates',
    summary: 'Exchange client credentials for an access token.',
  },
  countries: {
    method: 'GET',
    path: '/api/dictionary/countries',
    section: '4.7',
    effect: 'reads',
    summary: 'List all countries.',
  },
  cities: {
    method: 'GET',
    path: '/api/dictionary/cities',
    section: '4.7',
    effect: 'reads',
    summary: 'List the cities of one country.',
  },
  'accommodation-types': {
    method: 'GET',
    path: '/api/dictionary/hotels/accommodation-types',
    section: '4.7',
    effect: 'reads',
    summary: 'List all types of accommodation.',
  },
  amenities: {
    method: 'GET',
    path: '/api/dictionary/hotels/amenities',
    section: '4.7',
    effect: 'reads',
    summary: 'List all amenities.',
  },
  'bed-types': {
    method: 'GET',
    path: '/api/dictionary/hotels/bed-types',
    section: '4.7',
    effect: 'reads',
    summary: 'List all types of beds.',
  },
  'meal-types': {
    method: 'GET',
    path: '/api/dictionary/hotels/meal-types',
    section: '4.7',
    effect: 'reads',
    summary: 'List all types of meals.',
  },
  'hotel-static': {
    method: 'GET',
    path: '/api/dictionary/hotels/{hotelId}/static',
    section: '4.7',
    effect: 'reads',
    summary: 'Show the static card of one hotel.',
  },
  'hotel-search': {
    method: 'POST',
    path: '/api/hotels/search',
    section: '4.5',
    effect: 'reads',
    summary: 'Search the hotels of a region, with minimum prices.',
  },
  'hotel-pricing': {
    method: 'POST',
    path: '/api/hotels/hotel_pricing',
    section: '4.5',
    effect: 'reads',
    summary: 'List all offers of one hotel, with what makes up their prices.',
  },
  'offer-pricing': {
    method: 'POST',
    path: '/api/hotels/offer_pricing',
    section: '4.5',
    effect: 'reads',
    summary: 'Verify the price of one offer before booking.',
  },
  'create-booking': {
    method: 'POST',
    path: '/api/hotels/create_booking',
    section: '4.6',
    effect: 'books',
    summary: 'Book an offer for its guests.',
  },
  'view-booking': {
    method: 'POST',
    path: '/api/hotels/view_booking',
    section: '4.6',
    effect: 'reads',
    summary: 'Show one hotel booking in full.',
  },
  'search-bookings': {
    method: 'POST',
    path: '/api/hotels/search_bookings',
    section: '4.6',
    effect: 'reads',
    summary: 'List hotel bookings of the partner, by status or creation date.',
  },
  'cancel-booking': {
    method: 'POST',
    path: '/api/hotels/cancel_booking',
    section: '4.6',
    effect: 'books',
    summary: 'Cancel a hotel booking and tell penalties and refund.',
  },
  'avia-search': {
    method: 'POST',
    path: '/api/avia/search',
    section: '4.2',
    effect: 'reads',
    summary: 'Search flight offers, with prices.',
  },
  'avia-availability': {
    method: 'POST',
    path: '/api/avia/availability',
    section: '4.2',
    effect: 'reads',
    summary: 'Check the seats on given flights without a full search.',
  },
  'avia-schedule': {
    method: 'POST',
    path: '/api/avia/schedule',
    section: '4.2',
    effect: 'reads',
    summary: 'List the published flights, without prices.',
  },
  'avia-offer-price': {
    method: 'POST',
    path: '/api/avia/offer_price',
    section: '4.2',
    effect: 'reads',
    summary: 'Show the current price of one flight offer.',
  },
  'fare-rules': {
    method: 'POST',
    path: '/api/avia/fare_rules',
    section: '4.2',
    effect: 'reads',
    summary: 'Show the rules of one fare.',
  },
  'pnr-create': {
    method: 'POST',
    path: '/api/avia/pnr_create',
    section: '4.3',
    effect: 'books',
    summary: 'Book a flight offer for its passengers.',
  },
  'pnr-retrieve': {
    method: 'POST',
    path: '/api/avia/pnr_retrieve',
    section: '4.3',
    effect: 'reads',
    summary: 'Show one flight booking in full.',
  },
  'pnr-cancel': {
    method: 'POST',
    path: '/api/avia/pnr_cancel',
    section: '4.3',
    effect: 'books',
    summary: 'Cancel a flight booking.',
  },
  'pnr-reprice': {
    method: 'POST',
    path: '/api/avia/pnr_reprice',
    section: '4.3',
    effect: 'reads',
    summary: 'Refresh the price of a flight booking, which binds nobody before a ticket is issued.',
  },
  'ticket-issue': {
    method: 'POST',
    path: '/api/avia/ticket_issue',
    section: '4.4',
    effect: 'tickets',
    summary: 'Issue the tickets of a flight booking.',
  },
  'ticket-info': {
    method: 'POST',
    path: '/api/avia/ticket_info',
    section: '4.4',
    effect: 'reads',
    summary: 'Show one ticket, with the status of its coupons.',
  },
  'ticket-cancel': {
    method: 'POST',
    path: '/api/avia/ticket_cancel',
    section: '4.4',
    effect: 'tickets',
    summary: 'Void a ticket.',
  },
  'ticket-exchange-calculation': {
    method: 'POST',
    path: '/api/avia/ticket_exchange_calculation',
    section: '4.4',
    effect: 'reads',
    summary: 'Calculate what an exchange would cost.',
  },
  'ticket-exchange': {
    method: 'POST',
    path: '/api/avia/ticket_exchange',
    section: '4.4',
    effect: 'tickets',
    summary: 'Exchange a ticket as it was calculated.',
  },
  'ticket-refund-calculation': {
    method: 'POST',
    path: '/api/avia/ticket_refund_calculation',
    section: '4.4',
    effect: 'reads',
    summary: 'Calculate what a refund would give back.',
  },
  'ticket-refund': {
    method: 'POST',
    path: '/api/avia/ticket_refund',
    section: '4.4',
    effect: 'tickets',
    summary: 'Refund a ticket.',
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

export const operationIds = Object.keys(operations) as OperationId[];
