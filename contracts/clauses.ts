/** The clause table: every statement of the interface that a client could observe being broken. */
import type { Clause } from './clause.ts';
import { aviaRefusalClauses } from './clauses/avia-refusals.ts';
import { bearerClauses } from './clauses/bearer.ts';
import { bookedAsAskedClauses } from './clauses/booked-as-asked.ts';
import { bookedFlightClauses } from './clauses/booked-flights.ts';
import { citiesClauses } from './clauses/cities.ts';
import { countriesClauses } from './clauses/countries.ts';
import { exchangeAndRefundClauses } from './clauses/exchange-and-refund.ts';
import { flightBookingClauses } from './clauses/flight-booking.ts';
import { flightRightsClauses } from './clauses/flight-rights.ts';
import { flightSearchClauses } from './clauses/flight-search.ts';
import { hotelBookingClauses } from './clauses/hotel-booking.ts';
import { hotelCardClauses } from './clauses/hotel-card.ts';
import { hotelDictionaryClauses } from './clauses/hotel-dictionaries.ts';
import { hotelPricingClauses } from './clauses/hotel-pricing.ts';
import { hotelRefusalClauses } from './clauses/hotel-refusals.ts';
import { hotelSearchClauses } from './clauses/hotel-search.ts';
import { jsonClauses } from './clauses/json.ts';
import { keptBookingClauses } from './clauses/kept-bookings.ts';
import { keptFlightClauses } from './clauses/kept-flights.ts';
import { refusalClauses } from './clauses/refusals.ts';
import { ticketsClauses } from './clauses/tickets.ts';
import { tokenClauses } from './clauses/token.ts';
import { viewBookingClauses } from './clauses/view-booking.ts';

export const clauses = {
  ...tokenClauses,
  ...bearerClauses,
  ...jsonClauses,
  ...countriesClauses,
  ...citiesClauses,
  ...hotelDictionaryClauses,
  ...hotelCardClauses,
  ...hotelSearchClauses,
  ...hotelPricingClauses,
  ...hotelBookingClauses,
  ...viewBookingClauses,
  ...keptBookingClauses,
  ...bookedAsAskedClauses,
  ...hotelRefusalClauses,
  ...flightSearchClauses,
  ...flightBookingClauses,
  ...ticketsClauses,
  ...keptFlightClauses,
  ...bookedFlightClauses,
  ...flightRightsClauses,
  ...exchangeAndRefundClauses,
  ...aviaRefusalClauses,
  ...refusalClauses,
} as const satisfies Record<string, Clause>;

export type ClauseId = keyof typeof clauses;

export const clauseIds = Object.keys(clauses) as ClauseId[];

export type Topic = ClauseId extends `${infer Name}.${string}` ? Name : never;

/**
 * All clauses of these topics, those too that somebody adds later.
 *
 * @throws when an exception is in none of the topics.
 */
export const clausesOf = (
  topics: readonly Topic[],
  { except = [] }: { readonly except?: readonly ClauseId[] } = {},
): ClauseId[] => {
  const all = clauseIds.filter((id) => topics.some((topic) => id.startsWith(`${topic}.`)));
  const stray = except.find((id) => !all.includes(id));
  if (stray !== undefined) throw new RangeError(`${stray} is no clause of ${topics.join(', ')}`);
  return all.filter((id) => !except.includes(id));
};

export const isClauseId = (id: string): id is ClauseId => Object.hasOwn(clauses, id);

export const clause = (id: ClauseId): Clause => clauses[id];
