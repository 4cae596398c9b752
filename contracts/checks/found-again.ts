/** Checks that what was made is found again by its partner, until something may have ended it (parts 4.3, 4.4 and 4.6). */

import { isDeepStrictEqual } from 'node:util';
import { type Opinion, shown, unshown } from '../check.ts';
import { cancelledStatuses, refusedStatuses } from '../facts.ts';
import type { OperationId } from '../operations.ts';
import { errorCodeOf, isRefusal, succeeded } from '../outcome.ts';
import { field, isAboutRights, passedMs, targetTimeOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { answeredBookings } from './booked-as-asked.ts';
import { endOfFlight } from './booked-flights.ts';
import { endOf, viewsOf } from './own-bookings.ts';
import { isAboutFlight, ownFlights, retrievalsOf } from './own-flights.ts';

export type LookedFor = { readonly exchanges: readonly [Exchange, ...Exchange[]] };

/** The last look, with those before it: what was just made may not be there yet. */
export const lastLook = (looks: readonly Exchange[]): LookedFor[] => {
  const [last, ...earlier] = looks.toReversed();
  return last && !isAboutRights(last) ? [{ exchanges: [last, ...earlier] }] : [];
};

const isMissed = (last: Exchange, what: string): Opinion => ({
  exchange: last,
  path: ['response', 'status'],
  expected: what,
  actual: shown(last.response?.status),
});

export const isTicketFound = ({ exchanges: [last, ...earlier] }: LookedFor): Opinion => {
  if (!isRefusal(last)) return undefined;
  return earlier.length === 0
    ? unshown('the ticket may not be shown yet')
    : isMissed(last, 'the ticket that was issued');
};

type BookingLookedFor = LookedFor & {
  /** What made the booking, or did something to it last. */
  readonly since: Exchange;
};

/** A booking that nothing was done to may run out: some are held for no longer. */
const heldMs = 15 * 60_000;

/** @param acts What was done to it that does not end it: a service may be busy with that. */
const bookingLooks = (
  trace: Trace,
  { create, looks, acts, end }: Record<'looks' | 'acts', readonly Exchange[]> & { create: Exchange; end: number },
): BookingLookedFor[] => {
  const meant = looks.filter(
    (look) =>
      look.index > create.index &&
      look.index < end &&
      !isAboutRights(look) &&
      targetTimeOf(trace, look) - targetTimeOf(trace, create) <= heldMs,
  );
  return lastLook(meant).map(({ exchanges }) => {
    const since = acts.findLast(({ index }) => index > create.index && index < exchanges[0].index);
    return { exchanges, since: since ?? create };
  });
};

const actsOnFlight: readonly OperationId[] = ['pnr-reprice', 'ticket-issue'];

export const flightsLookedFor = (trace: Trace): BookingLookedFor[] =>
  ownFlights(trace).flatMap((flight) => {
    const looks = retrievalsOf(trace, flight);
    const acts = trace.exchanges.filter((each) => actsOnFlight.includes(each.operation) && isAboutFlight(each, flight));
    return bookingLooks(trace, { create: flight.create, looks, acts, end: endOfFlight(trace, flight) });
  });

/** One that was refused at once need not be shown. */
const neverThere: readonly unknown[] = [...cancelledStatuses, ...refusedStatuses];

export const staysLookedFor = (trace: Trace): BookingLookedFor[] =>
  answeredBookings(trace)
    .filter(({ create }) => !neverThere.includes(create.facts?.booking?.status))
    .flatMap((booking) => {
      const looks = viewsOf(trace, booking);
      return bookingLooks(trace, { create: booking.create, looks, acts: [], end: endOf(trace, booking) });
    });

/** Timers may be a little early. */
const settledShare = 0.9;

const isSettled = (trace: Trace, since: Exchange, last: Exchange): boolean =>
  trace.settleMs !== undefined && passedMs(trace, since, last) >= trace.settleMs * settledShare;

const detailsOf = ({ intent }: Exchange) => field(intent, 'details');

export const isBookingFound = (
  { exchanges: [last, before, ...earlier], since }: BookingLookedFor,
  trace: Trace,
): Opinion => {
  if (!isRefusal(last)) return undefined;
  if (errorCodeOf(last) === 'SUPPLIER_ERROR') return unshown('the supplier refused');
  if (!before || !isRefusal(before) || !isSettled(trace, since, last))
    return unshown('the booking may not be shown yet');
  const found = earlier.filter(succeeded);
  const isOfDetails = found.length > 0 && !found.some((each) => isDeepStrictEqual(detailsOf(each), detailsOf(last)));
  return isOfDetails ? unshown('it is shown with other details') : isMissed(last, 'the booking that was made');
};
