/** Checks of who gets at what of flights: partners at what is of the other, and calculations and bookings at what is not theirs. */
import { type Check, check, type Opinion, type Two, unshown } from '../check.ts';
import { mismatch } from '../mismatch.ts';
import { succeeded } from '../outcome.ts';
import { asked, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { exchangeIdAsked, exchangeIdReported } from './calculations.ts';
import { isOfAnother, ownFlightAsked } from './own-flights.ts';
import {
  areSameTicket,
  isInItsBooking,
  isTicketOfAnother,
  ownTicketAsked,
  ticketAsked,
  ticketsReported,
} from './own-tickets.ts';
import { isRefused, otherPartnerIsRefused } from './refused-asks.ts';
import { isOfAnothersSearch } from './search-behind.ts';

const areAboutOneTicket = (one: Exchange, other: Exchange): boolean | undefined =>
  areSameTicket(ticketAsked(one), ticketAsked(other));

/** With an exchangeId that was calculated for another ticket of the same partner, and never for this one. */
const byAnotherCalculation = (trace: Trace): Exchange[] =>
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
const once = (trace: Trace): Two[] =>
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

const exchangesNothing = ({ exchanges: [first, again] }: Two): Opinion => {
  if (!succeeded(again)) return undefined;
  const known = [ticketAsked(first), ...ticketsReported(first)];
  const isNew = ticketsReported(again).some((one) => known.every((each) => areSameTicket(one, each) === false));
  return isNew
    ? mismatch(again, ['response', 'status'], 'a refusal, or the new ticket of the first time')
    : unshown('the answer reports no other ticket than the first time');
};

/** Of a ticket that ticket_issue issued, in another booking of the same partner. */
const elsewhere = (trace: Trace): Exchange[] =>
  asked(trace, 'ticket-cancel').filter((exchange) => {
    const ticket = ownTicketAsked(trace, exchange);
    return (
      ticket?.partner === exchange.bearer &&
      ticket.issue.operation === 'ticket-issue' &&
      ownFlightAsked(trace, exchange) !== undefined &&
      !isInItsBooking(exchange, ticket)
    );
  });

export const flightRightsChecks: readonly Check[] = [
  otherPartnerIsRefused('avia-offer-price.other-partner-sees-nothing', 'avia-offer-price', (trace, exchange) =>
    isOfAnothersSearch(trace, 'avia-search', exchange),
  ),
  otherPartnerIsRefused('fare-rules.other-partner-sees-nothing', 'fare-rules', (trace, exchange) =>
    isOfAnothersSearch(trace, 'avia-search', exchange),
  ),
  otherPartnerIsRefused('pnr-reprice.other-partner-is-refused', 'pnr-reprice', isOfAnother),
  otherPartnerIsRefused('ticket-issue.other-partner-is-refused', 'ticket-issue', isOfAnother),
  otherPartnerIsRefused('ticket-exchange.other-partner-is-refused', 'ticket-exchange', isTicketOfAnother),
  check('ticket-exchange.calculation-of-another-ticket-is-refused', { given: byAnotherCalculation, then: isRefused }),
  check('ticket-exchange.calculation-serves-once', { given: once, then: exchangesNothing }),
  otherPartnerIsRefused('ticket-refund.other-partner-is-refused', 'ticket-refund', isTicketOfAnother),
  check('ticket-cancel.ticket-of-another-booking-is-refused', { given: elsewhere, then: isRefused }),
];
