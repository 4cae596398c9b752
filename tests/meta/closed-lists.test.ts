/** Clauses, checks, flows and faults are closed over each other, in both directions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clause, clauseIds } from '../../contracts/clauses.ts';
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
