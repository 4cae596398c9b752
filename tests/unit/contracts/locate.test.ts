/** The default binding finds fields whose place is not documented. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadFacts } from '../../../contracts/bindings.ts';
import type { OfferFact } from '../../../contracts/facts.ts';
import type { Json } from '../../../contracts/json.ts';
import { factsOf } from '../../../contracts/locate.ts';

const offersIn = (body: Json, read?: ReadFacts): readonly OfferFact[] =>
  factsOf('hotel-search', body, read).offers ?? [];
const placesIn = (body: Json, read?: ReadFacts) => offersIn(body, read).map(({ at }) => at.join('.'));
const only = (body: Json, read?: ReadFacts): Partial<OfferFact> => {
  const [{ at: _, ...fields }, ...more] = offersIn(body, read) as [OfferFact];
  assert.deepEqual(more, []);
  return fields;
};

describe('a searchId', () => {
  const searchIdIn = (body: Json, read?: ReadFacts) => factsOf('hotel-search', body, read).searchId;

  it('is the shallowest that is text, else the shallowest of any type', () => {
    assert.equal(searchIdIn({ a: { searchId: 'deep', b: 1 }, searchId: 'near' }), 'near');
    assert.equal(searchIdIn({ asked: { searchId: null }, a: { b: { searchId: 'x' } } }), 'x');
    assert.equal(searchIdIn({ a: { searchId: 7 }, b: { c: { searchId: {} } } }), 7);
    assert.equal(searchIdIn({ search_id: 'x' }), undefined);
  });

  it('is what the binding says where it says something', () => {
    assert.equal(searchIdIn({ searchId: 'a' }, { searchId: 'b' }), 'b');
    assert.equal(searchIdIn({ searchId: 'a' }, { searchId: undefined as unknown as Json }), 'a');
  });
});

describe('offers without a binding', () => {
  it('are the objects of every list of which one is an offer', () => {
    const body = {
      hotels: [{ rates: [{ offerId: 'a' }, { price: 1 }, null, 7] }, { rates: [{ aiScore: null }] }, { rates: [{}] }],
    };
    assert.deepEqual(placesIn(body), ['hotels.0.rates.0', 'hotels.0.rates.1', 'hotels.1.rates.0']);
  });

  it('are those in no list where there are none in lists', () => {
    assert.deepEqual(placesIn({ hotels: [{ best: { offerId: 'a', rate: { offerId: 'b' } } }] }), ['hotels.0.best']);
    assert.deepEqual(placesIn({ offerId: 'a', rate: { aiScore: 1 } }), ['']);
    assert.deepEqual(placesIn({ asked: { offerId: 'x' }, rates: [{ offerId: 'a' }] }), ['rates.0']);
  });

  it('are one, beside others, in offer_pricing', () => {
    const body = { offer: { offerId: 'a', options: [{ offerId: 'a2' }] }, similar: [{ offerId: 'b' }] };
    const { offers = [] } = factsOf('offer-pricing', body);
    assert.deepEqual(
      offers.map(({ offerId }) => offerId),
      ['a', 'b', 'a2'],
    );
  });

  it('are not the upsells of an offer in a list', () => {
    assert.deepEqual(placesIn([{ offerId: 'a', upsells: [{ offerId: 'a' }] }]), ['0']);
  });

  it('keep their documented fields as they came', () => {
    for (const value of ['x', 7, null, true, [], {}, ''] as Json[]) {
      assert.deepEqual(only([{ offerId: value, aiScore: value }]), { offerId: value, aiScore: value });
    }
    assert.deepEqual(only([JSON.parse('{ "offerId": "a", "aiScore": 1e999 }')]), {
      offerId: 'a',
      aiScore: Number.MAX_VALUE,
    });
  });
});

describe('the fields of an offer', () => {
  const at = ['rooms', 0, 'rates', 0];
  const inRoom = (rate: Json, room: { [key: string]: Json } = {}, body: { [key: string]: Json } = {}) =>
    only({ rooms: [{ ...room, rates: [rate] }], ...body }, { offers: [{ at }] });

  it('are its own, or those of what it wraps, and never those of another offer or of a list in it', () => {
    assert.deepEqual(inRoom({ key: { offerId: 'a' }, ai: { aiScore: 1 } }), { offerId: 'a', aiScore: 1 });
    assert.deepEqual(inRoom({ offerId: 'a', ai: { aiScore: 1 } }), { offerId: 'a', aiScore: 1 });
    assert.deepEqual(inRoom({ offerId: 'a', cheaper: { offerId: 'b', aiScore: 1 } }), { offerId: 'a' });
    assert.deepEqual(inRoom({ options: [{ offerId: 'b', aiScore: 1 }] }), {});
    assert.deepEqual(inRoom({}, { offerId: 'x', aiScore: 1 }, { offerId: 'y' }), {});
    assert.deepEqual(inRoom('x'), {});
  });

  it('find the hotel on the offer, else around it, else in what it wraps', () => {
    assert.deepEqual(inRoom({ hotelId: 1 }, { hotelId: 2 }, { hotelId: 3 }), { hotelId: 1 });
    assert.deepEqual(inRoom({ hotelId: null }, { hotelId: 2 }, { hotelId: 3 }), { hotelId: 2 });
    assert.deepEqual(inRoom({ hotel: { hotelId: 4 } }, {}, { hotelId: 3 }), { hotelId: 3 });
    assert.deepEqual(inRoom({ hotel: { hotelId: 4 } }), { hotelId: 4 });
    assert.deepEqual(inRoom({}, { others: { hotelId: 4 } }), {});
  });

  it('find the beds on the offer, else in what it holds, else around it', () => {
    assert.deepEqual(inRoom({ bedVariants: [1] }, { bedVariants: [2] }), { bedVariants: [1] });
    assert.deepEqual(inRoom({ rooms: [{ bedVariants: [3] }] }, { bedVariants: [2] }), { bedVariants: [3] });
    assert.deepEqual(inRoom({}, { bedVariants: [2] }), { bedVariants: [2] });
    assert.deepEqual(inRoom({ bedVariants: null }), { bedVariants: null });
  });

  it('are joined by what the binding read', () => {
    const price = { amount: 1, currency: undefined } as unknown as { amount: number };
    const read = { offers: [{ at, price, identity: { room: 'x' }, priceParts: undefined as unknown as [] }] };
    const offers = offersIn({ rooms: [{ rates: [{ offerId: 'a' }] }] }, read);
    assert.deepEqual(offers, [{ at, offerId: 'a', price: { amount: 1 }, identity: { room: 'x' } }]);
  });
});

describe('what ranking orders', () => {
  const rankedIn = (body: Json, read?: ReadFacts) => factsOf('hotel-pricing', body, read).ranked;
  const scores = [{ aiScore: 0.5 }, { offerId: 'b' }, { aiScore: null }, { aiScore: 'x' }];

  it('is the one list of all offers, with what has a score or none', () => {
    assert.deepEqual(rankedIn({ rates: scores }), [
      [
        { at: ['rates', 0], score: 0.5 },
        { at: ['rates', 1], score: null },
        { at: ['rates', 2], score: null },
      ],
    ]);
    for (const body of [{ a: [{ rates: scores }, { rates: scores }] }, { rate: { offerId: 'a' } }, {}]) {
      assert.equal(rankedIn(body), undefined);
    }
  });

  it('comes in the order of the list, for any order of the binding', () => {
    const [list] =
      rankedIn({ rates: [{ aiScore: 1 }, { aiScore: 2 }] }, { offers: [{ at: ['rates', 1] }, { at: ['rates', 0] }] }) ??
      [];
    assert.deepEqual(
      list?.map(({ score }) => score),
      [1, 2],
    );
  });

  it('is what the binding says', () => {
    const named = scores.map(({ aiScore }, i) => ({ at: ['rates', i], score: aiScore as Json }));
    assert.deepEqual(rankedIn({ rates: scores }, { offers: [], ranked: [named] }), [
      [
        { at: ['rates', 0], score: 0.5 },
        { at: ['rates', 1], score: null },
        { at: ['rates', 2], score: null },
      ],
    ]);
  });
});

it('hotels are what the binding says, with the hotelId that stands there', () => {
  const body = {
    hotels: [{ hotelId: 1 }, { hotelId: null, card: { hotelId: 2 } }, { offers: [{}, { hotelId: 3 }] }, {}],
  };
  const read = { hotels: body.hotels.map((_, i) => ({ at: ['hotels', i] })) };
  const { hotels = [] } = factsOf('hotel-search', body, read);
  assert.deepEqual(
    hotels.map(({ hotelId }) => hotelId),
    [1, 2, 3, undefined],
  );
  assert.equal(factsOf('hotel-search', body).hotels, undefined);
});

describe('a booking just created', () => {
  const created = (body: Json, read?: ReadFacts) => factsOf('create-booking', body, read).booking;

  it('has the status that is one of the documented ones, else of the former ones, else the shallowest', () => {
    const paid = { status: 'paid' };
    assert.deepEqual(created({ payment: paid, data: { booking: { status: 'inWork' } } }), {
      at: ['data', 'booking'],
      status: 'inWork',
    });
    assert.deepEqual(created({ ...paid, old: { status: 'Booked' } }), { at: ['old'], status: 'Booked' });
    assert.deepEqual(created({ ...paid, a: { status: 'b' } }), { at: [], status: 'paid' });
    assert.deepEqual(created({ status: 3, a: { status: 'b' } }), { at: ['a'], status: 'b' });
    assert.deepEqual(created({ status: 3 }), { at: [], status: 3 });
    assert.deepEqual(created({ id: 1 }), { at: [] });
  });

  it('has the shallowest bookingId that says something, and what the binding read', () => {
    assert.equal(created({ bookingId: null, a: { bookingId: 'x' }, b: { c: { bookingId: 'y' } } })?.bookingId, 'x');
    const read = { booking: { bookingId: 'z', status: 'inWork', price: { amount: 5 }, reference: { n: 1 } } };
    assert.deepEqual(created({ bookingId: 'x', status: 'failed' }, read), { ...read.booking, at: [] });
  });

  it('keeps of the names of guests the marks of Preflight alone', () => {
    const guestNames = ['Ivan PFQABCDEFGHIJK', 'Anna Pfefferkorn', 'Pfqabcdefghijk', undefined as unknown as string];
    assert.deepEqual(created({}, { booking: { guestNames } }), { at: [], marks: ['Pfqabcdefghijk'] });
    assert.deepEqual(created({}, { booking: { guestNames: [] } }), { at: [], marks: [] });
  });
});

describe('a view', () => {
  const viewed = (body: Json, read?: ReadFacts) => factsOf('view-booking', body, read);

  it('has its status at its place and its bookingId by its name, against any word of a binding', () => {
    const read = { booking: { bookingId: 'x', status: 'failed', checkIn: '2026-11-01' } };
    assert.deepEqual(viewed({ bookingInfo: { status: 'inWork', bookingId: 'a' } }, read).booking, {
      at: [],
      bookingId: 'a',
      status: 'inWork',
      checkIn: '2026-11-01',
    });
    assert.deepEqual(viewed({ status: 'inWork', booking: {} }, read).booking, { at: [], checkIn: '2026-11-01' });
  });

  const detail = { total: 5, discount: 0, vat: { rate: 20 }, supplier: null };

  it('has price details where groups with other names stand', () => {
    const body = {
      prices: { total: 1, supplier: {}, detail },
      upsells: [{ price: { detail } }, { total: 1, vat: 2 }, detail],
    };
    assert.deepEqual(viewed(body).priceDetails, [
      { of: 'booking', at: ['prices', 'detail'], groups: ['total', 'discount', 'vat'], isNamed: false },
      { of: 'upsell', at: ['upsells', 0, 'price', 'detail'], groups: ['total', 'discount', 'vat'], isNamed: false },
      { of: 'upsell', at: ['upsells', 1], groups: [], isNamed: false },
      { of: 'upsell', at: ['upsells', 2], groups: ['total', 'discount', 'vat'], isNamed: false },
    ]);
    assert.deepEqual(viewed({ total: 1, vat: 2, discount: null, order: { upsells: [detail] } }).priceDetails, []);
    assert.deepEqual(viewed({ upsells: detail }).priceDetails, []);
  });

  it('has one where the binding names the place, there or not', () => {
    const read = { priceDetailAt: ['prices'], upsellPriceDetailAt: [] };
    assert.deepEqual(viewed({ prices: { total: 1 }, upsells: [{ vat: 1 }, 7], detail }, read).priceDetails, [
      { of: 'booking', at: ['prices'], groups: ['total'], isNamed: true },
      { of: 'upsell', at: ['upsells', 0], groups: ['vat'], isNamed: true },
      { of: 'upsell', at: ['upsells', 1], groups: [], isNamed: true },
    ]);
    assert.deepEqual(viewed({}, read).priceDetails, [{ of: 'booking', at: ['prices'], groups: [], isNamed: true }]);
  });
});

describe('a list of bookings', () => {
  const listed = (body: Json, read?: ReadFacts) => factsOf('search-bookings', body, read).bookings;

  it('is the documented one, with status on each and bookingId inside', () => {
    const bookings = [
      { status: 'failed', bookingId: 1 },
      { info: { bookingId: 2, status: 'failed' } },
      null,
      { status: null },
    ];
    assert.deepEqual(listed({ bookings }), [
      { at: ['bookings', 0], bookingId: 1, status: 'failed' },
      { at: ['bookings', 1], bookingId: 2 },
      { at: ['bookings', 2] },
      { at: ['bookings', 3], status: null },
    ]);
    assert.deepEqual(listed({ data: { bookings } }), []);
  });

  it('takes what the binding read of each, and of others elsewhere', () => {
    const body = { bookings: [{ status: 'failed', info: {} }], old: [{ status: 'x' }, {}] };
    const read = {
      bookings: [
        { at: ['bookings', 0, 'info'], status: 'inWork', bookingId: 'a', guestNames: ['Pfqabcdefghijk'] },
        { at: ['old', 0] },
        { at: ['old', 1], status: 'completed' },
      ],
      nextPage: 2,
    };
    assert.deepEqual(listed(body, read), [
      { at: ['bookings', 0], status: 'failed', bookingId: 'a', marks: ['Pfqabcdefghijk'] },
      { at: ['old', 0], status: 'x' },
      { at: ['old', 1], status: 'completed' },
    ]);
    assert.equal(factsOf('search-bookings', body, read).nextPage, 2);
  });
});

it('a cancellation is what the binding read, with a bookingId by its name', () => {
  const cancellation = { penalty: { amount: 0 }, refund: { amount: 5, currency: 'EUR' } };
  assert.deepEqual(factsOf('cancel-booking', { bookingId: 'a', status: 'Cancelled' }, { cancellation }), {
    booking: { at: [], bookingId: 'a', status: 'Cancelled' },
    cancellation,
  });
  assert.deepEqual(factsOf('cancel-booking', {}), {});
});

it('the status of a cancellation stands beside its bookingId, or on the answer', () => {
  const statusIn = (body: Json) => factsOf('cancel-booking', body)?.booking;
  assert.deepEqual(statusIn({ status: 'cancelled' }), { at: [], status: 'cancelled' });
  assert.deepEqual(statusIn({ status: 'ok', booking: { bookingId: 'a', status: 'Rejected' } }), {
    at: ['booking'],
    bookingId: 'a',
    status: 'Rejected',
  });
  assert.equal(statusIn({ status: 'ok' }), undefined);
  assert.equal(statusIn({ refund: { status: 'Rejected' } }), undefined);
});
