/** Lawful mixes and seeds are blamed for nothing, and proofs hold for other seeds. */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { catalogue, holds, mixedWorld, type ProofCase } from '../../prover/prover.ts';
import { proofMatrix } from '../../reports/proof-matrix.ts';
import { availabilityOddities } from '../../sandbox/deviations/oddities/refusals.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { plainFaultIds } from '../../sandbox/faults.ts';
import { type OddityId, oddityIds } from '../../sandbox/oddities.ts';

const worlds = 300;
/** A seed for so many of them, as a night has one. */
const worldsPerSeed = 50;

/** What is blamed wrongly, or breaks, a line each. */
const blamedIn = async (cases: readonly ProofCase[], options: Parameters<typeof proveAll>[1]): Promise<string[]> => {
  const blamed: string[] = [];
  for await (const proof of proveAll(cases, { ...options, isBlind: true })) {
    if (holds(proof)) continue;
    const { id, dialect, proving: { seed = options.seed, budget } = {}, with: others = [], broken } = proof;
    const about = `${[id, ...others].join(' ')} on ${dialect}, seed ${seed}, budget ${budget}`;
    blamed.push(`${about}: ${[...proof.blamed, ...broken]}`);
  }
  return blamed;
};

test(`no service is blamed in ${worlds} lawful worlds`, async () => {
  const all: string[] = [];
  for (let first = 0; first < worlds; first += worldsPerSeed) {
    const cases = Array.from({ length: worldsPerSeed }, (_, i) => mixedWorld(first + i));
    all.push(...(await blamedIn(cases, { seed: 1_000 + first / worldsPerSeed })));
  }
  assert.deepEqual(all, []);
});

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
const caseOf = (id: OddityId, seed: number, budget: number): ProofCase => {
  const dialect = dialectIds[(oddityIds.indexOf(id) + seed) % dialectIds.length];
  const found = catalogue.find((each) => each.id === id && each.dialect === dialect) ?? assert.fail(id);
  return { ...found, proving: { seed, budget } };
};

const standard = { seed: 1, depth: 'standard', threads: availableParallelism() } as const;

test(`nothing is blamed in the newest lawful worlds, at ${seeds.length} seeds with each budget`, async () => {
  const cases = seeds.flatMap((seed) => budgets.flatMap((budget) => newest.map((id) => caseOf(id, seed, budget))));
  assert.deepEqual(await blamedIn(cases, standard), []);
});

test(`nothing is blamed in any other lawful world, at ${seeds.length} seeds with the budgets in turn`, async () => {
  const cases = seeds.flatMap((seed) =>
    others.map((id, at) => caseOf(id, seed, budgets[(at + seed) % budgets.length] ?? assert.fail())),
  );
  assert.deepEqual(await blamedIn(cases, standard), []);
});

const ids = [...new Set(catalogue.map(({ id }) => id))];

test('each fault and each lawful world is proven with one of three seeds, in one of the dialects', async () => {
  let subtle = 0;
  for (const seed of [1, 2, 3]) {
    const cases = catalogue.filter(({ id, dialect }) => {
      const at = ids.indexOf(id);
      return at % 3 === seed - 1 && dialect === dialectIds[at % dialectIds.length];
    });
    for await (const proof of proveAll(cases, { seed })) {
      assert.ok(holds(proof), proofMatrix([proof], { color: false, seed, seconds: 0 }));
      if (proof.isSubtle) subtle += 1;
    }
  }
  assert.ok(
    subtle >= plainFaultIds.length / 2,
    `a look at status and fields misses ${subtle} of ${plainFaultIds.length}: add subtle ones in sandbox/faults`,
  );
});
