/** Every story of answers: how a lawful service may tell it. */
import type fc from 'fast-check';
import { hotelBookings, incompleteGuests, unknownHotelBookings } from './bookings.ts';
import { knownCards, unknownCards } from './cards.ts';
import { citiesTold } from './cities.ts';
import { flightBookings, unknownFlightBookings } from './flights.ts';
import { hotelWalks } from './hotel-walks.ts';
import { hotelOffers } from './hotels.ts';
import { cardRead, citiesRead, listRead } from './reads.ts';
import { badTokens, wrongLogins } from './refusals.ts';
import type { Telling } from './telling.ts';
import { exchangedTickets, namedTickets, refundedTickets, voidedTickets } from './tickets.ts';
import { logins, tokenLife } from './tokens.ts';
import { twoBookings } from './two-bookings.ts';

export const stories: Readonly<Record<string, fc.Arbitrary<Telling>>> = {
  logins,
  'the life of a token': tokenLife,
  'wrong logins': wrongLogins,
  'tokens that do not count': badTokens,
  'countries read again': listRead('countries'),
  'accommodation types read again': listRead('accommodation-types'),
  'amenities read again': listRead('amenities'),
  'amenities in two languages': listRead('amenities', { language: 'en' }),
  'amenities of two partners': listRead('amenities', { bearer: 'other' }),
  'bed types read again': listRead('bed-types'),
  'meal types read again': listRead('meal-types'),
  'cities read again': citiesRead,
  cities: citiesTold,
  'hotel cards': knownCards,
  'unknown hotels': unknownCards,
  'a card read again': cardRead,
  'hotel offers': hotelOffers,
  'the way to a hotel booking': hotelWalks,
  'a hotel booking': hotelBookings,
  'incomplete guests': incompleteGuests,
  'unknown hotel bookings': unknownHotelBookings,
  'two bookings at a time': twoBookings,
  flights: flightBookings,
  'unknown flights': unknownFlightBookings,
  'voided tickets': voidedTickets,
  'refunded tickets': refundedTickets,
  'exchanged tickets': exchangedTickets,
  'tickets that the target names': namedTickets,
};
