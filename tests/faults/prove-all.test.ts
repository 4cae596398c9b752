/** Many cases are proven in order, and exploration finds what no plain flow shows. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { proveAll } from '../../prover/prove-all.ts';
import { detections, lawfulRuns } from '../../prover/prove-explored.ts';
import { catalogue, type Proof, type ProofCase } from '../../prover/prover.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { none } from '../unit/asserted.ts';

const seed = 3;

/** Faults of one small list each: the quickest there are. */
const few = catalogue.filter(({ touches }) => touches?.length === 1 && touches[0] === 'bed-types').slice(0, 4);

/** What the sandbox does not know, it cannot open a world with. */
const unknown: ProofCase = { ...few[0], kind: 'fault', id: 'nothing-of-the-kind' } as ProofCase;

/** At the depth that sends least: whether they are caught is proven elsewhere. */
const options = { seed, depth: 'probe', isBlind: true } as const;

for (const threads of [1, 2]) {
  test(`proofs come in the order of the list until one breaks, which is named, on ${threads} thread(s)`, async () => {
    const proofs: Proof[] = [];
    const proving = async () => {
      for await (const proof of proveAll([...few, unknown, ...few], { ...options, threads })) proofs.push(proof);
    };
    await assert.rejects(proving, ({ message, cause }: Error) => {
      assert.match(message, /^proving nothing-of-the-kind on \w+ broke$/);
      return cause instanceof Error && cause.message !== '';
    });
    assert.deepEqual(
      proofs.map(({ id, dialect }) => ({ id, dialect })),
      few.map(({ id, dialect }) => ({ id, dialect })),
    );
  });
}

test('a caller that stops listening is waited for', async () => {
  for await (const { id } of proveAll([...few, ...few], { ...options, threads: 1 })) {
    assert.equal(id, few[0]?.id);
    break;
  }
});

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

/** The same present for every run of this test, so that it always draws the same days. */
const now = () => Date.UTC(2026, 10, 22, 12);

/** One of those that tests/long finds with every seed. */
const id = 'takes-one-day-of-creation-for-any';

test(`exploration finds ${id}, and blames it for nothing else`, async () => {
  for await (const { dialect, requests, blamed } of detections(sandbox, { ids: [id], seeds: [2], now })) {
    assert.deepEqual(blamed, [], dialect);
    for (const sent of requests) assert.ok(sent !== undefined && sent <= 300, `${dialect}: ${sent} requests`);
  }
});

test('exploration blames nothing lawful', async () => {
  const runs = await Array.fromAsync(lawfulRuns(sandbox, { runs: 2, now }));
  assert.equal(new Set(runs.map(({ oddity }) => oddity)).size, 2);
  none(runs.filter(({ blamed }) => blamed.length > 0));
});
