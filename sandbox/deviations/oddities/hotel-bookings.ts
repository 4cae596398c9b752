/** Lawful oddities of hotel bookings, and of the suppliers that take them. */
import { type SupplierCode, suppliers } from '../../data/hotels.ts';
import { odditiesOf, ruled } from '../../deviation.ts';
import type { BookingView, Guest, PriceDetail } from '../../hotels/canonical.ts';
import { nightsOf } from '../../hotels/offers.ts';
import type { HotelWorld, WantedBooking } from '../../hotels/rules.ts';
import { bookingNotFound, refusedReply } from '../../refusals.ts';
import { answer, refusal } from '../../reply.ts';
import { dateOf, euro, hourMs } from '../../sales.ts';
import {
  answers,
  bookingAsked,
  eachOf,
  lacking,
  listOf,
  nulled,
  refusals,
  successes,
  without,
  written,
} from '../changes.ts';

const views = (bend: (view: BookingView) => unknown) => answers('view-booking', (body) => bend(body));

const reported = ['create-booking', 'view-booking', 'search-bookings'] as const;

/** Shorter than any flow waits for a change. */
const lagMs = 600;

const movingOddities = odditiesOf({
  'completes-bookings-after-two-views': {
    ...ruled(reported, 'statusOf', (before, booking, world) => {
      const status = before(booking, world);
      return status === 'completed' && world.counted(`views of ${booking.number}`) < 2 ? 'inWork' : status;
    }),
    reply: answers('view-booking', (body, { world }) => {
      const { number } = world.bookings.find(body.bookingId) ?? {};
      world.count(`views of ${number}`);
      return body;
    }),
  },
  'never-completes-bookings': ruled(reported, 'statusOf', (before, booking, world) => {
    const status = before(booking, world);
    return status === 'completed' ? 'inWork' : status;
  }),
  'hears-late-that-a-supplier-refuses': {
    summary: 'What the strict supplier refuses is in work for some time, and then rejected.',
    touches: reported,
    rules: ({ refusalOf, statusOf }) => ({
      refusalOf: () => undefined,
      statusOf: (booking, world) => {
        const { offer, guests, cancelledAtMs, createdAtMs } = booking;
        const selling = suppliers.find(({ code }) => code === offer.supplier);
        const isRefused = guests.flat().some((guest, _, all) => selling && refusalOf(guest, selling, all));
        if (!isRefused || cancelledAtMs !== undefined) return statusOf(booking, world);
        return world.now() < createdAtMs + lagMs ? 'inWork' : 'rejected';
      },
    }),
  },
  'creates-bookings-of-unknown-status': answers('create-booking', (body) => ({ ...body, status: 'unknown' })),
  'shows-cancellations-late': ruled(['view-booking', 'search-bookings'], 'statusOf', (before, booking, world) =>
    booking.cancelledAtMs !== undefined && world.now() < booking.cancelledAtMs + lagMs
      ? before(without('cancelledAtMs', booking) as typeof booking, world)
      : before(booking, world),
  ),
  'lists-bookings-late': ruled(
    ['search-bookings'],
    'showsBookingTo',
    (before, booking, clientId, asked) =>
      before(booking, clientId, asked) &&
      (asked.operation !== 'search-bookings' || asked.world.now() >= booking.createdAtMs + lagMs),
  ),
  'keeps-refused-bookings-as-rejected': {
    touches: ['search-bookings', 'view-booking'],
    rules: ({ statusOf }) => ({
      booksRefused: true,
      statusOf: (booking, world) => (booking.isRefused ? 'rejected' : statusOf(booking, world)),
    }),
  },
});

const cancelOddities = odditiesOf({
  'refuses-to-cancel-twice': {
    touches: ['cancel-booking'],
    reply: successes('cancel-booking', (reply, { asked, world }) => {
      const { number, cancelledAtMs } = bookingAsked(asked, world) ?? {};
      return cancelledAtMs !== undefined && world.count(`cancellations of ${number}`) > 1
        ? refusal(409, { code: 'ALREADY_CANCELLED', message: 'The booking is cancelled already.' })
        : reply;
    }),
  },
  'tells-no-money-of-a-second-cancellation': answers('cancel-booking', (body, { world }) => {
    const { number } = world.bookings.find(body.bookingId) ?? {};
    return world.count(`cancellations of ${number} answered`) > 1
      ? { ...body, penalty: euro(0), refund: euro(0) }
      : body;
  }),
  'tells-the-status-when-cancelling': answers('cancel-booking', (body) => ({ ...body, status: 'cancelled' })),
  'lists-no-cancelled-bookings': ruled(
    ['search-bookings'],
    'matchesStatus',
    (before, booking, asked, world) =>
      before(booking, asked, world) && (asked.status !== undefined || booking.cancelledAtMs === undefined),
  ),
});

const unseen = (body: unknown) => refusals('view-booking', (reply, { asked }) => (asked ? answer(200, body) : reply));

const unseenOddities = odditiesOf({
  'views-an-empty-object-where-nothing-is-seen': unseen({}),
  'views-null-where-nothing-is-seen': unseen(null),
  'views-no-body-where-nothing-is-seen': unseen(undefined),
  'views-no-cancelled-bookings': successes('view-booking', (reply, { asked, world }) =>
    bookingAsked(asked, world)?.cancelledAtMs === undefined ? reply : refusedReply(bookingNotFound),
  ),
});

const fourGroups = ({ total, markup, commission, vat }: PriceDetail) => ({ total, markup, commission, vat });

/** What does not apply to a booking. */
const withNulls = (detail: PriceDetail) => ({ ...detail, discount: null, serviceFee: null, deposit: null });

const viewOddities = odditiesOf({
  'nulls-all-of-the-supplier': views((view) => ({
    ...view,
    supplier: { subProviderName: null, invoiceNumber: null, comment: null },
  })),
  'nulls-groups-of-prices-that-do-not-apply': {
    summary: 'In price details discount, service fee and deposit are null.',
    reply: views((view) => ({
      ...view,
      ...(view.priceDetail && { priceDetail: withNulls(view.priceDetail) }),
      upsells: view.upsells.map((upsell) => ({
        ...upsell,
        ...(upsell.priceDetail && { priceDetail: withNulls(upsell.priceDetail) }),
      })),
    })),
  },
  'details-four-groups-of-the-prices-of-upsells': {
    summary: 'Price details of upsells have the groups total, markup, commission and vat.',
    reply: views((view) => ({
      ...view,
      upsells: view.upsells.map((upsell) => ({
        ...upsell,
        ...(upsell.priceDetail && { priceDetail: fourGroups(upsell.priceDetail) }),
      })),
    })),
  },
  'shows-totals-without-details': {
    summary: 'A total stands where the price detail would, asked for or not.',
    reply: views((view) => ({
      priceDetail: { total: view.price },
      ...view,
      upsells: view.upsells.map((upsell) => ({ priceDetail: { total: upsell.price }, ...upsell })),
    })),
  },
  'views-stay-times-as-times-of-day': views((view) => ({
    ...view,
    checkinTime: view.checkinTime.slice(-5),
    checkoutTime: view.checkoutTime.slice(-5),
  })),
  'views-no-times-of-a-stay': views((view) => ({ ...view, checkinTime: null, checkoutTime: null })),
  'views-bookings-by-text': {
    summary: 'The bookingId of a view is a text, in capital letters where it has any.',
    reply: views((view) => ({ ...view, bookingId: String(view.bookingId).toUpperCase() })),
  },
  'views-room-ids-as-text': views((view) => ({
    ...view,
    hotel: { ...view.hotel, room: { ...view.hotel.room, roomId: String(view.hotel.room.roomId) } },
  })),
  'hears-of-the-invoice-after-two-views': {
    summary: 'The number of an invoice appears in the third view, and the comment of the supplier changes with each.',
    reply: answers('view-booking', (view, { world }) => {
      const looks = world.count(`views of the invoice of ${view.bookingId}`);
      const { supplier } = view;
      const invoiceNumber = looks > 2 ? supplier.invoiceNumber : null;
      return { ...view, supplier: { ...supplier, invoiceNumber, comment: looks > 1 ? `Note ${looks}.` : null } };
    }),
  },
  // Last, because those before it look at each upsell.
  'nulls-upsells-of-bookings': views(nulled('upsells')),
});

const colleague = (guest: Guest): Guest => ({ ...guest, firstName: 'Olga', lastName: 'Neuberg' });

/** Everywhere in another form than a moment in UTC; the second dialect counts seconds, and has no other. */
const moments = (write: (atMs: number) => string) => {
  const written = <Body extends { readonly createdAtMs: number }>(body: Body, { dialect }: HotelWorld) =>
    // Another oddity may have written it already.
    dialect.voids === 'silently' || typeof body.createdAtMs !== 'number'
      ? body
      : { ...body, createdAtMs: write(body.createdAtMs) };
  return {
    ...answers('create-booking', (body, { world }) => written(body, world)),
    ...answers('view-booking', (body, { world }) => written(body, world)),
    ...eachOf('search-bookings', 'bookings', (booking, { world }) => written(booking, world)),
    ...answers('pnr-create', (body, { world }) => written(body, world)),
    ...answers('pnr-retrieve', (body, { world }) => written(body, world)),
  };
};

const threeHoursLater = (atMs: number): string => new Date(atMs + 3 * hourMs).toISOString().slice(0, -1);

const listOddities = odditiesOf({
  'writes-moments-with-an-offset': moments((atMs) => `${threeHoursLater(atMs)}+03:00`),
  'writes-moments-in-local-time': moments((atMs) => threeHoursLater(atMs).slice(0, 19)),
  'lists-bookings-of-colleagues': {
    summary: 'Whenever a partner books, a colleague of the same agency books as well.',
    touches: [...reported, 'cancel-booking'],
    reply: answers('create-booking', (body, { world }) => {
      const booking = world.bookings.find(body.bookingId);
      const number = world.count('hotel bookings');
      if (booking)
        world.bookings.put({
          ...booking,
          number,
          bookingId: world.rules.bookingIdOf(number, world),
          guests: booking.guests.map((room) => room.map(colleague)),
        });
      return body;
    }),
  },
  'lists-the-oldest-bookings-first': written('search-bookings', 'bookings', (bookings) =>
    listOf(bookings).toReversed(),
  ),
  'pages-bookings-by-two': {
    touches: ['search-bookings'],
    rules: { pageSize: 2 },
  },
  'lists-all-bookings-on-one-page': {
    touches: ['search-bookings'],
    rules: { pageSize: Number.POSITIVE_INFINITY },
  },
  'lists-bookings-without-guests': eachOf('search-bookings', 'bookings', lacking('guestNames')),
  'lists-creation-as-a-date': eachOf('search-bookings', 'bookings', (booking) => ({
    ...booking,
    createdAtMs: dateOf(booking.createdAtMs),
  })),
  'lists-creation-by-another-clock': {
    summary: 'A list reports moments of creation eleven hours ahead.',
    reply: eachOf('search-bookings', 'bookings', (booking) => ({
      ...booking,
      createdAtMs: booking.createdAtMs + 11 * hourMs,
    })),
  },
  'writes-names-of-guests-in-capitals': eachOf('search-bookings', 'bookings', (booking) => ({
    ...booking,
    guestNames: booking.guestNames.map((name) => name.toUpperCase()),
  })),
  'views-guests-in-capitals-with-titles-and-rooms-backwards': written('view-booking', 'guests', (guests) =>
    listOf(guests)
      .toReversed()
      .map((room) =>
        room.toReversed().map((guest) => ({
          ...guest,
          firstName: `MR ${guest.firstName.toUpperCase()}`,
          lastName: guest.lastName.toUpperCase(),
        })),
      ),
  ),
});

export const hotelBookingOddities = [
  ...movingOddities,
  ...cancelOddities,
  ...viewOddities,
  ...listOddities,
  // What is empty has nothing that those before it could look at.
  ...unseenOddities,
];

/** What one supplier sells is refused for this reason. */
const refusing = (
  supplier: SupplierCode,
  { summary, reason }: { summary: string; reason: (booking: WantedBooking, world: HotelWorld) => string | false },
) => ({
  summary,
  ...ruled(
    ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'],
    'declines',
    (before, booking, world) =>
      before(booking, world) ?? ((booking.offer.supplier === supplier && reason(booking, world)) || undefined),
  ),
});

const refusedCitizenship = 'KZ';
const nightsMax = 2;
const yearsMin = 7;

const isYoungerThan = (years: number, birthDate: string, day: string): boolean => {
  const [year, ...monthAndDay] = birthDate.split('-');
  return [Number(year) + years, ...monthAndDay].join('-') > day;
};

export const supplierOddities = odditiesOf({
  'refuses-every-third-booking': refusing('BBY', {
    summary: 'Bluebay Beds refuses one of every three requests to book, the first of them, with any content.',
    reason: (_, world) =>
      world.count('requests to Bluebay Beds') % 3 === 1 && 'No room is left at this rate. Please try again.',
  }),
  'refuses-guests-by-citizenship': refusing('HBD', {
    summary: `Harbour Direct refuses guests with citizenship ${refusedCitizenship}, and does not say why.`,
    reason: ({ guests }) =>
      guests.flat().some(({ citizenship }) => citizenship === refusedCitizenship) &&
      'The reservation was declined by the property.',
  }),
  'refuses-young-children': refusing('NWR', {
    summary: `Northwind Rooms refuses children who are younger than ${yearsMin} on the day of arrival.`,
    reason: ({ guests, offer: { stay } }) =>
      guests.flat().some(({ birthDate }) => isYoungerThan(yearsMin, birthDate, stay.checkIn)) &&
      `Children under ${yearsMin} cannot be accommodated in this property.`,
  }),
  'refuses-long-stays': refusing('BBY', {
    summary: `Bluebay Beds refuses stays of more than ${nightsMax} nights.`,
    reason: ({ offer: { stay } }) =>
      nightsOf(stay).length > nightsMax && `The length of stay exceeds the maximum of ${nightsMax} nights.`,
  }),
  'refuses-every-booking': refusing('NWR', {
    summary: 'Northwind Rooms refuses every request to book.',
    reason: () => 'Bookings of this agency are suspended. Contact your account manager.',
  }),
});
