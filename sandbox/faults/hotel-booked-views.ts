/** Faults of a view that tells something else than what was booked, or than other answers. */
import { listedBookings } from '../altering/hotels.ts';
import { answers, listOf } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalReplies } from '../hotels/canonical.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { dateOf, dayMs } from '../sales/days.ts';
import type { Amount } from '../sales/money.ts';

type BookedView = CanonicalReplies['view-booking'];

const dayAfter = (date: string): string => dateOf(Date.parse(date) + dayMs);

const dearer = ({ minor, currency }: Amount): Amount => ({ minor: minor + 1, currency });

/** Shows something of the newest booking of the same partner in the view of any. */
const ofNewest = (bend: (view: BookedView, newest: StoredBooking) => unknown) =>
  answers('view-booking', (view, { world }) => {
    const viewed = world.bookings.find(view.bookingId);
    const newest = world.bookings.all().find(({ clientId }) => clientId === viewed?.clientId);
    return newest ? bend(view, newest) : view;
  });

const guests = ['view-booking.guests-are-those-booked', 'view-booking.every-guest-is-shown'] as const;

export const hotelBookedViewFaults = [
  ...faultsOf('view-booking.each-of-two-bookings-is-its-own', {
    'views-the-room-of-the-newest-booking': ofNewest((view, { offer: { roomId, rateName, roomName } }) => ({
      ...view,
      hotel: { ...view.hotel, room: { roomId, rateName, roomName } },
    })),
  }),
  ...faultsOf('view-booking.guests-are-those-booked', {
    'views-another-first-guest-every-second-time': answers('view-booking', (view, { world }) => ({
      ...view,
      guests:
        world.count('views of first guests') % 2 === 1
          ? view.guests
          : view.guests.map((room, at) =>
              room.map((guest, i) => (at === 0 && i === 0 ? { ...guest, lastName: 'Doe' } : guest)),
            ),
    })),
  }),
  ...faultsOf(['view-booking.each-of-two-bookings-is-its-own', 'view-booking.hotel-is-the-one-booked'], {
    'views-the-hotel-of-the-newest-booking': ofNewest((view, { offer: { hotelId, roomId, rateName, roomName } }) => ({
      ...view,
      hotel: { ...view.hotel, hotelId, room: { roomId, rateName, roomName } },
    })),
    'views-the-id-of-the-hotel-of-the-newest-booking': ofNewest((view, { offer: { hotelId } }) => ({
      ...view,
      hotel: { ...view.hotel, hotelId },
    })),
  }),
  ...faultsOf(['view-booking.guests-are-those-booked', 'view-booking.each-of-two-bookings-is-its-own'], {
    'views-the-first-guest-of-the-newest-booking': ofNewest((view, { guests: [[theirs] = [undefined]] }) => ({
      ...view,
      guests: view.guests.map((room, at) => room.map((guest, i) => (at === 0 && i === 0 && theirs ? theirs : guest))),
    })),
  }),
  ...faultsOf('view-booking.stay-is-the-one-booked', {
    'views-a-day-more-than-was-booked': answers('view-booking', (view) => ({
      ...view,
      checkOut: dayAfter(view.checkOut),
    })),
    'views-the-stay-a-day-late': answers('view-booking', (view) => ({
      ...view,
      checkIn: dayAfter(view.checkIn),
      checkOut: dayAfter(view.checkOut),
    })),
  }),
  ...faultsOf([...guests, 'view-booking.price-details-change-nothing-else'], {
    'views-no-guests-beside-price-details': answers('view-booking', (view, { asked }) =>
      asked?.details.includePriceDetails ? { ...view, guests: [] } : view,
    ),
  }),
  ...faultsOf(guests, {
    'views-other-guests-every-second-time': answers('view-booking', (view, { world }) => ({
      ...view,
      guests:
        world.count('views of guests') % 2 === 1
          ? view.guests
          : view.guests.map((room) => room.map((guest) => ({ ...guest, lastName: 'Doe' }))),
    })),
  }),
  ...faultsOf(['view-booking.price-is-told-alike', 'create-booking.price-is-the-one-verified'], {
    'tells-a-new-booking-a-cent-dearer': answers('create-booking', (body) => ({ ...body, price: dearer(body.price) })),
  }),
  ...faultsOf('view-booking.price-is-told-alike', {
    'lists-bookings-a-cent-dearer': listedBookings(
      () => true,
      (booking) => ({ ...booking, price: dearer(booking.price) }),
    ),
  }),
  ...faultsOf('view-booking.booked-upsells-are-shown', {
    'forgets-the-upsells-of-a-booking': answers('view-booking', (view) => ({ ...view, upsells: [] })),
    'forgets-the-last-upsell-of-a-booking': answers('view-booking', (view) => ({
      ...view,
      upsells: listOf(view.upsells).slice(0, -1),
    })),
  }),
];
