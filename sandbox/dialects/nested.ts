/** The first dialect: names in camelCase, objects within objects, amounts as decimal text, dates in ISO 8601. */

import { suppliers } from '../data/hotel-trade.ts';
import type { Dialect } from '../dialect.ts';
import type {
  BookingView,
  CanonicalReplies,
  CanonicalRequests,
  CanonicalUpsell,
  FoundHotel,
  ListedBooking,
  PriceDetail,
  PricedOffer,
  PriceParts,
  Stay,
  ViewedUpsell,
} from '../hotels/canonical.ts';
import { isFields } from '../reply.ts';
import { uuid } from '../world-parts.ts';
import { nestedFlightRequests, nestedFlights } from './nested-flights.ts';
import { amount, breakdown, moment } from './nested-values.ts';
import { each, ifNumber, ifText, read, reading, spelled, spelling, type Write } from './spelling.ts';

/** What asks for the next page: opaque to partners. */
const cursorOf = (page: number): string => Buffer.from(`before ${page}`).toString('base64url');

const page = ifText((cursor) => {
  const number = Number(/^before (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]);
  return Number.isNaN(number) ? cursor : number;
});

const nestedRequests = reading<CanonicalRequests>({
  'hotel-search': {
    regionId: 'region.id',
    stay: ['stay', read<Stay>({ checkIn: 'arrival', checkOut: 'departure', rooms: 'rooms' })],
    preset: 'presetName',
    timeoutMs: 'timeout',
  },
  'hotel-pricing': { searchId: 'searchId', hotelId: 'hotelId' },
  'offer-pricing': { searchId: 'searchId', offerId: 'offerId' },
  'create-booking': {
    searchId: 'searchId',
    offerId: 'offerId',
    guests: 'guests',
    contact: 'contact',
    upsellIds: 'upsells',
  },
  'view-booking': { bookingId: 'bookingId', details: 'details' },
  'search-bookings': {
    status: 'filter.status',
    createdFrom: 'filter.createdFrom',
    createdTo: 'filter.createdTo',
    page: ['cursor', page],
  },
  'cancel-booking': { bookingId: 'bookingId' },
});

const bed: Write = (typeId) => ({ bed: { typeId }, quantity: 1 });
const supplierName = ifText((code) => suppliers.find((one) => one.code === code)?.name ?? code);

const partNames = ['base', 'tax', 'fee'] as const satisfies readonly (keyof PriceParts)[];

const parts = breakdown(partNames);

const upsell = { upsellId: 'key', kind: 'type', time: 'time', price: ['price', amount] } as const;

const offer = spelled<PricedOffer>({
  offerId: 'offerId',
  aiScore: 'aiScore',
  roomId: 'room.id',
  roomName: 'room.name',
  bedVariants: ['bedVariants', each(bed)],
  rateName: 'rate.title',
  mealTypeId: 'rate.mealTypeId',
  supplier: ['rate.provider', supplierName],
  price: ['price.total', amount],
  parts: ['price.breakdown', parts],
  freeUntilMs: ['cancellation.freeUntil', moment],
  earlyCheckIns: ['options.earlyCheckIn', each(spelled<CanonicalUpsell>(upsell))],
  lateCheckOuts: ['options.lateCheckOut', each(spelled<CanonicalUpsell>(upsell))],
});

const foundHotel = spelled<FoundHotel>({
  hotelId: 'hotelId',
  name: 'name',
  minPrice: ['minPrice', amount],
  offers: ['offers', each(offer)],
});

const priceDetail = spelled<PriceDetail>({
  total: ['total', amount],
  discount: ['discount', amount],
  markup: ['markup', amount],
  serviceFee: ['serviceFee', amount],
  commission: ['commission', spelled<PriceDetail['commission']>({ amount: ['value', amount], percent: 'percent' })],
  supplier: ['supplier', spelled<PriceDetail['supplier']>({ net: ['netPrice', amount] })],
  vat: ['vat', spelled<PriceDetail['vat']>({ amount: ['value', amount], percent: 'percent' })],
  deposit: ['deposit', spelled<PriceDetail['deposit']>({ amount: ['value', amount] })],
});

const listed = spelled<ListedBooking>({
  bookingId: 'bookingId',
  status: 'status',
  createdAtMs: ['createdAt', moment],
  checkIn: 'stay.arrival',
  checkOut: 'stay.departure',
  hotelName: 'hotelName',
  price: ['price', amount],
  guestNames: 'guestNames',
});

export const nested: Dialect = {
  searchIdOf: uuid,
  offerIdOf: (digest) => digest.toString('hex').slice(0, 40),
  bookingIdOf: (_number, digest) => uuid(digest),
  exchangeIdOf: uuid,
  ticketNumberOf: ({ accountingCode, number }) => `${accountingCode}${number}`,
  voids: 'reporting',
  saysFailure: true,
  reads: { ...nestedRequests, ...nestedFlightRequests },
  spells: {
    ...nestedFlights,
    ...spelling<CanonicalReplies>({
      'hotel-search': {
        searchId: 'searchId',
        hotels: ['hotels', each(foundHotel)],
      },
      'hotel-pricing': {
        hotelId: 'hotel.hotelId',
        offers: ['hotel.offers', each(offer)],
      },
      'offer-pricing': { hotelId: 'hotel.hotelId', offer: ['offer', offer] },
      'create-booking': {
        bookingId: 'booking.bookingId',
        status: 'booking.status',
        price: ['booking.price', amount],
        createdAtMs: ['booking.createdAt', moment],
      },
      'view-booking': {
        bookingId: 'booking.bookingId',
        checkinTime: 'booking.checkinTime',
        checkoutTime: 'booking.checkoutTime',
        checkIn: 'booking.arrival',
        checkOut: 'booking.departure',
        createdAtMs: ['booking.createdAt', moment],
        bookingInfo: 'bookingInfo',
        supplier: 'supplier',
        hotel: [
          'hotel',
          spelled<BookingView['hotel']>({
            hotelId: 'hotelId',
            name: 'name',
            room: [
              'room',
              spelled<BookingView['hotel']['room']>({ roomId: 'roomId', rateName: 'rateName', roomName: 'roomName' }),
            ],
          }),
        ],
        guests: 'guests',
        prices: 'prices',
        price: ['payment.total', amount],
        parts: ['payment.breakdown', parts],
        priceDetail: ['payment.details', priceDetail],
        upsells: ['upsells', each(spelled<ViewedUpsell>({ ...upsell, priceDetail: ['details', priceDetail] }))],
        residence: 'residence',
      },
      'search-bookings': {
        bookings: ['bookings', each(listed)],
        nextPage: ['cursor', ifNumber(cursorOf)],
      },
      'cancel-booking': {
        bookingId: 'booking.bookingId',
        penalty: ['penalties', (penalty) => (isFields(penalty) ? [amount(penalty)] : penalty)],
        refund: ['refund', amount],
      },
    }),
  },
};
