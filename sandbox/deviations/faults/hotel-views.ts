/** Faults of a viewed booking: its fields, its prices, and whether it is the one that was booked. */
import { faultsOf, ruled } from '../../deviation.ts';
import type { CanonicalReplies, CanonicalRequests, PriceDetail, ViewedUpsell } from '../../hotels/canonical.ts';
import { priceDetailOf } from '../../hotels/offers.ts';
import type { Offer, StoredBooking } from '../../hotels/state.ts';
import { answer, refusal } from '../../reply.ts';
import { type Amount, dayAfter, hourMs } from '../../sales.ts';
import {
  answers,
  bookingAsked,
  eachOf,
  field,
  lacking,
  listOf,
  type Met,
  nulled,
  refusals,
  shownToAll,
  successes,
  without,
} from '../changes.ts';

type View = CanonicalReplies['view-booking'];
type ViewDetails = CanonicalRequests['view-booking']['details'];

const views = (bend: (view: View, details: ViewDetails) => unknown) =>
  answers('view-booking', (body, { asked }) =>
    bend(body, asked?.details ?? { includePriceDetails: false, includeResidenceDetails: false }),
  );

const room = (bend: (room: View['hotel']['room']) => unknown) =>
  views((view) => ({ ...view, hotel: { ...view.hotel, room: bend(view.hotel.room) } }));

const ofCancelled = (bend: (view: View) => unknown) =>
  views((view) => (view.bookingInfo.status === 'cancelled' ? bend(view) : view));

const prices = (bend: (prices: View['prices']) => unknown) => views((view) => ({ ...view, prices: bend(view.prices) }));

const refusesViews = (isMeant: (details: ViewDetails) => boolean) =>
  successes('view-booking', (reply, { asked }) =>
    asked && isMeant(asked.details)
      ? refusal(400, { code: 'INVALID_REQUEST', message: 'These details cannot be shown.' })
      : reply,
  );

type ViewRefused = Met<'view-booking'>;

const shown = (isMeant: (met: ViewRefused) => boolean, body: (met: ViewRefused) => unknown) =>
  refusals('view-booking', (reply, met) => (met.asked && isMeant(met) ? answer(200, body(met)) : reply));

const isUnknown = ({ asked, world }: ViewRefused): boolean => bookingAsked(asked, world) === undefined;

const emptyView = ({ asked }: ViewRefused) => ({
  bookingId: asked?.bookingId,
  bookingInfo: { status: 'unknown' },
  supplier: null,
  hotel: null,
  prices: null,
  upsells: [],
});

export const hotelViewFaults = [
  ...faultsOf('view-booking.finds-each-booking', {
    'views-every-other-stay-alone': ruled(
      ['create-booking', 'view-booking'],
      'showsBookingTo',
      (before, booking, clientId, asked) =>
        before(booking, clientId, asked) && !(asked.operation === 'view-booking' && booking.number % 2 === 0),
    ),
  }),
  ...faultsOf('view-booking.booking-id-is-shown', {
    'views-no-booking-id': views(lacking('bookingId')),
    'nulls-the-booking-id-of-cancelled-views': ofCancelled(nulled('bookingId')),
  }),
  ...faultsOf('view-booking.booking-id-is-the-one-asked-for', {
    'views-the-id-of-another-booking': views((view) => ({
      ...view,
      bookingId: typeof view.bookingId === 'number' ? view.bookingId + 1 : [...view.bookingId].reverse().join(''),
    })),
    'cuts-the-booking-id-of-cancelled-views-short': ofCancelled((view) => ({
      ...view,
      bookingId: String(view.bookingId).slice(0, -1),
    })),
  }),
  ...faultsOf('view-booking.stay-times-are-shown', {
    'views-no-check-in-time': views(lacking('checkinTime')),
    'views-no-check-out-time': views(lacking('checkoutTime')),
  }),
  ...faultsOf('view-booking.check-in-is-before-check-out', {
    'views-check-out-before-check-in': views((view) => ({
      ...view,
      checkinTime: view.checkoutTime,
      checkoutTime: view.checkinTime,
      checkIn: view.checkOut,
      checkOut: view.checkIn,
    })),
  }),
  ...faultsOf('view-booking.supplier-is-shown', {
    'views-no-supplier': views(lacking('supplier')),
    'leaves-out-comments-that-are-not-there': views((view) =>
      view.supplier.comment === null ? { ...view, supplier: without('comment', view.supplier) } : view,
    ),
    'views-no-invoice': views((view) => ({ ...view, supplier: without('invoiceNumber', view.supplier) })),
  }),
  ...faultsOf('view-booking.room-is-shown', {
    'views-no-room': views((view) => ({ ...view, hotel: without('room', view.hotel) })),
    'views-a-room-without-its-id': room(lacking('roomId')),
    'nulls-the-rate-of-a-viewed-room': room(nulled('rateName')),
  }),
  ...faultsOf('view-booking.preset-names-are-shown', {
    'views-no-preset-names': prices(() => ({})),
    'views-no-name-of-the-pricing-preset': prices(lacking('pricingPresetName')),
  }),
  ...faultsOf('view-booking.residence-details-are-accepted', {
    'refuses-residence-details': refusesViews(({ includeResidenceDetails }) => includeResidenceDetails),
    'demands-residence-details': refusesViews(({ includeResidenceDetails }) => !includeResidenceDetails),
    'refuses-residence-details-beside-price-details': refusesViews(
      ({ includeResidenceDetails, includePriceDetails }) => includeResidenceDetails && includePriceDetails,
    ),
  }),
  ...faultsOf('view-booking.unknown-booking-is-refused', {
    'views-unknown-bookings-with-nothing-in-them': shown(isUnknown, emptyView),
    'views-the-newest-booking-for-an-unknown-one': shown(isUnknown, (met) => ({
      ...emptyView(met),
      bookingId: met.world.bookings.all()[0]?.bookingId,
    })),
  }),
  ...faultsOf('view-booking.other-partner-sees-nothing', {
    'shows-bookings-to-every-partner': shownToAll('view-booking'),
    'shows-other-partners-the-status-of-a-booking': shown((met) => !isUnknown(met), emptyView),
  }),
];

const dearer = ({ minor, currency }: Amount): Amount => ({ minor: minor + 1, currency });

/** Shows something of the newest booking of the same partner in the view of any. */
const ofNewest = (bend: (view: View, newest: StoredBooking) => unknown) =>
  answers('view-booking', (view, { world }) => {
    const viewed = world.bookings.find(view.bookingId);
    const newest = world.bookings.all().find(({ clientId }) => clientId === viewed?.clientId);
    return newest ? bend(view, newest) : view;
  });

const guests = ['view-booking.guests-are-those-booked', 'view-booking.every-guest-is-shown'] as const;

export const hotelBookedViewFaults = [
  ...faultsOf('view-booking.acts-elsewhere-change-nothing', {
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
  ...faultsOf('view-booking.hotel-is-the-one-booked', {
    'views-the-hotel-of-the-newest-booking': ofNewest((view, { offer: { hotelId, roomId, rateName, roomName } }) => ({
      ...view,
      hotel: { ...view.hotel, hotelId, room: { roomId, rateName, roomName } },
    })),
    'views-the-id-of-the-hotel-of-the-newest-booking': ofNewest((view, { offer: { hotelId } }) => ({
      ...view,
      hotel: { ...view.hotel, hotelId },
    })),
  }),
  ...faultsOf('view-booking.guests-are-those-booked', {
    'views-the-first-guest-of-the-newest-booking': ofNewest((view, { guests: [[theirs] = [undefined]] }) => ({
      ...view,
      guests: view.guests.map((room, at) => room.map((guest, i) => (at === 0 && i === 0 && theirs ? theirs : guest))),
    })),
  }),
  ...faultsOf('view-booking.stay-is-the-one-booked', {
    'views-a-day-more-than-was-booked': views(field('checkOut', (checkOut) => dayAfter(checkOut))),
    'views-the-stay-a-day-late': views((view) => ({
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
    'lists-bookings-a-cent-dearer': eachOf('search-bookings', 'bookings', (booking) => ({
      ...booking,
      price: dearer(booking.price),
    })),
  }),
  ...faultsOf('view-booking.booked-upsells-are-shown', {
    'forgets-the-upsells-of-a-booking': views((view) => ({ ...view, upsells: [] })),
    'forgets-the-last-upsell-of-a-booking': views(field('upsells', (upsells) => listOf(upsells).slice(0, -1))),
  }),
];

const booked = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;

/** Books at another price than any earlier answer. */
const bookedFor = (priceOf: (price: Amount, offer: Offer) => Amount) =>
  ruled(booked, 'priceOf', (before, offer, reporting) => {
    const price = before(offer, reporting);
    return reporting.operation === 'create-booking' ? priceOf(price, offer) : price;
  });

const hasChild = ({ guests, checkIn }: View): boolean =>
  guests.flat().some(({ birthDate }) => Number(checkIn.slice(0, 4)) - Number(birthDate.slice(0, 4)) < 18);

const nextDoor = (view: View): View => ({
  ...view,
  hotel: { ...view.hotel, hotelId: view.hotel.hotelId + 1 },
});

export const hotelBookedAsAskedFaults = [
  ...faultsOf('create-booking.price-is-the-one-verified', {
    'books-a-cent-dearer-than-verified': bookedFor(({ minor, currency }) => ({ minor: minor + 1, currency })),
    'books-two-rooms-for-half-the-price': bookedFor((price, { stay }) =>
      stay.rooms.length > 1 ? { ...price, minor: Math.floor(price.minor / 2) } : price,
    ),
  }),
  ...faultsOf('create-booking.created-at-is-the-moment-of-the-booking', {
    'views-a-creation-an-hour-early': views((view) => ({ ...view, createdAtMs: view.createdAtMs - hourMs })),
    'tells-the-creation-for-two-rooms-in-local-time': answers('create-booking', (body, { asked }) =>
      (asked?.guests.length ?? 0) > 1 ? { ...body, createdAtMs: body.createdAtMs + 3 * hourMs } : body,
    ),
  }),
  ...faultsOf('view-booking.hotel-is-the-one-booked', {
    'views-the-hotel-next-door': views(nextDoor),
    'views-the-hotel-next-door-of-families': views((view) => (hasChild(view) ? nextDoor(view) : view)),
  }),
  ...faultsOf('view-booking.every-guest-is-shown', {
    'views-no-guests-of-the-second-room': views((view) => ({ ...view, guests: listOf(view.guests).slice(0, 1) })),
    'views-the-last-guest-of-the-first-room-in-the-second': views((view) => {
      const [first = [], second, ...more] = view.guests;
      if (!second) return view;
      return { ...view, guests: [first.slice(0, -1), [...second, ...first.slice(-1)], ...more] };
    }),
  }),
  ...faultsOf('view-booking.upsells-are-those-booked', {
    'views-another-early-check-in': views((view) => ({
      ...view,
      upsells: listOf(view.upsells).map((upsell) =>
        upsell.kind === 'early-check-in'
          ? { ...upsell, upsellId: 'early-check-in-0715', price: { ...upsell.price, minor: upsell.price.minor + 7 } }
          : upsell,
      ),
    })),
  }),
];

const detailed = (bend: (view: View) => unknown) =>
  views((view, { includePriceDetails }) => (includePriceDetails ? bend(view) : view));
const plain = (bend: (view: View, details: ViewDetails) => unknown) =>
  views((view, details) => (details.includePriceDetails ? view : bend(view, details)));

const upsells = (view: View, bend: (upsell: ViewedUpsell, at: number) => unknown) => ({
  ...view,
  upsells: listOf(view.upsells).map(bend),
});

const isLast = ({ upsells: all }: View, at: number): boolean => at === listOf(all).length - 1;

const totalOnly = ({ total }: PriceDetail) => ({ total });

const inDetail = (bend: (detail: PriceDetail) => unknown) =>
  detailed((view) => (view.priceDetail ? { ...view, priceDetail: bend(view.priceDetail) } : view));

const less = ({ minor, currency }: Amount, by: number): Amount => ({ minor: minor - by, currency });

export const hotelViewPriceFaults = [
  ...faultsOf('view-booking.upsells-are-a-list', {
    'views-no-upsells': views(lacking('upsells')),
    'keys-the-upsells-of-a-view': views((view) => ({ ...view, upsells: { ...view.upsells } })),
  }),
  ...faultsOf('view-booking.price-details-when-asked-for', {
    'shows-no-price-details': detailed(lacking('priceDetail')),
    'shows-no-price-details-of-cancelled-bookings': detailed((view) =>
      view.bookingInfo.status === 'cancelled' ? without('priceDetail', view) : view,
    ),
    'details-nothing-but-the-total': detailed((view) =>
      view.priceDetail ? { ...view, priceDetail: totalOnly(view.priceDetail) } : view,
    ),
    'shows-no-price-details-beside-residence-details': views((view, { includeResidenceDetails }) =>
      includeResidenceDetails ? without('priceDetail', view) : view,
    ),
  }),
  ...faultsOf('view-booking.upsells-have-price-details-when-asked-for', {
    'shows-no-price-details-of-upsells': detailed((view) => upsells(view, lacking('priceDetail'))),
    'shows-no-price-details-of-the-last-upsell': detailed((view) =>
      upsells(view, (upsell, at) => (isLast(view, at) ? without('priceDetail', upsell) : upsell)),
    ),
  }),
  ...faultsOf('view-booking.price-details-have-every-group', {
    'details-four-groups-of-prices': inDetail(({ total, markup, commission, vat }) => ({
      total,
      markup,
      commission,
      vat,
    })),
    'leaves-the-deposit-out-of-price-details': inDetail(lacking('deposit')),
    'leaves-the-supplier-out-of-price-details': inDetail(lacking('supplier')),
  }),
  ...faultsOf('view-booking.no-price-details-unless-asked-for', {
    'shows-price-details-unasked': plain((view) => ({ ...view, priceDetail: priceDetailOf(view.price) })),
    'shows-two-groups-of-price-details-unasked': plain((view) => {
      const { total, markup, commission } = priceDetailOf(view.price);
      return { ...view, priceDetail: { total, markup, commission } };
    }),
    'shows-price-details-when-residence-is-asked-for': plain((view, { includeResidenceDetails }) =>
      includeResidenceDetails ? { ...view, priceDetail: priceDetailOf(view.price) } : view,
    ),
  }),
  ...faultsOf('view-booking.upsells-have-no-price-details-unless-asked-for', {
    'shows-price-details-of-upsells-unasked': plain((view) =>
      upsells(view, (upsell) => ({ ...upsell, priceDetail: priceDetailOf(upsell.price) })),
    ),
    'shows-price-details-of-the-last-upsell-unasked': plain((view) =>
      upsells(view, (upsell, at) =>
        isLast(view, at) ? { ...upsell, priceDetail: priceDetailOf(upsell.price) } : upsell,
      ),
    ),
  }),
  ...faultsOf(['view-booking.price-details-when-asked-for', 'view-booking.no-price-details-unless-asked-for'], {
    'turns-price-details-around': views((view, { includePriceDetails }) =>
      includePriceDetails ? without('priceDetail', view) : { ...view, priceDetail: priceDetailOf(view.price) },
    ),
  }),
  ...faultsOf('view-booking.price-parts-add-up', {
    'views-a-price-without-its-fee': views((view) => ({ ...view, parts: without('fee', view.parts) })),
    'loses-two-cents-in-the-parts-of-a-viewed-price': views((view) => ({
      ...view,
      parts: { ...view.parts, base: less(view.parts.base, 2) },
    })),
  }),
  ...faultsOf('view-booking.price-details-change-nothing-else', {
    'leaves-out-guests-beside-price-details': detailed(lacking('guests')),
    'tells-another-check-in-beside-price-details': detailed((view) => ({
      ...view,
      checkinTime: `${view.checkinTime.slice(0, -5)}16:00`,
    })),
    'tells-the-hotel-by-its-room-beside-price-details': detailed((view) => ({
      ...view,
      hotel: { ...view.hotel, name: view.hotel.room.roomName },
    })),
  }),
];
