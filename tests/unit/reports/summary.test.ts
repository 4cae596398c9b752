/** The summary of a run: how each clause stands by policy and waivers, counted in clauses, and what stood in the way. */
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { countsText, summary } from '../../../reports/summary.ts';
import { sharedCause } from '../../../reports/verdict-line.ts';
import { decidedRecord } from './decided-record.ts';
import { failing, inconclusive, passing, recordOf } from './record-of.ts';

const stateOf = (record: RunRecord, clause: ClauseId) =>
  summary(record).rows.find((row) => row.clause === clause)?.state;

test('each state is told apart, and a clause of several flows counts once', () => {
  const { counts, judged } = summary(decidedRecord);
  equal(
    countsText(counts),
    '1 broken, 1 warning, 1 waived, 1 our own error, 1 trouble, 1 not judged, 1 flaky, 1 holds, 1 left out',
  );
  equal(judged, 5);
  const twice = recordOf(passing('token.is-jwt'), passing('token.is-jwt', 'another-flow'));
  equal(countsText(summary(twice).counts), '1 holds');
});

test('a waiver covers what it names, as long as it covers, and no other finding of its clause', () => {
  const { decision } = decidedRecord;
  const [covering] = decision?.waivers ?? [];
  if (!decision || !covering) throw new Error('there is no waiver');
  const clause = 'amenities.sorted-by-id';
  const found = failing(clause, { operation: 'amenities', fingerprint: 'bbbbbbbbbbbb' });
  const another = failing(clause, { operation: 'amenities', fingerprint: 'cccccccccccc' }, 'another-flow');
  const stateWith = (waiver: Partial<typeof covering>, ...verdicts: Parameters<typeof recordOf>) =>
    stateOf({ ...recordOf(...verdicts), decision: { ...decision, waivers: [{ ...covering, ...waiver }] } }, clause);
  deepEqual(
    [
      stateWith({}, found),
      stateWith({}, found, another),
      stateWith({ fingerprint: 'bbbbbbbbbbbb' }, found),
      stateWith({ fingerprint: 'bbbbbbbbbbbb' }, found, another),
      stateWith({ operation: 'cities' }, found),
      stateWith({ state: 'expired' }, found),
      stateWith({ clause: 'cities.sorted-by-id' }, found),
    ],
    ['waived', 'waived', 'waived', 'broken', 'broken', 'broken', 'broken'],
  );
});

test('a policy says which bases gate; trouble is apart from what is not judged', () => {
  const record = recordOf(
    failing('countries.lowest-id-first'),
    inconclusive('cities.ids-are-unique', 'unshown', 'the service shows none'),
  );
  equal(stateOf(record, 'countries.lowest-id-first'), 'warning');
  const { decision } = decidedRecord;
  const strict: RunRecord = { ...record, ...(decision && { decision: { ...decision, gates: ['derived'] } }) };
  equal(stateOf(strict, 'countries.lowest-id-first'), 'broken');
  equal(stateOf(record, 'cities.ids-are-unique'), 'unjudged');
});

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
  notEqual(verdicts[0]?.reason, verdicts[1]?.reason);
  deepEqual(summary(recordOf(...verdicts)).causes, [
    {
      because: 'trouble',
      cause: 'countries: refused: connect ECONNREFUSED',
      clauses: ['countries.sorted-by-id', 'countries.list-is-an-array'],
    },
  ]);
});

test('causes are one when they end alike, cut at a colon', () => {
  equal(sharedCause(['token: HTTP 503', 'cities: HTTP 503']), 'HTTP 503');
  equal(sharedCause(['token: HTTP 503']), 'token: HTTP 503');
  equal(sharedCause(['a: b: c', 'b: c']), 'b: c');
  equal(sharedCause(['token: HTTP 503', 'cities: HTTP 500']), undefined);
  equal(sharedCause([]), undefined);
});
