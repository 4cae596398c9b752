/** Every topic, in the order in which their clauses are listed; and the check of each clause. */
import type { Check } from './check.ts';
import type { ClauseId } from './clauses.ts';
import type { Topic } from './topic.ts';
import { bookingStatusTopic } from './topics/booking-status.ts';
import { cancelBookingTopic } from './topics/cancel-booking.ts';
import { citiesTopic } from './topics/cities.ts';
import { createBookingTopic } from './topics/create-booking.ts';
import {
  accommodationTypesTopic,
  amenitiesTopic,
  bedTypesTopic,
  countriesTopic,
  mealTypesTopic,
} from './topics/dictionaries.ts';
import {
  ticketExchangeCalculationTopic,
  ticketExchangeTopic,
  ticketRefundCalculationTopic,
  ticketRefundTopic,
} from './topics/exchange-and-refund.ts';
import {
  aviaBookingTopic,
  pnrCancelTopic,
  pnrCreateTopic,
  pnrRepriceTopic,
  pnrRetrieveTopic,
} from './topics/flight-booking.ts';
import {
  aviaAvailabilityTopic,
  aviaFlowTopic,
  aviaOfferPriceTopic,
  aviaScheduleTopic,
  aviaSearchTopic,
  fareRulesTopic,
} from './topics/flight-search.ts';
import { bearerTopic, jsonTopic } from './topics/general.ts';
import { hotelCardTopic } from './topics/hotel-card.ts';
import { hotelPricingTopic, offerPricingTopic } from './topics/hotel-pricing.ts';
import { hotelFlowTopic, hotelSearchTopic } from './topics/hotel-search.ts';
import {
  aviaBearerTopic,
  aviaRefusalTopic,
  hotelBearerTopic,
  hotelRefusalTopic,
  refusalTopic,
} from './topics/refusals.ts';
import { searchBookingsTopic } from './topics/search-bookings.ts';
import { ticketCancelTopic } from './topics/ticket-cancel.ts';
import { ticketInfoTopic, ticketIssueTopic } from './topics/tickets.ts';
import { tokenTopic } from './topics/token.ts';
import { viewBookingTopic } from './topics/view-booking.ts';

export const topics: readonly Topic[] = [
  tokenTopic,
  bearerTopic,
  jsonTopic,
  countriesTopic,
  citiesTopic,
  accommodationTypesTopic,
  amenitiesTopic,
  bedTypesTopic,
  mealTypesTopic,
  hotelCardTopic,
  hotelFlowTopic,
  hotelSearchTopic,
  hotelPricingTopic,
  offerPricingTopic,
  createBookingTopic,
  searchBookingsTopic,
  cancelBookingTopic,
  bookingStatusTopic,
  viewBookingTopic,
  hotelRefusalTopic,
  hotelBearerTopic,
  aviaSearchTopic,
  aviaFlowTopic,
  aviaAvailabilityTopic,
  aviaScheduleTopic,
  aviaOfferPriceTopic,
  fareRulesTopic,
  pnrCreateTopic,
  pnrRetrieveTopic,
  pnrCancelTopic,
  pnrRepriceTopic,
  aviaBookingTopic,
  ticketIssueTopic,
  ticketInfoTopic,
  ticketCancelTopic,
  ticketExchangeTopic,
  ticketRefundTopic,
  ticketExchangeCalculationTopic,
  ticketRefundCalculationTopic,
  aviaRefusalTopic,
  aviaBearerTopic,
  refusalTopic,
];

const checks: ReadonlyMap<string, Check> = new Map(topics.flatMap((each) => Object.entries(each.checks)));

export const checkOf = (clause: ClauseId): Check | undefined => checks.get(clause);

/** What `clauses.ts` reads: the topics without their checks, for readers who judge nothing. */
export const compiledClauses = (): Record<string, string> => {
  const areaByTopic = Object.fromEntries(topics.map(({ name, area }) => [name, area]));
  const clauses = Object.assign({}, ...topics.map((each) => each.clauses)) as object;
  const union = (of: object): string =>
    Object.keys(of)
      .map((each) => `\n  | '${each}'`)
      .join('');
  const made = (name: string, value: object): string => `export const ${name} = ${JSON.stringify(value, null, 2)};\n`;
  const typed = (name: string, of: object, value: string): string =>
    `export const ${name}: Readonly<Record<${union(of)}, ${value}>>;\n`;
  return {
    'clauses.mjs': made('areaByTopic', areaByTopic) + made('clauses', clauses),
    'clauses.d.mts': typed('areaByTopic', areaByTopic, 'string') + typed('clauses', clauses, 'object'),
  };
};
