/** All faults by id: each one deliberate deviation that breaks exactly the clauses it names. */
import type { Fault } from './deviation.ts';
import { amenitiesFaults } from './faults/amenities.ts';
import { bearerFaults } from './faults/bearer.ts';
import { bookedFlightFaults } from './faults/booked-flights.ts';
import { citiesFaults } from './faults/cities.ts';
import { countriesFaults } from './faults/countries.ts';
import { domainCombinationFaults } from './faults/domain-combinations.ts';
import { flightBookingFaults } from './faults/flight-bookings.ts';
import { flightPartnerFaults } from './faults/flight-partners.ts';
import { flightRightFaults } from './faults/flight-rights.ts';
import { flightScheduleFaults } from './faults/flight-schedule.ts';
import { flightSearchFaults } from './faults/flight-search.ts';
import { hotelBookedAsAskedFaults } from './faults/hotel-booked-as-asked.ts';
import { hotelBookedViewFaults } from './faults/hotel-booked-views.ts';
import { hotelCancellationFaults } from './faults/hotel-cancellations.ts';
import { hotelCardFaults } from './faults/hotel-card.ts';
import { hotelGuestFaults } from './faults/hotel-guests.ts';
import { hotelKeptBookingFaults } from './faults/hotel-kept-bookings.ts';
import { hotelListFaults } from './faults/hotel-lists.ts';
import { hotelOfferIdFaults } from './faults/hotel-offer-ids.ts';
import { hotelPartnerFaults } from './faults/hotel-partners.ts';
import { hotelPricingFaults } from './faults/hotel-pricing.ts';
import { hotelPricingFieldFaults } from './faults/hotel-pricing-fields.ts';
import { hotelSearchFaults } from './faults/hotel-search.ts';
import { hotelSearchFieldFaults } from './faults/hotel-search-fields.ts';
import { hotelStatusFaults } from './faults/hotel-statuses.ts';
import { hotelViewPriceFaults } from './faults/hotel-view-prices.ts';
import { hotelViewFaults } from './faults/hotel-views.ts';
import { jsonFaults } from './faults/json.ts';
import { keptFlightFaults } from './faults/kept-flights.ts';
import { refusalFaults } from './faults/refusals.ts';
import { ticketExchangeFaults } from './faults/ticket-exchanges.ts';
import { ticketInfoFaults } from './faults/ticket-info.ts';
import { ticketIssueFaults } from './faults/ticket-issue.ts';
import { ticketRefundFaults } from './faults/ticket-refunds.ts';
import { ticketVoidAnswerFaults } from './faults/ticket-void-answers.ts';
import { ticketVoidFaults } from './faults/ticket-voids.ts';
import { tokenFaults } from './faults/token.ts';
import { typeListFaults } from './faults/type-lists.ts';
import { flowFaults } from './faults/typical-flows.ts';
import { unknownFlightFaults } from './faults/unknown-flights.ts';
import { unknownHotelFaults } from './faults/unknown-hotels.ts';
import { unusualFaults } from './faults/unusual.ts';
import { unusualInputFaults } from './faults/unusual-inputs.ts';

const list = [
  ...tokenFaults,
  ...bearerFaults,
  ...jsonFaults,
  ...countriesFaults,
  ...citiesFaults,
  ...typeListFaults,
  ...amenitiesFaults,
  ...hotelCardFaults,
  ...unknownHotelFaults,
  ...hotelSearchFieldFaults,
  ...hotelSearchFaults,
  ...hotelOfferIdFaults,
  ...hotelPricingFieldFaults,
  ...hotelPricingFaults,
  ...flowFaults,
  ...hotelGuestFaults,
  ...hotelStatusFaults,
  ...hotelViewFaults,
  ...hotelBookedViewFaults,
  ...hotelBookedAsAskedFaults,
  ...hotelPartnerFaults,
  ...hotelKeptBookingFaults,
  ...hotelViewPriceFaults,
  ...hotelListFaults,
  ...hotelCancellationFaults,
  ...refusalFaults,
  ...ticketIssueFaults,
  ...ticketInfoFaults,
  ...ticketVoidFaults,
  ...ticketVoidAnswerFaults,
  ...ticketExchangeFaults,
  ...ticketRefundFaults,
  ...flightSearchFaults,
  ...flightScheduleFaults,
  ...flightBookingFaults,
  ...keptFlightFaults,
  ...bookedFlightFaults,
  ...flightRightFaults,
  ...flightPartnerFaults,
  ...unknownFlightFaults,
  ...domainCombinationFaults,
  ...unusualFaults,
  ...unusualInputFaults,
];

export type FaultId = (typeof list)[number]['id'];

export const faults = Object.fromEntries(list.map((one) => [one.id, one])) as Readonly<Record<FaultId, Fault<FaultId>>>;

export const faultIds: readonly FaultId[] = list.map(({ id }) => id);

/** Those that the plain flows see, and the prover proves with them. */
export const plainFaultIds: readonly FaultId[] = faultIds.filter((id) => !faults[id].onlyExplored);

export const isFaultId = (id: string): id is FaultId => Object.hasOwn(faults, id);
