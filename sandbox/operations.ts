/** The operations this service serves. */
import type { OperationId } from '../contracts/operations.ts';
import type { AviaOperation } from './avia/canonical.ts';
import type { HotelOperation } from './hotels/canonical.ts';

/** Reference data behind the bearer token. */
export const dictionaryIds = [
  'countries',
  'cities',
  'accommodation-types',
  'amenities',
  'bed-types',
  'meal-types',
  'hotel-static',
] as const satisfies readonly OperationId[];

/** Everything behind the bearer token that sells or books hotels. */
export const hotelIds = [
  'hotel-search',
  'hotel-pricing',
  'offer-pricing',
  'create-booking',
  'view-booking',
  'search-bookings',
  'cancel-booking',
] as const satisfies readonly HotelOperation[];

/** Everything behind the bearer token that sells, books or tickets flights. */
export const aviaIds = [
  'avia-search',
  'avia-availability',
  'avia-schedule',
  'avia-offer-price',
  'fare-rules',
  'pnr-create',
  'pnr-retrieve',
  'pnr-cancel',
  'pnr-reprice',
  'ticket-issue',
  'ticket-info',
  'ticket-cancel',
  'ticket-exchange-calculation',
  'ticket-exchange',
  'ticket-refund-calculation',
  'ticket-refund',
] as const satisfies readonly AviaOperation[];

export const everyOperation: readonly OperationId[] = ['token', ...dictionaryIds, ...hotelIds, ...aviaIds];

export const isOperationId = (id: string): id is OperationId => (everyOperation as readonly string[]).includes(id);
