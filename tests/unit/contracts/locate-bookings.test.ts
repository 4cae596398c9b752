/** Holds what is read of bookings: states and ids by their documented names, price details, and marks of ours. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadFacts } from '../../../contracts/bindings.ts';
import type { Json } from '../../../contracts/json.ts';
import { factsOf } from '../../../contracts/locate.ts';

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

  it('keeps of the names of guests our marks alone', () => {
    const guestNames = ['Ivan PFQABCDEFGHIJK', 'Anna Pfefferkorn', 'Pfqabcdefghijk', undefined as unknown as string];
    assert.deepEqual(created({}, { booking: { guestNames } }), { at: [], marks: ['Pfqabcdefghijk'] });
    assert.deepEqual(created({}, { booking: { guestNames: [] } }), { at: [], marks: [] });
  });
});

describe('a view', () => {
  const viewed = (body: Json, read?: ReadFacts) => factsOf('view-booking', body, read);

  it('has its status at its place and its bookingId by its name, whatever a binding says', () => {
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

  it('has price details where groups with names of their own stand', () => {
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
