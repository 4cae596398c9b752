/** Checks of who gets at what of flights: partners at what is of the other, and calculations and bookings at what is not theirs. */

import { type Opinion, type Two, unshown } from '../check.ts';
import { mismatch } from '../mismatch.ts';
import { succeeded } from '../outcome.ts';
import { asked, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { exchangeIdAsked, exchangeIdReported } from './calculations.ts';
import { ownFlightAsked } from './own-flights.ts';
import { areSameTicket, isInItsBooking, ownTicketAsked, ticketAsked, ticketsReported } from './own-tickets.ts';

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
