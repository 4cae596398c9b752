/** Every flow, in the order in which a run walks them. */

import { type Flow, phases } from '../engine/flow.ts';
import { askCitiesBadly } from './ask-cities-badly.ts';
import { askFlightsBadly } from './ask-flights-badly.ts';
import { askHotelsBadly } from './ask-hotels-badly.ts';
import { askUnknownCountries } from './ask-unknown-countries.ts';
import { bookThenCancel } from './book-then-cancel.ts';
import { bookThenCancelFlight } from './book-then-cancel-flight.ts';
import { bookThenVoid } from './book-then-void.ts';
import { bookWithIncompleteGuests } from './book-with-incomplete-guests.ts';
import { exchangeTicket } from './exchange-ticket.ts';
import { issueTokens } from './issue-tokens.ts';
import { listAccommodationTypes } from './list-accommodation-types.ts';
import { listAmenities } from './list-amenities.ts';
import { listBedTypes } from './list-bed-types.ts';
import { listBookings } from './list-bookings.ts';
import { listCities } from './list-cities.ts';
import { listCountries } from './list-countries.ts';
import { listMealTypes } from './list-meal-types.ts';
import { beginUseTokenAfterItsEnd, useTokenAfterItsEnd } from './obligations/use-token-after-its-end.ts';
import { beginUseTokenToItsEnd, useTokenToItsEnd } from './obligations/use-token-to-its-end.ts';
import { beginVoidAfterWindow, voidAfterWindow } from './obligations/void-after-window.ts';
import { beginVoidAsWindowEnds, voidAsWindowEnds } from './obligations/void-as-window-ends.ts';
import { outliveToken } from './outlive-token.ts';
import { outliveVoidWindow } from './outlive-void-window.ts';
import { priceHotels } from './price-hotels.ts';
import { refundTicket } from './refund-ticket.ts';
import { refuseLogins } from './refuse-logins.ts';
import { reuseToken } from './reuse-token.ts';
import { searchFlights } from './search-flights.ts';
import { searchHotels } from './search-hotels.ts';
import { sendBadTokens } from './send-bad-tokens.ts';
import { sendBadTokensToFlights } from './send-bad-tokens-to-flights.ts';
import { sendBadTokensToHotels } from './send-bad-tokens-to-hotels.ts';
import { showHotelCards } from './show-hotel-cards.ts';
import { showUnknownHotels } from './show-unknown-hotels.ts';
import { voidUsedTicket } from './void-used-ticket.ts';
import { walkAfterWrongLogin } from './walk-after-wrong-login.ts';

const all: readonly Flow[] = [
  useTokenToItsEnd,
  issueTokens,
  // What is due first: a run may take longer than it can wait.
  voidAsWindowEnds,
  voidAfterWindow,
  useTokenAfterItsEnd,
  reuseToken,
  // Before others, because a token that few have used shows in so many requests when it stops serving.
  listCities,
  listCountries,
  listAccommodationTypes,
  listAmenities,
  listBedTypes,
  listMealTypes,
  showHotelCards,
  showUnknownHotels,
  askUnknownCountries,
  askCitiesBadly,
  sendBadTokens,
  // What is refused, cancelled, calculated or voided changes nothing for what is asked after it.
  bookWithIncompleteGuests,
  searchHotels,
  priceHotels,
  bookThenCancel,
  listBookings,
  askHotelsBadly,
  sendBadTokensToHotels,
  refundTicket,
  bookThenVoid,
  exchangeTicket,
  voidUsedTicket,
  bookThenCancelFlight,
  searchFlights,
  askFlightsBadly,
  sendBadTokensToFlights,
  beginVoidAsWindowEnds,
  beginVoidAfterWindow,
  beginUseTokenToItsEnd,
  beginUseTokenAfterItsEnd,
  // Its token is that of the run as long as no clock was moved.
  outliveToken,
  outliveVoidWindow,
  walkAfterWrongLogin,
  refuseLogins,
];

export const flows: readonly Flow[] = [...all].sort((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase));

export const flowOf = (id: string): Flow | undefined => flows.find((flow) => flow.id === id);
