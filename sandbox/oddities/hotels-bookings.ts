/** Lawful oddities of bookings: how they move, how they are told, and how they are cancelled. */
import { listedBookings } from '../altering/hotels.ts';
import { answers, listOf, successes, without } from '../altering/sold.ts';
import { suppliers } from '../data/hotel-trade.ts';
import { oddity } from '../deviation.ts';
import type { CanonicalReplies, PriceDetail } from '../hotels/canonical.ts';
import { refusal } from '../reply.ts';
import { dateOf } from '../sales/days.ts';
import { euro } from '../sales/money.ts';

type View = CanonicalReplies['view-booking'];

const views = (bend: (view: View) => unknown) => answers('view-booking', (body) => bend(body));

const told = ['create-booking', 'view-booking', 'search-bookings'] as const;

/** Shorter than anybody waits for a change. */
const lagMs = 600;

const movingOddities = [
  oddity('completes-bookings-after-two-views', {
    summary: 'A booking is in work until it was viewed twice.',
    touches: told,
    rules: ({ statusOf }) => ({
      statusOf: (booking, world) => {
        const status = statusOf(booking, world);
        return status === 'completed' && world.counted(`views of ${booking.number}`) < 2 ? 'inWork' : status;
      },
    }),
    reply: answers('view-booking', (body, { world }) => {
      const { number } = world.bookings.find(body.bookingId) ?? {};
      world.count(`views of ${number}`);
      return body;
    }),
  }),
  oddity('never-completes-bookings', {
    summary: 'A booking stays in work until it is cancelled.',
    touches: told,
    rules: ({ statusOf }) => ({
      statusOf: (booking, world) => {
        const status = statusOf(booking, world);
        return status === 'completed' ? 'inWork' : status;
      },
    }),
  }),
  oddity('hears-late-that-a-supplier-refuses', {
    summary: 'What the strict supplier refuses is in work for some time, and then rejected.',
    touches: told,
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
  }),
  oddity('creates-bookings-of-unknown-status', {
    summary: 'create_booking tells the status unknown, and views tell more.',
    reply: answers('create-booking', (body) => ({ ...body, status: 'unknown' })),
  }),
  oddity('shows-cancellations-late', {
    summary: 'A cancelled booking goes on as completed for some time.',
    touches: ['view-booking', 'search-bookings'],
    rules: ({ statusOf }) => ({
      statusOf: (booking, world) =>
        booking.cancelledAtMs !== undefined && world.now() < booking.cancelledAtMs + lagMs
          ? statusOf(without('cancelledAtMs', booking) as typeof booking, world)
          : statusOf(booking, world),
    }),
  }),
  oddity('lists-bookings-late', {
    summary: 'A booking is in no list for some time.',
    touches: ['search-bookings'],
    rules: ({ showsBookingTo }) => ({
      showsBookingTo: (booking, clientId, asked) =>
        showsBookingTo(booking, clientId, asked) &&
        (asked.operation !== 'search-bookings' || asked.world.now() >= booking.createdAtMs + lagMs),
    }),
  }),
  oddity('keeps-refused-bookings-as-rejected', {
    summary: 'What the supplier refused stays in lists as rejected.',
    touches: ['search-bookings', 'view-booking'],
    rules: ({ statusOf }) => ({
      booksRefused: true,
      statusOf: (booking, world) => (booking.isRefused ? 'rejected' : statusOf(booking, world)),
    }),
  }),
];

const cancelOddities = [
  oddity('refuses-to-cancel-twice', {
    summary: 'Cancelling a cancelled booking is refused.',
    touches: ['cancel-booking'],
    reply: successes('cancel-booking', (reply, { asked, world }) => {
      const { number, cancelledAtMs } = world.bookings.find(asked?.bookingId ?? '') ?? {};
      return cancelledAtMs !== undefined && world.count(`cancellations of ${number}`) > 1
        ? refusal(409, { code: 'ALREADY_CANCELLED', message: 'The booking is cancelled already.' })
        : reply;
    }),
  }),
  oddity('tells-no-money-of-a-second-cancellation', {
    summary: 'Cancelling a cancelled booking tells zero for penalty and refund.',
    reply: answers('cancel-booking', (body, { world }) => {
      const { number } = world.bookings.find(body.bookingId) ?? {};
      return world.count(`cancellations of ${number}`) > 1 ? { ...body, penalty: euro(0), refund: euro(0) } : body;
    }),
  }),
  oddity('tells-the-status-when-cancelling', {
    summary: 'A cancellation tells the status cancelled.',
    reply: answers('cancel-booking', (body) => ({ ...body, status: 'cancelled' })),
  }),
  oddity('lists-no-cancelled-bookings', {
    summary: 'A list without a status filter leaves cancelled bookings out.',
    touches: ['search-bookings'],
    rules: ({ matchesStatus }) => ({
      matchesStatus: (booking, asked, world) =>
        matchesStatus(booking, asked, world) && (asked.status !== undefined || booking.cancelledAtMs === undefined),
    }),
  }),
];

const fourGroups = ({ total, markup, commission, vat }: PriceDetail) => ({ total, markup, commission, vat });

/** What does not apply to a booking. */
const nulled = (detail: PriceDetail) => ({ ...detail, discount: null, serviceFee: null, deposit: null });

const viewOddities = [
  oddity('nulls-all-of-the-supplier', {
    summary: 'The fields of the supplier of a view are null.',
    reply: views((view) => ({ ...view, supplier: { subProviderName: null, invoiceNumber: null, comment: null } })),
  }),
  oddity('nulls-groups-of-prices-that-do-not-apply', {
    summary: 'In price details discount, service fee and deposit are null.',
    reply: views((view) => ({
      ...view,
      ...(view.priceDetail && { priceDetail: nulled(view.priceDetail) }),
      upsells: view.upsells.map((upsell) => ({
        ...upsell,
        ...(upsell.priceDetail && { priceDetail: nulled(upsell.priceDetail) }),
      })),
    })),
  }),
  oddity('details-four-groups-of-the-prices-of-upsells', {
    summary: 'Price details of upsells have the groups total, markup, commission and vat.',
    reply: views((view) => ({
      ...view,
      upsells: view.upsells.map((upsell) => ({
        ...upsell,
        ...(upsell.priceDetail && { priceDetail: fourGroups(upsell.priceDetail) }),
      })),
    })),
  }),
  oddity('shows-totals-without-details', {
    summary: 'A total stands where the price detail would, asked for or not.',
    reply: views((view) => ({
      priceDetail: { total: view.price },
      ...view,
      upsells: view.upsells.map((upsell) => ({ priceDetail: { total: upsell.price }, ...upsell })),
    })),
  }),
  oddity('views-stay-times-as-times-of-day', {
    summary: 'checkinTime and checkoutTime are times of day.',
    reply: views((view) => ({
      ...view,
      checkinTime: view.checkinTime.slice(-5),
      checkoutTime: view.checkoutTime.slice(-5),
    })),
  }),
  oddity('views-no-times-of-a-stay', {
    summary: 'checkinTime and checkoutTime are null.',
    reply: views((view) => ({ ...view, checkinTime: null, checkoutTime: null })),
  }),
  oddity('views-bookings-by-text', {
    summary: 'The bookingId of a view is a text, in capital letters where it has any.',
    reply: views((view) => ({ ...view, bookingId: String(view.bookingId).toUpperCase() })),
  }),
  // Last, because those before it look at each upsell.
  oddity('nulls-upsells-of-bookings', {
    summary: 'The upsells of a view are null.',
    reply: views((view) => ({ ...view, upsells: null })),
  }),
];

const hourMs = 3_600_000;

const listOddities = [
  oddity('lists-the-oldest-bookings-first', {
    summary: 'A page of bookings begins with the oldest.',
    reply: answers('search-bookings', (body) => ({ ...body, bookings: listOf(body.bookings).toReversed() })),
  }),
  oddity('pages-bookings-by-two', {
    summary: 'A page has two bookings.',
    touches: ['search-bookings'],
    rules: { pageSize: 2 },
  }),
  oddity('lists-creation-as-a-date', {
    summary: 'A list tells the day on which a booking was made.',
    reply: listedBookings(
      () => true,
      (booking) => ({ ...booking, createdAtMs: dateOf(booking.createdAtMs) }),
    ),
  }),
  oddity('lists-creation-by-another-clock', {
    summary: 'A list tells moments of creation eleven hours ahead.',
    reply: listedBookings(
      () => true,
      (booking) => ({ ...booking, createdAtMs: booking.createdAtMs + 11 * hourMs }),
    ),
  }),
  oddity('writes-names-of-guests-in-capitals', {
    summary: 'A list tells the names of guests in capital letters.',
    reply: listedBookings(
      () => true,
      (booking) => ({ ...booking, guestNames: booking.guestNames.map((name) => name.toUpperCase()) }),
    ),
  }),
];

export const hotelBookingOddities = [...movingOddities, ...cancelOddities, ...viewOddities, ...listOddities];
