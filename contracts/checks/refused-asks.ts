/** Requests about a booking that the caller must not reach, because it does not exist or is another partner's. */

import { type Check, check, mismatch, type Opinion, unshown } from '../check.ts';
import type { Json } from '../json.ts';
import { isUuid } from '../locate/bookings.ts';
import { type OperationId, operations } from '../operations.ts';
import { succeeded } from '../outcome.ts';
import { asked, field, isAboutRights, perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { asksAlsoUnknown, asksUnknownBookings, isAbout, isUnnamed, nameAsked, ownBookings } from './own-bookings.ts';
import { isAboutFlight, isIdReported, ownFlights } from './own-flights.ts';

export const withoutEffect: readonly OperationId[] = [
  'pnr-retrieve',
  'pnr-cancel',
  'pnr-reprice',
  'ticket-info',
  'ticket-exchange-calculation',
  'ticket-refund-calculation',
];

const withAnyEffect: readonly OperationId[] = [...withoutEffect, 'ticket-issue', 'ticket-cancel'];

/** What names no booking that this trace has reported; a lack of rights says nothing about the booking. */
const asksOfUnreported = (trace: Trace, operations: readonly OperationId[]): Exchange[] =>
  operations
    .flatMap((operation) => asked(trace, operation))
    .filter((exchange) => !isAboutRights(exchange) && !isIdReported(trace, nameAsked(exchange).bookingId));

const inventsBookings = (trace: Pick<Trace, 'input'>): boolean => asksUnknownBookings(trace) || asksAlsoUnknown(trace);

export const asksOfUnknown = (trace: Trace, operations: readonly OperationId[]): Exchange[] =>
  inventsBookings(trace)
    ? asksOfUnreported(trace, operations).filter((exchange) => isUuid(nameAsked(exchange).bookingId))
    : [];

/** A request that names a booking by something else says nothing of its id. */
export const asksOfMalformed = (trace: Trace): Exchange[] =>
  asksOfUnreported(trace, withAnyEffect).filter((exchange) => {
    const { bookingId } = nameAsked(exchange);
    return bookingId !== undefined && !isUuid(bookingId);
  });

/** An empty body is about no booking, and its refusal shows nothing of one. */
const isAboutOne = ({ intent, request }: Exchange): boolean =>
  intent !== undefined || field(request.body, 'bookingId') !== undefined;

/** Every ask of a flow that invents bookings, but for those about one that it made, or about none. */
export const unknownAsks = (trace: Trace, operation: 'view-booking' | 'cancel-booking'): Exchange[] =>
  inventsBookings(trace)
    ? asked(trace, operation).filter(
        (exchange) =>
          isAboutOne(exchange) &&
          !isUnnamed(exchange) &&
          !isAboutRights(exchange) &&
          !ownBookings(trace).some((booking) => isAbout(exchange, booking)),
      )
    : [];

export const unnamedAsks = (trace: Trace, ...operations: readonly OperationId[]): Exchange[] =>
  operations
    .flatMap((operation) => asked(trace, operation))
    .filter((exchange) => !isAboutRights(exchange) && isUnnamed(exchange));

/** Each text, number or truth in an answer, with its place. */
const membersOf = (body: Json | undefined, lists: 'and lists' | 'no lists', place = ''): string[] => {
  if (body === undefined || body === null) return [];
  if (typeof body !== 'object') return [`${place} ${JSON.stringify(body)}`];
  if (Array.isArray(body))
    return lists === 'no lists' ? [] : body.flatMap((inner) => membersOf(inner, lists, `${place}[]`));
  return Object.entries(body).flatMap(([name, inner]) => membersOf(inner, lists, `${place}.${name}`));
};

type AskedTrace = Pick<Trace, 'exchanges' | 'input'>;

const aboutNothing: readonly OperationId[] = ['hotel-search', 'avia-search', 'avia-schedule'];

/** The binding has read nothing of a booking or a ticket but places. */
const isFactless = ({ facts }: Exchange): boolean => {
  const isRead = (value: unknown, name = ''): boolean => {
    if (name === 'at' || value === undefined || value === null) return false;
    return typeof value === 'object' ? Object.entries(value).some(([key, inner]) => isRead(inner, key)) : true;
  };
  return [facts?.booking, facts?.flightBooking, facts?.tickets, facts?.exchange, facts?.refund].every(
    (fact) => !isRead(fact),
  );
};

/**
 * Members that stand in all answers: in that of a search, which is about no booking, and in what an asker of invented
 * bookings is answered of two, where nothing is read.
 */
const frameOf = perTrace((trace: AskedTrace): ReadonlySet<string> => {
  const own = trace.exchanges.filter((each) => succeeded(each) && each.bearer === 'own');
  const searches = own.filter(({ operation }) => aboutNothing.includes(operation));
  const asks = new Map<string, Set<string>>();
  for (const { operation, request, response } of asksUnknownBookings(trace) ? own.filter(isFactless) : [])
    for (const member of membersOf(response?.body, 'no lists')) {
      const key = `${operation} ${member}`;
      asks.set(key, (asks.get(key) ?? new Set()).add(JSON.stringify(request.body)));
    }
  const repeated = [...asks].filter(([, of]) => of.size > 1).map(([key]) => key.slice(key.indexOf(' ') + 1));
  return new Set([...searches.flatMap(({ response }) => membersOf(response?.body, 'no lists')), ...repeated]);
});

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency').map((code) => JSON.stringify(code)));

/** A word of success, and a currency without an amount. */
const isForm = (member: string): boolean =>
  member === '.success true' || currencies.has(member.slice(member.lastIndexOf(' ') + 1));

/** Whether no text, number or truth stands in an answer, but for its form and what stands in all answers. */
const showsNothing = ({ response }: Exchange, trace: AskedTrace): boolean => {
  if (response?.text !== undefined) return false;
  const members = membersOf(response?.body, 'and lists');
  return members.every((member) => isForm(member) || frameOf(trace).has(member));
};

const looksAtOne: readonly OperationId[] = ['view-booking', 'pnr-retrieve', 'pnr-reprice', 'ticket-info'];

/** An answer with nothing in it to a look at a booking that the asker has not made. */
export const isEmptyForNothing = (trace: Trace, exchange: Exchange): boolean => {
  const { bearer, operation } = exchange;
  if (!looksAtOne.includes(operation) || !showsNothing(exchange, trace)) return false;
  const partners = [
    ...ownBookings(trace).filter((booking) => isAbout(exchange, booking)),
    ...ownFlights(trace).filter((flight) => isAboutFlight(exchange, flight)),
  ].map(({ partner }) => partner);
  const isOfNone = isUnnamed(exchange) || (inventsBookings(trace) && isAboutOne(exchange));
  const isOfAnother = partners.length > 0 || isOfNone;
  return isOfAnother && !partners.some((partner) => partner === bearer);
};

export const isRefused = (exchange: Exchange): Opinion =>
  succeeded(exchange) ? mismatch(exchange, ['response', 'status'], 'a refusal') : undefined;

/** For reads only: an answer with nothing in it also says that there is nothing for the caller. */
export const showsNothingToAsker = (exchange: Exchange, trace: AskedTrace): Opinion =>
  operations[exchange.operation].effect === 'reads' && showsNothing(exchange, trace) ? undefined : isRefused(exchange);

/** Of what another partner asks: a token that does not count shows nothing. */
export const isRefusedToAnother = (exchange: Exchange, trace: AskedTrace): Opinion =>
  exchange.response?.status === 401
    ? unshown('the token of the second partner does not count')
    : showsNothingToAsker(exchange, trace);

export const otherPartnerIsRefused = (
  operation: OperationId,
  isOfAnother: (trace: Trace, exchange: Exchange) => boolean,
): Check =>
  check({
    given: (trace) => asked(trace, operation).filter((exchange) => isOfAnother(trace, exchange)),
    then: isRefusedToAnother,
  });
