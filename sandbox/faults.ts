/** All faults by id: each one deliberate deviation that breaks exactly the clauses it names. */
import type { Fault } from './deviation.ts';
import { citiesFaults } from './deviations/faults/cities.ts';
import { countriesFaults } from './deviations/faults/countries.ts';
import { ticketExchangeFaults, ticketRefundFaults } from './deviations/faults/exchanges-and-refunds.ts';
import { bookedFlightFaults, flightBookingFaults, keptFlightFaults } from './deviations/faults/flight-bookings.ts';
import { flightPartnerFaults, flightRightFaults, unknownFlightFaults } from './deviations/faults/flight-partners.ts';
import { flightScheduleFaults, flightSearchFaults } from './deviations/faults/flight-search.ts';
import { flowFaults, jsonFaults, refusalFaults } from './deviations/faults/general.ts';
import { bearerFaults } from './deviations/faults/guard.ts';
import {
  hotelGuestFaults,
  hotelKeptBookingFaults,
  hotelPartnerFaults,
  hotelStatusFaults,
} from './deviations/faults/hotel-bookings.ts';
import { hotelCancellationFaults, hotelListFaults } from './deviations/faults/hotel-cancellations.ts';
import { hotelCardFaults, unknownHotelFaults } from './deviations/faults/hotel-card.ts';
import { hotelOfferIdFaults, hotelPricingFaults, hotelPricingFieldFaults } from './deviations/faults/hotel-pricing.ts';
import { hotelSearchFaults, hotelSearchFieldFaults } from './deviations/faults/hotel-search.ts';
import {
  hotelBookedAsAskedFaults,
  hotelBookedViewFaults,
  hotelViewFaults,
  hotelViewPriceFaults,
} from './deviations/faults/hotel-views.ts';
import { ticketVoidAnswerFaults, ticketVoidFaults } from './deviations/faults/ticket-voids.ts';
import { ticketInfoFaults, ticketIssueFaults } from './deviations/faults/tickets.ts';
import { tokenFaults } from './deviations/faults/tokens.ts';
import { amenitiesFaults, typeListFaults } from './deviations/faults/type-lists.ts';
import { domainCombinationFaults, unusualFaults } from './deviations/faults/unusual.ts';
import { unusualInputFaults } from './deviations/faults/unusual-inputs.ts';

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
