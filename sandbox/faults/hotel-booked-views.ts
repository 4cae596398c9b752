/** Faults of a view that tells something else than what was booked, or than other answers. */
import { listedBookings } from '../altering/hotels.ts';
import { answers, listOf } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { CanonicalReplies } from '../hotels/canonical.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { dateOf, dayMs } from '../sales/days.ts';
import type { Amount } from '../sales/money.ts';

type View = CanonicalReplies['view-booking'];

const dayAfter = (date: string): string => dateOf(Date.parse(date) + dayMs);

const dearer = ({ minor, currency }: Amount): Amount => ({ minor: minor + 1, currency });

/** Shows something of the newest booking of the same partner in the view of any. */
const ofNewest = (bend: (view: View, newest: StoredBooking) => unknown) =>
  answers('view-booking', (view, { world }) => {
    const viewed = world.bookings.find(view.bookingId);
    const newest = world.bookings.all().find(({ clientId }) => clientId === viewed?.clientId);
    return newest ? bend(view, newest) : view;
  });

const confused = 'view-booking.each-of-two-bookings-is-its-own';

const twoBookingFaults = [
  fault('views-the-hotel-of-the-newest-booking', {
    violates: [confused],
    summary: 'Every view shows the hotel and the room of the newest booking of the partner.',
    reply: ofNewest((view, { offer: { hotelId, roomId, rateName, roomName } }) => ({
      ...view,
      hotel: { ...view.hotel, hotelId, room: { roomId, rateName, roomName } },
    })),
  }),
  fault('views-the-id-of-the-hotel-of-the-newest-booking', {
    violates: [confused],
    summary: 'Every view shows the hotelId of the newest booking of the partner, and all else of its own.',
    reply: ofNewest((view, { offer: { hotelId } }) => ({ ...view, hotel: { ...view.hotel, hotelId } })),
  }),
  fault('views-the-guests-of-the-newest-booking', {
    violates: ['view-booking.guests-are-those-booked', confused],
    summary: 'Every view shows the guests of the newest booking of the partner.',
    reply: ofNewest((view, { guests }) => ({ ...view, guests })),
  }),
];

export const hotelBookedViewFaults = [
  ...twoBookingFaults,
  fault('views-a-day-more-than-was-booked', {
    violates: ['view-booking.stay-is-the-one-booked'],
    summary: 'A view tells a check-out that is a day late.',
    reply: answers('view-booking', (view) => ({ ...view, checkOut: dayAfter(view.checkOut) })),
  }),
  fault('views-the-stay-a-day-late', {
    violates: ['view-booking.stay-is-the-one-booked'],
    summary: 'A view tells both days of a stay a day late.',
    reply: answers('view-booking', (view) => ({
      ...view,
      ...{ checkIn: dayAfter(view.checkIn), checkOut: dayAfter(view.checkOut) },
    })),
  }),
  fault('views-no-guests-beside-price-details', {
    violates: ['view-booking.guests-are-those-booked', 'view-booking.price-details-change-nothing-else'],
    summary: 'A view with price details has no guests.',
    reply: answers('view-booking', (view, { asked }) =>
      asked?.details.includePriceDetails ? { ...view, guests: [] } : view,
    ),
  }),
  fault('views-other-guests-every-second-time', {
    violates: ['view-booking.guests-are-those-booked'],
    summary: 'Every second view shows guests of another name.',
    reply: answers('view-booking', (view, { world }) => ({
      ...view,
      guests:
        world.count('views of guests') % 2 === 1
          ? view.guests
          : view.guests.map((room) => room.map((guest) => ({ ...guest, lastName: 'Doe' }))),
    })),
  }),
  fault('tells-a-new-booking-a-cent-dearer', {
    violates: ['view-booking.price-is-told-alike'],
    summary: 'create_booking tells a price that is a cent above that of the booking.',
    reply: answers('create-booking', (body) => ({ ...body, price: dearer(body.price) })),
  }),
  fault('lists-bookings-a-cent-dearer', {
    violates: ['view-booking.price-is-told-alike'],
    summary: 'A list tells prices that are a cent above those of views.',
    reply: listedBookings(
      () => true,
      (booking) => ({ ...booking, price: dearer(booking.price) }),
    ),
  }),
  fault('forgets-the-upsells-of-a-booking', {
    violates: ['view-booking.booked-upsells-are-shown'],
    summary: 'A view has no upsell, whatever was booked.',
    reply: answers('view-booking', (view) => ({ ...view, upsells: [] })),
  }),
  fault('forgets-the-last-upsell-of-a-booking', {
    violates: ['view-booking.booked-upsells-are-shown'],
    summary: 'A view lacks the last of the upsells that were booked.',
    reply: answers('view-booking', (view) => ({ ...view, upsells: listOf(view.upsells).slice(0, -1) })),
  }),
];
