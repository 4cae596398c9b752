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
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

export const operationIds = Object.keys(operations) as OperationId[];
