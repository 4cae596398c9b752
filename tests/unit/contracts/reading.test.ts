/** Values and names are read from what services and people write. */
import assert, { equal } from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { mismatch, pathText, placeText, same, shown, valueAt } from '../../../contracts/check.ts';
import { expiryOf, isoUtcMoment, tokenIssued } from '../../../contracts/checks/issued-token.ts';
import { equalSearches } from '../../../contracts/checks/searches.ts';
import { clauseIds } from '../../../contracts/clauses.ts';
import type { Facts, OfferFact } from '../../../contracts/facts.ts';
import { claimsOf, isJwt } from '../../../contracts/jwt.ts';
import { knownFacts } from '../../../contracts/known-facts.ts';
import { field, recordsOf, targetTimeOf } from '../../../contracts/subjects.ts';
import type { Exchange } from '../../../contracts/trace.ts';
import { nearestName } from '../../../contracts/usage-error.ts';
import { draws } from '../../whole.ts';
import { processorMs } from '../asserted.ts';
import { search } from './cases/hotel-ids-and-offers.ts';
import {
  at,
  countries,
  encrypted,
  hourMs,
  login,
  ok,
  type Step,
  signed,
  startMs,
  traceOf,
  undated,
} from './literal-trace.ts';

const only = (step: Step): Exchange => traceOf([step]).exchanges[0] as Exchange;

describe('places', () => {
  const path = ['response', 'body', 17, 'country', 'id'];

  it('are written with and without indices', () => {
    assert.equal(pathText(path), 'response.body[17].country.id');
    assert.equal(placeText(path), 'response.body[].country.id');
  });

  it('are read by own keys only', () => {
    const exchange = only(countries(ok([{ id: 1 }])));
    assert.equal(valueAt(exchange, ['response', 'body', 0, 'id']), 1);
    for (const key of ['toString', 'constructor', '__proto__', 'x']) {
      assert.equal(valueAt(exchange, ['response', 'body', 0, key]), undefined, key);
    }
    assert.equal(valueAt(exchange, ['response', 'body', 'length']), undefined);
    assert.equal(valueAt(exchange, ['response', 'body', 9, 'id']), undefined);
    assert.equal(field({ a: 1 }, 'toString'), undefined);
    assert.deepEqual(recordsOf(only(countries(ok({ length: 1 })))), []);
  });
});

describe('values', () => {
  it('are shown as JSON, cut when long, absent when there are none', () => {
    assert.deepEqual([undefined, null, 'a', [1]].map(shown), ['absent', 'null', '"a"', '[1]']);
    assert.equal(shown('x'.repeat(198)).length, 200);
    assert.equal(shown('x'.repeat(199)), `"${'x'.repeat(199)}… (201 characters)`);
  });

  it('are compared whole, though shown cut', () => {
    const long = 'x'.repeat(300);
    const exchange = only(countries(ok(`${long}a`)));
    assert.ok(same(exchange, ['response', 'body'], `${long}b`));
    assert.equal(same(exchange, ['response', 'body'], `${long}a`), undefined);
  });

  it('distinguish null from absent, and text from a number', () => {
    const exchange = only(countries(ok({ error: null, code: '401' })));
    assert.ok(same(exchange, ['response', 'body', 'absent'], null));
    assert.equal(same(exchange, ['response', 'body', 'error'], null), undefined);
    assert.ok(same(exchange, ['response', 'body', 'code'], 401));
    assert.equal(mismatch(exchange, ['response', 'body', 'absent'], 'x').actual, 'absent');
  });
});

describe('tokens', () => {
  it('show the times they claim, and only numbers', () => {
    assert.deepEqual(claimsOf(signed({ exp: 3, iat: 1, nbf: 2, sub: 'x' })), { exp: 3, iat: 1, nbf: 2 });
    assert.deepEqual(claimsOf(signed({ exp: '3', iat: null })), {});
    for (const none of ['', 'a.b.c', encrypted(), signed([1])]) assert.deepEqual(claimsOf(none), {});
  });

  it('are distinguished from other text in no time, however long it is', () => {
    const beganMs = processorMs();
    for (const long of ['a'.repeat(1e6), 'a.'.repeat(5e5), `${'a'.repeat(5e5)}.${'b'.repeat(5e5)}.`])
      assert.ok(!isJwt(long));
    assert.ok(processorMs() - beganMs < 2_000);
  });

  it('are found by their serial', () => {
    const trace = traceOf([
      login(ok({ token: null }), 'own', { serial: 1 }),
      login(ok({ token: 'a' }), 'own', { serial: 1 }),
      login(ok({ token: 'b' }), 'own', { serial: 2 }),
      login(ok({ token: 'c' }), 'own', { serial: 0 }),
    ]);
    assert.deepEqual(
      [0, 1, 2, 3].map((serial) => tokenIssued(trace, serial)?.index),
      [undefined, 1, 2, undefined],
    );
  });
});

describe('moments', () => {
  it('are read in every precision', () => {
    const moments = {
      '2026-09-01T12:00:00Z': 0,
      '2026-09-01T12:00Z': 0,
      '20260901T120000,25+0000': 250,
      '2026-09-01T12:00:00.9999999Z': 999,
      '2026-09-01T11:59:60Z': -1000,
      '2026-09-01T24:00Z': 12 * hourMs,
    };
    for (const [text, offsetMs] of Object.entries(moments)) assert.equal(isoUtcMoment(text), startMs + offsetMs, text);
    assert.equal(expiryOf(only(login(ok({ expiresAt: '2026-09-01T12:00:00Z' })))), startMs);
    assert.equal(expiryOf(only(login(ok({ expiresAt: 1 })))), undefined);
  });
});

describe('the time of the target', () => {
  it('is the Date of the answer, else the clock of the run with the levers pulled so far', () => {
    const trace = traceOf(
      [at(hourMs, countries(ok([]))), undated(at(0, countries(ok([])))), undated(at(0, countries(ok([]))))],
      {
        clockAdvances: [
          { beforeExchange: 1, ms: 1 },
          { beforeExchange: 2, ms: 10 },
          { beforeExchange: 3, ms: 100 },
        ],
      },
    );
    assert.deepEqual(
      trace.exchanges.map((each) => targetTimeOf(trace, each) - startMs),
      [hourMs, 1, 11],
    );
  });
});

it('equal searches are looked for anew when a trace has grown', () => {
  const { exchanges, ...rest } = traceOf([1, 2, 3].map(() => search([])));
  const trace = { ...rest, exchanges: exchanges.slice(0, 2) };
  assert.equal(equalSearches(trace).length, 1);
  trace.exchanges.push(...exchanges.slice(2));
  assert.equal(equalSearches(trace).length, 2);
});

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

const mistakes: readonly ((name: string, at: number) => string)[] = [
  (name, at) => name.slice(0, at) + name.slice(at + 1),
  (name, at) => `${name.slice(0, at)}x${name.slice(at)}`,
  (name, at) => `${name.slice(0, at)}x${name.slice(at + 1)}`,
  (name, at) => name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2),
  (name, at) => name.slice(0, at) + name.slice(at).toUpperCase(),
];

test('one mistake in a name is recognised', () => {
  // None of them is one mistake away from another.
  const known = ['gate', 'judge', 'repro', 'nightly', 'check-target', ...clauseIds];
  const drawn = fc.constantFrom(...known).chain((name) => fc.tuple(fc.constant(name), fc.nat(name.length - 1)));
  fc.assert(
    fc.property(drawn, fc.constantFrom(...mistakes), ([name, at], mistaken) => {
      equal(nearestName(mistaken(name, at), known), name);
    }),
    { seed: 17, numRuns: draws(200) },
  );
});

test('a part of a name is recognised, and what is like none is not', () => {
  const known = ['cities.sorted-by-id', 'countries'];
  equal(nearestName('sorted', known), 'cities.sorted-by-id');
  equal(nearestName('my-countries-list', known), 'countries');
  for (const name of ['so', 'hotels', 'x'.repeat(10_000)]) equal(nearestName(name, known), undefined, name);
});
