/** Exploration finds what no plain flow shows, and blames nothing lawful: a few of what tests/long/explored.test.ts looks at in full. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { detections, lawfulRuns } from '../../prover/prove-explored.ts';
import { startSandbox } from '../../sandbox/server.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

/** The same present for every run of this test, so that it always draws the same days. */
const now = () => Date.UTC(2026, 10, 22, 12);

const ids = [
  'shows-a-card-for-hotels-beyond-thirty-one-bits',
  'loses-the-leap-day-in-the-parts-of-a-price',
  'takes-one-day-of-creation-for-any',
  'compares-only-the-low-bytes-of-a-secret',
] as const;

for (const [seed, id] of ids.entries()) {
  test(`exploration finds ${id}, and blames it for nothing else`, async () => {
    for await (const { dialect, requests, blamed } of detections(sandbox, { ids: [id], seeds: [seed], now })) {
      assert.deepEqual(blamed, [], dialect);
      for (const sent of requests) assert.ok(sent !== undefined && sent <= 300, `${dialect}: ${sent} requests`);
    }
  });
}

test('exploration blames nothing lawful', async () => {
  const runs = await Array.fromAsync(lawfulRuns(sandbox, { runs: 4, now }));
  assert.equal(new Set(runs.map(({ oddity }) => oddity)).size, 4);
  assert.deepEqual(
    runs.filter(({ blamed }) => blamed.length > 0),
    [],
  );
});
