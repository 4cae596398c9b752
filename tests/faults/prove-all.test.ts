/** Proving many cases at once: in order, on threads or without, and never silent about what broke. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { type Case, catalogue, type Proof } from '../../prover/prover.ts';

const seed = 3;

/** Faults of one small list each: the quickest there are. */
const few = catalogue.filter(({ touches }) => touches?.length === 1 && touches[0] === 'bed-types').slice(0, 4);

/** What the sandbox does not know, it cannot open a world with. */
const unknown: Case = { ...few[0], kind: 'fault', id: 'nothing-of-the-kind' } as Case;

for (const threads of [1, 2]) {
  test(`proofs come in the order of the list until one breaks, which is named, on ${threads} thread(s)`, async () => {
    const proofs: Proof[] = [];
    const proving = async () => {
      for await (const proof of proveAll([...few, unknown, ...few], { seed, threads, isBlind: true }))
        proofs.push(proof);
    };
    await assert.rejects(proving, ({ message, cause }: Error) => {
      assert.match(message, /^proving nothing-of-the-kind on \w+ broke$/);
      return cause instanceof Error && cause.message !== '';
    });
    assert.deepEqual(
      proofs.map(({ id, dialect }) => ({ id, dialect })),
      few.map(({ id, dialect }) => ({ id, dialect })),
    );
    for (const { caught, violates } of proofs) assert.deepEqual(caught, violates);
  });

  test(`who stops listening is waited for, on ${threads} thread(s)`, async () => {
    for await (const { id } of proveAll([...few, ...few], { seed, threads, isBlind: true })) {
      assert.equal(id, few[0]?.id);
      break;
    }
  });
}
