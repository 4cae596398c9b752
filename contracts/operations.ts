/** The operations of the interface: one method and path each, with what they do to the world (part 4). */

/** `reads` changes nothing, `authenticates` makes a token, `books` and `tickets` cost somebody something. */
export type Effect = 'reads' | 'authenticates' | 'books' | 'tickets';

export type Operation = {
  readonly method: 'GET' | 'POST';
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
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

export const operationIds = Object.keys(operations) as OperationId[];
