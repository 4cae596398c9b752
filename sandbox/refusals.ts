/** Why operations that sell refuse, and the reply that says so. */
import { isDeepStrictEqual } from 'node:util';
import { type Reply, refusal } from './reply.ts';

/** Codes of ticket_cancel are documented; the others are ours. */
export type Refused = { readonly status: number; readonly code: string; readonly message: string };

export const refusedReply = ({ status, code, message }: Refused): Reply => refusal(status, { code, message });

const refused =
  (status: number, code: string) =>
  (message: string): Refused => ({ status, code, message });

export const invalidRequest = refused(400, 'INVALID_REQUEST');
export const supplierError = refused(422, 'SUPPLIER_ERROR');

export const searchNotFound: Refused = {
  status: 404,
  code: 'SEARCH_NOT_FOUND',
  message: 'There is no such search, or it is too old: search again.',
};
export const offerNotFound = refused(404, 'OFFER_NOT_FOUND')('The search has told no such offer.');
export const bookingNotFound = refused(404, 'BOOKING_NOT_FOUND')('There is no such booking.');

// Why avia operations refuse.

export const invalidBookingState = refused(409, 'INVALID_BOOKING_STATE');
export const invalidTicketState = refused(409, 'INVALID_TICKET_STATE');

export const flightNotFound = refused(404, 'FLIGHT_NOT_FOUND')('No such flight is flown on that day.');
export const ticketNotFound = refused(404, 'TICKET_NOT_FOUND')('The booking has no such ticket.');
export const exchangeNotFound = refused(404, 'EXCHANGE_NOT_FOUND')('No such exchange was calculated for this ticket.');
export const refundNotCalculated = refused(
  409,
  'REFUND_NOT_CALCULATED',
)('Have the refund of the ticket calculated first.');
export const calculationNotFound = refused(404, 'CALCULATION_NOT_FOUND')('No such refund was calculated.');
export const accessDenied = refused(
  403,
  'ACCESS_DENIED',
)('The booking belongs to an agency: you have no rights to it.');
export const noSeats = refused(409, 'NO_SEATS')('The flight has no seats left.');
export const ticketUsed = refused(409, 'TICKET_USED')('A coupon of the ticket was used.');
export const voidTimeExpired = refused(409, 'VOID_TIME_EXPIRED')('The ticket can no longer be voided: refund it.');
export const limitPassed = refused(
  409,
  'TICKETING_LIMIT_PASSED',
)('The booking was given up: its ticketing limit has passed.');
export const notExchangeable = refused(409, 'NOT_EXCHANGEABLE')('The fare allows no exchange.');
export const notRefundable = refused(409, 'NOT_REFUNDABLE')('The fare gives nothing back.');
export const nothingToExchangeFor = refused(409, 'NO_EXCHANGE_OFFERS')('Nothing is flown on that day.');

// Why hotel operations refuse.

export const regionNotFound = refused(404, 'REGION_NOT_FOUND')('There is no such region.');
export const hotelNotFound = refused(404, 'HOTEL_NOT_FOUND')('The search found no such hotel.');
export const noRoomLeft = supplierError('The supplier has no room left.');

export const isNoRoomLeft = ({ body }: Reply): boolean => isDeepStrictEqual(body, refusedReply(noRoomLeft).body);
