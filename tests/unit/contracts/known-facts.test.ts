/** What is known of a thing is what any answer of the story has reported of it, and no exchange reports more for that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facts, OfferFact } from '../../../contracts/facts.ts';
import { knownFacts } from '../../../contracts/known-facts.ts';

const after = (...answers: Facts[]) => {
  const known = knownFacts();
  for (const facts of answers) known.learn(facts);
  return known;
};

const offer = (more: Partial<OfferFact>): OfferFact => ({ at: [0], offerId: 'a', ...more });

test('a later answer wins over an earlier one, and what it leaves out stays', () => {
  const known = after(
    { offers: [offer({ supplier: 'North', mealTypeId: 1, reference: 'old' })] },
    { offers: [offer({ mealTypeId: 2, reference: null }), { at: [1], supplier: 'of nobody' }] },
  );
  assert.deepEqual(known.offer({ at: [7], offerId: 'a', price: { amount: 9 } }), {
    at: [7],
    offerId: 'a',
    price: { amount: 9 },
    supplier: 'North',
    mealTypeId: 2,
    reference: 'old',
  });
  assert.deepEqual(known.offer({ at: [7], offerId: 'b' }), { at: [7], offerId: 'b' });
  assert.deepEqual(known.offer({ at: [7] }), { at: [7] });
});

test('prices and scores are of one answer, and that an offer costs to cancel is no gap', () => {
  const earlier = offer({ price: { amount: 1 }, aiScore: 0.5, freeCancellationUntil: '2026-10-01' });
  const known = after({ offers: [earlier] });
  assert.deepEqual(known.offer(offer({})), offer({ freeCancellationUntil: '2026-10-01' }));
  assert.equal(known.offer(offer({ freeCancellationUntil: null })).freeCancellationUntil, null);
  assert.equal(
    after({ offers: [earlier] }, { offers: [offer({ freeCancellationUntil: null })] }).offer(offer({}))
      .freeCancellationUntil,
    null,
  );
});

test('a booking and a ticket are named by what any answer calls them', () => {
  const known = after(
    {
      bookings: [{ at: [], bookingId: 'B1', reference: 'hotel' }],
      tickets: [{ at: [], ticketNumber: 5, reference: 'ticket' }],
    },
    { flightBooking: { at: [], bookingId: 'b1', reference: 'flight' } },
    { booking: { at: [], bookingId: 'b1' } },
  );
  assert.deepEqual(known.booking({ bookingId: 'b1' }, 'hotel'), { bookingId: 'b1', reference: 'hotel' });
  assert.deepEqual(known.booking({ bookingId: 'b1' }, 'flight'), { bookingId: 'b1', reference: 'flight' });
  assert.deepEqual(known.booking({ bookingId: 'b1', reference: 'own' }, 'hotel').reference, 'own');
  assert.deepEqual(known.booking({ reference: 'x' }, 'hotel'), { reference: 'x' });
  assert.deepEqual(known.ticket({ ticketNumber: '5' }), { ticketNumber: '5', reference: 'ticket' });
});
