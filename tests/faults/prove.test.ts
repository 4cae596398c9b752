/** The catalogue: health and oddities fail nothing, a fault fails exactly its clauses, and each clause has one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clauseIds } from '../../contracts/clauses.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { proveAll } from '../../prover/prove-all.ts';
import { catalogue, holds } from '../../prover/prover.ts';
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
const oneIn = { nested: 12, flat: 24 } as const;

const chosen = catalogue.filter(
  ({ id, kind, dialect }, i) =>
    kind === 'healthy' ||
    (dialect === 'nested' && isFaultId(id) && firstOfItsClause.has(id)) ||
    i % oneIn[dialect] === 0,
);

test('a fault of every clause is proven, and some of the rest in each dialect', async (t) => {
  for await (const proof of proveAll(chosen, { seed })) {
    await t.test(`${proof.kind} ${proof.id} on ${proof.dialect}`, () => {
      assert.ok(holds(proof), proofMatrix([proof], { color: false, seed, seconds: 0 }));
    });
  }
});

test('the catalogue is as large as was asked for', () => {
  assert.ok(plainFaultIds.length >= 150);
  assert.ok(oddityIds.length >= 25);
  assert.ok(troubleIds.length >= 10);
});

test('a healthy sandbox shows every clause, each flow in one dialect at least', async () => {
  const healthy = catalogue.filter(({ kind }) => kind === 'healthy');
  const verdicts: Verdict[] = [];
  for await (const { standings } of proveAll(healthy, { seed: 7 })) {
    verdicts.push(...standings.flatMap((standing) => standing.verdicts));
  }
  assert.deepEqual(
    verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
    [],
  );
  // What one dialect leaves out, the other tells.
  const groups = Map.groupBy(verdicts, ({ clause, flow }) => `${clause} in ${flow}`);
  const unshown = [...groups].filter(([, each]) => each.every(({ outcome }) => outcome !== 'pass'));
  assert.deepEqual(unshown, []);
});
