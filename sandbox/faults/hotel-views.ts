/** Faults of the fields of a viewed booking. */
import { answers, type Met, refusals, successes, without } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalReplies, CanonicalRequests } from '../hotels/canonical.ts';
import { answer, refusal } from '../reply.ts';
import { shownToAll } from './hotel-parts.ts';

type View = CanonicalReplies['view-booking'];

const views = (bend: (view: View) => unknown) => answers('view-booking', (body) => bend(body));

const room = (bend: (room: View['hotel']['room']) => unknown) =>
  views((view) => ({ ...view, hotel: { ...view.hotel, room: bend(view.hotel.room) } }));

const ofCancelled = (bend: (view: View) => unknown) =>
  views((view) => (view.bookingInfo.status === 'cancelled' ? bend(view) : view));

const prices = (bend: (prices: View['prices']) => unknown) => views((view) => ({ ...view, prices: bend(view.prices) }));

type ViewDetails = CanonicalRequests['view-booking']['details'];

/** Refuses a view that would have been answered. */
const refusesViews = (isMeant: (details: ViewDetails) => boolean) =>
  successes('view-booking', (reply, { asked }) =>
    asked && isMeant(asked.details)
      ? refusal(400, { code: 'INVALID_REQUEST', message: 'These details cannot be shown.' })
      : reply,
  );

type ViewRefused = Met<'view-booking'>;

/** Answers a refused view with success. */
const shown = (isMeant: (met: ViewRefused) => boolean, body: (met: ViewRefused) => unknown) =>
  refusals('view-booking', (reply, met) => (met.asked && isMeant(met) ? answer(200, body(met)) : reply));

const isUnknown = ({ asked, world }: ViewRefused): boolean => world.bookings.find(asked?.bookingId ?? '') === undefined;

const emptyView = ({ asked }: ViewRefused) => ({
  bookingId: asked?.bookingId,
  bookingInfo: { status: 'unknown' },
  supplier: null,
  hotel: null,
  prices: null,
  upsells: [],
});

export const hotelViewFaults = [
  ...faultsOf('view-booking.booking-id-is-shown', {
    'views-no-booking-id': views((view) => without('bookingId', view)),
    'nulls-the-booking-id-of-cancelled-views': ofCancelled((view) => ({ ...view, bookingId: null })),
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
    'views-no-check-in-time': views((view) => without('checkinTime', view)),
    'views-no-check-out-time': views((view) => without('checkoutTime', view)),
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
    'views-no-supplier': views((view) => without('supplier', view)),
    'leaves-out-comments-that-are-not-there': views((view) =>
      view.supplier.comment === null ? { ...view, supplier: without('comment', view.supplier) } : view,
    ),
    'views-no-invoice': views((view) => ({ ...view, supplier: without('invoiceNumber', view.supplier) })),
  }),
  ...faultsOf('view-booking.room-is-shown', {
    'views-no-room': views((view) => ({ ...view, hotel: without('room', view.hotel) })),
    'views-a-room-without-its-id': room((one) => without('roomId', one)),
    'nulls-the-rate-of-a-viewed-room': room((one) => ({ ...one, rateName: null })),
  }),
  ...faultsOf('view-booking.preset-names-are-shown', {
    'views-no-preset-names': prices(() => ({})),
    'views-no-name-of-the-pricing-preset': prices((names) => without('pricingPresetName', names)),
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
