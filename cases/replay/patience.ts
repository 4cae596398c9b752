/** How long to wait before a step, and for what it showed then: what a service shows late is not held against it. */
import type { BookingFact, Facts } from '../../contracts/facts.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { areSame, refOf } from '../../engine/effects/refs.ts';

/** Shorter ones are what a computer takes. */
const pauseMsMin = 200;

/** How long nothing was sent before a step, up to how long an effect may take to show. */
export const pauseBefore = ({ exchanges }: Trace, { index, sentAt }: Exchange, settleMs: number): number => {
  const before = exchanges[index - 1];
  if (!before) return 0;
  const pausedMs = Date.parse(sentAt) - Date.parse(before.sentAt) - before.durationMs;
  return pausedMs < pauseMsMin ? 0 : Math.min(pausedMs, settleMs);
};

const isOnTheWay = (status: unknown): boolean => status === 'inWork' || status === 'unknown';

const hasNotComeSoFar = (then: BookingFact | undefined, now: BookingFact | undefined): boolean => {
  if (then?.status === undefined || now?.status === undefined || then.status === now.status) return false;
  return then.status === 'cancelled' || (isOnTheWay(now.status) && !isOnTheWay(then.status));
};

/**
 * The service does not show yet what it showed then.
 *
 * @param bookedAgain The booking of now in place of one that was booked in the case.
 */
export const isStillToCome = (
  then: Facts | undefined,
  now: Facts,
  bookedAgain: (ref: BookingRef) => BookingRef | undefined,
): boolean => {
  if (!then) return false;
  if (hasNotComeSoFar(then.booking, now.booking)) return true;
  if (then.flightBooking?.isActive === false && now.flightBooking?.isActive === true) return true;
  const isClosed = then.tickets?.some(({ isOpen }) => isOpen === false);
  if (isClosed && now.tickets?.length && now.tickets.every(({ isOpen }) => isOpen === true)) return true;
  // Of a list, what we had made ourselves.
  return (then.bookings ?? []).some((one) => {
    const ref = refOf(one);
    const name = ref && bookedAgain(ref);
    if (!name) return false;
    const listed = now.bookings?.find((each) => areSame(refOf(each) ?? {}, name));
    return !listed || hasNotComeSoFar(one, listed);
  });
};
