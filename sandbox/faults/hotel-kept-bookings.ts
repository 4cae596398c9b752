/** Faults of a booking that does not stay as it was when something is done to others, or cancelled when it is looked at again. */
import { answers, listOf } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalReplies, Id } from '../hotels/canonical.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { dateOf, dayMs } from '../sales/days.ts';
import type { Change, World } from '../world.ts';

const bookings = ['create-booking', 'view-booking', 'search-bookings'] as const;

const dayAfter = (date: string): string => dateOf(Date.parse(date) + dayMs);

const isOpen = ({ cancelledAtMs }: StoredBooking): boolean => cancelledAtMs === undefined;

/** The other bookings of its partner. */
const beside = (booking: StoredBooking | undefined, { bookings: { all } }: World): readonly StoredBooking[] =>
  all().filter((other) => other.clientId === booking?.clientId && other.bookingId !== booking.bookingId);

/** An open booking beside which the partner has made another since, in views. */
const whenNotTheNewest = (bend: (view: CanonicalReplies['view-booking']) => unknown) =>
  answers('view-booking', (view, { world }) => {
    const viewed = world.bookings.find(view.bookingId);
    const isOlder = viewed && isOpen(viewed) && beside(viewed, world).some(({ number }) => number > viewed.number);
    return isOlder ? bend(view) : view;
  });

/** An open booking beside which another was cancelled. */
const outlived = (bookingId: Id, world: World): boolean => {
  const booking = world.bookings.find(bookingId);
  return (
    booking !== undefined &&
    isOpen(booking) &&
    beside(booking, world).some(({ cancelledAtMs = 0 }) => cancelledAtMs >= booking.createdAtMs)
  );
};

const dearerBesideNew: Change = (reply, _request, world) => {
  const [newest] = world.bookings.all();
  for (const other of reply.status === 200 ? beside(newest, world) : []) {
    const { minor, currency } = other.price;
    if (isOpen(other)) world.bookings.put({ ...other, price: { minor: minor + 1, currency } });
  }
  return reply;
};

/** Once, when it is looked at for the second time after its cancellation. */
const isSecondLook = (name: string, bookingId: Id, world: World): boolean =>
  world.count(`${name} of cancelled ${bookingId}`) === 2;

export const hotelKeptBookingFaults = [
  ...faultsOf('view-booking.stays-as-it-was', {
    'views-open-bookings-as-in-work-once-another-is-cancelled': answers('view-booking', (view, { world }) =>
      outlived(view.bookingId, world) ? { ...view, bookingInfo: { status: 'inWork' } } : view,
    ),
    'views-another-room-once-another-booking-is-made': whenNotTheNewest((view) => ({
      ...view,
      hotel: { ...view.hotel, room: { ...view.hotel.room, roomId: view.hotel.room.roomId + 1 } },
    })),
  }),
  ...faultsOf('search-bookings.stays-as-it-was', {
    'lists-a-day-later-once-another-booking-is-made': {
      touches: ['search-bookings', 'view-booking'],
      reply: answers('search-bookings', (body, { world }) => ({
        ...body,
        bookings: listOf(body.bookings).map((booking) => {
          const listed = world.bookings.find(booking.bookingId);
          const isOlder = beside(listed, world).some(({ number }) => number > (listed?.number ?? 0));
          return isOlder ? { ...booking, checkOut: dayAfter(booking.checkOut) } : booking;
        }),
      })),
    },
  }),
  ...faultsOf(['view-booking.stays-as-it-was', 'search-bookings.stays-as-it-was'], {
    'raises-the-price-of-open-bookings-with-each-new-one': {
      touches: bookings,
      reply: { 'create-booking': dearerBesideNew },
    },
  }),
  ...faultsOf('view-booking.cancelled-stays-cancelled', {
    'views-a-cancelled-booking-as-completed-once': answers('view-booking', (view, { world }) =>
      view.bookingInfo.status === 'cancelled' && isSecondLook('views', view.bookingId, world)
        ? { ...view, bookingInfo: { status: 'completed' } }
        : view,
    ),
  }),
  ...faultsOf('search-bookings.cancelled-stays-cancelled', {
    'lists-the-first-booking-as-completed-once-after-its-end': answers('search-bookings', (body, { asked, world }) => ({
      ...body,
      bookings: listOf(body.bookings).map((booking) =>
        asked?.status === undefined &&
        booking.status === 'cancelled' &&
        world.bookings.find(booking.bookingId)?.number === 1 &&
        isSecondLook('lists', booking.bookingId, world)
          ? { ...booking, status: 'completed' }
          : booking,
      ),
    })),
  }),
  ...faultsOf(
    [
      'cancel-booking.view-shows-cancelled',
      'cancel-booking.list-shows-cancelled',
      'view-booking.cancelled-stays-cancelled',
      'search-bookings.cancelled-stays-cancelled',
    ],
    {
      'completes-again-what-is-cancelled-twice': {
        touches: ['cancel-booking', 'view-booking', 'search-bookings'],
        reply: answers('cancel-booking', (body, { world }) => {
          const booking = world.bookings.find(body.bookingId);
          if (booking && world.count(`cancellations of ${body.bookingId}`) === 2) {
            const { cancelledAtMs: _, ...open } = booking;
            world.bookings.put(open);
          }
          return body;
        }),
      },
    },
  ),
];
