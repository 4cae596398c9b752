/** Faults of the one status that the booking operations tell. */
import { listedBookings } from '../altering/hotels.ts';
import { answers, listOf } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalReplies, ListedBooking } from '../hotels/canonical.ts';

const created = (bend: (body: CanonicalReplies['create-booking']) => unknown) =>
  answers('create-booking', (body) => bend(body));

const viewed = (bend: (status: unknown) => unknown) =>
  answers('view-booking', (body) => ({ ...body, bookingInfo: { status: bend(body.bookingInfo.status) } }));

const listed = (bend: (status: ListedBooking['status']) => unknown) =>
  listedBookings(
    () => true,
    (booking) => ({ ...booking, status: bend(booking.status) }),
  );

const instead = (of: string, other: unknown) => (status: unknown) => (status === of ? other : status);

export const hotelStatusFaults = [
  ...faultsOf('create-booking.status-is-documented', {
    'tells-no-status-of-a-new-booking': created(({ status: _, ...body }) => body),
    'confirms-new-bookings': created((body) => ({ ...body, status: 'confirmed' })),
    'writes-the-status-of-a-new-booking-small': created((body) => ({ ...body, status: 'inwork' })),
  }),
  ...faultsOf('view-booking.status-is-documented', {
    'views-completed-as-confirmed': viewed(instead('completed', 'confirmed')),
    'views-cancelled-with-one-l': viewed(instead('cancelled', 'canceled')),
    'views-the-status-beside-booking-info': answers('view-booking', ({ bookingInfo, ...body }) => ({
      ...body,
      status: bookingInfo.status,
    })),
  }),
  ...faultsOf('search-bookings.status-is-documented', {
    'lists-completed-as-done': listed(instead('completed', 'done')),
    'lists-cancelled-without-a-status': listed(instead('cancelled', undefined)),
    'nulls-the-status-of-the-newest-booking': answers('search-bookings', (body) => ({
      ...body,
      bookings: listOf(body.bookings).map((booking, at) => (at === 0 ? { ...booking, status: null } : booking)),
    })),
  }),
  ...faultsOf(['search-bookings.status-is-documented', 'search-bookings.new-booking-is-listed'], {
    'keys-bookings-by-number': answers('search-bookings', (body) => ({ ...body, bookings: { ...body.bookings } })),
  }),
  ...faultsOf('booking-status.former-values-are-gone', {
    'tells-booked-of-a-new-booking': created((body) => ({ ...body, status: 'Booked' })),
    'views-completed-as-booked': viewed(instead('completed', 'Booked')),
    'lists-cancelled-by-its-former-name': listed(instead('cancelled', 'Cancelled')),
    'answers-cancellations-with-a-former-status': answers('cancel-booking', (body) => ({
      ...body,
      status: 'Cancelled',
    })),
  }),
];
