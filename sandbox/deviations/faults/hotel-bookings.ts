/** Faults of booking hotels: guests, statuses, partners, and bookings that do not stay as they were. */
import { faultsOf, ruled } from '../../deviation.ts';
import type { CanonicalReplies, Guest, HotelOperation, Id, ListedBooking } from '../../hotels/canonical.ts';
import type { StoredBooking, StoredSearch } from '../../hotels/state.ts';
import { answer, codeOf, type Reply, refusal, withBody } from '../../reply.ts';
import { dayAfter } from '../../sales.ts';
import type { Change, World } from '../../world.ts';
import { answers, eachOf, refusals } from '../changes.ts';

const booking = ['create-booking', 'search-bookings', 'view-booking'] as const;

type GuestRequirement = 'citizenship' | 'gender';

const lacks = (guest: Guest, requirement: GuestRequirement): boolean => !guest[requirement];

/** Lets the strict supplier overlook what some guests lack. */
const overlooks = (
  requirement: GuestRequirement,
  isOverlooked: (guest: Guest, guests: readonly Guest[]) => boolean = () => true,
) =>
  ruled(booking, 'refusalOf', (before, guest, supplier, guests) =>
    lacks(guest, requirement) && isOverlooked(guest, guests)
      ? before({ ...guest, citizenship: guest.citizenship ?? 'DE', gender: guest.gender ?? 'male' }, supplier, guests)
      : before(guest, supplier, guests),
  );

const isLast = (guest: Guest, guests: readonly Guest[]): boolean => guest === guests.at(-1);

/** Answers refusals of the supplier in another way, where the request lacks this. */
const refusedOtherwise = (bend: (reply: Reply) => Reply, requirement?: GuestRequirement) =>
  refusals('create-booking', (reply, { asked }) => {
    const isMeant =
      requirement === undefined || (asked?.guests ?? []).flat().some((guest) => lacks(guest, requirement));
    return codeOf(reply) === 'SUPPLIER_ERROR' && isMeant ? bend(reply) : reply;
  });

const coded = (code: string, status: number) => () =>
  refusal(status, { code, message: 'The guests are not complete.' });

const messaged = (message: unknown) =>
  refusedOtherwise((reply) => withBody(reply, { error: { code: 'SUPPLIER_ERROR', message } }));

const isTwin = (one: StoredBooking, other: StoredBooking): boolean =>
  one.createdAtMs === other.createdAtMs && one.contact === other.contact;

export const hotelGuestFaults = [
  ...faultsOf('create-booking.guest-without-citizenship-is-refused', {
    'accepts-guests-without-citizenship': overlooks('citizenship'),
    'asks-no-citizenship-of-the-last-guest': overlooks('citizenship', isLast),
    'calls-missing-citizenship-a-bad-request': refusedOtherwise(coded('INVALID_REQUEST', 400), 'citizenship'),
  }),
  ...faultsOf('create-booking.guest-without-gender-is-refused', {
    'accepts-guests-without-gender': overlooks('gender'),
    'asks-no-gender-of-the-last-guest': overlooks('gender', isLast),
    'calls-missing-gender-a-supplier-problem': refusedOtherwise(coded('SUPPLIER_PROBLEM', 422), 'gender'),
  }),
  ...faultsOf(
    ['create-booking.guest-without-citizenship-is-refused', 'create-booking.guest-without-gender-is-refused'],
    {
      'accepts-guests-without-anything': { touches: booking, rules: { refusalOf: () => undefined } },
      'writes-supplier-error-small': refusedOtherwise(coded('supplier_error', 422)),
    },
  ),
  ...faultsOf('create-booking.supplier-error-says-why', {
    'gives-no-reason-of-the-supplier': messaged(''),
    'gives-blanks-as-the-reason-of-the-supplier': messaged('   '),
    'leaves-out-the-reason-of-the-supplier': refusedOtherwise((reply) =>
      withBody(reply, { error: { code: 'SUPPLIER_ERROR' } }),
    ),
  }),
  ...faultsOf('create-booking.refused-booking-does-not-exist', {
    'books-what-the-supplier-refused': { touches: booking, rules: { booksRefused: true } },
    'answers-bookings-with-a-refusal': {
      summary: 'Offers of the supplier that is not strict are booked, and the answer is a refusal.',
      reply: {
        'create-booking': (reply) =>
          reply.status === 200
            ? answer(409, { error: { code: 'PRICE_CHANGED', message: 'The price has changed.' } })
            : reply,
      },
      touches: booking,
    },
  }),
  ...faultsOf('create-booking.complete-guests-are-accepted', {
    'refuses-complete-guests': {
      touches: booking,
      rules: { refusalOf: (_, { isStrict }) => (isStrict ? 'Citizenship and gender are required.' : undefined) },
    },
  }),
  ...faultsOf('create-booking.one-request-books-once', {
    'books-every-request-twice': {
      summary: 'One request makes two bookings, which are cancelled together.',
      touches: booking,
      rules: ({ statusOf }) => ({
        bookingsPerRequest: 2,
        statusOf: (one, world) => {
          const cancelled = world.bookings
            .all()
            .find((other) => isTwin(one, other) && other.cancelledAtMs !== undefined);
          return statusOf(cancelled ?? one, world);
        },
      }),
    },
  }),
];

const created = (bend: (body: CanonicalReplies['create-booking']) => unknown) =>
  answers('create-booking', (body) => bend(body));

const viewed = (bend: (status: unknown) => unknown) =>
  answers('view-booking', (body) => ({ ...body, bookingInfo: { status: bend(body.bookingInfo.status) } }));

const listed = (bend: (status: ListedBooking['status']) => unknown) =>
  eachOf('search-bookings', 'bookings', (booking) => ({ ...booking, status: bend(booking.status) }));

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
    'nulls-the-status-of-the-newest-booking': eachOf('search-bookings', 'bookings', (booking, _, { at }) =>
      at === 0 ? { ...booking, status: null } : booking,
    ),
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

const knowsAll = (operation: HotelOperation, fits: (search: StoredSearch) => boolean = () => true) =>
  ruled(
    ['hotel-search', 'hotel-pricing', 'offer-pricing'],
    'knowsSearch',
    (before, search, clientId, asked) =>
      (asked.operation === operation && fits(search)) || before(search, clientId, asked),
  );

export const hotelPartnerFaults = [
  ...faultsOf('hotel-pricing.other-partner-sees-nothing', {
    'prices-hotels-of-searches-of-other-partners': knowsAll('hotel-pricing'),
    'prices-hotels-of-searches-of-other-partners-without-ranking': knowsAll(
      'hotel-pricing',
      ({ preset }) => preset.ranking === 'off',
    ),
  }),
  ...faultsOf('offer-pricing.other-partner-sees-nothing', {
    'verifies-offers-of-other-partners': knowsAll('offer-pricing'),
    'verifies-offers-of-other-partners-for-one-room': knowsAll('offer-pricing', ({ stay }) => stay.rooms.length === 1),
  }),
];

const bookings = ['create-booking', 'view-booking', 'search-bookings'] as const;

const isOpen = ({ cancelledAtMs }: StoredBooking): boolean => cancelledAtMs === undefined;

const beside = (booking: StoredBooking | undefined, { bookings: { all } }: World): readonly StoredBooking[] =>
  all().filter((other) => other.clientId === booking?.clientId && other.bookingId !== booking.bookingId);

/** An open booking beside which the partner has made another since, in views. */
const whenNotTheNewest = (bend: (view: CanonicalReplies['view-booking']) => unknown) =>
  answers('view-booking', (view, { world }) => {
    const viewed = world.bookings.find(view.bookingId);
    const isOlder = viewed && isOpen(viewed) && beside(viewed, world).some(({ number }) => number > viewed.number);
    return isOlder ? bend(view) : view;
  });

const dearerBesideNew: Change = (reply, _request, world) => {
  const [newest] = world.bookings.all();
  for (const other of reply.status === 200 ? beside(newest, world) : []) {
    const { minor, currency } = other.price;
    if (isOpen(other)) world.bookings.put({ ...other, price: { minor: minor + 1, currency } });
  }
  return reply;
};

/** Once, when it is looked at for the fourth time after its cancellation: no copy lags for so long. */
const isFourthLook = (name: string, bookingId: Id, world: World): boolean =>
  world.count(`${name} of cancelled ${bookingId}`) === 4;

export const hotelKeptBookingFaults = [
  ...faultsOf('view-booking.acts-elsewhere-change-nothing', {
    'views-another-room-once-another-booking-is-made': whenNotTheNewest((view) => ({
      ...view,
      hotel: { ...view.hotel, room: { ...view.hotel.room, roomId: view.hotel.room.roomId + 1 } },
    })),
    'lists-a-day-later-once-another-booking-is-made': {
      touches: ['search-bookings', 'view-booking'],
      reply: eachOf('search-bookings', 'bookings', (booking, { world }) => {
        const listed = world.bookings.find(booking.bookingId);
        const isOlder = beside(listed, world).some(({ number }) => number > (listed?.number ?? 0));
        return isOlder ? { ...booking, checkOut: dayAfter(booking.checkOut) } : booking;
      }),
    },
    'raises-the-price-of-open-bookings-with-each-new-one': {
      touches: bookings,
      reply: { 'create-booking': dearerBesideNew },
    },
  }),
  ...faultsOf('view-booking.cancelled-stays-cancelled', {
    'views-a-cancelled-booking-as-completed-once': answers('view-booking', (view, { world }) =>
      view.bookingInfo.status === 'cancelled' && isFourthLook('views', view.bookingId, world)
        ? { ...view, bookingInfo: { status: 'completed' } }
        : view,
    ),
  }),
  ...faultsOf('search-bookings.cancelled-stays-cancelled', {
    'lists-the-first-booking-as-completed-once-after-its-end': eachOf(
      'search-bookings',
      'bookings',
      (booking, { asked, world }) =>
        asked?.status === undefined &&
        booking.status === 'cancelled' &&
        world.bookings.find(booking.bookingId)?.number === 1 &&
        isFourthLook('lists', booking.bookingId, world)
          ? { ...booking, status: 'completed' }
          : booking,
    ),
  }),
  ...faultsOf(['cancel-booking.view-shows-cancelled', 'cancel-booking.list-shows-cancelled'], {
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
  }),
];
