/** Checks of flight bookings: their names, their end and their price (parts 2.3 and 4.3). */
import { mismatch, mismatchAt, type Opinion, shown, type Two, unshown } from '../check.ts';
import { isUuid } from '../locate/bookings.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { asked, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { exchangeIdAsked, exchangeIdReported } from './calculations.ts';
import { readAnswers } from './offers.ts';
import { areAboutOne, asksUnknownBookings } from './own-bookings.ts';
import {
  bookingReported,
  flightCancellations,
  isAboutFlight,
  isInactive,
  isOfAnother,
  isOfNoFlight,
  isPerhapsCancelled,
  ownFlightAsked,
  ownFlights,
} from './own-flights.ts';
import {
  areSameTicket,
  haveTicketsEnded,
  isInItsBooking,
  ownTicketAsked,
  ticketAsked,
  ticketsReported,
} from './own-tickets.ts';
import { isSought, readFacts, showsNone } from './reads.ts';

const areAboutOneTicket = (one: Exchange, other: Exchange): boolean | undefined =>
  areSameTicket(ticketAsked(one), ticketAsked(other));

/** With an exchangeId that was calculated for another ticket of the same partner, and never for this one. */
export const byAnotherCalculation = (trace: Trace): Exchange[] =>
  asked(trace, 'ticket-exchange').filter((exchange) => {
    const exchangeId = exchangeIdAsked(exchange);
    const all = asked(trace, 'ticket-exchange-calculation').filter(
      (each) =>
        each.index < exchange.index && each.bearer === exchange.bearer && exchangeIdReported(each) === exchangeId,
    );
    const isOfOthers = all.length > 0 && all.every((each) => areAboutOneTicket(each, exchange) === false);
    return exchangeId !== undefined && isOfOthers && !isAboutRights(exchange);
  });

/** An exchange that succeeded, and a later one of the same ticket by the same exchangeId. */
export const once = (trace: Trace): Two[] =>
  asked(trace, 'ticket-exchange').flatMap((again): Two[] => {
    const first = asked(trace, 'ticket-exchange').find(
      (each) =>
        each.index < again.index &&
        each.bearer === again.bearer &&
        succeeded(each) &&
        exchangeIdAsked(each) !== undefined &&
        exchangeIdAsked(each) === exchangeIdAsked(again) &&
        areAboutOneTicket(each, again) === true,
    );
    return first ? [{ exchanges: [first, again] }] : [];
  });

export const exchangesNothing = ({ exchanges: [first, again] }: Two): Opinion => {
  if (!succeeded(again)) return undefined;
  const known = [ticketAsked(first), ...ticketsReported(first)];
  const isNew = ticketsReported(again).some((one) => known.every((each) => areSameTicket(one, each) === false));
  return isNew
    ? mismatch(again, ['response', 'status'], 'a refusal, or the new ticket of the first time')
    : unshown('the answer reports no other ticket than the first time');
};

/** Of a ticket that ticket_issue issued, in another booking of the same partner. */
export const elsewhere = (trace: Trace): Exchange[] =>
  asked(trace, 'ticket-cancel').filter((exchange) => {
    const ticket = ownTicketAsked(trace, exchange);
    return (
      ticket?.partner === exchange.bearer &&
      ticket.issue.operation === 'ticket-issue' &&
      ownFlightAsked(trace, exchange) !== undefined &&
      !isInItsBooking(exchange, ticket)
    );
  });

export const hasUuid = (create: Exchange): Opinion => {
  const { at = [], bookingId } = bookingReported(create) ?? {};
  if (isUuid(bookingId)) return undefined;
  return mismatchAt(create, [...at, 'bookingId'], { expected: 'a UUID', actual: shown(bookingId) });
};

/** Retrievals that must be answered, and trouble in place of them. */
export const retrievals = (trace: Trace): Exchange[] =>
  asksUnknownBookings(trace)
    ? []
    : readAnswers(trace, 'pnr-retrieve').filter(
        (exchange) => !isOfAnother(trace, exchange) && !isOfNoFlight(trace, exchange),
      );

export const repricings = (trace: Trace): Exchange[] =>
  readAnswers(trace, 'pnr-reprice').filter((exchange) => !isOfNoFlight(trace, exchange));

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
  return isInactive(retrieval, 'it was cancelled');
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

export const reportsPrice = (reprice: Exchange, trace: Trace): Opinion => {
  const { at = [], price } = readFacts(reprice).flightBooking ?? {};
  if (price) return undefined;
  const isRead = readAnswers(trace, 'pnr-reprice').some((each) => bookingReported(each)?.price);
  if (!isRead || !isSought(reprice, 'price')) return showsNone(reprice, 'price');
  return mismatchAt(reprice, at, { expected: 'a price', actual: 'none that the binding finds' });
};
