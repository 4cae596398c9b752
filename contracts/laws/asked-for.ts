/**
 * The laws of keys and of ends, in answers: one that names bookings names the one that was asked about, what no answer
 * has named opens nothing, and what ends a thing does not say that it is there as before (parts 2.3, 2.4, 3 and 4.3).
 */
import { isDeepStrictEqual } from 'node:util';
import { inBody, type Mismatch, mismatch, mismatchAt, type Opinion, shown, unshown } from '../check.ts';
import { areSame, nameAsked } from '../checks/own-bookings.ts';
import { bookingReported } from '../checks/own-flights.ts';
import { showsNothingToAsker } from '../checks/refused-asks.ts';
import type { Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, isTroubled, succeeded } from '../outcome.ts';
import { asked, field, idText, isAboutRights, isAuthorized } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { leavesOf } from './leaves.ts';

const isIt = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const bookingsNamedIn = ({ response }: Exchange) =>
  [...(leavesOf(response?.body ?? null) ?? [])]
    .flatMap(([, leaves]) => leaves)
    .filter(({ path }) => path.at(-1) === 'bookingId');

/** Whether an answer names bookings, and not the one that was asked about. */
export const namesAnotherBooking = (exchange: Exchange): boolean => {
  const wanted = idText(nameAsked(exchange).bookingId) ?? '';
  const named = bookingsNamedIn(exchange);
  // A ticket may be issued in another booking, beside the one that was asked about.
  return named.length > 0 && !named.some(({ value }) => isIt(idText(value) ?? '', wanted));
};

/** @param of Acts and calculations about one booking; looks have clauses of their own. */
export const answersNameWhatWasAsked = (...of: readonly OperationId[]) => ({
  given: ({ exchanges }: Trace): Exchange[] =>
    exchanges.filter(
      (each) =>
        of.includes(each.operation) &&
        isAuthorized(each) &&
        succeeded(each) &&
        idText(nameAsked(each).bookingId) !== undefined,
    ),
  then: (exchange: Exchange): Opinion => {
    const named = bookingsNamedIn(exchange);
    if (named.length === 0) return unshown('the answer names no booking');
    if (!namesAnotherBooking(exchange)) return undefined;
    const expected = `${shown(idText(nameAsked(exchange).bookingId))}, the booking asked about`;
    return named.map(({ value, path }): Mismatch => mismatchAt(exchange, path, { expected, actual: shown(value) }));
  },
});

const named = (one: Json | undefined, other: Json | undefined): boolean =>
  (one ?? null) !== null && isDeepStrictEqual(one, other);

const offersIn = ({ facts }: Exchange) => [...(facts?.offers ?? []), ...(facts?.flightOffers ?? [])];

/** No earlier answer has an offer with the id or the reference of the one that is asked about. */
const isUnreported = ({ exchanges }: Trace, asking: Exchange): boolean => {
  const offer = field(asking.intent, 'offer');
  const [id, reference] = [field(offer, 'offerId'), field(offer, 'reference')];
  if (idText(id) === undefined && (reference ?? null) === null) return false;
  return exchanges
    .slice(0, asking.index)
    .flatMap(offersIn)
    .every((each) => !named('offerId' in each ? each.offerId : undefined, id) && !named(each.reference, reference));
};

export const showsNoOffer = (exchange: Exchange, trace: Trace): Opinion =>
  offersIn(exchange).length === 0 && (exchange.facts ?? null) !== null
    ? undefined
    : showsNothingToAsker(exchange, trace);

/** An offer that no search has found has no price. */
export const unknownOfferIsNotServed = (operation: OperationId) => ({
  given: (trace: Trace): Exchange[] =>
    asked(trace, operation).filter((each) => !isAboutRights(each) && isUnreported(trace, each)),
  then: showsNoOffer,
});

/** With tickets a booking may end only once they are closed. */
const isPerhapsTicketed = ({ exchanges }: Trace, cancellation: Exchange): boolean =>
  exchanges
    .slice(0, cancellation.index)
    .some(
      (each) =>
        each.operation === 'ticket-issue' &&
        !isRefusal(each) &&
        areSame(nameAsked(each), nameAsked(cancellation)) !== false,
    );

export const answerShowsTheEnd = (operation: OperationId) => ({
  given: (trace: Trace): Exchange[] =>
    asked(trace, operation).filter((each) => (succeeded(each) || isTroubled(each)) && !isPerhapsTicketed(trace, each)),
  then: (exchange: Exchange): Opinion => {
    const { isActive } = bookingReported(exchange) ?? {};
    if (isActive === undefined) return unshown('the answer reports no state');
    return isActive ? mismatch(exchange, inBody, 'a booking that has ended') : undefined;
  },
});
