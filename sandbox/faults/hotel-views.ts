/** Faults of the fields of a viewed booking. */
import { answers, type Met, refusals, successes, without } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { CanonicalReplies, CanonicalRequests } from '../hotels/canonical.ts';
import { answer, refusal } from '../reply.ts';

type View = CanonicalReplies['view-booking'];

const views = (bend: (view: View) => unknown) => answers('view-booking', (body) => bend(body));

const idFaults = [
  fault('views-no-booking-id', {
    violates: ['view-booking.booking-id-is-shown'],
    summary: 'A view has no bookingId.',
    reply: views((view) => without('bookingId', view)),
  }),
  fault('nulls-the-booking-id-of-cancelled-views', {
    violates: ['view-booking.booking-id-is-shown'],
    summary: 'The view of a cancelled booking has the bookingId null.',
    reply: views((view) => (view.bookingInfo.status === 'cancelled' ? { ...view, bookingId: null } : view)),
  }),
  fault('views-the-id-of-another-booking', {
    violates: ['view-booking.booking-id-is-the-one-asked-for'],
    summary: 'A view has a bookingId that is not the one asked for.',
    reply: views((view) => ({
      ...view,
      bookingId: typeof view.bookingId === 'number' ? view.bookingId + 1 : [...view.bookingId].reverse().join(''),
    })),
  }),
  fault('cuts-the-booking-id-of-cancelled-views-short', {
    violates: ['view-booking.booking-id-is-the-one-asked-for'],
    summary: 'The view of a cancelled booking has a bookingId that lacks its last character.',
    reply: views((view) =>
      view.bookingInfo.status === 'cancelled' ? { ...view, bookingId: String(view.bookingId).slice(0, -1) } : view,
    ),
  }),
];

const stayFaults = [
  fault('views-no-check-in-time', {
    violates: ['view-booking.stay-times-are-shown'],
    summary: 'A view has no checkinTime.',
    reply: views((view) => without('checkinTime', view)),
  }),
  fault('views-no-check-out-time', {
    violates: ['view-booking.stay-times-are-shown'],
    summary: 'A view has no checkoutTime.',
    reply: views((view) => without('checkoutTime', view)),
  }),
  fault('views-check-out-before-check-in', {
    violates: ['view-booking.check-in-is-before-check-out'],
    summary: 'A view has exchanged the beginning and the end of a stay.',
    reply: views((view) => ({
      ...view,
      ...{ checkinTime: view.checkoutTime, checkoutTime: view.checkinTime },
      ...{ checkIn: view.checkOut, checkOut: view.checkIn },
    })),
  }),
];

const supplierFaults = [
  fault('views-no-supplier', {
    violates: ['view-booking.supplier-is-shown'],
    summary: 'A view has no supplier.',
    reply: views((view) => without('supplier', view)),
  }),
  fault('leaves-out-comments-that-are-not-there', {
    violates: ['view-booking.supplier-is-shown'],
    summary: 'The supplier of a view has no comment where there is none to tell.',
    reply: views((view) =>
      view.supplier.comment === null ? { ...view, supplier: without('comment', view.supplier) } : view,
    ),
  }),
  fault('views-no-invoice', {
    violates: ['view-booking.supplier-is-shown'],
    summary: 'The supplier of a view has no invoiceNumber.',
    reply: views((view) => ({ ...view, supplier: without('invoiceNumber', view.supplier) })),
  }),
];

const room = (bend: (room: View['hotel']['room']) => unknown) =>
  views((view) => ({ ...view, hotel: { ...view.hotel, room: bend(view.hotel.room) } }));

const prices = (bend: (prices: View['prices']) => unknown) => views((view) => ({ ...view, prices: bend(view.prices) }));

const placeFaults = [
  fault('views-no-room', {
    violates: ['view-booking.room-is-shown'],
    summary: 'The hotel of a view has no room.',
    reply: views((view) => ({ ...view, hotel: without('room', view.hotel) })),
  }),
  fault('views-a-room-without-its-id', {
    violates: ['view-booking.room-is-shown'],
    summary: 'The room of a view has no roomId.',
    reply: room((one) => without('roomId', one)),
  }),
  fault('nulls-the-rate-of-a-viewed-room', {
    violates: ['view-booking.room-is-shown'],
    summary: 'The rateName of a viewed room is null.',
    reply: room((one) => ({ ...one, rateName: null })),
  }),
  fault('views-no-preset-names', {
    violates: ['view-booking.preset-names-are-shown'],
    summary: 'The prices of a view have no names of presets.',
    reply: prices(() => ({})),
  }),
  fault('views-no-name-of-the-pricing-preset', {
    violates: ['view-booking.preset-names-are-shown'],
    summary: 'The prices of a view have no pricingPresetName.',
    reply: prices((names) => without('pricingPresetName', names)),
  }),
];

type Details = CanonicalRequests['view-booking']['details'];

/** Refuses a view that would have been answered. */
const refusesViews = (isMeant: (details: Details) => boolean) =>
  successes('view-booking', (reply, { asked }) =>
    asked && isMeant(asked.details)
      ? refusal(400, { code: 'INVALID_REQUEST', message: 'These details cannot be shown.' })
      : reply,
  );

const residenceFaults = [
  fault('refuses-residence-details', {
    violates: ['view-booking.residence-details-are-accepted'],
    summary: 'A view with residence details is refused.',
    reply: refusesViews(({ includeResidenceDetails }) => includeResidenceDetails),
  }),
  fault('demands-residence-details', {
    violates: ['view-booking.residence-details-are-accepted'],
    summary: 'A view without residence details is refused.',
    reply: refusesViews(({ includeResidenceDetails }) => !includeResidenceDetails),
  }),
  fault('refuses-residence-details-beside-price-details', {
    violates: ['view-booking.residence-details-are-accepted'],
    summary: 'A view with both kinds of details is refused.',
    reply: refusesViews(
      ({ includeResidenceDetails, includePriceDetails }) => includeResidenceDetails && includePriceDetails,
    ),
  }),
];

type ViewRefused = Met<'view-booking'>;

/** Answers a refused view with success. */
const shown = (isMeant: (met: ViewRefused) => boolean, body: (met: ViewRefused) => unknown) =>
  refusals('view-booking', (reply, met) => (met.asked && isMeant(met) ? answer(200, body(met)) : reply));

const isUnknown = ({ asked, world }: ViewRefused): boolean => world.bookings.find(asked?.bookingId ?? '') === undefined;

const emptyView = ({ asked }: ViewRefused) => ({
  ...{ bookingId: asked?.bookingId, bookingInfo: { status: 'unknown' } },
  ...{ supplier: null, hotel: null, prices: null, upsells: [] },
});

const accessFaults = [
  fault('views-unknown-bookings-with-nothing-in-them', {
    violates: ['view-booking.unknown-booking-is-refused'],
    summary: 'A booking that does not exist is viewed with the status unknown and no more.',
    reply: shown(isUnknown, emptyView),
  }),
  fault('views-the-newest-booking-for-an-unknown-one', {
    violates: ['view-booking.unknown-booking-is-refused'],
    summary: 'For a booking that does not exist the newest one is told.',
    reply: shown(isUnknown, (met) => ({ ...emptyView(met), bookingId: met.world.bookings.all()[0]?.bookingId })),
  }),
  fault('shows-bookings-to-every-partner', {
    violates: ['view-booking.other-partner-sees-nothing'],
    summary: 'Every partner can view every booking.',
    touches: ['view-booking'],
    rules: ({ showsBookingTo }) => ({
      showsBookingTo: (booking, clientId, asked) =>
        asked.operation === 'view-booking' || showsBookingTo(booking, clientId, asked),
    }),
  }),
  fault('shows-other-partners-the-status-of-a-booking', {
    violates: ['view-booking.other-partner-sees-nothing'],
    summary: 'Another partner is told a booking without its guests and prices.',
    reply: shown((met) => !isUnknown(met), emptyView),
  }),
];

export const hotelViewFaults = [
  ...idFaults,
  ...stayFaults,
  ...supplierFaults,
  ...placeFaults,
  ...residenceFaults,
  ...accessFaults,
];
