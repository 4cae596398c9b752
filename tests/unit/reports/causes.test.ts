/** Causes are told apart as the judge words them, so its wording is taken from the judge itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../../contracts/judge.ts';
import { standings } from '../../../contracts/standing.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { causeGroups, sharedCause } from '../../../reports/causes.ts';

const startedAt = '2026-09-01T12:00:00.000Z';

const unreachable = (count: number): Trace => ({
  schema: 'preflight.trace/1',
  flow: `asks-${count}-times`,
  input: null,
  startedAt,
  clockOffsetMs: null,
  clockAdvances: [],
  exchanges: Array.from({ length: count }, (_, index) => ({
    index,
    operation: 'countries' as const,
    bearer: 'own' as const,
    tokenSerial: 1,
    request: { method: 'GET' as const, path: '/api/dictionary/countries', query: [], headers: {} },
    sentAt: startedAt,
    durationMs: 1,
    failure: { kind: 'refused' as const, message: 'connect ECONNREFUSED' },
  })),
});

test('how often the trouble came does not make another cause of it', () => {
  const verdicts = [
    judge('countries.sorted-by-id', unreachable(1)),
    judge('countries.list-is-an-array', unreachable(3)),
  ];
  assert.notEqual(verdicts[0]?.reason, verdicts[1]?.reason);
  assert.deepEqual(causeGroups(standings(verdicts)), [
    {
      because: 'trouble',
      cause: 'countries: refused: connect ECONNREFUSED',
      clauses: ['countries.sorted-by-id', 'countries.list-is-an-array'],
    },
  ]);
});

test('causes are one when they end alike, cut at a colon', () => {
  assert.equal(sharedCause(['token: HTTP 503', 'cities: HTTP 503']), 'HTTP 503');
  assert.equal(sharedCause(['token: HTTP 503']), 'token: HTTP 503');
  assert.equal(sharedCause(['a: b: c', 'b: c']), 'b: c');
  assert.equal(sharedCause(['token: HTTP 503', 'cities: HTTP 500']), undefined);
  assert.equal(sharedCause([]), undefined);
});
