/** Checks that each passenger gets a ticket and each flight a coupon, that tickets are found, and were issued when asked for (part 4.4). */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import type { Money } from '../facts.ts';
import { inBody, shown } from '../mismatch.ts';
import { isRefusal, isTroubled, succeeded } from '../outcome.ts';
import { asked, field, isAboutRights, targetTimeOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { areEqual, sumOf } from './amounts.ts';
import { legsBooked } from './booked-flights.ts';
import { momentOf } from './moments.ts';
import { readAnswers } from './offers.ts';
import { bookingReported, flightAsked, isAboutFlight, type OwnFlight } from './own-flights.ts';
import {
  areSameTicket,
  changesOf,
  flightOf,
  isUsed,
  looksAt,
  type OwnTicket,
  ownTickets,
  ticketReported,
  ticketsReported,
} from './own-tickets.ts';
import { doesNotRead, readFacts } from './read-facts.ts';
import { clockToleranceMs, isDuring } from './void-window.ts';

type Issued = { readonly exchanges: readonly [Exchange]; readonly flight: OwnFlight };

/** The first issue of each booking by its partner. */
const firstIssues = (trace: Trace): Issued[] =>
  readAnswers(trace, 'ticket-issue').flatMap((issue): Issued[] => {
    const flight = flightAsked(trace, issue);
    if (flight?.partner !== issue.bearer) return [];
    const isFirst = !asked(trace, 'ticket-issue').some(
      (each) => each.index < issue.index && isAboutFlight(each, flight) && !isRefusal(each),
    );
    return isFirst ? [{ exchanges: [issue], flight }] : [];
  });

/** The last that its partner was told of the whole booking. */
const priceOf = (trace: Trace, flight: OwnFlight): Money | undefined =>
  trace.exchanges
    .filter((each) => each === flight.create || (succeeded(each) && isAboutFlight(each, flight)))
    .findLast((each) => bookingReported(each)?.price)?.facts?.flightBooking?.price;

/** How many it is for; 0 where nobody said so. */
const passengersOf = ({ create: { intent } }: OwnFlight): number => {
  const passengers = field(intent, 'passengers');
  return Array.isArray(passengers) ? passengers.length : 0;
};

const hasOneEach = ({ exchanges: [issue], flight }: Issued, trace: Trace): Opinion => {
  readFacts(issue);
  const wanted = passengersOf(flight);
  if (wanted === 0) return unshown('nobody said for whom the booking is');
  // They may come one by one: a retrieval tells of those that came later.
  const later = asked(trace, 'pnr-retrieve').filter(
    (each) => each.index > issue.index && succeeded(each) && isAboutFlight(each, flight),
  );
  const told = [issue, ...later].flatMap(ticketsReported);
  const different = told.filter((one, at) => !told.slice(0, at).some((other) => areSameTicket(one, other) !== false));
  if (different.length === 0) return doesNotRead(issue, 'tickets');
  if (different.length >= wanted) return undefined;
  const [paid, price] = [sumOf(different.map(({ price: each }) => each)), priceOf(trace, flight)];
  const isOfAll = paid && price ? areEqual(paid, price) : undefined;
  if (isOfAll !== false) return unshown('one ticket may be for several passengers');
  return {
    exchange: issue,
    path: inBody,
    expected: `${wanted} tickets, one for each passenger`,
    actual: String(different.length),
  };
};

type Looked = { readonly exchanges: readonly [Exchange, ...Exchange[]]; readonly ticket: OwnTicket };

/** The looks of its partner at a ticket that nothing was done to, of what ticket_issue issued. */
const untouchedLooks = (trace: Trace): { ticket: OwnTicket; looks: Exchange[] }[] =>
  ownTickets(trace)
    .filter(({ issue }) => issue.operation === 'ticket-issue')
    .map((ticket) => {
      const [change] = changesOf(trace, ticket);
      const isUntouched = (look: Exchange): boolean =>
        look.index > ticket.issue.index &&
        look.index < (change?.index ?? Number.POSITIVE_INFINITY) &&
        !isUsed(trace, look);
      return { ticket, looks: looksAt(trace, ticket, ticket.partner).filter(isUntouched) };
    });

/** One ticket has so many coupons at most; the others stand on another. */
const couponsMax = 4;

const hasCoupons = ({ exchanges: [look], ticket }: Looked, trace: Trace): Opinion => {
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
  return { exchange: look, path: [...inBody, ...at], expected, actual: String(couponStatuses.length) };
};

/** The last look, with those before it: a ticket just issued may not be there yet. */
const lastLooks = (trace: Trace): Looked[] =>
  untouchedLooks(trace).flatMap(({ ticket, looks }) => {
    const [last, ...earlier] = looks.toReversed();
    return last && !isAboutRights(last) ? [{ exchanges: [last, ...earlier], ticket }] : [];
  });

const isFound = ({ exchanges: [last, ...earlier] }: Looked): Opinion => {
  if (!isRefusal(last)) return undefined;
  if (earlier.length === 0) return unshown('the ticket may not be shown yet');
  const path = ['response', 'status'];
  return { exchange: last, path, expected: 'the ticket that was issued', actual: shown(last.response?.status) };
};

type ToldIssue = { readonly exchanges: readonly [Exchange]; readonly ticket: OwnTicket };

const toldIssues = (trace: Trace): ToldIssue[] =>
  ownTickets(trace)
    .filter(({ issue }) => issue.operation === 'ticket-issue')
    .flatMap((ticket) =>
      [ticket.issue, ...looksAt(trace, ticket, ticket.partner)]
        .filter((each) => each.index >= ticket.issue.index && (isTroubled(each) || succeeded(each)))
        .map((each): ToldIssue => ({ exchanges: [each], ticket })),
    );

/** An issue may be finished after its answer: then a look tells a later moment, and none that is still to come. */
const isIssuedThen = ({ exchanges: [exchange], ticket }: ToldIssue, trace: Trace): Opinion => {
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
  return { exchange, path: [...inBody, ...fact.at], expected, actual: fact.issuedAt };
};

export const ticketsIssuedChecks: readonly Check[] = [
  check('ticket-issue.each-passenger-has-a-ticket', { given: firstIssues, then: hasOneEach }),
  check('ticket-issue.issued-at-is-the-moment-of-the-issue', { given: toldIssues, then: isIssuedThen }),
  check('ticket-info.each-leg-has-a-coupon', {
    given: (trace) =>
      untouchedLooks(trace).flatMap(({ ticket, looks }) =>
        looks
          .filter((look) => isTroubled(look) || succeeded(look))
          .map((look): Looked => ({ exchanges: [look], ticket })),
      ),
    then: hasCoupons,
  }),
  check('ticket-info.finds-each-issued-ticket', { given: lastLooks, then: isFound }),
];
