/** The operations this service serves, by the kinds that deviations speak of. */
import type { OperationId } from '../contracts/operations.ts';
import type { Change } from './deviation.ts';

/** Everything behind the bearer token. */
export const dictionaryIds = [
  'countries',
  'cities',
  'accommodation-types',
  'amenities',
  'bed-types',
  'meal-types',
  'hotel-static',
] as const satisfies readonly OperationId[];

export const everyOperation: readonly OperationId[] = ['token', ...dictionaryIds];

export const isOperationId = (id: string): id is OperationId => (everyOperation as readonly string[]).includes(id);

/** One change for the replies of several operations. */
export const changing = (
  operations: readonly OperationId[],
  change: Change,
): Readonly<Partial<Record<OperationId, Change>>> =>
  Object.fromEntries(operations.map((operation) => [operation, change]));
