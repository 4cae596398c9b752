/** Faults of what a viewed booking tells of prices: its upsells, their details and its own, and the parts of its price. */
import { answers, listOf, without } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { CanonicalReplies, CanonicalRequests, PriceDetail, ViewedUpsell } from '../hotels/canonical.ts';
import { priceDetailOf } from '../hotels/price-detail.ts';
import type { Amount } from '../sales/money.ts';

type View = CanonicalReplies['view-booking'];
type Details = CanonicalRequests['view-booking']['details'];

const views = (bend: (view: View, details: Details) => unknown) =>
  answers('view-booking', (body, { asked }) =>
    bend(body, asked?.details ?? { includePriceDetails: false, includeResidenceDetails: false }),
  );

/** Changes what is told where details were asked for, or where they were not. */
const detailed = (bend: (view: View) => unknown) =>
  views((view, { includePriceDetails }) => (includePriceDetails ? bend(view) : view));
const plain = (bend: (view: View, details: Details) => unknown) =>
  views((view, details) => (details.includePriceDetails ? view : bend(view, details)));

const upsells = (view: View, bend: (upsell: ViewedUpsell, at: number) => unknown) => ({
  ...view,
  upsells: listOf(view.upsells).map(bend),
});

const isLast = ({ upsells: all }: View, at: number): boolean => at === listOf(all).length - 1;

const totalOnly = ({ total }: PriceDetail) => ({ total });

const upsellFaults = [
  fault('views-no-upsells', {
    violates: ['view-booking.upsells-are-a-list'],
    summary: 'A view has no upsells.',
    reply: views((view) => without('upsells', view)),
  }),
  fault('keys-the-upsells-of-a-view', {
    violates: ['view-booking.upsells-are-a-list'],
    summary: 'The upsells of a view are an object keyed by number.',
    reply: views((view) => ({ ...view, upsells: { ...view.upsells } })),
  }),
];

const askedFaults = [
  fault('shows-no-price-details', {
    violates: ['view-booking.price-details-when-asked-for'],
    summary: 'A view has no price detail of the booking, asked for or not.',
    reply: detailed((view) => without('priceDetail', view)),
  }),
  fault('shows-no-price-details-of-cancelled-bookings', {
    violates: ['view-booking.price-details-when-asked-for'],
    summary: 'The view of a cancelled booking has no price detail, asked for or not.',
    reply: detailed((view) => (view.bookingInfo.status === 'cancelled' ? without('priceDetail', view) : view)),
  }),
  fault('details-nothing-but-the-total', {
    violates: ['view-booking.price-details-when-asked-for'],
    summary: 'The price detail of a booking has the total and no other group.',
    reply: detailed((view) => (view.priceDetail ? { ...view, priceDetail: totalOnly(view.priceDetail) } : view)),
  }),
  fault('shows-no-price-details-beside-residence-details', {
    violates: ['view-booking.price-details-when-asked-for'],
    summary: 'A view that is asked for both kinds of details has no price detail of the booking.',
    reply: views((view, { includeResidenceDetails }) =>
      includeResidenceDetails ? without('priceDetail', view) : view,
    ),
  }),
  fault('shows-no-price-details-of-upsells', {
    violates: ['view-booking.upsells-have-price-details-when-asked-for'],
    summary: 'A view has the price detail of the booking and none of its upsells.',
    reply: detailed((view) => upsells(view, (upsell) => without('priceDetail', upsell))),
  }),
  fault('shows-no-price-details-of-the-last-upsell', {
    violates: ['view-booking.upsells-have-price-details-when-asked-for'],
    summary: 'A view lacks the price detail of the last upsell.',
    reply: detailed((view) =>
      upsells(view, (upsell, at) => (isLast(view, at) ? without('priceDetail', upsell) : upsell)),
    ),
  }),
];

/** Changes the price detail of the booking, where there is one. */
const inDetail = (bend: (detail: PriceDetail) => unknown) =>
  detailed((view) => (view.priceDetail ? { ...view, priceDetail: bend(view.priceDetail) } : view));

const groupFaults = [
  fault('details-four-groups-of-prices', {
    violates: ['view-booking.price-details-have-every-group'],
    summary: 'The price detail of a booking has the groups total, markup, commission and vat.',
    reply: inDetail(({ total, markup, commission, vat }) => ({ total, markup, commission, vat })),
  }),
  fault('leaves-the-deposit-out-of-price-details', {
    violates: ['view-booking.price-details-have-every-group'],
    summary: 'The price detail of a booking has every group but the deposit.',
    reply: inDetail((detail) => without('deposit', detail)),
  }),
  fault('leaves-the-supplier-out-of-price-details', {
    violates: ['view-booking.price-details-have-every-group'],
    summary: 'The price detail of a booking has every group but that of the supplier.',
    reply: inDetail((detail) => without('supplier', detail)),
  }),
];

const unaskedFaults = [
  fault('shows-price-details-unasked', {
    violates: ['view-booking.no-price-details-unless-asked-for'],
    summary: 'A view has the price detail of the booking though none was asked for.',
    reply: plain((view) => ({ ...view, priceDetail: priceDetailOf(view.price) })),
  }),
  fault('shows-two-groups-of-price-details-unasked', {
    violates: ['view-booking.no-price-details-unless-asked-for'],
    summary: 'A view tells commission and markup though no price detail was asked for.',
    reply: plain((view) => {
      const { total, markup, commission } = priceDetailOf(view.price);
      return { ...view, priceDetail: { total, markup, commission } };
    }),
  }),
  fault('shows-price-details-when-residence-is-asked-for', {
    violates: ['view-booking.no-price-details-unless-asked-for'],
    summary: 'A view that is asked for residence details alone has the price detail of the booking too.',
    reply: plain((view, { includeResidenceDetails }) =>
      includeResidenceDetails ? { ...view, priceDetail: priceDetailOf(view.price) } : view,
    ),
  }),
  fault('shows-price-details-of-upsells-unasked', {
    violates: ['view-booking.upsells-have-no-price-details-unless-asked-for'],
    summary: 'The upsells of a view have price details though none were asked for.',
    reply: plain((view) => upsells(view, (upsell) => ({ ...upsell, priceDetail: priceDetailOf(upsell.price) }))),
  }),
  fault('shows-price-details-of-the-last-upsell-unasked', {
    violates: ['view-booking.upsells-have-no-price-details-unless-asked-for'],
    summary: 'The last upsell of a view has a price detail though none was asked for.',
    reply: plain((view) =>
      upsells(view, (upsell, at) =>
        isLast(view, at) ? { ...upsell, priceDetail: priceDetailOf(upsell.price) } : upsell,
      ),
    ),
  }),
  fault('turns-price-details-around', {
    violates: ['view-booking.price-details-when-asked-for', 'view-booking.no-price-details-unless-asked-for'],
    summary: 'A view has the price detail of the booking exactly where it was not asked for.',
    reply: views((view, { includePriceDetails }) =>
      includePriceDetails ? without('priceDetail', view) : { ...view, priceDetail: priceDetailOf(view.price) },
    ),
  }),
];

const less = ({ minor, currency }: Amount, by: number): Amount => ({ minor: minor - by, currency });

const partFaults = [
  fault('views-a-price-without-its-fee', {
    violates: ['view-booking.price-parts-add-up'],
    summary: 'The parts of the price of a viewed booking lack the fee, which the price includes.',
    reply: views((view) => ({ ...view, parts: without('fee', view.parts) })),
  }),
  fault('loses-two-cents-in-the-parts-of-a-viewed-price', {
    violates: ['view-booking.price-parts-add-up'],
    summary: 'The parts of the price of a viewed booking are two cents less than it.',
    reply: views((view) => ({ ...view, parts: { ...view.parts, base: less(view.parts.base, 2) } })),
  }),
];

const besideFaults = [
  fault('leaves-out-guests-beside-price-details', {
    violates: ['view-booking.price-details-change-nothing-else'],
    summary: 'A view that is asked for price details has no guests.',
    reply: detailed((view) => without('guests', view)),
  }),
  fault('tells-another-check-in-beside-price-details', {
    violates: ['view-booking.price-details-change-nothing-else'],
    summary: 'A view that is asked for price details tells a check-in at four.',
    reply: detailed((view) => ({ ...view, checkinTime: `${view.checkinTime.slice(0, -5)}16:00` })),
  }),
  fault('tells-the-hotel-by-its-room-beside-price-details', {
    violates: ['view-booking.price-details-change-nothing-else'],
    summary: 'A view that is asked for price details tells the name of the room for that of the hotel.',
    reply: detailed((view) => ({ ...view, hotel: { ...view.hotel, name: view.hotel.room.roomName } })),
  }),
];

export const hotelViewPriceFaults = [
  ...upsellFaults,
  ...askedFaults,
  ...groupFaults,
  ...unaskedFaults,
  ...partFaults,
  ...besideFaults,
];
