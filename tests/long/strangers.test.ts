/** In drawn dialects nothing healthy or lawful is blamed, and what is broken is found as in the fixed ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { type ProofCase, unconditionalCatalogue } from '../../prover/prover.ts';
import type { AnyDialectId } from '../../sandbox/dialects.ts';

/** What no proof says as it should, a line each. */
const wrongIn = async (cases: readonly ProofCase[], options: Parameters<typeof proveAll>[1]): Promise<string[]> => {
  const wrong: string[] = [];
  for await (const { id, dialect, missed, blamed, broken } of proveAll(cases, { ...options, isBlind: true })) {
    const parts = [...missed.map((clause) => `misses ${clause}`), ...blamed.map((clause) => `blames ${clause}`)];
    wrong.push(...[...parts, ...broken].map((part) => `${id} on ${dialect}: ${part}`));
  }
  return wrong;
};

const inDialect = (each: ProofCase, number: number): ProofCase => ({ ...each, dialect: `${number}` as AnyDialectId });

const ofKind = (kind: ProofCase['kind']): readonly ProofCase[] =>
  unconditionalCatalogue.filter((each) => each.kind === kind && each.dialect === 'nested');

test('40 dialects are healthy', async () => {
  const [healthy] = ofKind('healthy');
  const cases = Array.from({ length: 40 }, (_, at) => inDialect(healthy ?? assert.fail('no healthy case'), at + 1));
  assert.deepEqual(await wrongIn(cases, { seed: 2, depth: 'standard' }), []);
});

test('each oddity is blamed for nothing in two of ten dialects', async () => {
  const cases = ofKind('oddity').flatMap((each, at) => [
    inDialect(each, 1 + (at % 10)),
    inDialect(each, 1 + ((at * 3 + 4) % 10)),
  ]);
  assert.deepEqual(await wrongIn(cases, { seed: 1 }), []);
});

test('each fault is found for what it is in three dialects', async () => {
  // Where each refusal stands under 200, the same may mean that nothing is available.
  // In an envelope no place is shown for a status that an answer to a cancellation adds.
  // Where the key of an offer is an object, null in its place is read as none.
  const elsewhere = [
    'answers-cancellations-with-a-former-status',
    'reads-the-rules-of-the-first-fare-where-null-is-asked-for',
  ];
  const faults = ofKind('fault').filter(({ id }) => !elsewhere.includes(id));
  const cases = [3, 5, 12].flatMap((number) => faults.map((each) => inDialect(each, number)));
  assert.deepEqual(await wrongIn(cases, { seed: 1 }), []);
});
