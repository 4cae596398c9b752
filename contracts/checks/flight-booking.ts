/** Checks of flight bookings: their names, their end and their price (parts 2.3 and 4.3). */

import { type Opinion, unshown } from '../check.ts';
import { isUuid } from '../locate/flights.ts';
import { inBody, shown } from '../mismatch.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { asked } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { areAboutOne } from './names.ts';
import { readAnswers } from './offers.ts';
import { asksUnknownBookings } from './own-bookings.ts';
import {
  bookingReported,
  flightCancellations,
  isAboutFlight,
  isOfAnother,
  isPerhapsCancelled,
  ownFlightAsked,
  ownFlights,
} from './own-flights.ts';
import { haveTicketsEnded } from './own-tickets.ts';
import { doesNotRead, isSought, readFacts, showsNone } from './read-facts.ts';

export const hasUuid = (create: Exchange): Opinion => {
  const { at = [], bookingId } = bookingReported(create) ?? {};
  if (isUuid(bookingId)) return undefined;
  return { exchange: create, path: [...inBody, ...at, 'bookingId'], expected: 'a UUID', actual: shown(bookingId) };
};

/** Retrievals that must be answered, and trouble in place of them. */
export const retrievals = (trace: Trace): Exchange[] =>
  asksUnknownBookings(trace)
    ? []
    : readAnswers(trace, 'pnr-retrieve').filter((exchange) => !isOfAnother(trace, exchange));

/** The last retrieval of each cancelled booking: those before it may have been too early. */
export const lastRetrievals = (trace: Trace): Exchange[] =>
  ownFlights(trace).flatMap((flight) => {
    const cancel = flightCancellations(trace, flight).at(-1);
    if (!cancel) return [];
    return (
      asked(trace, 'pnr-retrieve').findLast((each) => each.index > cancel.index && areAboutOne(each, cancel)) ?? []
    );
  });

export const isNotActive = (retrieval: Exchange, trace: Trace): Opinion => {
  if (!succeeded(retrieval)) return unshown('a cancelled booking is not retrieved any more');
  if (!haveTicketsEnded(trace, retrieval)) return unshown('a ticket of the booking may still be open');
  const { at = [], isActive } = readFacts(retrieval).flightBooking ?? {};
  if (isActive === undefined) return doesNotRead(retrieval, 'isActive of the booking');
  if (!isActive) return undefined;
  const expected = 'a booking that is not active, as it was cancelled';
  return { exchange: retrieval, path: [...inBody, ...at], expected, actual: 'active' };
};

/** Cancellations of bookings that are still whole, and for which no ticket can have been issued. */
export const firstCancellations = (trace: Trace): Exchange[] =>
  asked(trace, 'pnr-cancel').filter((cancel) => {
    const flight = ownFlightAsked(trace, cancel);
    if (!flight || isPerhapsCancelled(trace, flight, cancel)) return false;
    return !asked(trace, 'ticket-issue').some(
      (issue) => issue.index < cancel.index && isAboutFlight(issue, flight) && !isRefusal(issue),
    );
  });

export const tellsPrice = (reprice: Exchange, trace: Trace): Opinion => {
  const { at = [], price } = readFacts(reprice).flightBooking ?? {};
  if (price) return undefined;
  const isRead = readAnswers(trace, 'pnr-reprice').some((each) => bookingReported(each)?.price);
  if (!isRead || !isSought(reprice, 'price')) return showsNone(reprice, 'price');
  return { exchange: reprice, path: [...inBody, ...at], expected: 'a price', actual: 'none that the binding finds' };
};
