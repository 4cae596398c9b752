/** Holds the small readers under the checks: places, values as text, tokens, moments, the target's time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expiryOf, isoUtcMoment, tokenIssued } from '../../../contracts/checks/issued-token.ts';
import { equalSearches } from '../../../contracts/checks/searches.ts';
import { claimsOf, isJwt } from '../../../contracts/jwt.ts';
import { mismatch, pathText, placeText, same, shown, valueAt } from '../../../contracts/mismatch.ts';
import { field, recordsOf, targetTimeOf } from '../../../contracts/subjects.ts';
import type { Exchange } from '../../../contracts/trace.ts';
import { processorMs } from '../processor-ms.ts';
import { search } from './cases/hotel-offers.ts';
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

  it('tell null from absent, and text from a number', () => {
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

  it('are told from other text in no time, however long it is', () => {
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
  it('is the Date of the answer, else our clock with the levers pulled so far', () => {
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
