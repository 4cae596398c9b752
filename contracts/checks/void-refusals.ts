/** Checks of voids that must be refused, with which code, and to no effect (parts 3, 4.4, 5 and 7). */

import { type Check, check, mismatch, mismatchAt, type Opinion, type Three, type Unshown, unshown } from '../check.ts';
import { isUuid } from '../locate/bookings.ts';
import type { OperationId } from '../operations.ts';
import { errorCodeOf, succeeded } from '../outcome.ts';
import { asked, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { isTokenOver } from './issued-token.ts';
import { areSame, nameAsked } from './own-bookings.ts';
import { flightAsked, isIdReported, isMuchLater, isPerhapsCancelled, ownFlightAsked } from './own-flights.ts';
import {
  areSameTicket,
  changesOf,
  hasDocumentedForm,
  inUnreportedForm,
  isAboutTicket,
  isInItsBooking,
  isInReportedForm,
  isNumberReported,
  isOfOtherTickets,
  isSurelyRefused,
  isTicketOfAnother,
  isUsed,
  looksAt,
  type OwnTicket,
  ownTicketAsked,
  partnerAsked,
  ticketAsked,
  ticketReported,
  ticketsReported,
  windowAt,
} from './own-tickets.ts';
import { doesNotRead, readFacts } from './reads.ts';
import { foreign, isForeign } from './refusals.ts';

const notFound = ['BOOKING_NOT_FOUND', 'TICKET_NOT_FOUND'] as const;

const ofState = ['TICKET_USED', 'INVALID_TICKET_STATE'] as const;

const documented: readonly string[] = [...notFound, ...ofState, 'VOID_TIME_EXPIRED', 'ACCESS_DENIED'];

/** Null and an empty text are the same as absent. */
export const isIncomplete = (exchange: Exchange): boolean =>
  (nameAsked(exchange).bookingId ?? '') === '' || (ticketAsked(exchange).ticketNumber ?? '') === '';

/** A request that lacks something may be refused for that, with any code. */
export const voids = (trace: Trace): Exchange[] => asked(trace, 'ticket-cancel').filter((each) => !isIncomplete(each));

const isChangedBefore = (trace: Trace, exchange: Exchange): boolean => {
  const ticket = ownTicketAsked(trace, exchange);
  return ticket !== undefined && changesOf(trace, ticket).some(({ index }) => index < exchange.index);
};

/** By a look of its partner, although nothing that we asked for has ended it. */
const isShownEnded = (trace: Trace, ticket: OwnTicket, { index }: Exchange): boolean =>
  looksAt(trace, ticket, ticket.partner).some((look) => look.index < index && ticketReported(look)?.isOpen === false);

/** The codes for which some reason holds; where several hold, any is lawful. */
export const lawfulCodes = (trace: Trace, exchange: Exchange): readonly string[] => {
  const { ticketNumber } = ticketAsked(exchange);
  const ticket = ownTicketAsked(trace, exchange);
  const flight = flightAsked(trace, exchange);
  const isElsewhere = ticket !== undefined && !isInItsBooking(exchange, ticket);
  if (isChangedBefore(trace, exchange) || (flight && isPerhapsCancelled(trace, flight, exchange))) return documented;
  if (ticket && isShownEnded(trace, ticket, exchange)) return documented;
  const hasWindow = ticket !== undefined || isUsed(trace, exchange);
  return [
    'ACCESS_DENIED',
    ...(isIdReported(trace, nameAsked(exchange).bookingId) ? [] : notFound),
    ...(isElsewhere || isTicketOfAnother(trace, exchange) ? notFound : []),
    ...(isNumberReported(trace, ticketNumber) ? [] : ['TICKET_NOT_FOUND']),
    ...(isUsed(trace, exchange) ? ofState : []),
    ...(hasWindow && windowAt(trace, exchange) !== 'open' ? ['VOID_TIME_EXPIRED'] : []),
  ];
};

export const isRefusedWith = (exchange: Exchange, wanted: string, codes: readonly string[]): Opinion => {
  if (succeeded(exchange)) return mismatch(exchange, ['response', 'status'], `a refusal with ${wanted}`);
  if (isForeign(exchange)) return foreign(exchange);
  const code = errorCodeOf(exchange);
  if (code !== undefined && codes.includes(code)) return undefined;
  return mismatch(exchange, ['response', 'body', 'error', 'code'], wanted);
};

/** Only the target file names it, and no look has shown it: the file may be wrong. */
export const isNamedInVain = (trace: Trace, exchange: Exchange): boolean => {
  const code = errorCodeOf(exchange);
  const looks = looksAt(trace, { fact: { at: [], ...ticketAsked(exchange) } }, exchange.bearer);
  return notFound.some((each) => each === code) && !ownTicketAsked(trace, exchange) && !looks.some(succeeded);
};

export const namedInVain: Unshown = {
  unshown: 'nothing shows the ticket that the target file names: whoever looks for it finds none',
  isMissed: true,
};

/** Lack of rights is lawful, and says nothing about another reason. */
export const refusedWith = (wanted: string, given: (trace: Trace) => Exchange[], codesOf = lawfulCodes): Check =>
  check({
    given,
    then: (exchange, trace) => {
      if (isAboutRights(exchange)) return unshown('the caller lacks rights');
      if (isUsed(trace, exchange) && isNamedInVain(trace, exchange)) return namedInVain;
      const opinion = isRefusedWith(exchange, wanted, codesOf(trace, exchange));
      if (opinion === undefined || succeeded(exchange)) return opinion;
      if (isTokenOver(trace, exchange)) return unshown('the token was over by then');
      return isInReportedForm(trace, exchange) ? opinion : unshown(inUnreportedForm);
    },
  });

export const late = (trace: Trace): Exchange[] =>
  voids(trace).filter((exchange) => {
    const ticket = ownTicketAsked(trace, exchange);
    const isOwn = ticket?.partner === exchange.bearer && isInItsBooking(exchange, ticket);
    // For a ticket that may have ended there are two reasons: another clause judges that it is refused.
    return isOwn && windowAt(trace, exchange) === 'passed' && !isChangedBefore(trace, exchange);
  });

export const ofUnknownTickets = (trace: Trace): Exchange[] =>
  voids(trace).filter((exchange) => {
    const { ticketNumber } = ticketAsked(exchange);
    const isUnknown = hasDocumentedForm(ticketNumber) && !isNumberReported(trace, ticketNumber);
    return isUnknown && ownFlightAsked(trace, exchange) !== undefined;
  });

export const ofUsedTickets = (trace: Trace): Exchange[] =>
  voids(trace).filter(
    (exchange) => isUsed(trace, exchange) && (partnerAsked(trace, exchange) ?? 'own') === exchange.bearer,
  );

export const ofUnknownBookings = (trace: Trace): Exchange[] =>
  voids(trace).filter((exchange) => {
    const { bookingId } = nameAsked(exchange);
    return isUuid(bookingId) && !isIdReported(trace, bookingId);
  });

/** Of the two that are not found, the one that is not there. */
export const namesTheBooking = (exchange: Exchange, trace: Trace): Opinion => {
  const code = errorCodeOf(exchange);
  if (code === 'BOOKING_NOT_FOUND') return undefined;
  if (code !== 'TICKET_NOT_FOUND') return unshown('it is not said what was not found');
  if (isChangedBefore(trace, exchange)) return unshown('the ticket may be gone');
  return isInReportedForm(trace, exchange)
    ? mismatch(exchange, ['response', 'body', 'error', 'code'], 'BOOKING_NOT_FOUND, as the ticket exists')
    : unshown(inUnreportedForm);
};

/** After a void in the same booking that succeeded. */
export const second = (trace: Trace): Exchange[] =>
  voids(trace).filter(
    (exchange) =>
      !isTicketOfAnother(trace, exchange) &&
      voids(trace).some(
        (first) =>
          first.index < exchange.index &&
          succeeded(first) &&
          areSame(nameAsked(first), nameAsked(exchange)) !== false &&
          areSameTicket(ticketAsked(first), ticketAsked(exchange)) === true,
      ),
  );

/** The number of the old ticket may have become that of a new one, which can be voided. */
const isReissued = (end: Exchange, exchange: Exchange): boolean =>
  ticketsReported(end).some(
    (reported) => reported.isOpen !== false && areSameTicket(reported, ticketAsked(exchange)) === true,
  );

/** After something that ended the ticket, and succeeded. */
export const ofEnded = (trace: Trace, asks: readonly Exchange[], by: readonly OperationId[]): Exchange[] =>
  asks.filter((exchange) => {
    const all = by.flatMap((operation) => asked(trace, operation));
    const ends = all.filter(
      (end) =>
        end.index < exchange.index &&
        end.bearer === exchange.bearer &&
        succeeded(end) &&
        !isOfOtherTickets(trace, end) &&
        areSameTicket(ticketAsked(end), ticketAsked(exchange)) === true,
    );
    return ends.length > 0 && !ends.some((end) => isReissued(end, exchange));
  });

export const ofAnother = (trace: Trace): Exchange[] =>
  voids(trace).filter((exchange) => isTicketOfAnother(trace, exchange));

/** A void in the same booking that may have had an effect, also on another ticket than was asked for. */
const isDisturbed = (trace: Trace, ticket: OwnTicket, before: Exchange, after: Exchange): boolean =>
  asked(trace, 'ticket-cancel').some(
    (each) =>
      each.index > before.index &&
      each.index < after.index &&
      !isSurelyRefused(each) &&
      (isAboutTicket(each, ticket) || isInItsBooking(each, ticket)),
  );

/** A refused void between two looks at a ticket that it was about, or at one of its booking. */
export const betweenLooks = (trace: Trace, ticket: OwnTicket): Three[] => {
  const looks = looksAt(trace, ticket, ticket.partner);
  const [change] = changesOf(trace, ticket);
  const refused = trace.exchanges.filter(
    (exchange) =>
      exchange.operation === 'ticket-cancel' &&
      isSurelyRefused(exchange) &&
      (isAboutTicket(exchange, ticket) || isInItsBooking(exchange, ticket)),
  );
  return refused.flatMap((each): Three[] => {
    const before = looks.findLast(({ index }) => index < each.index);
    const after = looks.find(({ index }) => index > each.index);
    if (!before || !after || isMuchLater(trace, before, after)) return [];
    const isAlone =
      !isDisturbed(trace, ticket, before, after) &&
      (change?.index ?? Number.POSITIVE_INFINITY) > after.index &&
      !isUsed(trace, after);
    return isAlone ? [{ exchanges: [before, each, after] }] : [];
  });
};

export const isAsOpen = ({ exchanges: [before, , after] }: Three): Opinion => {
  const [was, is] = [before, after].map((look) => {
    readFacts(look);
    return ticketReported(look);
  });
  if (!succeeded(before) || !succeeded(after)) return unshown('the ticket is not shown');
  if (was?.isOpen === undefined || is?.isOpen === undefined) return doesNotRead(after, 'isOpen of the ticket');
  if (!was.isOpen) return unshown('the ticket was not open before');
  if (is.isOpen) return undefined;
  const expected = 'a ticket as open as before the refused void';
  return mismatchAt(after, is.at, { expected, actual: 'not open' });
};

export const anyDocumented = () => documented;
