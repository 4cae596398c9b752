/** Lawful worlds at many seeds, with much and with little to spend: nothing is blamed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { type Case, catalogue, holds } from '../../prover/prover.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { availabilityOddities } from '../../sandbox/oddities/availability.ts';
import { type OddityId, oddityIds } from '../../sandbox/oddities.ts';

const seeds = 20;
/** Bookings and tickets of a run. */
const budgets = [2, 6, 60] as const;

/** What was found last: each is proven with each budget. */
const newest: readonly OddityId[] = availabilityOddities.map(({ id }) => id);

/** In a dialect that the seed chooses. */
const caseOf = (id: OddityId, seed: number): Case => {
  const dialect = dialectIds[(oddityIds.indexOf(id) + seed) % dialectIds.length];
  return catalogue.find((each) => each.id === id && each.dialect === dialect) ?? assert.fail(id);
};

const blamedIn = async (casesOf: (seed: number, budget: number) => readonly Case[]): Promise<string[]> => {
  const blamed: string[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const budget of budgets) {
      for await (const proof of proveAll(casesOf(seed, budget), { seed, budget, depth: 'standard', isBlind: true })) {
        const { id, dialect, blamed: wrong, broken } = proof;
        if (!holds(proof)) blamed.push(`${id} on ${dialect}, seed ${seed}, budget ${budget}: ${[...wrong, ...broken]}`);
      }
    }
  }
  return blamed;
};

test(`nothing is blamed in the newest lawful worlds, at ${seeds} seeds with each budget`, async () => {
  assert.deepEqual(await blamedIn((seed) => newest.map((id) => caseOf(id, seed))), []);
});

test(`nothing is blamed in any other lawful world, at ${seeds} seeds with the budgets in turn`, async () => {
  const others = oddityIds.filter((id) => !newest.includes(id));
  const blamed = await blamedIn((seed, budget) =>
    others.filter((_, at) => budgets[(at + seed) % budgets.length] === budget).map((id) => caseOf(id, seed)),
  );
  assert.deepEqual(blamed, []);
});
