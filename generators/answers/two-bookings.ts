/** Stories of two hotel bookings that are open at a time, each viewed as it is (parts 2.5 and 4.6). */
import fc from 'fast-check';
import { guestMarkPrefix } from '../../contracts/guest-mark.ts';
import type { Json } from '../../contracts/json.ts';
import { dayAfter } from '../calendar.ts';
import { guest } from './bookings.ts';
import { text } from './conforming.ts';
import { euros } from './hotels.ts';
import { beginning, type Fields, ok, type Telling } from './telling.ts';
import { wire } from './wire.ts';

/** No two bookings have one of these in common. */
const apart = fc.record({
  ids: fc.uniqueArray(fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Z]{2}-\d{6}$/)), { minLength: 2, maxLength: 2 }),
  hotels: fc.uniqueArray(fc.integer({ min: 1, max: 10 ** 6 }), { minLength: 2, maxLength: 2 }),
  prices: fc.uniqueArray(fc.integer({ min: 1_000, max: 900_000 }), { minLength: 2, maxLength: 2 }),
  rooms: fc.uniqueArray(fc.nat(10 ** 6), { minLength: 2, maxLength: 2 }),
});

/** What views are free in. */
const free = fc.record({
  drawn: wire,
  isHotelText: fc.boolean(),
  isNested: fc.boolean(),
  rateName: text,
  nights: fc.integer({ min: 1, max: 9 }),
  isSameStay: fc.boolean(),
});

const marks = ['abcdefghijkl', 'zyxwvutsrqpo'].map((end) => `${guestMarkPrefix}${end}`);

export const twoBookings: fc.Arbitrary<Telling> = fc.tuple(apart, free).map(([drawn, how]): Telling => {
  const telling = beginning(how.drawn);
  const wordsOf = (nth: number) => {
    const daysAhead = 30 + (how.isSameStay ? 0 : nth * 40);
    return {
      id: drawn.ids[nth] ?? '',
      hotelId: drawn.hotels[nth] ?? 0,
      roomId: drawn.rooms[nth] ?? 0,
      cost: euros(drawn.prices[nth] ?? 0, 'EUR'),
      from: dayAfter(how.drawn.startMs, daysAhead),
      to: dayAfter(how.drawn.startMs, daysAhead + how.nights),
    };
  };
  const book = (nth: number): number => {
    const { id, hotelId, cost, from, to } = wordsOf(nth);
    const stay = { checkIn: from, checkOut: to, rooms: [{ adults: 1, childrenAges: [] }] };
    const offer = { at: [], offerId: `o-${nth}`, hotelId, supplier: 'any', price: cost };
    const guests = [[{ ...guest, lastName: marks[nth] ?? '' }]];
    return telling.ask(
      'create-booking',
      { intent: { searchId: 's-1', guests, search: { stay }, offer, upsells: [] } },
      ok({ bookingId: id, status: 'completed', cost }),
    );
  };
  const look = (nth: number): void => {
    const { id, hotelId, roomId, cost, from, to } = wordsOf(nth);
    const named: Json = how.isHotelText ? String(hotelId) : hotelId;
    const hotel = { room: { rateName: how.rateName, roomId }, ...(!how.isNested && { hotelId: named }) };
    const more: Fields = how.isNested ? { about: { property: { hotelId: named } } } : {};
    telling.ask(
      'view-booking',
      {
        intent: { booking: { bookingId: id }, details: { includePriceDetails: false, includeResidenceDetails: true } },
      },
      ok({
        bookingId: id,
        bookingInfo: { status: 'completed' },
        checkinTime: '14:00',
        checkoutTime: '12:00',
        supplier: null,
        hotel,
        prices: { searchPresetName: null, pricingPresetName: null },
        upsells: [],
        from,
        to,
        names: [`Testina ${marks[nth]}`],
        cost,
        ...more,
      }),
    );
  };
  const exchanges = [book(0)];
  look(0);
  exchanges.push(book(1));
  look(1);
  look(0);
  telling.note({
    attempts: exchanges.map((exchange, nth) => ({
      exchange,
      mark: marks[nth] ?? '',
      found: 'once' as const,
      lookedUpBy: [],
    })),
  });
  return telling.end();
});
