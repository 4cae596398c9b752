/** Checks that our tickets and flights stay as they were, or ended, when others are changed (parts 4.3 and 4.4). */

import { inBody, type Mismatch, type Opinion, type Three, type Two } from '../check.ts';
import { hourMs } from '../durations.ts';
import type { TicketFact } from '../facts.ts';
import type { OperationId } from '../operations.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { targetTimeOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  bookingReported,
  flightCancellations,
  isAboutFlight,
  isInactive,
  type OwnFlight,
  ownFlights,
  retrievalsOf,
} from './own-flights.ts';
import {
  areSameTicket,
  changesOf,
  endings,
  isAboutTicket,
  isInItsBooking,
  isNotOpen,
  isSurelyRefused,
  isUsed,
  looksAt,
  type OwnTicket,
  ownTicketAsked,
  ownTickets,
  ticketAsked,
  ticketReported,
  ticketsReported,
} from './own-tickets.ts';
import { areEqual, doesNotRead, moneyText, readFacts } from './reads.ts';

/** Trouble in place of an answer may stand in for a report; a refusal reports nothing. */
const reporting = (all: readonly Exchange[]): Exchange[] =>
  all.filter((exchange) => isTroubled(exchange) || succeeded(exchange));

/** Each with the next, where the one comes soon after the other. */
const neighbours = (trace: Trace, reports: readonly Exchange[]): (readonly [Exchange, Exchange])[] =>
  reports.flatMap((before, at) => {
    const after = reports[at + 1];
    const isSoon = after && targetTimeOf(trace, after) - targetTimeOf(trace, before) <= hourMs;
    return after && isSoon ? [[before, after] as const] : [];
  });

const isBetween = ({ index }: Exchange, [before, after]: readonly [Exchange, Exchange]): boolean =>
  index > before.index && index < after.index;

type TwoOf<Thing> = Two & { readonly thing: Thing };

/** A refused void, or one of no known ticket: it may have met any ticket of its booking. */
const isWrongVoidOf = (trace: Trace, ticket: OwnTicket, exchange: Exchange): boolean =>
  exchange.operation === 'ticket-cancel' &&
  (isAboutTicket(exchange, ticket) || (isInItsBooking(exchange, ticket) && !ownTicketAsked(trace, exchange)));

/** What was issued for its booking once more may stand for it. */
const isIssuedAgain = (ticket: OwnTicket, exchange: Exchange): boolean =>
  exchange.operation === 'ticket-issue' &&
  exchange.index > ticket.issue.index &&
  !isSurelyRefused(exchange) &&
  isInItsBooking(exchange, ticket);

export const untouched = (trace: Trace): TwoOf<OwnTicket>[] =>
  ownTickets(trace).flatMap((ticket) => {
    const [change] = changesOf(trace, ticket);
    const again = trace.exchanges.find((exchange) => isIssuedAgain(ticket, exchange));
    const end = Math.min(...[change, again].map((each) => each?.index ?? Number.POSITIVE_INFINITY));
    const looks = reporting(looksAt(trace, ticket, ticket.partner)).filter(
      (look) => look.index > ticket.issue.index && look.index < end && !isUsed(trace, look),
    );
    return neighbours(trace, [ticket.issue, ...looks])
      .filter((two) => !trace.exchanges.some((each) => isBetween(each, two) && isWrongVoidOf(trace, ticket, each)))
      .map((exchanges) => ({ exchanges, thing: ticket }));
  });

const factIn = (exchange: Exchange, { fact, issue }: OwnTicket): TicketFact | undefined => {
  readFacts(exchange);
  return exchange === issue ? fact : ticketReported(exchange);
};

export const isAsItWas = ({ exchanges: [before, after], thing }: TwoOf<OwnTicket>): Opinion => {
  const [was, is] = [factIn(before, thing), factIn(after, thing)];
  // An issue may report fewer coupons than there will be.
  const counts = before === thing.issue ? [] : [was, is].map((fact) => fact?.couponStatuses?.length);
  const [many, now] = counts;
  // Where no coupon is reported, another clause judges it.
  const areCounted = many !== undefined && now !== undefined && now > 0;
  if (!is || (!areCounted && (was?.isOpen === undefined || is.isOpen === undefined)))
    return doesNotRead(after, 'what was told of the ticket before');
  const place = { exchange: after, path: [...inBody, ...is.at] };
  const because = 'as before: nothing was done to the ticket';
  if (was?.isOpen === true && is.isOpen === false)
    return { ...place, expected: `open, ${because}`, actual: 'not open' };
  return areCounted && many !== now
    ? { ...place, expected: `${many} coupons, ${because}`, actual: String(now) }
    : undefined;
};

/** The first of some answers that shows the end, a later one, and the last, which other clauses judge. */
const afterTheEnd = (answers: readonly Exchange[], showsEnd: (answer: Exchange) => boolean): Three[] => {
  const [first, last] = [answers.find(showsEnd), answers.at(-1)];
  if (!first || !last) return [];
  const later = answers.slice(0, -1).filter(({ index }) => index > first.index);
  return later.map((answer) => ({ exchanges: [first, answer, last] }));
};

/** Looks at what its partner ended. */
export const endedTickets = (trace: Trace): Three[] =>
  ownTickets(trace).flatMap((ticket): Three[] => {
    const isEnd = (exchange: Exchange): boolean =>
      endings.includes(exchange.operation) &&
      exchange.bearer === ticket.partner &&
      succeeded(exchange) &&
      isAboutTicket(exchange, ticket);
    const end = trace.exchanges.find(isEnd);
    const isReissued = trace.exchanges.some(
      (exchange) =>
        exchange.operation === 'ticket-exchange' &&
        ticketsReported(exchange).some((reported) => areSameTicket(reported, ticketAsked(exchange)) === true),
    );
    if (!end || isReissued) return [];
    const looks = reporting(looksAt(trace, ticket, ticket.partner)).filter(({ index }) => index > end.index);
    return afterTheEnd(looks, (look) => ticketReported(look)?.isOpen === false);
  });

export const isStillEnded = ({ exchanges: [, look] }: Three): Opinion => isNotOpen(look, 'it was shown before');

/** Those of its partner that were answered, and trouble in place of them. */
const reportsOf = (trace: Trace, flight: OwnFlight): Exchange[] =>
  reporting(retrievalsOf(trace, flight)).filter(({ index }) => index > flight.create.index);

const changing: readonly OperationId[] = [...endings, 'pnr-cancel'];

const pricing: readonly OperationId[] = ['pnr-reprice', 'ticket-issue'];

const isDoneTo = (flight: OwnFlight, operations: readonly OperationId[], exchange: Exchange): boolean =>
  operations.includes(exchange.operation) && !isSurelyRefused(exchange) && isAboutFlight(exchange, flight);

export const untouchedFlights = (trace: Trace): TwoOf<OwnFlight>[] =>
  ownFlights(trace).flatMap((flight) => {
    const change = trace.exchanges.find((exchange) => isDoneTo(flight, changing, exchange));
    const reports = reportsOf(trace, flight).filter(({ index }) => index < (change?.index ?? Number.POSITIVE_INFINITY));
    return neighbours(trace, [flight.create, ...reports]).map((exchanges) => ({ exchanges, thing: flight }));
  });

/** A price that was made anew may take its time to show; another clause judges the price of the making. */
const isPricedAnew = (trace: Trace, { exchanges: [before, after], thing }: TwoOf<OwnFlight>): boolean =>
  before === thing.create ||
  trace.exchanges.some((exchange) => exchange.index < after.index && isDoneTo(thing, pricing, exchange));

/** One of two copies may show a ticket before the other has it: two looks since its issue are too few to miss it. */
const mayLag = (trace: Trace, flight: OwnFlight, ticket: TicketFact, { index: end }: Exchange): boolean => {
  const own = ownTickets(trace).find(({ fact }) => areSameTicket(fact, ticket) === true);
  const looks = retrievalsOf(trace, flight).filter(({ index }) => own && index > own.issue.index && index < end);
  return own !== undefined && looks.length <= 2;
};

export const isFlightAsItWas = (two: TwoOf<OwnFlight>, trace: Trace): Opinion => {
  const { exchanges } = two;
  const [before, after] = exchanges;
  for (const each of exchanges) readFacts(each);
  const [was, is] = exchanges.map(bookingReported);
  const place = { exchange: after, path: [...inBody, ...(is?.at ?? [])] };
  const because = 'as before: nobody has changed the booking';
  const found: (Mismatch | undefined)[] = [];
  if (was?.isActive !== undefined && is?.isActive !== undefined)
    found.push(
      was.isActive && !is.isActive ? { ...place, expected: `active, ${because}`, actual: 'not active' } : undefined,
    );
  const isEqual = was?.price && is?.price && !isPricedAnew(trace, two) ? areEqual(was.price, is.price) : undefined;
  if (was?.price && is?.price && isEqual !== undefined) {
    const [expected, actual] = [`${moneyText(was.price)}, ${because}`, moneyText(is.price)];
    found.push(isEqual ? undefined : { ...place, expected, actual });
  }
  const [earlier, now] = [before, after].map((each) => each.facts?.tickets);
  if (earlier && now) {
    const lost = earlier.filter(
      (one) => now.every((other) => areSameTicket(one, other) === false) && !mayLag(trace, two.thing, one, after),
    );
    const [expected, actual] = [`the same tickets, ${because}`, `${lost.length} of them not there`];
    found.push(lost.length > 0 ? { ...place, expected, actual } : undefined);
  }
  if (found.length === 0) return doesNotRead(after, 'what was told of the booking before');
  return found.filter((each) => each !== undefined);
};

export const cancelledFlights = (trace: Trace): Three[] =>
  ownFlights(trace).flatMap((flight): Three[] => {
    const cancel = flightCancellations(trace, flight).find(({ bearer }) => bearer === flight.partner);
    if (!cancel) return [];
    const retrievals = reportsOf(trace, flight).filter(({ index }) => index > cancel.index);
    return afterTheEnd(retrievals, (each) => bookingReported(each)?.isActive === false);
  });

export const isStillCancelled = ({ exchanges: [, retrieval] }: Three): Opinion =>
  isInactive(retrieval, 'it was shown before');
