/** What issuing and looking up tickets promises (part 4.4). */

import { type Mismatch, mismatchAt, type Opinion, shown, unshown } from '../check.ts';
import { legsBooked } from '../checks/booked-flights.ts';
import { triesOfNewBookings } from '../checks/flight-search.ts';
import { isTicketFound, lastLook } from '../checks/found-again.ts';
import { endedTickets, isAsItWas, isStillEnded, untouched } from '../checks/kept-flights.ts';
import { readAnswers } from '../checks/offers.ts';
import { areAboutOne, asksUnknownBookings } from '../checks/own-bookings.ts';
import {
  bookingReported,
  flightAsked,
  flightCancellations,
  isAboutFlight,
  isOfAnother,
  type OwnFlight,
  ownFlightAsked,
} from '../checks/own-flights.ts';
import {
  areSameTicket,
  changesOf,
  clockToleranceMs,
  flightOf,
  hasDocumentedForm,
  isDuring,
  isTicketOfAnother,
  isUsed,
  looksAt,
  momentOf,
  type OwnTicket,
  ownTicketAsked,
  ownTickets,
  ticketAsked,
  ticketReported,
  ticketsReported,
} from '../checks/own-tickets.ts';
import { areEqual, doesNotRead, readFacts, showsNone, showsNoTickets, sumOf } from '../checks/reads.ts';
import { asksOfUnknown, isRefused, otherPartnerIsRefused } from '../checks/refused-asks.ts';
import { works } from '../checks/tried.ts';
import { actDimensions, flightDimensions, nothingOwn, readDimensions, ticketDimensions } from '../dimensions.ts';
import type { Money } from '../facts.ts';
import { reportsAgree } from '../laws/agreement.ts';
import { namesAnotherBooking } from '../laws/asked-for.ts';
import { frame } from '../laws/frame.ts';
import { ticketsShown } from '../laws/sightings.ts';
import { tickets } from '../laws/things.ts';
import { isRefusal, isTroubled, succeeded } from '../outcome.ts';
import { asked, field, isAboutRights, targetTimeOf } from '../subjects.ts';
import { derived, documented, law, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  anHourApart,
  anyRefusal,
  askedWithPermission,
  bound,
  emptyAnswer,
  framed,
  likeNumbers,
  moments,
  reporting,
} from './readings.ts';

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
          mismatchAt(issue, [...at, 'ticketNumber'], {
            expected: '13 digits, or a vendor and a number with a hyphen between them',
            actual: shown(ticketNumber),
          }),
        ],
  );
};

/** Looks at tickets that exist, as far as the trace shows, except those that must not be shown. */
const looks = (trace: Trace): Exchange[] =>
  asksUnknownBookings(trace) ? [] : readAnswers(trace, 'ticket-info').filter((look) => !isTicketOfAnother(trace, look));

/** A ticket that was voided, exchanged or refunded may have no coupons any more; of others only the answer shows it. */
const isPerhapsClosed = (trace: Trace, look: Exchange): boolean => {
  const ticket = ownTicketAsked(trace, look);
  if (!ticket) return ticketReported(look)?.isOpen === false;
  return changesOf(trace, ticket).some(({ index }) => index < look.index);
};

/** Where a ticket would stand is nothing. */
const showsNothing = (look: Exchange): boolean =>
  ticketsReported(look).every(({ at, ...reported }) => Object.keys(reported).length === 0);

/** So many looks may come too early: the second may be answered by a copy that lags behind the first. */
const earlyLooksMax = 2;

/** A later look shows it for the first time, or there were only few before it may have ended. */
const isNotShownYet = (trace: Trace, look: Exchange): boolean => {
  const ofIt = looks(trace).filter((each) => areSameTicket(ticketAsked(each), ticketAsked(look)) === true);
  const first = ofIt.find((each) => !showsNothing(each));
  const early = ofIt.filter((each) => !isPerhapsClosed(trace, each));
  return showsNothing(look) && (first ? first.index > look.index : early.length <= earlyLooksMax);
};

const reportsCoupons = (look: Exchange, trace: Trace): Opinion => {
  readFacts(look);
  const isRead = looks(trace).some((each) => ticketsReported(each).some(({ couponStatuses }) => couponStatuses));
  // Another clause judges whether it is the ticket asked for.
  const ticket = ticketReported(look) ?? ticketsReported(look)[0];
  if (!isRead) return showsNone(look, 'couponStatuses');
  if (isNotShownYet(trace, look)) return unshown('the ticket is not shown yet');
  if (ticket?.couponStatuses?.some((status) => status !== null && status !== '')) return undefined;
  const [expected, actual] = ['the status of one coupon at least', 'none that the binding finds'];
  return mismatchAt(look, ticket?.at ?? [], { expected, actual });
};

const isTheTicketAskedFor = (look: Exchange): Opinion => {
  const wanted = ticketAsked(look);
  const reported = ticketsReported(look).map((ticket) => ({ ticket, isSame: areSameTicket(wanted, ticket) }));
  if (reported.some(({ isSame }) => isSame === true)) return undefined;
  const other = reported.find(({ isSame }) => isSame === false);
  if (!other) return unshown('the ticket has no number to compare');
  const expected = `${shown(wanted.ticketNumber ?? wanted.reference)}, the ticket asked for`;
  const actual = shown(other.ticket.ticketNumber ?? other.ticket.reference);
  return mismatchAt(look, [...other.ticket.at, 'ticketNumber'], { expected, actual });
};

type IssuedFlight = { readonly exchanges: readonly [Exchange]; readonly flight: OwnFlight };

/** The first issue of each booking by its partner. */
const firstIssues = (trace: Trace): IssuedFlight[] =>
  readAnswers(trace, 'ticket-issue').flatMap((issue): IssuedFlight[] => {
    const flight = flightAsked(trace, issue);
    if (flight?.partner !== issue.bearer) return [];
    const isFirst = !asked(trace, 'ticket-issue').some(
      (each) => each.index < issue.index && isAboutFlight(each, flight) && !isRefusal(each),
    );
    return isFirst ? [{ exchanges: [issue], flight }] : [];
  });

/** The last price of the whole booking that its partner received. */
const priceOf = (trace: Trace, flight: OwnFlight): Money | undefined =>
  trace.exchanges
    .filter((each) => each === flight.create || (succeeded(each) && isAboutFlight(each, flight)))
    .findLast((each) => bookingReported(each)?.price)?.facts?.flightBooking?.price;

/** How many it is for; 0 where the intent does not say so. */
const passengersOf = ({ create: { intent } }: OwnFlight): number => {
  const passengers = field(intent, 'passengers');
  return Array.isArray(passengers) ? passengers.length : 0;
};

const hasOneEach = ({ exchanges: [issue], flight }: IssuedFlight, trace: Trace): Opinion => {
  readFacts(issue);
  const wanted = passengersOf(flight);
  if (wanted === 0) return unshown('nobody said for whom the booking is');
  // They may come one by one: a later retrieval reports those that came later.
  const later = asked(trace, 'pnr-retrieve').filter(
    (each) => each.index > issue.index && succeeded(each) && isAboutFlight(each, flight),
  );
  const allReported = [issue, ...later].flatMap(ticketsReported);
  const different = allReported.filter(
    (one, at) => !allReported.slice(0, at).some((other) => areSameTicket(one, other) !== false),
  );
  if (different.length === 0) return doesNotRead(issue, 'tickets');
  if (different.length >= wanted) return undefined;
  const [paid, price] = [sumOf(different.map(({ price: each }) => each)), priceOf(trace, flight)];
  const isOfAll = paid && price ? areEqual(paid, price) : undefined;
  if (isOfAll !== false) return unshown('one ticket may be for several passengers');
  return mismatchAt(issue, [], {
    expected: `${wanted} tickets, one for each passenger`,
    actual: String(different.length),
  });
};

type LookedTicket = { readonly exchanges: readonly [Exchange]; readonly ticket: OwnTicket };

/** The looks of its partner at a ticket that nothing was done to. */
const untouchedLooks = (trace: Trace): { ticket: OwnTicket; looks: Exchange[] }[] =>
  ownTickets(trace).map((ticket) => {
    const [change] = changesOf(trace, ticket);
    const isUntouched = (look: Exchange): boolean =>
      look.index > ticket.issue.index &&
      look.index < (change?.index ?? Number.POSITIVE_INFINITY) &&
      !isUsed(trace, look);
    return { ticket, looks: looksAt(trace, ticket, ticket.partner).filter(isUntouched) };
  });

/** One ticket has so many coupons at most; the others stand on another. */
const couponsMax = 4;

const hasCoupons = ({ exchanges: [look], ticket }: LookedTicket, trace: Trace): Opinion => {
  readFacts(look);
  const { at = [], couponStatuses } = ticketReported(look) ?? {};
  const flight = flightOf(trace, ticket);
  const legs = flight && legsBooked(flight);
  if (legs === undefined) return doesNotRead(flight?.create ?? look, 'the legs of the offer that was chosen');
  if (!couponStatuses || couponStatuses.length === 0) return doesNotRead(look, 'couponStatuses');
  if (legs > couponsMax) return unshown('the journey has more flights than a ticket has coupons');
  if (couponStatuses.length >= legs) return undefined;
  if (flight && ticketsReported(ticket.issue).length > passengersOf(flight))
    return unshown('there are more tickets than passengers: each flight may have its own');
  const expected = `${legs} coupons, one for each flight`;
  return mismatchAt(look, at, { expected, actual: String(couponStatuses.length) });
};

type ReportedIssue = { readonly exchanges: readonly [Exchange]; readonly ticket: OwnTicket };

const reportedIssues = (trace: Trace): ReportedIssue[] =>
  ownTickets(trace)
    .filter(({ issue }) => issue.operation === 'ticket-issue')
    .flatMap((ticket) =>
      [ticket.issue, ...looksAt(trace, ticket, ticket.partner)]
        .filter((each) => each.index >= ticket.issue.index && (isTroubled(each) || succeeded(each)))
        .map((each): ReportedIssue => ({ exchanges: [each], ticket })),
    );

/** An issue may be finished after its answer: then a look reports a later moment, and none that is still to come. */
const isIssuedThen = ({ exchanges: [exchange], ticket }: ReportedIssue, trace: Trace): Opinion => {
  readFacts(exchange);
  const fact = exchange === ticket.issue ? ticket.fact : ticketReported(exchange);
  const moment = momentOf(fact?.issuedAt);
  if (!fact || fact.issuedAt === undefined) return doesNotRead(exchange, 'issuedAt');
  if (!moment?.hasTime || !moment.hasZone) return unshown('the moment is told without its time of day, or its zone');
  const isWithin = isDuring(trace, ticket.issue, moment.ms);
  if (isWithin === undefined) return unshown('no answer reports the time of the target');
  const isLater = moment.ms > targetTimeOf(trace, ticket.issue);
  const answeredBy = targetTimeOf(trace, exchange) + exchange.durationMs / 2 + clockToleranceMs;
  if (isWithin || (exchange !== ticket.issue && isLater && moment.ms <= answeredBy)) return undefined;
  const expected = 'a moment between the request for the ticket and its answer';
  return mismatchAt(exchange, fact.at, { expected, actual: fact.issuedAt });
};

export const ticketIssueTopic = topic('ticket-issue', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...flightDimensions, ...actDimensions],
  clauses: {
    'ticket-issue.each-passenger-has-a-ticket': derived('4.4', {
      text: 'As many tickets are issued for a booking as it has passengers, at least.',
      reading:
        'Those that a later retrieval tells count, as they may come one by one. One ticket may be for several passengers: fewer are judged where their prices are read, and add up to less than the booking costs.',
      given: firstIssues,
      then: hasOneEach,
    }),

    'ticket-issue.issued-at-is-the-moment-of-the-issue': derived('4.4', {
      severity: 'minor',
      text: 'The moment in which a ticket was issued, where it is told, lies between the request and its answer.',
      reading: `${moments} A look may tell a later one, as long as it is over: an issue may be finished after its answer. Judged where ticket_issue issues; an exchange may keep the date of the old ticket.`,
      given: reportedIssues,
      then: isIssuedThen,
    }),

    'ticket-issue.other-partner-is-refused': derived('4.4', {
      text: 'No ticket is issued for a flight booking of another partner.',
      reading: `${anyRefusal} ${askedWithPermission}`,
      ...otherPartnerIsRefused('ticket-issue', isOfAnother),
    }),

    'ticket-issue.works-on-created-booking': documented('3', {
      text: 'Tickets are issued for a booking that pnr_create made.',
      reading:
        'One booking may be refused for a reason of its own, such as a fare that is gone: every booking must be refused, two at least. A cancelled booking is another matter.',
      ...works((trace) => triesOfNewBookings(trace, 'ticket-issue'), 'issuing tickets for a new booking'),
    }),

    'ticket-issue.unknown-booking-is-refused': derived('3', {
      severity: 'major',
      text: 'No ticket is issued for a booking that does not exist.',
      dimensions: nothingOwn,
      given: (trace) => asksOfUnknown(trace, ['ticket-issue']),
      then: isRefused,
    }),

    'ticket-issue.cancelled-booking-is-refused': derived('3', {
      text: 'No ticket is issued for a cancelled booking.',
      reading: 'Judged once a retrieval has shown it as not active, or not at all.',
      given: issuesOfCancelled,
      then: isRefused,
    }),

    'ticket-issue.ticket-numbers-have-a-documented-form': documented('4.4', {
      severity: 'major',
      text: 'A ticket number is 13 digits, or a vendor and a number with a hyphen between them.',
      reading:
        'Both forms are lawful, in one answer too. The part before the hyphen is open; the part after it is digits. Judged where tickets are issued: by ticket_issue, and by ticket_exchange.',
      given: (trace) => [...readAnswers(trace, 'ticket-issue'), ...readAnswers(trace, 'ticket-exchange')],
      then: haveDocumentedForm,
    }),
  },
});

export const ticketInfoTopic = topic('ticket-info', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...ticketDimensions, ...readDimensions],
  clauses: {
    'ticket-info.each-leg-has-a-coupon': derived('4.4', {
      text: 'A ticket has a coupon for each flight of its journey, at least.',
      reading:
        'Judged before anything is done to it, where the binding reads the flights of the offer. One ticket has four coupons at most: of a longer journey nothing is judged, nor where there are more tickets than passengers, as each flight may have its own.',
      given: (trace) =>
        untouchedLooks(trace).flatMap(({ ticket, looks }) =>
          looks
            .filter(() => ticket.issue.operation === 'ticket-issue')
            .filter((look) => isTroubled(look) || succeeded(look))
            .map((look): LookedTicket => ({ exchanges: [look], ticket })),
        ),
      then: hasCoupons,
    }),

    'ticket-info.finds-each-issued-ticket': derived('4.4', {
      text: 'Each ticket that was issued, also in an exchange, is found by ticket_info.',
      reading:
        'Judged by the last look before anything is done to the ticket, where it is not the first: a ticket just issued may not be shown yet. A lack of rights shows nothing, nor does an exchange that names another booking.',
      given: (trace) =>
        untouchedLooks(trace).flatMap(({ ticket, looks }) =>
          namesAnotherBooking(ticket.issue) ? [] : lastLook(looks),
        ),
      then: isTicketFound,
    }),

    'ticket-info.stays-as-it-was': derived('4.4', {
      text: 'A ticket stays open, with as many coupons, as long as nobody voids, exchanges, refunds or uses it.',
      reading: `${anHourApart} What is done to other tickets, also of the same booking, is nothing done to it; so is what is calculated or only looked at. A void that was refused is the matter of ticket-cancel.refused-void-changes-nothing, and the end of its booking may be its own. A ticket that is not open may become so, and the words of its coupons may change. A carrier may change a flight of its own accord, and so it only warns.`,
      given: untouched,
      then: isAsItWas,
    }),

    'ticket-info.acts-elsewhere-change-nothing': law('4.4', {
      text: 'Nothing that is done elsewhere changes what is reported of a ticket.',
      reading: `${framed} Flights are left out, as a carrier may change them.`,
      ...frame(tickets),
    }),

    'ticket-info.operations-agree': law('4.4', {
      text: 'What one operation reports of a ticket, the others report too.',
      reading: reporting,
      ...reportsAgree(ticketsShown, 'ticket-issue', 'ticket-exchange', 'ticket-info'),
    }),

    'ticket-info.ended-stays-ended': derived('4.4', {
      text: 'A ticket that was voided, exchanged or refunded, and shown so, is not shown as open again.',
      reading:
        'Judged after the first look that does not show it as open, and before the last one: whether it is not open in the end is the matter of other clauses. Where an exchange reports the old number as that of the new ticket, nothing is judged.',
      given: endedTickets,
      then: isStillEnded,
    }),

    'ticket-info.coupon-status-is-told': documented('4.4', {
      severity: 'major',
      text: 'The information about a ticket reports the status of its coupons.',
      reading: `${bound} One status at least, of whatever words. A ticket that was voided, exchanged or refunded may have no coupons any more, and one just issued may not be shown yet.`,
      given: (trace) => looks(trace).filter((look) => isTroubled(look) || !isPerhapsClosed(trace, look)),
      then: reportsCoupons,
    }),

    'ticket-info.answers-the-ticket-asked-for': derived('4.4', {
      text: 'The information about a ticket is about the one asked for.',
      reading: `${likeNumbers} Where several tickets are answered, it is enough that the one asked for is among them.`,
      given: looks,
      then: isTheTicketAskedFor,
    }),

    'ticket-info.other-partner-sees-nothing': derived('4.4', {
      text: 'Information about a ticket of another partner is not given.',
      reading: emptyAnswer,
      ...otherPartnerIsRefused('ticket-info', isTicketOfAnother),
    }),
  },
});
