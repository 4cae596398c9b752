/** Clauses, checks, faults and dimensions are closed over each other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clause, clauseIds, isClauseId } from '../../contracts/clauses.ts';
import { operationIds } from '../../contracts/operations.ts';
import { newestRevision } from '../../contracts/target.ts';
import { checkOf, topics } from '../../contracts/topics.ts';
import { flows } from '../../flows/flows.ts';
import { planOf } from '../../flows/plan.ts';
import { faults, plainFaultIds } from '../../sandbox/faults.ts';

const slug = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;

test('every clause of a topic is of the generated table', () => {
  assert.deepEqual(
    topics.flatMap((topic) => Object.keys(topic.clauses)),
    clauseIds,
    'run npm run generate',
  );
  assert.deepEqual(
    clauseIds.filter((id) => checkOf(id) === undefined),
    [],
  );
});

test('every clause has a fault that breaks it and nothing else', () => {
  const all = plainFaultIds.map((id) => faults[id]);
  const unproven = clauseIds.filter((id) => !all.some(({ violates }) => violates.length === 1 && violates[0] === id));
  assert.deepEqual(unproven, [], `no fault breaks only ${unproven}: add one in sandbox/deviations/faults/`);
});

test('every clause is exercised by a flow, and every flow exercises a clause', () => {
  const exercised = new Set(flows.flatMap(({ exercises }) => exercises));
  const idle = clauseIds.filter((id) => !exercised.has(id));
  assert.deepEqual(
    idle,
    [],
    `no flow exercises ${idle}: take its area in exercises of a flow in flows/, or name it there`,
  );
  for (const { id, exercises } of flows)
    assert.equal(new Set(exercises).size, exercises.length, `${id} names a clause twice`);
});

test('every operation is used by a flow', () => {
  const used = new Set(flows.flatMap(({ operations }) => operations));
  assert.deepEqual(
    operationIds.filter((id) => !used.has(id)),
    [],
  );
});

test('ids of clauses, flows and faults are slugs without numbers', () => {
  assert.deepEqual(
    clauseIds.filter((id) => !slug.test(id)),
    [],
  );
  assert.deepEqual(
    flows.map(({ id }) => id).filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id)),
    [],
  );
});

test('a reading says how it reads', () => {
  assert.deepEqual(
    clauseIds.filter((id) => clause(id).basis === 'reading' && !clause(id).reading),
    [],
  );
});

test('the newest revision is held to every clause, an earlier one only to those of its day', () => {
  const judged = (revision: string) => new Set(planOf({ revision }).pairs.map((pair) => pair.clause));
  assert.deepEqual([...judged(newestRevision)].sort(), [...clauseIds].sort());
  const early = judged('2026-08-10');
  assert.ok(early.size > 0);
  for (const id of clauseIds) assert.equal(early.has(id), (clause(id).since ?? '') <= '2026-08-10', id);
});

/** Every part of the interface that says something. */
const parts = [
  '1',
  '2.1',
  '2.2',
  '2.3',
  '2.4',
  '2.5',
  '2.6',
  '2.7',
  '3',
  '4',
  '4.1',
  '4.2',
  '4.3',
  '4.4',
  '4.5',
  '4.6',
  '4.7',
  '5',
  '6',
  '7',
  '8',
  '9',
];

type Row = { readonly part: string; readonly says: string; readonly judgedBy: string; readonly reason: string };

const none = '—';

/** The rows of each table, without its head; a row of another width has empty cells. */
const rowsOf = (page: string): Row[] =>
  page.split(/^##+ (?=\d)/m).flatMap((section) => {
    const part = /^[\d.]+/.exec(section)?.[0] ?? '';
    const lines = section.split('\n').filter((line) => line.startsWith('|'));
    return lines.slice(2).map((line) => {
      const [says = '', judgedBy = '', reason = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return { part, says, judgedBy, reason };
    });
  });

const rows = rowsOf(readFileSync(new URL('../../docs/use/coverage.md', import.meta.url), 'utf8'));
const idsOf = ({ judgedBy }: Row): string[] => [...judgedBy.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id);

test('the walk goes through every part in order', () => {
  assert.deepEqual([...new Set(rows.map(({ part }) => part))], parts);
});

test('every clause stands under its part', () => {
  const strays = clauseIds.filter(
    (id) => !rows.some((row) => row.part === clause(id).section && idsOf(row).includes(id)),
  );
  assert.deepEqual(strays, [], 'name each in docs/use/coverage.md, under the part that its `section` says');
});

test('every clause that the walk names exists', () => {
  assert.deepEqual(
    rows.flatMap(idsOf).filter((id) => !isClauseId(id)),
    [],
  );
});

test('every row has a clause or a reason', () => {
  assert.deepEqual(
    rows.filter((row) => row.says === '' || (idsOf(row).length === 0 && (row.judgedBy !== none || row.reason === ''))),
    [],
  );
});
