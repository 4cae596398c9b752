/** Large and hostile answers are read within bounds. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ReadFacts } from '../../../contracts/bindings.ts';
import { facts as factsSchema } from '../../../contracts/facts.ts';
import { boundOperations } from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';
import { factsOf } from '../../../contracts/locate.ts';
import { draws } from '../../whole.ts';
import { processorMs } from '../asserted.ts';
import { broken, hostileJson } from './hostile-json.ts';

const likely: Json = {
  searchId: 's',
  bookingId: 'b',
  bookingInfo: { status: 'inWork' },
  hotels: [
    {
      hotelId: 5,
      offers: [
        { offerId: 'a', aiScore: 0.5, bedVariants: [1] },
        { offerId: 'b', aiScore: null },
      ],
    },
  ],
  bookings: [{ status: 'failed', bookingId: 1 }],
  upsells: [{ vat: 1, discount: 2 }],
  exchangeId: 'e',
  tickets: [{ ticketNumber: '5550000000001' }, { ticket: { ticketNumber: 7 } }],
};

const body = fc.oneof(
  hostileJson,
  fc.tuple(fc.array(fc.nat(9), { maxLength: 6 }), hostileJson).map(([way, value]) => broken(likely, way, value)),
);

describe('reading a hostile answer', () => {
  it('never throws, and makes facts that a trace can hold', () => {
    fc.assert(
      fc.property(body, (one) => {
        for (const operation of boundOperations) {
          const facts = factsOf(operation, one);
          factsSchema.parse(JSON.parse(JSON.stringify(facts)));
          assert.deepEqual(factsOf(operation, one), facts);
        }
      }),
      { seed: 20260902, numRuns: draws(500) },
    );
  });

  it('goes no deeper than an offer can be, and takes no key for another', () => {
    const deep = JSON.parse(`${'{"a":['.repeat(2_000)}{"offerId":"x"}${']}'.repeat(2_000)}`) as Json;
    for (const operation of boundOperations) factsOf(operation, deep);
    assert.deepEqual(factsOf('hotel-search', deep).offers, []);
    const odd = JSON.parse('[{ "__proto__": { "offerId": "x" }, "constructor": { "searchId": "y" } }]') as Json;
    assert.deepEqual(factsOf('hotel-search', odd), { searchId: 'y', offers: [{ at: [0, '__proto__'], offerId: 'x' }] });
  });

  it('ends soon, and takes thousands of offers and no more', () => {
    const beganMs = processorMs();
    const many = Array.from({ length: 8_000 }, (_, i) => ({ offerId: `o${i}`, price: { parts: [{ a: 1 }] } }));
    const numbers = many.map((_, i) => ({ ticketNumber: i }));
    const flat = Array.from({ length: 600_000 }, () => []);
    for (const operation of boundOperations) {
      factsOf(operation, many);
      factsOf(operation, { bookings: many, upsells: many });
      factsOf(operation, { tickets: numbers });
    }
    assert.deepEqual(factsOf('hotel-search', [...flat, { searchId: 'x' }]), { offers: [] });
    assert.equal(factsOf('hotel-search', many).offers?.length, 5_000);
    const offers = many.map((_, i) => ({ at: [i] }));
    assert.equal(factsOf('hotel-search', many, { offers, hotels: offers }).offers?.length, 5_000);
    assert.equal(factsOf('hotel-search', many, { offers, hotels: offers }).hotels?.length, 5_000);
    const bookings = Array.from({ length: 25_000 }, (_, i) => ({ bookingId: i }));
    assert.equal(factsOf('search-bookings', { bookings }).bookings?.length, 20_000);
    assert.equal(factsOf('ticket-issue', numbers).tickets?.length, 1_000);
    const tickets = many.map((_, i) => ({ at: [i] }));
    assert.equal(factsOf('ticket-info', many, { tickets }).tickets?.length, 1_000);
    assert.equal(factsOf('pnr-retrieve', [...flat, { bookingId: 'x' }]).flightBooking, undefined);
    assert.equal(factsOf('ticket-exchange', [...flat, { exchangeId: 'x' }]).exchange, undefined);
    assert.ok(processorMs() - beganMs < 20_000);
  });

  it('does not repeat with every offer what is too long to be repeated so often', () => {
    const rates = Array.from({ length: 5_000 }, (_, i) => ({ offerId: `o${i}` }));
    const bedVariants = Array.from({ length: 100_000 }, (_, i) => i);
    const { offers = [] } = factsOf('hotel-pricing', { bedVariants, rates });
    assert.ok(offers.length > 0 && JSON.stringify(offers).length < 20_000_000);
  });
});

describe('a binding that reads no facts', () => {
  const answer: Json = { rooms: [{ rate: { price: null } }] };
  const at = ['rooms', 0];
  const cyclic: { [key: string]: unknown } = {};
  cyclic.self = cyclic;

  const mistakes: Readonly<Record<string, unknown>> = {
    'null: an object is needed': null,
    'offers 5: a list is needed': { offers: 5 },
    'offers[1].price.amount NaN: a number is needed': { offers: [{ at }, { at, price: { amount: Number.NaN } }] },
    'offers[0].price.amount Infinity: a number is needed': {
      offers: [{ at, price: { amount: Number.POSITIVE_INFINITY } }],
    },
    'offers[0].price.amount "12.5": a number is needed': { offers: [{ at, price: { amount: '12.5' } }] },
    'offers[0].price null: an object is needed': { offers: [{ at, price: null }] },
    'offers[0].supplier 7: text is needed': { offers: [{ at, supplier: 7 }] },
    'offers[0].colour, which no fact is called': { offers: [{ at, colour: 'red' }] },
    'offers[0].offerId, which no fact is called': { offers: [{ at, offerId: 'x' }] },
    'offers[0].identity.room {}: text, a number, true, false or null is needed': {
      offers: [{ at, identity: { room: {} } }],
    },
    'offers[0].reference a function: JSON is needed': { offers: [{ at, reference: () => 1 }] },
    'offers[0].reference {"made":"1970-01-01T00:00:00.000Z"}: JSON is needed': {
      offers: [{ at, reference: { made: new Date(0) } }],
    },
    'offers[0].at nothing: a list is needed': { offers: [{}] },
    'offers[0].at[0] nothing: a name or a position is needed': { offers: [{ at: [undefined] }] },
    'offers[0].at rooms[1], where nothing stands': { offers: [{ at: ['rooms', 1] }] },
    'offers[0].at toString, where nothing stands': { offers: [{ at: ['toString'] }] },
    'hotels[0].at rooms.0, where nothing stands': { hotels: [{ at: ['rooms', '0'] }] },
    'ranked[0][0].at a, where nothing stands': { ranked: [[{ at: ['a'], score: 1 }]] },
    'bookings[0].at a, where nothing stands': { bookings: [{ at: ['a'] }] },
    'booking.at a, where nothing stands': { booking: { at: ['a'] } },
    'flightOffers[0].at a, where nothing stands': { flightOffers: [{ at: ['a'] }] },
    'flights[1].at a, where nothing stands': { flights: [{ at: [] }, { at: ['a'] }] },
    'fareRules[0].at a, where nothing stands': { fareRules: [{ at: ['a'] }] },
    'tickets[0].at a, where nothing stands': { tickets: [{ at: ['a'] }] },
    'exchange.offers[0].at a, where nothing stands': { exchange: { offers: [{ at: ['a'] }] } },
    'flightBooking.at a, where nothing stands': { flightBooking: { at: ['a'] } },
    'flightBooking.passengerNames[0] 5: text is needed': { flightBooking: { passengerNames: [5] } },
    'tickets[0].price.amount NaN: a number is needed': { tickets: [{ at, price: { amount: Number.NaN } }] },
    'refund.amount null: an object is needed': { refund: { amount: null } },
    'booking.guestNames[0] 5: text is needed': { booking: { guestNames: [5] } },
    'priceDetailAt[0] null: a name or a position is needed': { priceDetailAt: [null] },
    'nextPage 5: JSON is needed': { nextPage: 5n },
    'something that contains itself': { nextPage: cyclic },
  };

  for (const [what, read] of Object.entries(mistakes)) {
    it(`is reported: ${what}`, () => {
      assert.throws(() => factsOf('hotel-search', answer, read as ReadFacts), {
        message: `bindings['hotel-search'].response gave ${what}`,
      });
    });
  }

  it('may leave out what it likes, also as undefined', () => {
    const nothing = undefined as unknown as never;
    const offer = { at, price: nothing, reference: { a: nothing, b: [1] }, bedTypeIds: [1, nothing, 2] };
    assert.deepEqual(factsOf('hotel-search', answer, { offers: [offer], hotels: nothing }), {
      offers: [{ at, reference: { b: [1] }, bedTypeIds: [1, 2] }],
      ranked: [[{ at, score: null }]],
      sought: ['price', 'hotels'],
    });
    assert.deepEqual(factsOf('hotel-search', answer, {}), factsOf('hotel-search', answer));
  });
});
