/** What a request lacks: taken out of its intent, and of its body wherever that says it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../contracts/json.ts';
import { bodyWithout, intentWithout, nothings, otherwiseMeant } from '../../../generators/lacked-parts.ts';

const chosen = {
  searchId: 's-1',
  offer: { offerId: 'o-1', reference: { id: 7 }, price: 1 },
  contact: { email: 'a@b.c', phone: '1' },
};

test('an intent without a part keeps the rest, and says what it lacks', () => {
  assert.deepEqual(intentWithout(chosen, { part: 'offer', none: 'null' }), {
    ...chosen,
    offer: { offerId: null, reference: null, price: 1 },
    lacks: 'offer',
  });
  assert.deepEqual(intentWithout(chosen, { part: 'searchId', none: 'absent' }), {
    offer: chosen.offer,
    contact: chosen.contact,
    lacks: 'searchId',
  });
  assert.deepEqual(intentWithout(chosen, { part: 'contact', none: 'empty' }), {
    ...chosen,
    contact: {},
    lacks: 'contact',
  });
});

test('a part that an intent has not is not put into it', () => {
  assert.deepEqual(otherwiseMeant({ booking: { bookingId: 1 } }, 'booking'), { booking: { bookingId: 2 } });
});

const emptied = (spell: (intent: typeof chosen) => Json, part: 'offer' | 'contact', at = 0): Json => {
  const other = otherwiseMeant(chosen, part) as unknown as typeof chosen;
  return bodyWithout({ whole: spell(chosen), other: spell(other) }, nothings[at] ?? 'absent');
};

test('a body is emptied where it says the part, wherever a target says it', () => {
  const deep = ({ searchId, offer }: typeof chosen): Json => ({
    search: { key: searchId, pick: `x-${offer.offerId}` },
  });
  assert.deepEqual(emptied(deep, 'offer'), { search: { key: 's-1' } });
  assert.deepEqual(emptied(deep, 'offer', 1), { search: { key: 's-1', pick: null } });
  assert.deepEqual(emptied(deep, 'offer', 2), { search: { key: 's-1', pick: '' } });
});

test('an object of which nothing is left goes as a whole, and the body itself stays', () => {
  const spell = ({ contact }: typeof chosen): Json => ({ person: { mail: contact.email, phone: contact.phone } });
  assert.deepEqual(emptied(spell, 'contact'), {});
  assert.deepEqual(emptied(spell, 'contact', 2), { person: {} });
});

test('people are left out together', () => {
  const guests = [[{ firstName: 'Ann' }], [{ firstName: 'Bob' }]];
  const other = otherwiseMeant({ guests }, 'guests');
  assert.deepEqual(other, { guests: [] });
  assert.deepEqual(bodyWithout({ whole: { rooms: 2, guests }, other: { rooms: 2, guests: [] } }, 'null'), {
    rooms: 2,
    guests: null,
  });
});
