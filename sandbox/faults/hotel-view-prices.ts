/** Faults of what a viewed booking tells of prices: its upsells, their details and its own, and the parts of its price. */
import { answers, listOf, without } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalReplies, CanonicalRequests, PriceDetail, ViewedUpsell } from '../hotels/canonical.ts';
import { priceDetailOf } from '../hotels/price-detail.ts';
import type { Amount } from '../sales/money.ts';

type PricedView = CanonicalReplies['view-booking'];
type Details = CanonicalRequests['view-booking']['details'];

const views = (bend: (view: PricedView, details: Details) => unknown) =>
  answers('view-booking', (body, { asked }) =>
    bend(body, asked?.details ?? { includePriceDetails: false, includeResidenceDetails: false }),
  );

/** Changes what is told where details were asked for, or where they were not. */
const detailed = (bend: (view: PricedView) => unknown) =>
  views((view, { includePriceDetails }) => (includePriceDetails ? bend(view) : view));
const plain = (bend: (view: PricedView, details: Details) => unknown) =>
  views((view, details) => (details.includePriceDetails ? view : bend(view, details)));

const upsells = (view: PricedView, bend: (upsell: ViewedUpsell, at: number) => unknown) => ({
  ...view,
  upsells: listOf(view.upsells).map(bend),
});

const isLast = ({ upsells: all }: PricedView, at: number): boolean => at === listOf(all).length - 1;

const totalOnly = ({ total }: PriceDetail) => ({ total });

/** Changes the price detail of the booking, where there is one. */
const inDetail = (bend: (detail: PriceDetail) => unknown) =>
  detailed((view) => (view.priceDetail ? { ...view, priceDetail: bend(view.priceDetail) } : view));

const less = ({ minor, currency }: Amount, by: number): Amount => ({ minor: minor - by, currency });

export const hotelViewPriceFaults = [
  ...faultsOf('view-booking.upsells-are-a-list', {
    'views-no-upsells': views((view) => without('upsells', view)),
    'keys-the-upsells-of-a-view': views((view) => ({ ...view, upsells: { ...view.upsells } })),
  }),
  ...faultsOf('view-booking.price-details-when-asked-for', {
    'shows-no-price-details': detailed((view) => without('priceDetail', view)),
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
    'shows-no-price-details-of-upsells': detailed((view) => upsells(view, (upsell) => without('priceDetail', upsell))),
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
    'leaves-the-deposit-out-of-price-details': inDetail((detail) => without('deposit', detail)),
    'leaves-the-supplier-out-of-price-details': inDetail((detail) => without('supplier', detail)),
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
    'leaves-out-guests-beside-price-details': detailed((view) => without('guests', view)),
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
