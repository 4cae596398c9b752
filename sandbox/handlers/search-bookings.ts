/** POST /api/hotels/search_bookings: the bookings of the partner, the newest first, page by page. */
import type { SalesHandler } from '../handler.ts';
import type { CanonicalReplies, ListedBooking } from '../hotels/canonical.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { answer } from '../reply.ts';
import type { World } from '../world.ts';

const listed = (booking: StoredBooking, world: World): ListedBooking => {
  const { bookingId, createdAtMs, offer, price, guests } = booking;
  const { checkIn, checkOut } = offer.stay;
  return {
    bookingId,
    status: world.rules.statusOf(booking, world),
    createdAtMs,
    checkIn,
    checkOut,
    hotelName: world.hotelOf(offer.hotelId)?.name.en ?? '',
    price,
    guestNames: guests.flat().map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  };
};

export const searchBookings: SalesHandler<'search-bookings'> = (asked, { world, clientId }) => {
  const { rules, bookings } = world;
  const { page = Number.POSITIVE_INFINITY } = asked;
  const matching = bookings
    .all()
    .filter(({ number }) => number < page)
    .filter((booking) => rules.showsBookingTo(booking, clientId, { operation: 'search-bookings', world }))
    .filter((booking) => rules.matchesStatus(booking, asked, world) && rules.matchesDates(booking, asked, world));
  const shown = matching.slice(0, rules.pageSize);
  const last = shown.at(-1);
  const body: CanonicalReplies['search-bookings'] = {
    bookings: shown.map((booking) => listed(booking, world)),
    ...(last && matching.length > shown.length && { nextPage: last.number }),
  };
  return answer(200, body);
};
