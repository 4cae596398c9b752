/** The tickets that a trace had issued, what was asked about them, and what may have changed them. */

import { isDeepStrictEqual } from 'node:util';
import { type Check, check, mismatchAt, type Opinion, unshown } from '../check.ts';
import { hourMs } from '../durations.ts';
import type { TicketFact } from '../facts.ts';
import type { Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import {
  asked,
  clocksApartMs,
  field,
  idText,
  isAuthorized,
  isClockGuessed,
  passedMs,
  perTrace,
  reportsTime,
  targetTimeOf,
  timesOf,
} from '../subjects.ts';
import type { Bearer, Exchange, Trace } from '../trace.ts';
import { areSame, haveSameReference, nameAsked, partnerOf } from './own-bookings.ts';
import { flightAsked, isAboutFlight, type OwnFlight } from './own-flights.ts';
import { doesNotRead, readFacts } from './reads.ts';

type EndingOperation = 'ticket-cancel' | 'ticket-exchange' | 'ticket-refund';

/** The last look of the same partner: those before it may have been too early. */
const lastLooks = (trace: Trace, operation: EndingOperation): Exchange[] =>
  asked(trace, operation)
    .filter((end) => succeeded(end) && !isOfOtherTickets(trace, end))
    .flatMap((end) => {
      const looks = looksAt(trace, { fact: { at: [], ...ticketAsked(end) } }, end.bearer);
      return looks.findLast(({ index }) => index > end.index) ?? [];
    });

export const isNotOpen = (look: Exchange, because: string): Opinion => {
  if (!succeeded(look)) return unshown('the ticket is not shown any more');
  readFacts(look);
  const ticket = ticketReported(look);
  if (ticket?.isOpen === undefined) return doesNotRead(look, 'isOpen of the ticket');
  if (!ticket.isOpen) return undefined;
  const expected = `a ticket that is not open, as ${because}`;
  return mismatchAt(look, ticket.at, { expected, actual: 'open' });
};

/** What a ticket must no longer be once it was voided, exchanged or refunded (parts 3 and 4.4). */
export const notOpenAfter = (operation: EndingOperation, because: string): Check =>
  check({
    given: (trace) => lastLooks(trace, operation),
    then: (look) => isNotOpen(look, because),
  });

/** How far two zones of the earth can be apart from UTC, and an hour for clocks. */
export const anyZoneMs = 15 * hourMs;

export type Moment = {
  /** Since the epoch; without a zone as if it were UTC. */
  readonly ms: number;
  readonly hasTime: boolean;
  readonly hasZone: boolean;
};

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const zoneMs = (zone: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

/** Undefined for what is neither a day nor a moment, such as a time of day. */
export const momentOf = (text: unknown): Moment | undefined => {
  const parts = typeof text === 'string' ? iso.exec(text.trim()) : null;
  if (!parts) return undefined;
  const [, year, month, day, hour, minute = '0', second = '0', fraction = '0', zone] = parts;
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  const ms = local - (zone === undefined ? 0 : zoneMs(zone));
  return Number.isNaN(ms) ? undefined : { ms, hasTime: hour !== undefined, hasZone: zone !== undefined };
};

const marginMs = 5 * 60_000;

/** `unclear` near the end of the window, or when its length or its beginning is not known. */
type WindowState = 'open' | 'passed' | 'unclear';

/** What answers reported of when the ticket of a void was issued; a time without a zone reports too little. */
const issueMoments = (trace: Trace, exchange: Exchange, issued: OwnTicket | undefined): number[] => {
  const name = ticketAsked(exchange);
  const looks = asked(trace, 'ticket-info').filter((look) => areSameTicket(ticketAsked(look), name) === true);
  return [issued?.fact, ...looks.map(ticketReported)].flatMap((reported) => {
    const moment = momentOf(reported?.issuedAt);
    return moment?.hasZone ? [moment.ms] : [];
  });
};

/** Clocks differ, and a Date header reports whole seconds. */
export const clockToleranceMs = 60_000;

/** The earliest and the latest moment of an exchange, on a clock that shows this in its middle. */
const spanOf = ({ durationMs }: Exchange, middle: number) => ({
  earliest: middle - durationMs / 2,
  latest: middle + durationMs / 2,
});

/**
 * Whether a moment lies between a request and its answer. One clock that may be the target's is enough. Undefined when
 * no answer reported the time, or the clocks disagree.
 */
export const isDuring = (trace: Trace, exchange: Exchange, ms: number): boolean | undefined => {
  if (!trace.exchanges.some(reportsTime) || isClockGuessed(trace)) return undefined;
  const times = timesOf(trace, exchange);
  const isThen = times
    .map((middle) => spanOf(exchange, middle))
    .some(({ earliest, latest }) => ms >= earliest - clockToleranceMs && ms <= latest + clockToleranceMs);
  if (isThen) return true;
  const apartMs = Math.max(clocksApartMs(trace), Math.max(...times) - Math.min(...times));
  return apartMs > clockToleranceMs + exchange.durationMs ? undefined : false;
};

/** How long before a void its ticket was issued, as far as answers report it. */
const agesAt = (trace: Trace, exchange: Exchange, issued: OwnTicket | undefined): number[] => {
  const moments = issueMoments(trace, exchange, issued);
  if (!issued) return moments.flatMap((ms) => timesOf(trace, exchange).map((nowMs) => nowMs - ms));
  const { issue } = issued;
  const passed = passedMs(trace, issue, exchange);
  // It may have been issued after the answer to the request for it.
  const later = moments.filter((ms) => isDuring(trace, issue, ms) !== true);
  const begun = [-issue.durationMs / 2, issue.durationMs / 2, ...later.map((ms) => ms - targetTimeOf(trace, issue))];
  return begun.map((ms) => passed - ms);
};

/** Of the ticket that a void is about. */
export const windowAt = (trace: Trace, exchange: Exchange): WindowState => {
  const { voidWindowMs } = trace;
  const ages = agesAt(trace, exchange, ownTicketAsked(trace, exchange));
  if (voidWindowMs === undefined || ages.length === 0) return 'unclear';
  // Each node may have a window by its own clock.
  const unsureMs = marginMs + Math.min(clocksApartMs(trace), voidWindowMs / 2) + exchange.durationMs / 2;
  if (Math.max(...ages) < voidWindowMs - unsureMs) return 'open';
  return Math.min(...ages) > voidWindowMs + unsureMs ? 'passed' : 'unclear';
};

type TicketName = { readonly ticketNumber?: Json | undefined; readonly reference?: Json | undefined };

export type OwnTicket = {
  /** The ticket_issue or ticket_exchange that issued it. */
  readonly issue: Exchange;
  readonly partner: Bearer;
  readonly fact: TicketFact;
};

const sharedDigits = 10;

/** A vendor and a number, or 13 digits: both forms name one ticket, and have one key. */
const numberKey = (number: string): string => {
  const digits = number.replaceAll(/\D/g, '');
  return digits.length >= sharedDigits ? digits.slice(-sharedDigits) : number;
};

/** Undefined when the two cannot be compared. */
export const areSameTicket = (one: TicketName, other: TicketName): boolean | undefined => {
  const [number, otherNumber] = [idText(one.ticketNumber), idText(other.ticketNumber)];
  if (number !== undefined && otherNumber !== undefined)
    return number === otherNumber || numberKey(number) === numberKey(otherNumber);
  return haveSameReference(one, other);
};

/** The ticket that a request is about; the body of ticket_cancel is documented, and needs no intent. */
export const ticketAsked = ({ operation, intent, request }: Exchange): TicketName => {
  if (operation === 'ticket-cancel') return { ticketNumber: field(request.body, 'ticketNumber') };
  const ticket = field(intent, 'ticket');
  return { ticketNumber: field(ticket, 'ticketNumber'), reference: field(ticket, 'reference') };
};

export const isAboutTicket = (exchange: Exchange, { fact }: Pick<OwnTicket, 'fact'>): boolean =>
  areSameTicket(ticketAsked(exchange), fact) === true;

export const ticketsReported = ({ facts }: Exchange): readonly TicketFact[] => facts?.tickets ?? [];

/** What an answer reports of the ticket that was asked about. */
export const ticketReported = (exchange: Exchange): TicketFact | undefined => {
  const tickets = ticketsReported(exchange);
  const wanted = ticketAsked(exchange);
  const found = tickets.find((reported) => areSameTicket(wanted, reported) === true);
  if (found || tickets.length !== 1) return found;
  // The only one of an answer need not repeat its number.
  const [only] = tickets;
  return only && areSameTicket(wanted, only) === undefined ? only : undefined;
};

const keyOf = ({ ticketNumber, reference }: TicketName): string | undefined => {
  const number = idText(ticketNumber);
  if (number !== undefined) return numberKey(number);
  return (reference ?? null) === null ? undefined : JSON.stringify(reference);
};

const isIssue = ({ operation }: Exchange): boolean => operation === 'ticket-issue' || operation === 'ticket-exchange';

/** The names of tickets that were issued after the answer, which names none: a later retrieval is the first to do so. */
const issuedAfter = (trace: Trace, issue: Exchange): TicketFact[] => {
  if (issue.operation !== 'ticket-issue' || ticketsReported(issue).some((fact) => keyOf(fact) !== undefined)) return [];
  const ofIt = asked(trace, 'pnr-retrieve').filter(
    (each) => each.bearer === issue.bearer && succeeded(each) && areSame(nameAsked(each), nameAsked(issue)) === true,
  );
  const first = ofIt.find((each) => each.index > issue.index && ticketsReported(each).length > 0);
  const before = ofIt.filter(({ index }) => index < issue.index).flatMap(ticketsReported);
  return (first ? ticketsReported(first) : [])
    .filter((one) => before.every((each) => areSameTicket(one, each) !== true))
    .map(({ ticketNumber, reference }) => ({ at: [], ticketNumber, reference }));
};

const issuedIn = (trace: Trace): OwnTicket[] => {
  const tickets = new Map<string, OwnTicket>();
  for (const issue of trace.exchanges) {
    if (!isIssue(issue) || !isAuthorized(issue) || !succeeded(issue)) continue;
    for (const fact of [...ticketsReported(issue), ...issuedAfter(trace, issue)]) {
      const key = keyOf(fact);
      if (key !== undefined && !tickets.has(key)) tickets.set(key, { issue, partner: partnerOf(issue), fact });
    }
  }
  return [...tickets.values()];
};

/** What ticket_issue issues, and ticket_exchange in place of the old ticket; each once. */
export const ownTickets: (trace: Trace) => readonly OwnTicket[] = perTrace(issuedIn);

/** Our ticket that a request of any partner is about. */
export const ownTicketAsked = (trace: Trace, exchange: Exchange): OwnTicket | undefined =>
  ownTickets(trace).find((ticket) => ticket.issue.index < exchange.index && isAboutTicket(exchange, ticket));

/** The partner whose ticket a request is about, or else whose booking; undefined when neither is ours. */
export const partnerAsked = (trace: Trace, exchange: Exchange): Bearer | undefined =>
  (ownTicketAsked(trace, exchange) ?? flightAsked(trace, exchange))?.partner;

/** Asked by the other partner of the target. */
export const isTicketOfAnother = (trace: Trace, exchange: Exchange): boolean => {
  const partner = partnerAsked(trace, exchange);
  return partner !== undefined && partner !== exchange.bearer;
};

export const flightOf = (trace: Trace, { issue }: OwnTicket): OwnFlight | undefined => flightAsked(trace, issue);

export const isInItsBooking = (exchange: Exchange, { issue }: OwnTicket): boolean =>
  areSame(nameAsked(exchange), nameAsked(issue)) === true;

/** What a request names a calculation by, and what the calculation is named by in its answer. */
const calculationNamed = ({ operation, intent, facts }: Exchange): Json => {
  if (operation === 'ticket-exchange') return field(intent, 'exchangeId') ?? null;
  if (operation === 'ticket-refund') return field(intent, 'calculation') ?? null;
  return facts?.exchange?.exchangeId ?? facts?.refund?.reference ?? null;
};

/** The tickets of the calculations that a request names: a service may go by that alone, and not by the ticket beside it. */
const ticketsCalculated = (trace: Trace, exchange: Exchange): TicketName[] => {
  const named = calculationNamed(exchange);
  return named === null
    ? []
    : asked(trace, `${exchange.operation}-calculation` as OperationId)
        .filter((each) => each.index < exchange.index && isDeepStrictEqual(calculationNamed(each), named))
        .map(ticketAsked);
};

/** By a calculation of other tickets: which of them it ends is open. */
export const isOfOtherTickets = (trace: Trace, exchange: Exchange): boolean => {
  const tickets = ticketsCalculated(trace, exchange);
  return tickets.length > 0 && tickets.every((each) => areSameTicket(each, ticketAsked(exchange)) === false);
};

/** ticket_cancel, ticket_exchange and ticket_refund of a ticket, and pnr_cancel of its booking, by any partner. */
const mayChange = (trace: Trace, exchange: Exchange, ticket: OwnTicket): boolean => {
  switch (exchange.operation) {
    case 'ticket-cancel':
      // A void that names no ticket may be about any of its booking.
      return (ticketAsked(exchange).ticketNumber ?? null) === null
        ? isInItsBooking(exchange, ticket)
        : isAboutTicket(exchange, ticket);
    case 'ticket-exchange':
    case 'ticket-refund':
      return [ticketAsked(exchange), ...ticketsCalculated(trace, exchange)].some(
        (named) => areSameTicket(named, ticket.fact) === true,
      );
    case 'pnr-cancel': {
      const flight = flightOf(trace, ticket);
      return isInItsBooking(exchange, ticket) || (flight !== undefined && isAboutFlight(exchange, flight));
    }
    default:
      return false;
  }
};

/** Another clause judges success beside an error; the request may have had its effect. */
export const isSurelyRefused = (exchange: Exchange): boolean =>
  isRefusal(exchange) && field(exchange.response?.body, 'success') !== true;

/** Every request that was not refused and may have changed a ticket, in order: its effect happened, or is not known. */
export const changesOf = (trace: Trace, ticket: OwnTicket): Exchange[] =>
  trace.exchanges.filter(
    (exchange) =>
      exchange.index > ticket.issue.index && !isSurelyRefused(exchange) && mayChange(trace, exchange, ticket),
  );

export const endings: readonly OperationId[] = ['ticket-cancel', 'ticket-exchange', 'ticket-refund'];

export const haveTicketsEnded = (trace: Trace, before: Exchange): boolean => {
  const earlier = trace.exchanges.slice(0, before.index);
  const isReported = earlier
    .filter((issue) => issue.operation === 'ticket-issue' && areSame(nameAsked(issue), nameAsked(before)) === true)
    .every((issue) => isSurelyRefused(issue) || ticketsReported(issue).length > 0);
  const tickets = ownTickets(trace).filter(
    (ticket) => ticket.issue.index < before.index && isInItsBooking(before, ticket),
  );
  const isEnded = (ticket: OwnTicket): boolean =>
    earlier.some((end) => endings.includes(end.operation) && succeeded(end) && isAboutTicket(end, ticket));
  return isReported && tickets.every(isEnded);
};

export const looksAt = (trace: Trace, { fact }: Pick<OwnTicket, 'fact'>, partner: Bearer): Exchange[] =>
  asked(trace, 'ticket-info').filter((look) => look.bearer === partner && isAboutTicket(look, { fact }));

/** Whether a coupon of the ticket that a request is about was used before. */
export const isUsed = ({ usedCoupons = [] }: Trace, exchange: Exchange): boolean =>
  usedCoupons.some(
    ({ beforeExchange, ...used }) =>
      beforeExchange <= exchange.index && areSameTicket(used, ticketAsked(exchange)) === true,
  );

/** Whether the target file says that the first partner has no rights to the ticket that a request is about. */
export const lacksRights = ({ withoutRights = [] }: Trace, exchange: Exchange): boolean =>
  exchange.bearer === 'own' && withoutRights.some((named) => areSameTicket(named, ticketAsked(exchange)) === true);

const knowsTicket = new Set(['pnr-retrieve', 'ticket-issue', 'ticket-exchange', 'ticket-info']);

export const isNumberReported = (
  { exchanges, usedCoupons = [], withoutRights = [] }: Trace,
  ticketNumber: Json | undefined,
): boolean =>
  [
    ...exchanges.filter(({ operation }) => knowsTicket.has(operation)).flatMap(ticketsReported),
    ...usedCoupons,
    ...withoutRights,
  ].some((reported) => areSameTicket(reported, { ticketNumber }) === true);

/** 13 digits, or a vendor and a number (part 4.4). */
const documentedForms = /^(\d{13}|\S+-\d+)$/;

export const hasDocumentedForm = (ticketNumber: Json | undefined): boolean =>
  typeof ticketNumber === 'string' && documentedForms.test(ticketNumber);

const isDigits = ({ ticketNumber }: TicketName): boolean => /^\d+$/.test(idText(ticketNumber) ?? '');

/** Whether a request writes its number in the form of every ticket of the trace: a service may know one form alone. */
export const isInReportedForm = (trace: Trace, exchange: Exchange): boolean =>
  ownTickets(trace).every(({ fact }) => isDigits(fact) === isDigits(ticketAsked(exchange)));

export const inUnreportedForm = 'the number is written in a form that the service has not shown';
