/** Traces of a few exchanges, and what leaves of them. */
import { createSharing } from '../../../../client/redaction/sharing.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Exchange, Trace } from '../../../../contracts/trace.ts';
import { emptyTrace } from '../../../../engine/run-folder.ts';

const startedAt = '2026-09-01T12:00:00.000Z';

export const exchangeOf = (given: Partial<Exchange> = {}, body: Json = {}, sent: Json = {}): Exchange => ({
  index: 0,
  operation: 'create-booking',
  bearer: 'own',
  tokenSerial: 1,
  request: { method: 'POST', path: '/api/hotels/create_booking', query: [], headers: {}, body: sent },
  sentAt: startedAt,
  durationMs: 5,
  response: { status: 200, headers: { 'content-type': 'application/json' }, bytes: 100, body },
  ...given,
});

export const traceOf = (...exchanges: Exchange[]): Trace => ({
  ...emptyTrace('book-then-cancel', startedAt),
  exchanges: exchanges.map((each, index) => ({ ...each, index })),
});

export const sharedOf = (...exchanges: Exchange[]): Exchange[] =>
  createSharing().share(traceOf(...exchanges)).exchanges;
export const messageOf = ({ response }: Exchange | undefined = exchangeOf()): string =>
  Object(Object(response).body).error.message;

const guest = { first: 'Testina', last: 'Fictiva', born: '1985-03-14', citizenship: 'KZ' };
export const intent = { offer: { offerId: 'o-17' }, guests: [[guest]], region: 17, checkIn: '2026-12-24' };
