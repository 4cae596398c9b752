/** What only an unusual input shows is found by exploration with every seed, no plain flow shows what only exploration does, and nothing lawful is blamed. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { detections, lawfulRuns, onlyExplored } from '../../prover/prove-explored.ts';
import { prove } from '../../prover/prover.ts';
import { unusualInputFaults } from '../../sandbox/deviations/faults/unusual-inputs.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { oddityIds } from '../../sandbox/oddities.ts';
import { startSandbox } from '../../sandbox/server.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const now = () => Date.UTC(2026, 10, 22, 12);
const seeds = Array.from({ length: 20 }, (_, at) => at + 1);
const requestsMax = 300;

for (const { id } of unusualInputFaults) {
  test(`exploration finds ${id} with every seed, and blames it for nothing else`, async () => {
    for await (const { dialect, requests, blamed } of detections(sandbox, { ids: [id], seeds, now })) {
      assert.deepEqual(blamed, [], dialect);
      for (const [at, sent] of requests.entries()) {
        assert.ok(sent !== undefined && sent <= requestsMax, `${dialect}, seed ${seeds[at]}: ${sent} requests`);
      }
    }
  });
}

/** A full run books the same offer for several parties, and for several rooms, with some seeds. */
const alsoInRows: readonly string[] = [
  'views-the-guests-of-the-first-booking-of-an-offer',
  'renames-offers-of-several-rooms-in-pricing',
];

for (const { id, ...fault } of onlyExplored) {
  const isAlsoInRows = alsoInRows.includes(id);
  test(`${isAlsoInRows ? 'a plain flow blames for nothing but' : 'no plain flow shows'} ${id}`, async () => {
    for (const dialect of dialectIds) {
      for (const seed of seeds.slice(0, 3)) {
        const { caught, blamed, broken, standings } = await prove(
          sandbox,
          { kind: 'fault', id, dialect, summary: fault.summary, violates: fault.violates, touches: fault.touches },
          { seed },
        );
        assert.deepEqual([...(isAlsoInRows ? [] : caught), ...blamed, ...broken], [], `${dialect}, seed ${seed}`);
        assert.ok(standings.some(({ outcome }) => outcome === 'pass'));
      }
    }
  });
}

test('exploration blames nothing lawful in 100 runs or more, over all oddities', async () => {
  const runs = await Array.fromAsync(lawfulRuns(sandbox, { runs: Math.max(100, oddityIds.length + 1), now }));
  assert.deepEqual(
    runs.filter(({ blamed }) => blamed.length > 0),
    [],
  );
  assert.deepEqual(new Set(runs.map(({ oddity }) => oddity)), new Set(['healthy', ...oddityIds]));
});
