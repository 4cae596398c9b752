/** The catalogue: health and oddities fail nothing, a fault fails exactly its clauses, and each clause has one. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ClauseId, clauseIds, clause as clauseOf } from '../../contracts/clauses.ts';
import type { Depth } from '../../contracts/depth.ts';
import type { OperationId } from '../../contracts/operations.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { planOf } from '../../flows/plan.ts';
import { proveAll, type Sighted } from '../../prover/prove-all.ts';
import { catalogue, holds, type Proof, type ProofCase } from '../../prover/prover.ts';
import { simulatedTime, targetReading, walkedWorld } from '../../prover/walked-world.ts';
import { proofMatrix } from '../../reports/proof-matrix.ts';
import { type FaultId, faults, plainFaultIds } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { none } from '../unit/asserted.ts';
import { sampled } from '../whole.ts';

const [seed, dialect] = [20_260_831, 'nested'] as const;

/** The first fault of each clause: no check is there that cannot fail. */
const firstOfItsClause = [
  ...new Set(clauseIds.flatMap((clause) => plainFaultIds.find((id) => faults[id].violates.includes(clause)) ?? [])),
];

/** Of the catalogue so many are walked whole here; `prove` and tests/long walk all of it, in every dialect. */
const oneIn = { oddity: 32, fault: 160 } as const;

const ofKind = (kind: ProofCase['kind']): ProofCase[] => catalogue.filter((each) => each.kind === kind);

const sample = (['oddity', 'fault'] as const).flatMap((kind) => ofKind(kind).filter((_, at) => at % oneIn[kind] === 0));

const proven = (cases: readonly ProofCase[], depth: Depth): Promise<Sighted[]> =>
  Array.fromAsync(proveAll(cases, { seed, depth, threads: 1, isBlind: true }));

const assertHolds = (proof: Proof): void =>
  assert.ok(holds(proof), proofMatrix([{ ...proof, isSubtle: false }], { color: false, seed, seconds: 0 }));

const isMissed = ({ missed, blamed, broken }: Proof): boolean =>
  missed.length > 0 && blamed.length + broken.length === 0;

/** What a sample may miss, everything must find; neither reports a false failure. */
const assertProven = async (cases: readonly ProofCase[]): Promise<void> => {
  const sampled = await proven(cases, 'standard');
  const missed = cases.filter((_, at) => sampled[at] && isMissed(sampled[at]));
  const whole = await proven(missed, 'full');
  for (const proof of [...sampled.filter((each) => !isMissed(each)), ...whole]) assertHolds(proof);
};

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const { flows, pairs } = planOf({ revision: '2026-08-31', depth: 'standard' });

/** The clauses that fail or break in the flows that exercise those of the fault, which is a fifth of a whole proof. */
const failedInItsFlows = async (id: FaultId): Promise<ClauseId[]> => {
  const time = simulatedTime(Date.now);
  const { baseUrl } = sandbox.openWorld({ scale: 'small', seed, now: time.now, dialect, faults: [id] });
  const target = targetReading(dialect, baseUrl);
  const touches: readonly OperationId[] = faults[id].touches;
  const violates: readonly ClauseId[] = faults[id].violates;
  const own = flows.filter(
    ({ operations, exercises, isRepeated }) =>
      !isRepeated &&
      operations.some((each) => touches.includes(each)) &&
      exercises.some((clause) => violates.includes(clause)),
  );
  const walking = { target, seed, depth: 'standard', time, operations: touches } as const;
  const standings = await walkedWorld({ flows: own, pairs }, walking);
  return standings.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(({ clause }) => clause);
};

test('a fault of every clause fails exactly its clauses', async () => {
  const open: string[] = [];
  for (const id of firstOfItsClause) {
    const violates: readonly ClauseId[] = faults[id].violates;
    const failed = await failedInItsFlows(id);
    assert.deepEqual(
      // What breaks a clause may break a law as well.
      failed.filter((clause) => !violates.includes(clause) && !clauseOf(clause).isLaw),
      [],
      `${id} does not name them`,
    );
    if (failed.length < violates.length) open.push(id);
  }
  assert.ok(open.length < firstOfItsClause.length / 4, `${open.length} are missed in their flows`);
  await assertProven(catalogue.filter((each) => each.dialect === dialect && sampled(open, 8).includes(each.id)));
});

test('of the rest of the catalogue some hold in each dialect', () => assertProven(sample));

/** Each of them alone was never blamed; how much, and what, is asked of the world. */
const blamedTogether = [
  [['pages-bookings-by-two', 'has-two-copies-of-which-one-lags'], 'full', ['search-bookings', 'cancel-booking']],
  [['shows-voids-late'], 'standard', ['ticket-info', 'ticket-cancel', 'ticket-issue']],
  [
    ['shows-no-voided-tickets', 'shows-tickets-at-the-second-look', 'has-two-copies-of-which-one-lags'],
    'standard',
    ['ticket-info', 'ticket-cancel', 'ticket-issue'],
  ],
  [['denies-access-to-hotels', 'views-no-body-where-nothing-is-seen'], 'standard', ['view-booking']],
  // Of all operations, the stories that walk others are walked, too.
  [['views-no-body-where-nothing-is-seen'], 'full', undefined],
] as const;

test('lawful oddities are blamed for nothing where they meet', async () => {
  for (const [[id, ...others], depth, touches] of blamedTogether) {
    const found = ofKind('oddity').find((one) => one.id === id && one.dialect === 'flat') ?? assert.fail(id);
    const { touches: _, ...each } = { ...found, with: others, proving: { seed: 1, depth } };
    for (const proof of await proven([{ ...each, ...(touches && { touches }) }], depth)) assertHolds(proof);
  }
});

test('a healthy sandbox fails nothing and shows every clause, each flow in one dialect at least', async () => {
  const verdicts: Verdict[] = [];
  for (const proof of await proven(ofKind('healthy'), 'full')) {
    assertHolds(proof);
    verdicts.push(...proof.standings.flatMap((standing) => standing.verdicts));
  }
  none(verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'));
  // What one dialect leaves out, the other reports.
  const groups = Map.groupBy(verdicts, ({ clause, flow }) => `${clause} in ${flow}`);
  const unshown = [...groups].filter(([, each]) => each.every(({ outcome }) => outcome !== 'pass'));
  assert.deepEqual(unshown, []);
});
