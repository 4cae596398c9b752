/** The matrix of the prover: one line a deviation, and a sentence for whatever is wrong in any dialect. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { standings } from '../../../contracts/standing.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { type ProofRow, proofMatrix } from '../../../reports/proof-matrix.ts';
import { broken, failing, inconclusive, passing } from './record-of.ts';

const sorted: ClauseId = 'cities.sorted-by-id';
const unique: ClauseId = 'cities.ids-are-unique';

const row = (
  id: string,
  dialect: string,
  verdicts: readonly Verdict[],
  more: Partial<Pick<ProofRow, 'missed' | 'blamed' | 'broken' | 'isSubtle'>> = {},
): ProofRow => ({
  kind: id === 'healthy' ? 'healthy' : id.startsWith('lawful') ? 'oddity' : 'fault',
  id,
  dialect,
  violates: id === 'shuffles' ? [sorted] : [],
  isSubtle: false,
  standings: standings(verdicts),
  missed: [],
  blamed: [],
  broken: [],
  ...more,
});

const shown = (rows: readonly ProofRow[]): string[] =>
  proofMatrix(rows, { color: false, seed: 5, seconds: 1.23 }).split('\n').slice(1);

/** What stands in the matrix beside an id. */
const marks = (line = ''): string => line.replace(' ~ ', '   ').split(/ {2,}/).slice(1).join(' ').trim();

test('what holds in every dialect is one line, and the end says so', () => {
  const lines = shown(
    ['nested', 'flat'].flatMap((each) => [
      row('healthy', each, [passing(sorted), passing(unique)]),
      row('lawful', each, [passing(sorted)]),
      row('shuffles', each, [failing(sorted), passing(unique)]),
    ]),
  );
  assert.equal(lines.length, 3 + 4);
  assert.match(lines[0] ?? '', /^✓ healthy /);
  assert.equal(marks(lines[0]), '· ·');
  assert.match(lines[2] ?? '', /^✓ shuffles /);
  assert.equal(marks(lines[2]), '● ·');
  assert.equal(
    lines.at(-1),
    'PROVEN  every fault is caught by exactly its clauses, nothing lawful is blamed: 1 faults, 0 of them subtle, 1 oddities, on nested and flat, seed 5, 1.2 s',
  );
});

test('what is subtle in every dialect is marked and counted', () => {
  const lines = shown(
    ['nested', 'flat'].flatMap((each) => [
      row('shuffles', each, [failing(sorted)], { isSubtle: true }),
      row('swaps', each, [failing(sorted)], { isSubtle: each === 'nested' }),
    ]),
  );
  assert.match(lines[0] ?? '', /^✓ shuffles ~ /);
  assert.match(lines[1] ?? '', /^✓ swaps {7}/);
  assert.match(lines.at(-1) ?? '', /: 2 faults, 1 of them subtle, 0 oddities, on nested and flat, /);
});

test('what is missed in one dialect is missed, and the sentence names it', () => {
  const lines = shown([
    row('shuffles', 'nested', [failing(sorted)]),
    row('shuffles', 'flat', [inconclusive(sorted, 'needs', 'needs a binding')], { missed: [sorted] }),
  ]);
  assert.match(lines[0] ?? '', /^✗ shuffles .*○/);
  assert.equal(lines[4], 'shuffles on flat breaks cities.sorted-by-id, and its check did not fail: needs a binding');
  assert.match(lines.at(-1) ?? '', /^NOT PROVEN {2}1 of 1 are not as they must be: /);
});

test('what is wrong alike in both is said once', () => {
  const wrong = { blamed: [unique], broken: [sorted] };
  const lines = shown(
    ['nested', 'flat'].map((each) =>
      row('lawful', each, [failing(unique), broken(sorted, 'the check broke: boom')], wrong),
    ),
  );
  assert.match(lines[0] ?? '', /^✗ lawful .*x.*!|^✗ lawful .*!.*x/);
  assert.deepEqual(lines.slice(4, -2), [
    'lawful on nested and flat does not name cities.ids-are-unique, and its check failed: response.body[17].id: expected sorted by id, and the one before it is 812, actual 640',
    'lawful on nested and flat broke the check of cities.sorted-by-id: the check broke: boom',
  ]);
});

test('what only one dialect shows is blank, and a fault that nothing exercises says so', () => {
  const [line] = shown([row('lawful', 'nested', [passing(sorted)]), row('lawful', 'flat', [])]);
  assert.equal(marks(line), '');
  const lines = shown([row('shuffles', 'nested', [], { missed: [sorted] })]);
  assert.equal(
    lines[4],
    'shuffles on nested breaks cities.sorted-by-id, and its check did not fail: no flow that touches the fault exercises it',
  );
});
