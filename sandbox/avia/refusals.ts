/** Why avia operations refuse. */
import { refused } from '../sales/refusals.ts';

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
