/** Stories of two hotel bookings that are open at a time, each viewed as it is (parts 2.5 and 4.6). */
import fc from 'fast-check';
import { guestMarkPrefix } from '../../contracts/guest-mark.ts';
import type { Json } from '../../contracts/json.ts';
import { guest } from './bookings.ts';
import { type Breakage, breakage, type Story } from './breakage.ts';
import { text } from './conforming.ts';
import { type Fields, fields, inBody, inPart } from './entries.ts';
import { euros } from './hotels.ts';
import { beginning, ok, type Telling } from './telling.ts';
import { wire } from './wire.ts';

const dayMs = 86_400_000;

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

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

const conforming: fc.Arbitrary<Telling> = fc.tuple(apart, free).map(([drawn, how]): Telling => {
  const telling = beginning(how.drawn);
  const comes = how.drawn.startMs + 30 * dayMs;
  const wordsOf = (nth: number) => {
    const [id = '', hotelId = 0, price = 0, roomId = 0] = [
      ...([drawn.ids[nth], drawn.hotels[nth], drawn.prices[nth], drawn.rooms[nth]] as const),
    ];
    const fromMs = comes + (how.isSameStay ? 0 : nth * 40 * dayMs);
    return { id, hotelId, roomId, cost: euros(price, 'EUR'), from: day(fromMs), to: day(fromMs + how.nights * dayMs) };
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
  const look = (nth: number, part: string): void => {
    const { id, hotelId, roomId, cost, from, to } = wordsOf(nth);
    const named: Json = how.isHotelText ? String(hotelId) : hotelId;
    const hotel = { room: { rateName: how.rateName, roomId }, ...(!how.isNested && { hotelId: named }) };
    const more: Fields = how.isNested ? { about: { property: { hotelId: named } } } : {};
    telling.ask(
      'view-booking',
      {
        part,
        intent: { booking: { bookingId: id }, details: { includePriceDetails: false, includeResidenceDetails: true } },
      },
      ok({
        ...{ bookingId: id, bookingInfo: { status: 'completed' }, checkinTime: '14:00', checkoutTime: '12:00' },
        ...{ supplier: null, hotel, prices: { searchPresetName: null, pricingPresetName: null }, upsells: [] },
        ...{ from, to, names: [`Testina ${marks[nth]}`], cost, ...more },
      }),
    );
  };
  const exchanges = [book(0)];
  look(0, 'alone');
  exchanges.push(book(1));
  look(1, 'second');
  look(0, 'first');
  telling.note({
    attempts: exchanges.map((exchange, nth) => ({
      ...{ exchange, mark: marks[nth] ?? '', found: 'once' as const, lookedUpBy: [] },
    })),
  });
  return telling.end();
});

/** What the view of one tells of its hotel, put into the view of the other. */
const told = (telling: Telling, part: string): Fields =>
  fields(telling.steps.find((step) => step.part === part)?.answer?.body);

const breakages: readonly Breakage[] = [
  breakage('view-booking.each-of-two-bookings-is-its-own', 'shows the hotel of the other', (telling, pick) => {
    const [into, from] = pick(2) === 0 ? ['first', 'second'] : ['second', 'first'];
    const { hotel = null, about } = told(telling, String(from));
    return inBody(inPart(String(into)), (body) => ({ ...body, hotel, ...(about !== undefined && { about }) }))(
      telling,
      pick,
    );
  }),
  breakage('view-booking.each-of-two-bookings-is-its-own', 'shows the room of the other', (telling, pick) => {
    const { room = null } = fields(told(telling, 'second').hotel);
    return inBody(inPart('first'), (body) => ({ ...body, hotel: { ...fields(body.hotel), room } }))(telling, pick);
  }),
  breakage(
    ['view-booking.each-of-two-bookings-is-its-own', 'view-booking.guests-are-those-booked'],
    'shows the guest of the other',
    (telling, pick) => {
      const { names = null } = told(telling, 'second');
      return inBody(inPart('first'), (body) => ({ ...body, names }))(telling, pick);
    },
  ),
];

export const twoBookingStory: Story = { name: 'two bookings at a time', conforming, breakages };
