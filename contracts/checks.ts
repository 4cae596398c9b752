/** Every check, by the clause it judges. */
import type { Check } from './check.ts';
import { aviaRefusalsChecks } from './checks/avia-refusals.ts';
import { bearerChecks } from './checks/bearer.ts';
import { bookedAsAskedChecks } from './checks/booked-as-asked.ts';
import { bookedFlightChecks } from './checks/booked-flights.ts';
import { bookedViewChecks } from './checks/booked-views.ts';
import { bookingStatusChecks } from './checks/booking-status.ts';
import { cancelBookingChecks } from './checks/cancel-booking.ts';
import { citiesChecks } from './checks/cities.ts';
import { countriesChecks } from './checks/countries.ts';
import { eachKindChecks } from './checks/each-kind.ts';
import { filteredListChecks } from './checks/filtered-lists.ts';
import { flightBookingChecks } from './checks/flight-booking.ts';
import { flightFlowChecks } from './checks/flight-flow.ts';
import { flightRightsChecks } from './checks/flight-rights.ts';
import { flightSearchChecks } from './checks/flight-search.ts';
import { guestsShownChecks } from './checks/guests-shown.ts';
import { hotelBookingChecks } from './checks/hotel-booking.ts';
import { hotelCardChecks } from './checks/hotel-card.ts';
import { hotelDictionariesChecks } from './checks/hotel-dictionaries.ts';
import { hotelFlowChecks } from './checks/hotel-flow.ts';
import { hotelPricingChecks } from './checks/hotel-pricing.ts';
import { hotelRefusalsChecks } from './checks/hotel-refusals.ts';
import { hotelSearchChecks } from './checks/hotel-search.ts';
import { jsonChecks } from './checks/json.ts';
import { keptBookingChecks } from './checks/kept-bookings.ts';
import { keptFlightChecks } from './checks/kept-flights.ts';
import { refusalSuccessChecks } from './checks/refusal-success.ts';
import { refusedLoginChecks } from './checks/refused-login.ts';
import { searchBookingsChecks } from './checks/search-bookings.ts';
import { ticketCancelChecks } from './checks/ticket-cancel.ts';
import { ticketExchangeChecks } from './checks/ticket-exchange.ts';
import { ticketIssueChecks } from './checks/ticket-issue.ts';
import { ticketRefundChecks } from './checks/ticket-refund.ts';
import { ticketsIssuedChecks } from './checks/tickets-issued.ts';
import { tokenChecks } from './checks/token.ts';
import { twoBookingChecks } from './checks/two-bookings.ts';
import { unknownFlightsChecks } from './checks/unknown-flights.ts';
import { viewBookingChecks } from './checks/view-booking.ts';
import { viewComparisonChecks } from './checks/view-comparisons.ts';
import { viewPriceDetailsChecks } from './checks/view-price-details.ts';
import { voidRefusalsChecks } from './checks/void-refusals.ts';
import type { ClauseId } from './clauses.ts';

export const checks: readonly Check[] = [
  ...tokenChecks,
  ...refusedLoginChecks,
  ...bearerChecks,
  ...jsonChecks,
  ...countriesChecks,
  ...citiesChecks,
  ...hotelDictionariesChecks,
  ...hotelCardChecks,
  ...hotelSearchChecks,
  ...hotelFlowChecks,
  ...hotelPricingChecks,
  ...hotelBookingChecks,
  ...bookingStatusChecks,
  ...searchBookingsChecks,
  ...filteredListChecks,
  ...cancelBookingChecks,
  ...viewBookingChecks,
  ...bookedViewChecks,
  ...twoBookingChecks,
  ...keptBookingChecks,
  ...bookedAsAskedChecks,
  ...guestsShownChecks,
  ...viewPriceDetailsChecks,
  ...viewComparisonChecks,
  ...hotelRefusalsChecks,
  ...flightSearchChecks,
  ...flightFlowChecks,
  ...eachKindChecks,
  ...flightBookingChecks,
  ...keptFlightChecks,
  ...bookedFlightChecks,
  ...flightRightsChecks,
  ...ticketsIssuedChecks,
  ...unknownFlightsChecks,
  ...ticketIssueChecks,
  ...ticketCancelChecks,
  ...voidRefusalsChecks,
  ...ticketExchangeChecks,
  ...ticketRefundChecks,
  ...aviaRefusalsChecks,
  ...refusalSuccessChecks,
];

const byClause = new Map(checks.map((check) => [check.clause, check]));

export const checkOf = (clause: ClauseId): Check | undefined => byClause.get(clause);
