/** POST /api/hotels/cancel_booking: cancels a booking of the partner; cancelling again tells the same once more. */
import type { SalesHandler } from '../handler.ts';
import type { CanonicalReplies } from '../hotels/canonical.ts';
import { answer } from '../reply.ts';
import { bookingNotFound } from '../sales/refusals.ts';
import { bookingOf } from './view-booking.ts';

export const cancelBooking: SalesHandler<'cancel-booking'> = ({ bookingId }, asking) => {
  const { world } = asking;
  const { rules, bookings } = world;
  const booking = bookingOf(bookingId, 'cancel-booking', asking);
  if (!booking) return bookingNotFound;
  const { price } = booking;
  const penalty = booking.penalty ?? { ...price, minor: rules.penaltyOf(booking, world) };
  if (booking.cancelledAtMs === undefined && rules.cancels(booking, world)) {
    bookings.put({ ...booking, cancelledAtMs: world.now(), penalty });
  }
  const refund = { ...price, minor: price.minor - penalty.minor };
  return answer(200, { bookingId: booking.bookingId, penalty, refund } satisfies CanonicalReplies['cancel-booking']);
};
