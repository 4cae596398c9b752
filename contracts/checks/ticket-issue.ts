/** Checks of issuing tickets and of looking at them (parts 3 and 4.4). */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import { inBody, type Mismatch, shown } from '../mismatch.ts';
import { isRefusal, isTroubled } from '../outcome.ts';
import { asked, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { triesOfNewBookings } from './flight-flow.ts';
import { areAboutOne } from './names.ts';
import { readAnswers } from './offers.ts';
import { asksUnknownBookings } from './own-bookings.ts';
import { bookingReported, flightCancellations, ownFlightAsked } from './own-flights.ts';
import {
  areSameTicket,
  changesOf,
  hasDocumentedForm,
  isTicketOfAnother,
  ownTicketAsked,
  ticketAsked,
  ticketReported,
  ticketsReported,
} from './own-tickets.ts';
import { readFacts, showsNone, showsNoTickets } from './read-facts.ts';
import { isRefused, otherPartnerIsRefused } from './refused-asks.ts';
import { works } from './tried.ts';

/** Issues of a cancelled booking, once it was seen as not active, or not at all. */
const issuesOfCancelled = (trace: Trace): Exchange[] =>
  asked(trace, 'ticket-issue').filter((issue) => {
    const flight = ownFlightAsked(trace, issue);
    const cancel = flight && flightCancellations(trace, flight).find(({ index }) => index < issue.index);
    if (!cancel || isAboutRights(issue)) return false;
    const seen = asked(trace, 'pnr-retrieve').findLast(
      (each) => each.index > cancel.index && each.index < issue.index && areAboutOne(each, cancel),
    );
    if (!seen || isAboutRights(seen)) return false;
    return bookingReported(seen)?.isActive === false || isRefusal(seen);
  });

const haveDocumentedForm = (issue: Exchange): Opinion => {
  const numbers = ticketsReported(issue).filter(({ ticketNumber }) => (ticketNumber ?? null) !== null);
  if (numbers.length === 0) {
    readFacts(issue);
    return showsNoTickets(issue, 'the numbers of the tickets');
  }
  return numbers.flatMap(({ at, ticketNumber }): Mismatch[] =>
    hasDocumentedForm(ticketNumber)
      ? []
      : [
          {
            exchange: issue,
            path: [...inBody, ...at, 'ticketNumber'],
            actual: shown(ticketNumber),
            expected: '13 digits, or a vendor and a number with a hyphen between them',
          },
        ],
  );
};

/** Looks at tickets that exist, as far as anybody knows, but for those that must not be shown. */
const looks = (trace: Trace): Exchange[] =>
  asksUnknownBookings(trace) ? [] : readAnswers(trace, 'ticket-info').filter((look) => !isTicketOfAnother(trace, look));

/** A ticket that was voided, exchanged or refunded may have no coupons any more; of others only the answer can tell. */
const isPerhapsClosed = (trace: Trace, look: Exchange): boolean => {
  const ticket = ownTicketAsked(trace, look);
  if (!ticket) return ticketReported(look)?.isOpen === false;
  return changesOf(trace, ticket).some(({ index }) => index < look.index);
};

/** Where a ticket would stand is nothing. */
const showsNothing = (look: Exchange): boolean =>
  ticketsReported(look).every(({ at, ...reported }) => Object.keys(reported).length === 0);

/** Another look shows it for the first time, or nobody looked again. */
const isNotShownYet = (trace: Trace, look: Exchange): boolean => {
  const ofIt = looks(trace).filter((each) => areSameTicket(ticketAsked(each), ticketAsked(look)) === true);
  const first = ofIt.find((each) => !showsNothing(each));
  return showsNothing(look) && (first ? first.index > look.index : ofIt.length === 1);
};

const tellsCoupons = (look: Exchange, trace: Trace): Opinion => {
  readFacts(look);
  const isRead = looks(trace).some((each) => ticketsReported(each).some(({ couponStatuses }) => couponStatuses));
  // Whether it is the one asked for is the matter of another clause.
  const ticket = ticketReported(look) ?? ticketsReported(look)[0];
  if (!isRead) return showsNone(look, 'couponStatuses');
  if (isNotShownYet(trace, look)) return unshown('the ticket is not shown yet');
  if (ticket?.couponStatuses?.some((status) => status !== null && status !== '')) return undefined;
  const [expected, actual] = ['the status of one coupon at least', 'none that the binding finds'];
  return { exchange: look, path: [...inBody, ...(ticket?.at ?? [])], expected, actual };
};

const isTheTicketAskedFor = (look: Exchange): Opinion => {
  const wanted = ticketAsked(look);
  const reported = ticketsReported(look).map((ticket) => ({ ticket, isSame: areSameTicket(wanted, ticket) }));
  if (reported.some(({ isSame }) => isSame === true)) return undefined;
  const other = reported.find(({ isSame }) => isSame === false);
  if (!other) return unshown('the ticket has no number to compare');
  const expected = `${shown(wanted.ticketNumber ?? wanted.reference)}, the ticket asked for`;
  const actual = shown(other.ticket.ticketNumber ?? other.ticket.reference);
  return { exchange: look, path: [...inBody, ...other.ticket.at, 'ticketNumber'], expected, actual };
};

export const ticketIssueChecks: readonly Check[] = [
  works(
    'ticket-issue.works-on-created-booking',
    (trace) => triesOfNewBookings(trace, 'ticket-issue'),
    'issuing tickets for a new booking',
  ),

  check('ticket-issue.cancelled-booking-is-refused', { given: issuesOfCancelled, then: isRefused }),

  check('ticket-issue.ticket-numbers-have-a-documented-form', {
    given: (trace) => [...readAnswers(trace, 'ticket-issue'), ...readAnswers(trace, 'ticket-exchange')],
    then: haveDocumentedForm,
  }),

  check('ticket-info.coupon-status-is-told', {
    given: (trace) => looks(trace).filter((look) => isTroubled(look) || !isPerhapsClosed(trace, look)),
    then: tellsCoupons,
  }),

  check('ticket-info.answers-the-ticket-asked-for', { given: looks, then: isTheTicketAskedFor }),

  otherPartnerIsRefused('ticket-info.other-partner-sees-nothing', 'ticket-info', isTicketOfAnother),
];
