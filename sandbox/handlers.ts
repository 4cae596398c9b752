/** All operations with their paths, and what answers them. */
import type { OperationId } from '../contracts/operations.ts';
import { type Handler, type SalesHandler, type SoldOperation, selling } from './asked.ts';
import type { AviaOperation } from './avia/canonical.ts';
import {
  accommodationTypes,
  amenities,
  bedTypes,
  cities,
  countries,
  hotelStatic,
  mealTypes,
  token,
} from './handlers/dictionaries.ts';
import {
  aviaAvailability,
  aviaOfferPrice,
  aviaSchedule,
  aviaSearch,
  fareRules,
  pnrCancel,
  pnrCreate,
  pnrReprice,
  pnrRetrieve,
} from './handlers/flight-bookings.ts';
import { cancelBooking, createBooking, searchBookings, viewBooking } from './handlers/hotel-bookings.ts';
import { hotelPricing, hotelSearch, offerPricing } from './handlers/hotel-offers.ts';
import {
  ticketCancel,
  ticketExchange,
  ticketExchangeCalculation,
  ticketInfo,
  ticketIssue,
  ticketRefund,
  ticketRefundCalculation,
} from './handlers/tickets.ts';

export type Route = {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: string | RegExp;
  readonly handle: Handler;
};

const get = (operation: OperationId, path: string | RegExp, handle: Handler): Route => ({
  operation,
  method: 'GET',
  path,
  handle,
});

const post = <Operation extends SoldOperation>(
  operation: Operation,
  path: string | RegExp,
  handle: SalesHandler<Operation>,
): Route => ({ operation, method: 'POST', path, handle: selling(operation, handle) });

/** Part 4 writes the paths of flights in two forms. */
const fly = <Operation extends AviaOperation>(operation: Operation, name: string, handle: SalesHandler<Operation>) =>
  post(operation, new RegExp(`^(?:/api)?/avia/${name}$`), handle);

export const routes: readonly Route[] = [
  { operation: 'token', method: 'POST', path: '/auth/token', handle: token },
  get('countries', '/api/dictionary/countries', countries),
  get('cities', '/api/dictionary/cities', cities),
  get('accommodation-types', '/api/dictionary/hotels/accommodation-types', accommodationTypes),
  get('amenities', '/api/dictionary/hotels/amenities', amenities),
  get('bed-types', '/api/dictionary/hotels/bed-types', bedTypes),
  get('meal-types', '/api/dictionary/hotels/meal-types', mealTypes),
  get('hotel-static', /^\/api\/dictionary\/hotels\/[^/]+\/static$/, hotelStatic),
  post('hotel-search', '/api/hotels/search', hotelSearch),
  post('hotel-pricing', '/api/hotels/hotel_pricing', hotelPricing),
  post('offer-pricing', '/api/hotels/offer_pricing', offerPricing),
  post('create-booking', '/api/hotels/create_booking', createBooking),
  post('view-booking', '/api/hotels/view_booking', viewBooking),
  post('search-bookings', '/api/hotels/search_bookings', searchBookings),
  post('cancel-booking', '/api/hotels/cancel_booking', cancelBooking),
  fly('avia-search', 'search', aviaSearch),
  fly('avia-availability', 'availability', aviaAvailability),
  fly('avia-schedule', 'schedule', aviaSchedule),
  fly('avia-offer-price', 'offer_price', aviaOfferPrice),
  fly('fare-rules', 'fare_rules', fareRules),
  fly('pnr-create', 'pnr_create', pnrCreate),
  fly('pnr-retrieve', 'pnr_retrieve', pnrRetrieve),
  fly('pnr-cancel', 'pnr_cancel', pnrCancel),
  fly('pnr-reprice', 'pnr_reprice', pnrReprice),
  fly('ticket-issue', 'ticket_issue', ticketIssue),
  fly('ticket-info', 'ticket_info', ticketInfo),
  fly('ticket-cancel', 'ticket_cancel', ticketCancel),
  fly('ticket-exchange-calculation', 'ticket_exchange_calculation', ticketExchangeCalculation),
  fly('ticket-exchange', 'ticket_exchange', ticketExchange),
  fly('ticket-refund-calculation', 'ticket_refund_calculation', ticketRefundCalculation),
  fly('ticket-refund', 'ticket_refund', ticketRefund),
];
