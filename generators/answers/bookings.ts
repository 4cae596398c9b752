/** Stories of a hotel booking from its creation to its end, told by a service that remembers it (parts 2.5, 3 and 4.6). */
import fc from 'fast-check';
import type { BookingStatus } from '../../contracts/facts.ts';
import type { Json } from '../../contracts/json.ts';
import { dayAfter } from '../calendar.ts';
import { text } from './conforming.ts';
import { cents, currency, euros } from './hotels.ts';
import { type Answer, type Ask, beginning, type Fields, ok, refused, type Telling } from './telling.ts';
import { wire } from './wire.ts';

const dayMs = 86_400_000;

const mark = 'Pfqabcdefghijkl';

export const guest: Fields = {
  firstName: 'Testina',
  lastName: mark,
  birthDate: '1990-01-01',
  isChild: false,
  citizenship: 'DE',
  gender: 'female',
};

const bookingId = fc.oneof(fc.uuid(), fc.integer({ min: 1, max: 10 ** 12 }), fc.stringMatching(/^[A-Z]{2}-\d{6}$/));

const nullable = <T extends Json>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value);

/** What a view shows besides what follows from the booking: null where the text does not rule it out. */
const shown = fc.record({
  checkinTime: fc.constantFrom<Json[]>('14:00', '14:00:00', null, 14, '2026-01-01T14:00:00Z'),
  checkoutTime: fc.constantFrom<Json[]>('12:00', 'до 12:00', null, '2026-01-01T12:00:00Z'),
  supplier: nullable(
    fc.record({
      subProviderName: nullable(text),
      invoiceNumber: nullable(text),
      comment: nullable(text),
      more: fc.boolean(),
    }),
  ),
  hotel: fc.record({ room: fc.record({ rateName: text, roomId: fc.oneof(text, fc.nat()) }) }),
  prices: fc.record({ searchPresetName: nullable(text), pricingPresetName: nullable(text) }),
});

/** How views write the guest; the last two hide the name. */
const names = fc.constantFrom<Json[]>(
  [`Testina ${mark}`],
  [mark.toUpperCase(), 'TESTINA'],
  ['Ann Roe', mark.toLowerCase()],
  ['T****** P**'],
  null,
);

const booking = fc.record({
  drawn: wire,
  id: bookingId,
  otherId: bookingId.map((id) => `${id}0`),
  of: currency,
  parts: fc.array(cents, { minLength: 1, maxLength: 3 }),
  first: fc.constantFrom<BookingStatus[]>('inWork', 'completed', 'unknown'),
  then: fc.constantFrom<BookingStatus[]>('completed', 'inWork'),
  nights: fc.integer({ min: 2, max: 30 }),
  daysAhead: fc.integer({ min: 20, max: 400 }),
  isFree: fc.boolean(),
  isRefusedOnce: fc.boolean(),
  hasTime: fc.boolean(),
  hasResidence: fc.boolean(),
  upsells: fc.integer({ min: 0, max: 2 }),
  others: fc.integer({ min: 0, max: 3 }),
  shown,
  names,
  /** What asking for price details may lawfully bring along. */
  isEchoed: fc.boolean(),
  isTimed: fc.boolean(),
  isTurned: fc.boolean(),
  isMoved: fc.boolean(),
  leftOut: fc.subarray<LeftOut>(['old', 'new', 'undated']),
});
type Booking = typeof booking extends fc.Arbitrary<infer T> ? T : never;

const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0);

const detail = (total: Json): Fields => ({
  total,
  discount: null,
  markup: total,
  serviceFee: 0,
  supplier: { net: total },
  commission: { rate: 8 },
  vat: { rate: 20 },
  deposit: {},
});

const groups = (total: Json, isAsked: boolean): Fields => (isAsked ? { detail: detail(total) } : {});

/** The words of one booking, in whatever state it is. */
const wordsOf = (reported: Booking) => {
  const { id, of, parts, nights, daysAhead, hasTime, upsells, shown: view, drawn } = reported;
  const { isEchoed, isTimed, isTurned, isMoved } = reported;
  let views = 0;
  const cost = euros(sum(parts), of);
  const checkIn = dayAfter(drawn.startMs, daysAhead);
  const checkOut = dayAfter(drawn.startMs, daysAhead + nights);
  const moment = (date: string) => (hasTime ? `${date}T12:00:00+03:00` : date);
  return {
    cost,
    stay: { checkIn, checkOut, rooms: [{ adults: 1, childrenAges: [] }] },
    view: (status: BookingStatus, hasPrices: boolean): Fields => {
      const costs = parts.map((part) => euros(part, of));
      const extras = Array.from({ length: upsells }, (_, i) => ({ kind: `late ${i}`, ...groups(cost, hasPrices) }));
      const inTurn = (list: Json[]): Json[] => (isTurned && hasPrices ? list.toReversed() : list);
      views += 1;
      return {
        ...view,
        bookingId: id,
        bookingInfo: { status },
        from: moment(checkIn),
        to: moment(checkOut),
        names: reported.names,
        ...(isEchoed && { details: { includePriceDetails: hasPrices } }),
        ...(isTimed && { read: views }),
        ...(!(isMoved && hasPrices) && { cost }),
        parts: inTurn(costs),
        prices: { ...view.prices, ...groups(cost, hasPrices) },
        upsells: inTurn(extras),
      };
    },
    entry: (status: BookingStatus, madeMs: number): Fields => ({
      bookingId: id,
      status,
      names: [`ANN ${mark.toUpperCase()}`],
      made: new Date(madeMs).toISOString(),
      cost,
    }),
  };
};

const ofNobody = (count: number, status: BookingStatus, madeMs: number): Fields[] =>
  Array.from({ length: count }, (_, i) => ({
    bookingId: `x-${i}`,
    status,
    names: ['Bob Roe'],
    made: new Date(madeMs).toISOString(),
  }));

/** What a list without a filter may leave out, or show no more: made long before, since then, or nobody says when. */
type LeftOut = 'old' | 'new' | 'undated';

const madeAt = (age: LeftOut, nowMs: number): string | null =>
  age === 'undated' ? null : new Date(age === 'old' ? nowMs - 400 * dayMs : nowMs).toISOString();

/** Whether a list shows the booking of ours, and what no other does. */
type Shows = { readonly isOurs?: boolean; readonly alone?: readonly Fields[] };

const no = refused(404, 'BOOKING_NOT_FOUND');

export const hotelBookings: fc.Arbitrary<Telling> = booking.map((drawn): Telling => {
  const { id, otherId, of, parts, first, then, isFree, hasResidence, upsells, others, leftOut } = drawn;
  const telling = beginning(drawn.drawn);
  const { cost, stay, view, entry } = wordsOf(drawn);
  const madeMs = telling.now();
  const freeCancellationUntil = isFree ? new Date(madeMs + 3 * dayMs).toISOString() : null;
  const about = { booking: { bookingId: id } };
  const look = (status: BookingStatus, includePriceDetails: boolean, includeResidenceDetails = true) =>
    telling.ask(
      'view-booking',
      { intent: { ...about, details: { includePriceDetails, includeResidenceDetails } } },
      ok(view(status, includePriceDetails)),
    );
  const list = (status: BookingStatus, filters: Fields, shows: Shows = {}, more: Ask = {}) => {
    const { isOurs = true, alone = [] } = shows;
    const bookings = [...ofNobody(others, status, madeMs), ...(isOurs ? [entry(status, madeMs)] : []), ...alone];
    return telling.ask('search-bookings', { intent: filters, body: { q: 1, ...filters }, ...more }, ok({ bookings }));
  };
  const exchange = telling.ask(
    'create-booking',
    {
      intent: {
        searchId: 's-1',
        guests: [[guest]],
        search: { stay },
        offer: { at: [], offerId: 'o-1', supplier: 'any', price: cost, freeCancellationUntil },
        upsells: Array.from({ length: upsells }, () => ({})),
      },
    },
    ok({ bookingId: id, status: first, cost }),
  );
  const lookUp = list(then, {});
  telling.note({ attempts: [{ exchange, mark, found: 'once', lookedUpBy: [lookUp] }] });
  look(then, true);
  look(then, false);
  look(then, hasResidence, false);
  const alone = leftOut.map(
    (age, i): Fields => ({ bookingId: `y-${i}`, status: then, names: ['Eve Poe'], made: madeAt(age, telling.now()) }),
  );
  list(then, { status: then }, { alone });
  list('rejected', { status: 'rejected' }, { isOurs: false });
  list(then, { createdFrom: dayAfter(madeMs, -2), createdTo: dayAfter(madeMs, 2) });
  look(then, false);
  look(then, true);
  list(then, {}, { isOurs: false }, { bearer: 'other' });
  telling.ask('view-booking', { bearer: 'other', intent: { ...about, details: {} } }, no);
  telling.ask('cancel-booking', { bearer: 'other', intent: about }, no);
  if (drawn.isRefusedOnce) {
    telling.ask('cancel-booking', { intent: about }, refused(409, 'NOT_NOW'));
    look(then, false);
  }
  const penalty = isFree ? 0 : Math.ceil(sum(parts) / 3);
  telling.ask(
    'cancel-booking',
    { intent: about },
    ok({ penalty: euros(penalty, of), refund: euros(sum(parts) - penalty, of) }),
  );
  look('cancelled', false);
  list('cancelled', {});
  list('cancelled', { status: 'cancelled' });
  // Of which others know nothing.
  telling.ask('view-booking', { bearer: 'other', intent: { booking: { bookingId: otherId }, details: {} } }, no);
  return telling.end();
});

/** Requests that lack what one supplier wants of its guests. */
export const incompleteGuests: fc.Arbitrary<Telling> = fc
  .record({
    drawn: wire,
    lacking: fc.constantFrom<('citizenship' | 'gender')[][]>(['citizenship'], ['gender'], ['citizenship', 'gender']),
    message: text.filter((said) => said.trim() !== ''),
    status: fc.constantFrom(200, 400, 409, 422),
    isEmptied: fc.boolean(),
  })
  .map(({ drawn, lacking, message, status, isEmptied }): Telling => {
    const telling = beginning(drawn);
    const book = (person: Fields, answer: Answer): number => {
      const offer = { at: [], offerId: 'o-1', supplier: 'strict' };
      const intent = { searchId: 's-1', guests: [[person]], search: {}, offer, upsells: [] };
      return telling.ask('create-booking', { intent }, answer);
    };
    const attempts = lacking.map((name) => {
      const { [name]: _, ...rest } = guest;
      const exchange = book(isEmptied ? { ...rest, [name]: '' } : rest, refused(status, 'SUPPLIER_ERROR', message));
      const lookedUpBy = [telling.ask('search-bookings', { intent: {}, body: {} }, ok({ bookings: [] }))];
      return { exchange, mark: `${mark}${name === 'gender' ? 'g' : 'c'}`, found: 'not' as const, lookedUpBy };
    });
    telling.note({ attempts });
    book(guest, ok({ bookingId: 'b-1', status: 'completed' }));
    return telling.end();
  });

const nothing: readonly Answer[] = [no, refused(400, 'NO'), refused(403, 'ACCESS_DENIED'), refused(200, 'NO')];

/** Bookings that nobody made. */
export const unknownHotelBookings: fc.Arbitrary<Telling> = fc
  .tuple(wire, fc.array(bookingId, { minLength: 1, maxLength: 3 }), fc.constantFrom(...nothing))
  .map(([drawn, ids, answer]): Telling => {
    const telling = beginning(drawn, { input: { unknownBookings: ids } });
    for (const id of ids) {
      const about = { booking: { bookingId: id } };
      telling.ask('view-booking', { intent: { ...about, details: {} } }, answer);
      telling.ask('cancel-booking', { intent: about }, no);
    }
    return telling.end();
  });
