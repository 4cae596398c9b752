/** One valid request to every operation of the dictionary, for flows that are about the token and not about the data. */
import fc from 'fast-check';
import type { Call } from '../../client/client.ts';
import { dictionaryOperations, type OperationId } from '../../contracts/operations.ts';

/** Ids that need not exist: whether the token counts is decided before. */
export const askedIds = fc.record({
  countryId: fc.integer({ min: 1, max: 300 }),
  hotelId: fc.integer({ min: 1, max: 10_000 }),
});

/** @param isAsked Leaves out the operations that a run does not look at. */
export const dictionaryAsks = (
  { countryId, hotelId }: { countryId: number; hotelId: number },
  isAsked: (operation: OperationId) => boolean,
): Call[] =>
  dictionaryOperations.filter(isAsked).map((operation) => ({
    operation,
    ...(operation === 'cities' && { query: [['countryId', String(countryId)]] as const }),
    ...(operation === 'hotel-static' && { path: { hotelId: String(hotelId) } }),
  }));
