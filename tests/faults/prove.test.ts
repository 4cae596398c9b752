/** The catalogue: health and oddities fail nothing, a fault fails exactly its clauses, and each clause has one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clauseIds } from '../../contracts/clauses.ts';
import type { Depth } from '../../contracts/depth.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { proveAll, type Sighted } from '../../prover/prove-all.ts';
import { catalogue, holds, type Proof, type ProofCase } from '../../prover/prover.ts';
import { proofMatrix } from '../../reports/proof-matrix.ts';
import { faults, isFaultId, plainFaultIds } from '../../sandbox/faults.ts';
import { oddityIds } from '../../sandbox/oddities.ts';
import { troubleIds } from '../../sandbox/troubles.ts';

const seed = 20_260_831;

/** The first fault of each clause: no check is there that cannot fail. */
const firstOfItsClause = new Set(
  clauseIds.flatMap((clause) => plainFaultIds.find((id) => faults[id].violates.includes(clause)) ?? []),
);

/** Of the rest, how many are left to `prove` and to tests/long, which prove all in every dialect. */
const oneIn = { nested: 72, flat: 96 } as const;

const healthy = catalogue.filter(({ kind }) => kind === 'healthy');

const chosen = catalogue.filter(
  ({ id, kind, dialect }, i) =>
    kind !== 'healthy' &&
    ((dialect === 'nested' && isFaultId(id) && firstOfItsClause.has(id)) || i % oneIn[dialect] === 0),
);

const proven = (cases: readonly ProofCase[], depth: Depth): Promise<Sighted[]> =>
  Array.fromAsync(proveAll(cases, { seed, depth, threads: 1, isBlind: true }));

const assertHolds = (proof: Proof): void =>
  assert.ok(holds(proof), proofMatrix([{ ...proof, isSubtle: false }], { color: false, seed, seconds: 0 }));

const isMissed = ({ missed, blamed, broken }: Proof): boolean =>
  missed.length > 0 && blamed.length + broken.length === 0;

test('a fault of every clause is proven, and some of the rest in each dialect', async (t) => {
  const sampled = await proven(chosen, 'standard');
  // What a sample may miss, everything must find; neither reports a false failure.
  const missed = new Set(sampled.filter(isMissed).map(({ id, dialect }) => `${id} on ${dialect}`));
  const whole = await proven(
    chosen.filter(({ id, dialect }) => missed.has(`${id} on ${dialect}`)),
    'full',
  );
  assert.ok(missed.size < chosen.length / 4, `a standard run misses ${missed.size} of ${chosen.length}`);
  for (const proof of [...sampled.filter((each) => !isMissed(each)), ...whole]) {
    await t.test(`${proof.kind} ${proof.id} on ${proof.dialect}`, () => assertHolds(proof));
  }
});

test('the catalogue is as large as was asked for', () => {
  assert.ok(plainFaultIds.length >= 150);
  assert.ok(oddityIds.length >= 25);
  assert.ok(troubleIds.length >= 10);
});

test('a healthy sandbox fails nothing and shows every clause, each flow in one dialect at least', async () => {
  const verdicts: Verdict[] = [];
  for (const proof of await proven(healthy, 'full')) {
    assertHolds(proof);
    verdicts.push(...proof.standings.flatMap((standing) => standing.verdicts));
  }
  assert.deepEqual(
    verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
    [],
  );
  // What one dialect leaves out, the other reports.
  const groups = Map.groupBy(verdicts, ({ clause, flow }) => `${clause} in ${flow}`);
  const unshown = [...groups].filter(([, each]) => each.every(({ outcome }) => outcome !== 'pass'));
  assert.deepEqual(unshown, []);
});
