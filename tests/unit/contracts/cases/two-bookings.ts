/** Literal traces for the clause of two bookings that are open at a time. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  attempt,
  type Body,
  cancel,
  create,
  created,
  guest,
  mark,
  offer,
  otherMark,
  view,
  viewed,
} from '../booking-trace.ts';
import { ok, refusal, type Sent, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const euros = (amount: number) => ({ amount, currency: 'EUR' });

/** Of the first booking, and of the second. */
type Which = 1 | 2;
const ofEach = {
  1: { id: 'b-1', hotelId: 7, mark, checkIn: '2026-11-20', checkOut: '2026-11-22', price: euros(100) },
  2: { id: 'b-2', hotelId: 9, mark: otherMark, checkIn: '2026-12-20', checkOut: '2026-12-23', price: euros(250) },
} as const;

type Stay = { readonly checkIn: string; readonly checkOut: string };

const booking = (
  which: Which,
  sent: Sent = {},
  hotelId: Json = ofEach[which].hotelId,
  { checkIn, checkOut }: Stay = ofEach[which],
): Step => {
  const { id, mark: lastName, price } = ofEach[which];
  return create(created({ bookingId: id }), {
    guests: [guest({ lastName })],
    offer: offer({ hotelId }),
    search: { stay: { checkIn, checkOut } },
    reported: { booking: { price } },
    sent,
  });
};

type Read = NonNullable<ReadFacts['booking']>;

/** A view of one, with what it reports and what the binding reads. */
const look = (which: Which, part: Body = {}, read: Read = {}, sent: Sent = {}): Step => {
  const { id } = ofEach[which];
  return view(viewed({ bookingId: id, ...part }), { booking: { bookingId: id }, reported: { booking: read }, sent });
};

/** A view of one that shows this room. */
const inRoom = (which: Which, rateName: Json, roomId: Json): Step =>
  look(which, { hotel: { room: { rateName, roomId } } });

const both = (...steps: Step[]): Trace =>
  traceOf([booking(1), booking(2), ...steps], {
    attempts: [attempt({ lookedUpBy: [] }), attempt({ exchange: 1, mark: otherMark, lookedUpBy: [] })],
  });

/** The first is viewed once more before there is a second. */
const before = (first: Step, ...steps: Step[]): Trace => traceOf([booking(1), first, booking(2), ...steps]);

const confused = (place: string, actual: string, trace: Trace) =>
  breaks(
    `response.body${place}`,
    'nothing of another booking that is open at the time',
    `${actual}, as of the other`,
    trace,
  );

const other: Sent = { bearer: 'other' };

export const twoBookingsCases = {
  'view-booking.each-of-two-bookings-is-its-own': {
    passes: {
      'each its own': both(look(2, { hotelId: 9 }), look(1, { hotelId: 7 })),
      'in another envelope': both(look(1, { data: { at: [{ hotelId: '7' }] } }), look(2)),
      guests: both(look(1, {}, { guestNames: [mark] }), look(2, {}, { guestNames: [otherMark] })),
      'moments of the stay': both(look(1, {}, { checkIn: '2026-11-21T02:00:00Z' }), look(2)),
      'its own days exchanged, one of which is a day of the second': traceOf([
        booking(1),
        booking(2, {}, 9, { checkIn: '2026-11-22', checkOut: '2026-11-25' }),
        look(1, {}, { checkIn: '2026-11-22', checkOut: '2026-11-20' }),
        look(2),
      ]),
      'of one room and rate': before(inRoom(1, 'Flex', 3), inRoom(2, 'Flex', 3), inRoom(1, 'Flex', 3)),
      'the room changed, and is none of the other': before(
        inRoom(1, 'Flex', 3),
        inRoom(2, 'Save', 5),
        inRoom(1, 'Flex', 4),
      ),
      'a price of its own': both(look(1, {}, { price: euros(100) }), look(2, {}, { price: euros(240) })),
      'a hotel of neither': both(look(1, { hotelId: 8 }), look(2)),
      'the id of the second is for another clause': both(
        look(2, {}, { guestNames: [otherMark] }),
        look(1, { bookingId: 'b-2' }, { guestNames: [mark] }),
      ),
      'one hotel for both': traceOf([booking(1), booking(2, {}, 7), look(1, { hotelId: 7 }), look(2, { hotelId: 7 })]),
      'the second shows no more after it was cancelled': both(
        look(1),
        look(2),
        cancel(ok({}), {}, {}, { bookingId: 'b-2' }),
        look(1, { hotelId: 9 }),
      ),
    },
    fails: {
      'the hotel of the second': confused('', 'hotel 9', both(look(1, { hotelId: 9 }), look(2, { hotelId: 9 }))),
      'the hotel of the first': confused('', 'hotel 7', both(look(1), look(2, { hotelId: 7 }))),
      'the guest of the first': confused('', 'its guest', both(look(1), look(2, {}, { guestNames: [`ANN ${mark}`] }))),
      'a day of the stay of the second': confused(
        '',
        'checkOut 2026-12-23',
        both(look(1, {}, { checkIn: '2026-11-20', checkOut: '2026-12-23' }), look(2)),
      ),
      'the price of the first': confused('', 'price 100 EUR', both(look(1), look(2, {}, { price: euros(100) }))),
      'the room of the second': confused(
        '.hotel.room.roomId',
        'roomId "5"',
        before(inRoom(1, 'Flex', 3), inRoom(2, 'Save', 5), inRoom(1, 'Flex', 5)),
      ),
      'the rate of the second': confused(
        '.hotel.room.rateName',
        'rateName "Save"',
        before(inRoom(1, 'Flex', 3), inRoom(2, 'Save', 5), inRoom(1, 'Save', 3)),
      ),
    },
    nothing: {
      'one booking': traceOf([booking(1), look(1, { hotelId: 9 })]),
      'one of them is not viewed': both(look(1, { hotelId: 9 })),
      'viewed before there was a second': before(look(1, { hotelId: 9 }), look(2)),
      'viewed after the first was cancelled': both(look(2), cancel(ok({})), look(1, { hotelId: 9 })),
      'one of each partner': traceOf([booking(1), booking(2, other), look(1, { hotelId: 9 }), look(2, {}, {}, other)]),
      'text is for the json clause': both(
        ...([1, 2] as const).map((n) => view(text(200), { booking: { bookingId: `b-${n}` } })),
      ),
    },
    unshown: {
      'nothing is read': traceOf([
        create(created()),
        create(created({ bookingId: 'b-2' })),
        ...['b-1', 'b-2'].map((bookingId) => view(viewed(), { booking: { bookingId }, reported: 'nothing' })),
      ]),
      'neither is viewed': both(
        ...['b-1', 'b-2'].map((bookingId) => view(refusal(404, 'X'), { booking: { bookingId } })),
      ),
    },
  },
} satisfies Record<string, ClauseCases>;
