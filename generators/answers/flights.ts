/** Stories of flights, from a search to bookings and their end (parts 4.2 and 4.3), told by a service that remembers them. */
import fc from 'fast-check';
import type { OperationId } from '../../contracts/operations.ts';
import { errorObject } from '../../contracts/schemas/error.ts';
import { conforming, text } from './conforming.ts';
import { cents, currency, euros } from './hotels.ts';
import { type Answer, beginning, type Fields, ok, refused, type Telling } from './telling.ts';
import { wire } from './wire.ts';

const said = text.filter((each) => each.trim() !== '');

/** A refusal for any reason of its own, at any status that is one. */
export const anyRefusal: fc.Arbitrary<Answer> = fc
  .tuple(
    fc.constantFrom(200, 400, 404, 409, 422),
    conforming(errorObject, { code: fc.constantFrom('NOT_POSSIBLE', 'E-17', 'STATE'), message: said }),
  )
  .map(([status, error]) => ({ status, body: { error } }));

const flight = fc.record({
  drawn: wire,
  ids: fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 2 }),
  prices: fc.array(cents, { minLength: 2, maxLength: 2 }),
  of: currency,
  seats: fc.nat(9),
  rule: said,
  isMoved: fc.boolean(),
  isGone: fc.boolean(),
  isCapital: fc.boolean(),
  no: anyRefusal,
});

export const flightBookings: fc.Arbitrary<Telling> = flight.map((drawn): Telling => {
  const { ids, prices, of, seats, rule, isMoved, isGone, isCapital, no } = drawn;
  const telling = beginning(drawn.drawn);
  const searchFor = (departure: string): Fields => ({ route: 'A-B', departure, adults: 1, children: 0 });
  const days = ['2027-02-28', '2028-02-29'];
  const search = searchFor(days[0] ?? '');
  for (const day of days) {
    telling.ask(
      'avia-schedule',
      { intent: searchFor(day) },
      ok({ flights: [{ reference: 'f-1' }, { reference: 'f-2' }] }),
    );
    telling.ask(
      'avia-availability',
      { intent: { flights: [{ at: [] }], search: searchFor(day) } },
      ok({ flights: [{ seats }, { seats: 0 }] }),
    );
  }
  // What moved before it was verified is booked so.
  const paid = prices.map((price) => euros(price + (isMoved ? 700 : 0), of));
  const offers = prices.map((price, i) => ({ reference: `o-${i}`, price: euros(price, of) }));
  for (const day of days)
    telling.ask('avia-search', { intent: searchFor(day) }, ok({ meta: { searchId: `s-${day}` }, offers }));
  for (const [i, offer] of offers.entries()) {
    const chosen = { searchId: `s-${days[0]}`, offer: { at: [], ...offer }, search };
    const moved = { ...offer, price: paid[i] ?? offer.price, isPriceChanged: true };
    telling.ask('avia-offer-price', { intent: chosen }, ok({ offers: [isMoved ? moved : offer] }));
    telling.ask('fare-rules', { intent: chosen }, ok({ rules: [{ text: '' }, { text: rule }] }));
    const cost = paid[i] ?? offer.price;
    telling.ask('pnr-create', { intent: chosen }, ok({ bookingId: ids[i] ?? '', cost, isActive: true }));
  }
  for (const [i, id] of ids.entries()) {
    const intent = { booking: { bookingId: isCapital ? id.toUpperCase() : id } };
    const cost = paid[i] ?? euros(0, of);
    telling.ask('pnr-retrieve', { intent }, ok({ bookingId: id, isActive: true, cost, tickets: [] }));
    telling.ask('pnr-reprice', { intent }, ok({ cost }));
    telling.ask('pnr-retrieve', { intent, bearer: 'other' }, isGone ? ok({ booking: null }) : no);
    telling.ask('pnr-cancel', { intent, bearer: 'other' }, no);
    telling.ask('pnr-cancel', { intent }, ok({}));
    telling.ask('pnr-retrieve', { intent }, isGone ? no : ok({ bookingId: id, isActive: false, tickets: [] }));
    telling.ask('ticket-issue', { intent }, no);
  }
  return telling.end();
});

/** An answer of what only reads that tells nothing. */
export const nothing: readonly Answer[] = [
  ok({}),
  ok(null),
  ok([]),
  ok({ booking: null, tickets: [] }),
  { status: 204 },
];

const readsOfBookings: readonly OperationId[] = [
  'pnr-retrieve',
  'pnr-reprice',
  'ticket-info',
  'ticket-exchange-calculation',
  'ticket-refund-calculation',
];

/** Bookings that nobody made, and ids that cannot be of one. */
export const unknownFlightBookings: fc.Arbitrary<Telling> = fc
  .record({
    drawn: wire,
    ids: fc.array(fc.oneof(fc.uuid(), fc.constantFrom('17', '', 'x'.repeat(300), 'not-a-uuid')), {
      minLength: 1,
      maxLength: 3,
    }),
    operations: fc.shuffledSubarray([...readsOfBookings], { minLength: 1 }),
    isTold: fc.boolean(),
    empty: fc.constantFrom(...nothing),
    no: anyRefusal,
  })
  .map(({ drawn, ids, operations, isTold, empty, no }): Telling => {
    const telling = beginning(drawn, { input: { unknownBookings: ids } });
    for (const id of ids) {
      const intent = { booking: { bookingId: id }, ticket: { ticketNumber: '5550000000001' } };
      for (const operation of operations) telling.ask(operation, { intent }, isTold ? no : empty);
      telling.ask('pnr-cancel', { intent }, no);
      telling.ask('ticket-issue', { intent }, no);
      telling.ask(
        'ticket-cancel',
        { body: { bookingId: id, ticketNumber: '5550000000001' } },
        refused(404, 'BOOKING_NOT_FOUND'),
      );
    }
    return telling.end();
  });
