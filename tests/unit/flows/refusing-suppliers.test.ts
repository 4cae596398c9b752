/** Where a supplier does not want a booking, the story goes on with another, as far as the budget goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookThenCancel } from '../../../flows/book-then-cancel.ts';
import { type Heard, played, type Said, targetWith } from '../engine/story.ts';
import { asked, known, may, service, target, withHow } from './healthy-hotels.ts';

/** A service of which these suppliers refuse bookings; where nobody reports suppliers, their offers do. */
const refusing = (refused: readonly string[], { isReported = true } = {}) => {
  const hears = service();
  return (...heard: Parameters<typeof hears>): Heard => {
    const [operation, intent] = heard;
    const { supplier = 'Other' } = (intent as { offer?: { supplier?: string } }).offer ?? {};
    if (operation === 'create-booking' && refused.includes(supplier)) return 'SUPPLIER_ERROR';
    const facts = hears(...heard);
    if (isReported || typeof facts !== 'object' || !facts.offers) return facts;
    return { ...facts, offers: facts.offers.map(({ supplier: _, ...offer }) => offer) };
  };
};

const suppliersOf = (said: readonly Said[]) => asked(said, 'create-booking').map(({ offer }) => offer.supplier);

test('the offer of another supplier is booked, for other guests', async () => {
  const { said, stopped } = await played(bookThenCancel, { target, hears: refusing(['Other']), bookingsLeft: 1 });
  assert.match(stopped?.reason ?? '', /otherPartner/);
  assert.deepEqual(suppliersOf(said), ['Other', 'Polar']);
  const [first, second] = asked(said, 'create-booking').map(({ guests }) => guests[0]?.[0]);
  assert.notDeepEqual(first, second);
  assert.equal(withHow(said, 'cancel').length, 2);
});

test('the second of two bookings may be that of another supplier, too', async () => {
  const { said } = await played(bookThenCancel, {
    target,
    hears: refusing(['Other']),
    bookingsLeft: 5,
    depth: 'standard',
  });
  assert.deepEqual(suppliersOf(said), ['Other', 'Polar', 'Other', 'Polar']);
});

test('where all refuse, no more than four are asked, and something is left for other stories', async () => {
  const asks = async (bookingsLeft: number, more: object = {}) => {
    const hears = refusing(['Other', 'Polar']);
    const { said, stopped } = await played(bookThenCancel, {
      target: targetWith({ known, may, ...more }),
      hears,
      bookingsLeft,
    });
    return [withHow(said, 'book').length, stopped?.because];
  };
  assert.deepEqual(await asks(9), [4, 'refused']);
  assert.deepEqual(await asks(3), [2, 'refused']);
  assert.deepEqual(await asks(1, { known: { region: 17 } }), [4, 'refused']);
});

test('where nobody reports suppliers, other offers are tried', async () => {
  const hears = refusing(['Other'], { isReported: false });
  const { said, stopped } = await played(bookThenCancel, { target, hears, bookingsLeft: 9 });
  const offers = asked(said, 'create-booking').map(({ offer }) => offer.offerId);
  assert.equal(new Set(offers).size, 4);
  assert.equal(stopped?.because, 'refused');
});
