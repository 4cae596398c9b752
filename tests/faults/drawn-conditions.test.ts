/** The list of conditional faults is what its seed draws, so that nobody chose those that are easy to find. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition } from '../../sandbox/condition.ts';
import { type ConditionalFaultId, conditionalFaultIds } from '../../sandbox/conditional-faults.ts';
import { type ConditionId, conditionIds, conditions } from '../../sandbox/conditions.ts';
import type { Fault } from '../../sandbox/deviation.ts';
import { faults, plainFaultIds } from '../../sandbox/faults.ts';
import { digestOf } from '../../sandbox/ids.ts';

const seed = 20_261_122;

/** What nothing can be said of before it is named: no condition of a stay, a journey or a ticket can hold for it. */
const isOfNothing = /unknown|malformed|missing|incomplete|non-numeric|invented/;

/** Those whose request names no partner, and those that are about another one already. */
const isOfNobody = /^(token|bearer|hotel-bearer|avia-bearer)\./;
const isOfAnother = /other-partner|every-client|lack-of-rights/;

const isFit = (fault: Fault, { id, operations }: Condition): boolean => {
  const clauses = fault.violates.join(' ');
  if (fault.onlyExplored || isOfNobody.test(clauses)) return false;
  if (!fault.touches.every((operation) => operations.includes(operation))) return false;
  if (id === 'asked-by-the-other-partner') return !isOfAnother.test(clauses);
  return /^(asked|from|after)-/.test(id) || !isOfNothing.test(clauses);
};

/** Of each condition so many faults, each of another clause where there are as many. */
const faultsPerCondition = 4;

const drawnFor = (condition: Condition<ConditionId>): ConditionalFaultId[] => {
  const inOrder = plainFaultIds
    .filter((id) => isFit(faults[id], condition))
    .map((id) => ({ id, at: digestOf([seed, condition.id, id]).toString('hex') }))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ id }) => id);
  const ofEachClause = inOrder.filter(
    (id, i) => inOrder.findIndex((each) => faults[each].violates[0] === faults[id].violates[0]) === i,
  );
  return ofEachClause.slice(0, faultsPerCondition).map((id): ConditionalFaultId => `${id}:${condition.id}`);
};

const drawnFaults = (): ConditionalFaultId[] => conditionIds.flatMap((id) => drawnFor(conditions[id]));

test('the list is what the seed draws', () => {
  assert.deepEqual(conditionalFaultIds, drawnFaults());
});
