/** The operations of the interface: one method and path each, with what they do to the world (part 4). */

/** `reads` changes nothing, `authenticates` makes a token, `books` and `tickets` may cost money. */
export type Effect = 'reads' | 'authenticates' | 'books' | 'tickets';

export type Operation = {
  readonly method: 'GET' | 'POST';
  /** With the names of its parameters in braces. */
  readonly path: string;
  readonly section: string;
  readonly effect: Effect;
  readonly summary: string;
};

/** What an operation does to the world and by which method; then its path, its section and what is said of it. */
const doing =
  <const E extends Effect, const M extends Operation['method']>(effect: E, method: M) =>
  <const P extends `/${string}`>(path: P, section: `${number}`, summary: string) => ({
    method,
    path,
    effect,
    section,
    summary,
  });

const authenticates = doing('authenticates', 'POST');
const lists = doing('reads', 'GET');
const reads = doing('reads', 'POST');
const books = doing('books', 'POST');
const tickets = doing('tickets', 'POST');

export const operations = {
  token: authenticates('/auth/token', '4.1', 'Exchange client credentials for an access token.'),
  countries: lists('/api/dictionary/countries', '4.7', 'List all countries.'),
  cities: lists('/api/dictionary/cities', '4.7', 'List the cities of one country.'),
  'accommodation-types': lists('/api/dictionary/hotels/accommodation-types', '4.7', 'List all types of accommodation.'),
  amenities: lists('/api/dictionary/hotels/amenities', '4.7', 'List all amenities.'),
  'bed-types': lists('/api/dictionary/hotels/bed-types', '4.7', 'List all types of beds.'),
  'meal-types': lists('/api/dictionary/hotels/meal-types', '4.7', 'List all types of meals.'),
  'hotel-static': lists('/api/dictionary/hotels/{hotelId}/static', '4.7', 'Show the static card of one hotel.'),
  'hotel-search': reads('/api/hotels/search', '4.5', 'Search the hotels of a region, with minimum prices.'),
  'hotel-pricing': reads(
    '/api/hotels/hotel_pricing',
    '4.5',
    'List all offers of one hotel, with what makes up their prices.',
  ),
  'offer-pricing': reads('/api/hotels/offer_pricing', '4.5', 'Verify the price of one offer before booking.'),
  'create-booking': books('/api/hotels/create_booking', '4.6', 'Book an offer for its guests.'),
  'view-booking': reads('/api/hotels/view_booking', '4.6', 'Show one hotel booking in full.'),
  'search-bookings': reads(
    '/api/hotels/search_bookings',
    '4.6',
    'List hotel bookings of the partner, by status or creation date.',
  ),
  'cancel-booking': books(
    '/api/hotels/cancel_booking',
    '4.6',
    'Cancel a hotel booking and report penalties and refund.',
  ),
  'avia-search': reads('/api/avia/search', '4.2', 'Search flight offers, with prices.'),
  'avia-availability': reads(
    '/api/avia/availability',
    '4.2',
    'Check the seats on given flights without a full search.',
  ),
  'avia-schedule': reads('/api/avia/schedule', '4.2', 'List the published flights, without prices.'),
  'avia-offer-price': reads('/api/avia/offer_price', '4.2', 'Show the current price of one flight offer.'),
  'fare-rules': reads('/api/avia/fare_rules', '4.2', 'Show the rules of one fare.'),
  'pnr-create': books('/api/avia/pnr_create', '4.3', 'Book a flight offer for its passengers.'),
  'pnr-retrieve': reads('/api/avia/pnr_retrieve', '4.3', 'Show one flight booking in full.'),
  'pnr-cancel': books('/api/avia/pnr_cancel', '4.3', 'Cancel a flight booking.'),
  'pnr-reprice': reads(
    '/api/avia/pnr_reprice',
    '4.3',
    'Refresh the price of a flight booking, which is not binding before a ticket is issued.',
  ),
  'ticket-issue': tickets('/api/avia/ticket_issue', '4.4', 'Issue the tickets of a flight booking.'),
  'ticket-info': reads('/api/avia/ticket_info', '4.4', 'Show one ticket, with the status of its coupons.'),
  'ticket-cancel': tickets('/api/avia/ticket_cancel', '4.4', 'Void a ticket.'),
  'ticket-exchange-calculation': reads(
    '/api/avia/ticket_exchange_calculation',
    '4.4',
    'Calculate what an exchange would cost.',
  ),
  'ticket-exchange': tickets('/api/avia/ticket_exchange', '4.4', 'Exchange a ticket as it was calculated.'),
  'ticket-refund-calculation': reads(
    '/api/avia/ticket_refund_calculation',
    '4.4',
    'Calculate what a refund would give back.',
  ),
  'ticket-refund': tickets('/api/avia/ticket_refund', '4.4', 'Refund a ticket.'),
} satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

/** It books or tickets: it changes a partner's data, and may cost money. */
export const hasEffect = ({ operation }: { readonly operation: OperationId }): boolean => {
  const effect: Effect = operations[operation].effect;
  return effect === 'books' || effect === 'tickets';
};

export const operationIds = Object.keys(operations) as OperationId[];

type Under<Path extends string> = {
  [Id in OperationId]: (typeof operations)[Id]['path'] extends `${Path}${string}` ? Id : never;
}[OperationId];

const under = <Path extends string>(path: Path): readonly Under<Path>[] =>
  operationIds.filter((id): id is Under<Path> => operations[id].path.startsWith(path));

/** The static card of a hotel is one of them. */
export const dictionaryOperations = under('/api/dictionary/');
/** Of search, pricing and bookings. */
export const hotelOperations = under('/api/hotels/');
export const aviaOperations = under('/api/avia/');

/** What a budget counts. */
export const spendings = ['booking', 'ticket', 'token'] as const;
export type Spending = (typeof spendings)[number];
