/** Dialects are drawn from numbers: each spells all that is not shown in its own way, and keeps every promise. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { proveAll } from '../../../prover/prove-all.ts';
import { type Proof, type ProofCase, unconditionalCatalogue } from '../../../prover/prover.ts';
import { drawnDialect } from '../../../sandbox/dialects/draw.ts';
import { kinds } from '../../../sandbox/dialects/forms.ts';
import { documentedNames } from '../../../sandbox/dialects/words.ts';
import type { AnyDialectId } from '../../../sandbox/dialects.ts';

const range = (length: number): number[] => Array.from({ length }, (_, at) => at + 1);

describe('a draw', () => {
  const draws = range(200).map(drawnDialect);

  test('is the same for the same number, and plain JSON', () => {
    for (const [at, draw] of draws.slice(0, 20).entries()) {
      assert.deepEqual(drawnDialect(at + 1), draw);
      assert.deepEqual(JSON.parse(JSON.stringify(draw)), draw);
    }
    assert.equal(new Set(draws.map((draw) => JSON.stringify(draw))).size, draws.length);
  });

  test('names no two fields alike, and none as the interface names another', () => {
    const documented = documentedNames.filter((name) => name !== 'timeout').map((name) => name.toLowerCase());
    for (const [at, { names }] of draws.entries()) {
      const small = Object.values(names).map((name) => name.toLowerCase());
      assert.equal(new Set(small).size, small.length, `dialect ${at + 1}`);
      assert.deepEqual(
        small.filter((name) => documented.includes(name)),
        [],
        `dialect ${at + 1}`,
      );
    }
  });

  test('leaves no form and no layout undrawn', () => {
    for (const [kind, { forms }] of Object.entries(kinds)) {
      const drawn = new Set(draws.map((draw) => draw.forms[kind as keyof typeof kinds]));
      assert.deepEqual([...drawn].sort(), Object.keys(forms).sort(), kind);
    }
    for (const layout of Object.keys(draws[0]?.layouts ?? {}))
      assert.ok(new Set(draws.map(({ layouts }) => layouts[layout])).size > 1, layout);
  });
});

const dialects = range(8).map((number): AnyDialectId => `${number}`);

/** Of a list, some that lie far apart. */
const some = <Item>(items: readonly Item[], count: number, from: number): Item[] =>
  range(count).flatMap((at) => items[(from * 97 + at * 53) % items.length] ?? []);

const faults = unconditionalCatalogue.filter(
  ({ kind, dialect, touches }) => kind === 'fault' && dialect === 'nested' && touches,
);

const healthy = dialects.map(
  (dialect): ProofCase => ({ kind: 'healthy', id: 'healthy', dialect, summary: '', violates: [] }),
);
const broken = dialects.flatMap((dialect, at) =>
  some(faults, 5, at).map((fault): ProofCase => ({ ...fault, dialect })),
);

/** What is wrong with a proof, a line each. */
const wrongIn = ({ id, dialect, missed, blamed, broken: errors }: Proof): string[] =>
  [...missed.map((clause) => `misses ${clause}`), ...blamed.map((clause) => `blames ${clause}`), ...errors].map(
    (part) => `dialect ${dialect}, ${id}: ${part}`,
  );

const proving = { seed: 1, isBlind: true, threads: 1 } as const;

test('in eight dialects all is kept and nearly all is judged', async () => {
  for await (const proof of proveAll(healthy, { ...proving, depth: 'standard' })) {
    assert.deepEqual(wrongIn(proof), []);
    const judged = proof.standings.filter(({ outcome }) => outcome === 'pass');
    assert.ok(judged.length >= 0.95 * proof.standings.length, `dialect ${proof.dialect}: ${judged.length} judged`);
  }
});

test('in eight dialects forty faults are found for what they are', async () => {
  const wrong: string[] = [];
  for await (const proof of proveAll(broken, proving)) wrong.push(...wrongIn(proof));
  assert.deepEqual(wrong, []);
});
