/** How a clause stands in every report: what a policy and waivers make of its verdicts, counted in clauses. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { ClauseId } from '../../../contracts/clauses.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { clauseRows, countsText, judgedCount, stateCounts } from '../../../reports/clause-states.ts';
import { decidedRecord } from './decided-record.ts';
import { failing, inconclusive, passing, recordOf } from './record-of.ts';

const stateOf = (record: RunRecord, clause: ClauseId) => clauseRows(record).find((row) => row.clause === clause)?.state;

test('each state is told apart, and a clause of several flows counts once', () => {
  const counts = stateCounts(clauseRows(decidedRecord));
  equal(
    countsText(counts),
    '1 broken, 1 warning, 1 waived, 1 our own error, 1 trouble, 1 not judged, 1 flaky, 1 holds, 1 left out',
  );
  equal(judgedCount(counts), 5);
  const twice = recordOf(passing('token.is-jwt'), passing('token.is-jwt', 'another-flow'));
  equal(countsText(stateCounts(clauseRows(twice))), '1 holds');
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
