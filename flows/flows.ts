/** Every flow, in the order in which a run walks them. */
import { type Flow, phases } from '../engine/flow.ts';
import { actOnFlights } from './act-on-flights.ts';
import { actOnStays } from './act-on-stays.ts';
import { askFlightsBadly } from './ask-flights-badly.ts';
import { askHotelsBadly } from './ask-hotels-badly.ts';
import { bookThenCancel, listBookings } from './book-then-cancel.ts';
import { bookThenCancelFlight } from './book-then-cancel-flight.ts';
import { bookThenVoid, voidUsedTicket } from './book-then-void.ts';
import { bookWithIncompleteGuests } from './book-with-incomplete-guests.ts';
import { askCitiesBadly, askUnknownCountries, listCities } from './cities.ts';
import {
  listAccommodationTypes,
  listAmenities,
  listBedTypes,
  listCountries,
  listMealTypes,
  showHotelCards,
  showUnknownHotels,
} from './dictionaries.ts';
import { exchangeThenRefund } from './exchange-then-refund.ts';
import {
  beginUseTokenAfterItsEnd,
  beginUseTokenToItsEnd,
  outliveToken,
  useTokenAfterItsEnd,
  useTokenToItsEnd,
} from './outlive-token.ts';
import {
  beginVoidAfterWindow,
  beginVoidAsWindowEnds,
  outliveVoidWindow,
  voidAfterWindow,
  voidAsWindowEnds,
} from './outlive-void-window.ts';
import { priceHotels } from './price-hotels.ts';
import { searchFlights } from './search-flights.ts';
import { searchHotels } from './search-hotels.ts';
import { sendBadTokens, sendBadTokensToHotels } from './send-bad-tokens.ts';
import { sendBadTokensToFlights } from './send-bad-tokens-to-flights.ts';
import { issueTokens, refuseLogins, reuseToken, walkAfterWrongLogin } from './tokens.ts';

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
  bookThenVoid,
  exchangeThenRefund,
  voidUsedTicket,
  bookThenCancelFlight,
  searchFlights,
  askFlightsBadly,
  sendBadTokensToFlights,
  // With what others leave of the budget.
  actOnStays,
  actOnFlights,
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
