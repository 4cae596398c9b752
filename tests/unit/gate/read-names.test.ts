/** Which names of an answer a binding reads, whatever the answer is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerPlaces, placesRead } from '../../../gate/check-target/read-names.ts';
import { each, list, money } from '../../../targets/reading.ts';

const body = {
  offerId: 'a',
  stays: [
    { price: { cents: 100, in: 'EUR' }, town: 'Oslo' },
    { price: { cents: 200, in: 'EUR' }, pool: true },
  ],
  key: { of: { deep: 1 } },
  none: [],
};

const readers = (read: ReadonlySet<string>, shared = body): Record<string, string> =>
  Object.fromEntries(answerPlaces({ body, shared }, read).map(({ place, reader }) => [place, reader]));

test('a place is one for all elements of a list, and each is read by somebody or by nobody', () => {
  const read = placesRead(body, (answer) => ({
    hotels: each(answer, 'stays[]', (stay) => ({ minPrice: money(stay.price.cents) })),
    none: list(answer.none),
  }));
  assert.deepEqual(readers(read), {
    offerId: 'name',
    'stays[].price.cents': 'binding',
    'stays[].price.in': 'nobody',
    'stays[].town': 'nobody',
    'stays[].pool': 'nobody',
    'key.of.deep': 'nobody',
    none: 'binding',
  });
});

test('what a binding hands on as a whole, it reads as a whole', () => {
  assert.equal(readers(placesRead(body, ({ key }) => ({ reference: key })))['key.of.deep'], 'binding');
});

test('a binding that throws has read what it has read, and cannot change the answer', () => {
  const read = placesRead(body, (answer) => {
    void answer.stays[0].town;
    answer.key = 'changed';
  });
  assert.equal(readers(read)['stays[].town'], 'binding');
  assert.deepEqual(body.key, { of: { deep: 1 } });
});

test('names and values are those of the form that may leave', () => {
  const secret = { 'of Marat': [{ 'born in': 'Oslo' }] };
  const shared = { 'of Xxxxx': [{ 'born in': 'Abcd' }] };
  const read = placesRead(secret, (answer) => answer['of Marat'][0]['born in']);
  assert.deepEqual(answerPlaces({ body: secret, shared }, read), [
    { place: 'of Xxxxx[].born in', value: 'Abcd', reader: 'binding' },
  ]);
  assert.deepEqual(answerPlaces({ body: secret, shared: null }, new Set()), [
    { place: '…[].…', value: '…', reader: 'nobody' },
  ]);
});

test('a hostile answer is looked at within bounds', () => {
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`n${i}`, i]));
  assert.ok(answerPlaces({ body: wide, shared: wide }, new Set()).length <= 400);
  let deep: unknown = 1;
  for (let i = 0; i < 2_000; i += 1) deep = { deep };
  const [place] = answerPlaces({ body: deep as never, shared: deep as never }, new Set());
  assert.equal(place?.place.split('.').length, 24);
  assert.ok(
    placesRead({ __proto__: null, constructor: 1 } as never, (answer) => answer.constructor).has('constructor'),
  );
});
