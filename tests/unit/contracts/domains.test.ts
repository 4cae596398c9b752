/** The domain of every clause: closed lists, and no clause without dimensions or a reason. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clauseIds } from '../../../contracts/clauses.ts';
import { type DimensionId, dimensions } from '../../../contracts/dimensions.ts';
import { clauseDomain } from '../../../contracts/domains.ts';
import { operationIds, operations } from '../../../contracts/operations.ts';
import { chapter } from '../../chapter.ts';

test('every clause has its dimensions, or says why it has none', () => {
  const silent = clauseIds.filter((id) => {
    const { classes, whyNone } = clauseDomain(id);
    return classes.size > 0 === (whyNone !== undefined);
  });
  assert.deepEqual(silent, [], 'give its area a row in contracts/domains.ts, or name it among the exceptions there');
});

test('every dimension and every class of it is of some clause', () => {
  const had = new Map<DimensionId, Set<string>>();
  for (const id of clauseIds)
    for (const [dimension, classes] of clauseDomain(id).classes)
      had.set(dimension, new Set([...(had.get(dimension) ?? []), ...classes]));
  for (const [id, classes] of Object.entries(dimensions))
    assert.deepEqual([...(had.get(id as DimensionId) ?? [])].sort(), [...classes].sort(), id);
});

test('no clause has two classes of one name, and no name has a comma', () => {
  for (const id of clauseIds) {
    const names = clauseDomain(id).names;
    assert.equal(new Set(names).size, names.length, id);
    assert.ok(!names.some((name) => name.includes(',')), id);
  }
});

test('what an area is about decides over what its clauses vary', () => {
  const of = (id: (typeof clauseIds)[number]): string => [...clauseDomain(id).classes.keys()].join(' ');
  assert.equal(of('cities.sorted-by-id'), 'partner language read position after');
  assert.equal(of('cities.unknown-country-is-empty'), 'partner language read after');
  assert.equal(of('view-booking.room-is-shown'), 'occupancy rooms extras preset region supplier partner read after');
  assert.equal(
    of('ticket-cancel.voided-ticket-is-not-open'),
    'passengers passenger trip route supplier partner turn after',
  );
  assert.equal(of('token.wrong-secret-is-refused'), '');
  assert.deepEqual(clauseDomain('fare-rules.rules-are-told').classes.get('after'), [
    'refusal',
    'wrong login',
    'cancellation',
    'reprice',
    'calculation',
    'void',
    'refused void',
  ]);
});

test('a clause of an operation that acts counts its turns, one of an operation that reads its reads', () => {
  for (const id of clauseIds) {
    const operation = operationIds.find((each) => id.startsWith(`${each}.`));
    if (operation === undefined || operation === 'token') continue;
    const has = clauseDomain(id).classes;
    // A price is asked for anew, and nothing is bound by it.
    const reads = operations[operation].effect === 'reads';
    assert.equal(has.has('read'), reads, id);
    assert.equal(has.has('turn'), !reads, id);
  }
});

test('the page about domains tells of every dimension', () => {
  const page = chapter('use/depth.md', 'Dimensions and classes: what a run tested');
  const told = [...page.matchAll(/^\| ([a-z, ]+?) *\|/gm)].flatMap(([, names = '']) => names.split(', '));
  assert.deepEqual(
    Object.keys(dimensions).filter((name) => !told.includes(name)),
    [],
  );
});
