/** Which share of the faults a depth finds, measured on a few. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DepthShares, depthShares, foundWithin, keepsItsShare } from '../../../prover/depth-shares.ts';
import { type Case, catalogue } from '../../../prover/prover.ts';

const named = (...ids: readonly string[]): Case[] =>
  catalogue.filter(({ id, dialect }) => dialect === 'nested' && ids.includes(id));

test('a fault is sought with further seeds until a run finds it', async () => {
  // Of the ten kinds of bad tokens, the one that the first takes comes to the meal types with one seed of five.
  const cases = named('accepts-the-algorithm-none-on-meal-types-only', 'wraps-cities-in-items');
  const runsOf = async (seeds: readonly number[]) =>
    (await depthShares(cases, { depth: 'standard', seeds })).sought.map(({ each, foundInRun }) => [
      each.id,
      foundInRun,
    ]);
  const late = Object.fromEntries(await runsOf([1, 2, 3, 4, 5]));
  assert.equal(late['wraps-cities-in-items'], 1);
  assert.ok(Number(late['accepts-the-algorithm-none-on-meal-types-only']) > 1);
});

test('what a probe leaves out is not found', async () => {
  const cases = named('accepts-the-algorithm-none-on-meal-types-only', 'wraps-cities-in-items');
  const probe = await depthShares(cases, { depth: 'probe', seeds: [1] });
  assert.equal(foundWithin(probe, 1), 1);
  assert.deepEqual(probe.blamed, []);
});

const shares = (found: readonly (number | undefined)[], more: Partial<DepthShares> = {}): DepthShares => ({
  depth: 'standard',
  seeds: [1, 2, 3, 4, 5],
  blamed: [],
  sought: found.map((foundInRun) => ({ each: named('healthy')[0] as Case, foundInRun })),
  ...more,
});

test('a standard depth finds 97 of 100 faults in one run, all in five, and blames nothing', () => {
  const most = Array.from({ length: 97 }, () => 1);
  assert.ok(keepsItsShare(shares([...most, 2, 3, 5])));
  assert.ok(!keepsItsShare(shares([...most.slice(1), 2, 2, 3, 5])));
  assert.ok(!keepsItsShare(shares([...most, 2, 3, undefined])));
  assert.ok(keepsItsShare(shares([...most, 2, 3, undefined], { seeds: [1] })), 'one run promises no more');
  assert.ok(!keepsItsShare(shares([1], { blamed: ['healthy'] })));
  assert.ok(keepsItsShare(shares([undefined], { depth: 'probe' })));
});
