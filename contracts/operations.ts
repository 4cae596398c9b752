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

/** What an operation does to the world, its method and its path; then what is said of it. */
const doing =
  <const E extends Effect>(effect: E) =>
  <const M extends Operation['method'], const P extends string>(
    method: M,
    path: P,
    texts: Pick<Operation, 'section' | 'summary'>,
  ) => ({ method, path, effect, ...texts });

const [reads, authenticates, books, tickets] = [
  doing('reads'),
  doing('authenticates'),
  doing('books'),
  doing('tickets'),
];

export const operations = {
  token: authenticates('POST', '/auth/token', {
    section: '4.1',
    summary: 'Exchange client credentials for an access token.',
  }),
  countries: reads('GET', '/api/dictionary/countries', { section: '4.7', summary: 'List all countries.' }),
  cities: reads('GET', '/api/dictionary/cities', { section: '4.7', summary: 'List the cities of one country.' }),
  'accommodation-types': reads('GET', '/api/dictionary/hotels/accommodation-types', {
    section: '4.7',
    summary: 'List all types of accommodation.',
  }),
  amenities: reads('GET', '/api/dictionary/hotels/amenities', { section: '4.7', summary: 'List all amenities.' }),
  'bed-types': reads('GET', '/api/dictionary/hotels/bed-types', { section: '4.7', summary: 'List all types of beds.' }),
  'meal-types': reads('GET', '/api/dictionary/hotels/meal-types', {
    section: '4.7',
    summary: 'List all types of meals.',
  }),
  'hotel-static': reads('GET', '/api/dictionary/hotels/{hotelId}/static', {
    section: '4.7',
    summary: 'Show the static card of one hotel.',
  }),
  'hotel-search': reads('POST', '/api/hotels/search', {
    section: '4.5',
    summary: 'Search the hotels of a region, with minimum prices.',
  }),
  'hotel-pricing': reads('POST', '/api/hotels/hotel_pricing', {
    section: '4.5',
    summary: 'List all offers of one hotel, with what makes up their prices.',
  }),
  'offer-pricing': reads('POST', '/api/hotels/offer_pricing', {
    section: '4.5',
    summary: 'Verify the price of one offer before booking.',
  }),
  'create-booking': books('POST', '/api/hotels/create_booking', {
    section: '4.6',
    summary: 'Book an offer for its guests.',
  }),
  'view-booking': reads('POST', '/api/hotels/view_booking', {
    section: '4.6',
    summary: 'Show one hotel booking in full.',
  }),
  'search-bookings': reads('POST', '/api/hotels/search_bookings', {
    section: '4.6',
    summary: 'List hotel bookings of the partner, by status or creation date.',
  }),
  'cancel-booking': books('POST', '/api/hotels/cancel_booking', {
    section: '4.6',
    summary: 'Cancel a hotel booking and report penalties and refund.',
  }),
  'avia-search': reads('POST', '/api/avia/search', { section: '4.2', summary: 'Search flight offers, with prices.' }),
  'avia-availability': reads('POST', '/api/avia/availability', {
    section: '4.2',
    summary: 'Check the seats on given flights without a full search.',
  }),
  'avia-schedule': reads('POST', '/api/avia/schedule', {
    section: '4.2',
    summary: 'List the published flights, without prices.',
  }),
  'avia-offer-price': reads('POST', '/api/avia/offer_price', {
    section: '4.2',
    summary: 'Show the current price of one flight offer.',
  }),
  'fare-rules': reads('POST', '/api/avia/fare_rules', { section: '4.2', summary: 'Show the rules of one fare.' }),
  'pnr-create': books('POST', '/api/avia/pnr_create', {
    section: '4.3',
    summary: 'Book a flight offer for its passengers.',
  }),
  'pnr-retrieve': reads('POST', '/api/avia/pnr_retrieve', {
    section: '4.3',
    summary: 'Show one flight booking in full.',
  }),
  'pnr-cancel': books('POST', '/api/avia/pnr_cancel', { section: '4.3', summary: 'Cancel a flight booking.' }),
  'pnr-reprice': reads('POST', '/api/avia/pnr_reprice', {
    section: '4.3',
    summary: 'Refresh the price of a flight booking, which binds nobody before a ticket is issued.',
  }),
  'ticket-issue': tickets('POST', '/api/avia/ticket_issue', {
    section: '4.4',
    summary: 'Issue the tickets of a flight booking.',
  }),
  'ticket-info': reads('POST', '/api/avia/ticket_info', {
    section: '4.4',
    summary: 'Show one ticket, with the status of its coupons.',
  }),
  'ticket-cancel': tickets('POST', '/api/avia/ticket_cancel', { section: '4.4', summary: 'Void a ticket.' }),
  'ticket-exchange-calculation': reads('POST', '/api/avia/ticket_exchange_calculation', {
    section: '4.4',
    summary: 'Calculate what an exchange would cost.',
  }),
  'ticket-exchange': tickets('POST', '/api/avia/ticket_exchange', {
    section: '4.4',
    summary: 'Exchange a ticket as it was calculated.',
  }),
  'ticket-refund-calculation': reads('POST', '/api/avia/ticket_refund_calculation', {
    section: '4.4',
    summary: 'Calculate what a refund would give back.',
  }),
  'ticket-refund': tickets('POST', '/api/avia/ticket_refund', { section: '4.4', summary: 'Refund a ticket.' }),
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
