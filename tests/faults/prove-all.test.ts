/** Proving many cases at once: in order, on threads or without, and never silent about what broke. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { type Case, catalogue } from '../../prover/prover.ts';

const seed = 3;

/** Faults of one small list each: the quickest there are. */
const few = catalogue.filter(({ touches }) => touches?.length === 1 && touches[0] === 'bed-types').slice(0, 4);

/** What the sandbox does not know, it cannot open a world with. */
const unknown: Case = { ...few[0], kind: 'fault', id: 'nothing-of-the-kind' } as Case;

for (const threads of [1, 2]) {
  test(`proofs come in the order of the list, on ${threads} thread(s)`, async () => {
    const proofs = await Array.fromAsync(proveAll(few, { seed, threads }));
    assert.deepEqual(
      proofs.map(({ id, dialect }) => ({ id, dialect })),
      few.map(({ id, dialect }) => ({ id, dialect })),
    );
    for (const { caught, violates } of proofs) assert.deepEqual(caught, violates);
  });

  test(`a case that cannot be proven is named, on ${threads} thread(s)`, async () => {
    const proven: string[] = [];
    const proving = async () => {
      for await (const { id } of proveAll([...few, unknown, ...few], { seed, threads })) proven.push(id);
    };
    await assert.rejects(proving, ({ message, cause }: Error) => {
      assert.match(message, /^proving nothing-of-the-kind on \w+ broke$/);
      return cause instanceof Error && cause.message !== '';
    });
    // What was proven before it is not lost.
    assert.equal(proven.length, few.length);
  });

  test(`who stops listening is waited for, on ${threads} thread(s)`, async () => {
    for await (const { id } of proveAll([...few, ...few], { seed, threads })) {
      assert.equal(id, few[0]?.id);
      break;
    }
  });
}
