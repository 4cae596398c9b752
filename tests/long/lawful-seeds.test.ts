/** Lawful worlds at many seeds, with much and with little to spend: nothing is blamed. */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { type Case, catalogue, holds } from '../../prover/prover.ts';
import { availabilityOddities } from '../../sandbox/deviations/oddities/refusals.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { type OddityId, oddityIds } from '../../sandbox/oddities.ts';

const seeds = Array.from({ length: 20 }, (_, at) => at + 1);
/** Bookings and tickets of a run. */
const budgets = [2, 6, 60] as const;

/** What was found last: each is proven with each budget. */
const newest: readonly OddityId[] = [
  ...availabilityOddities.map(({ id }) => id),
  'exchanges-by-the-exchange-id-alone',
  'refunds-by-the-id-of-the-calculation-alone',
  'dates-answers-an-hour-ahead',
  'has-nodes-whose-clocks-disagree',
  'has-nodes-more-than-a-day-apart',
  'lists-all-bookings-on-one-page',
  'lists-bookings-without-guests',
  'sells-the-first-offers-dearer',
];
const others = oddityIds.filter((id) => !newest.includes(id));

/** In a dialect that the seed chooses. */
const caseOf = (id: OddityId, seed: number, budget: number): Case => {
  const dialect = dialectIds[(oddityIds.indexOf(id) + seed) % dialectIds.length];
  const found = catalogue.find((each) => each.id === id && each.dialect === dialect) ?? assert.fail(id);
  return { ...found, proving: { seed, budget } };
};

const blamedIn = async (cases: readonly Case[]): Promise<string[]> => {
  const blamed: string[] = [];
  const threads = availableParallelism();
  for await (const proof of proveAll(cases, { seed: 1, depth: 'standard', isBlind: true, threads })) {
    if (holds(proof)) continue;
    const { id, dialect, proving, blamed: wrong, broken } = proof;
    blamed.push(`${id} on ${dialect}, seed ${proving?.seed}, budget ${proving?.budget}: ${[...wrong, ...broken]}`);
  }
  return blamed;
};

test(`nothing is blamed in the newest lawful worlds, at ${seeds.length} seeds with each budget`, async () => {
  const cases = seeds.flatMap((seed) => budgets.flatMap((budget) => newest.map((id) => caseOf(id, seed, budget))));
  assert.deepEqual(await blamedIn(cases), []);
});

test(`nothing is blamed in any other lawful world, at ${seeds.length} seeds with the budgets in turn`, async () => {
  const cases = seeds.flatMap((seed) =>
    others.map((id, at) => caseOf(id, seed, budgets[(at + seed) % budgets.length] ?? assert.fail())),
  );
  assert.deepEqual(await blamedIn(cases), []);
});
