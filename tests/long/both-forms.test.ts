/** Exact evidence and the form of it that leaves get the same verdicts, whatever is wrong or unusual. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLeavingNames } from '../../cases/case.ts';
import { createSharing } from '../../client/redaction/sharing.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { judgedBy } from '../../engine/judge-flow.ts';
import { run } from '../../engine/run.ts';
import { planOf } from '../../flows/plan.ts';
import { type Case, catalogue } from '../../prover/prover.ts';
import { simulatedTime, targetReading } from '../../prover/walked-world.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';

const seed = 1;
const depth = 'standard';

/** What of a verdict must not depend on the form; what was expected and seen may hold a placeholder. */
const core = ({ clause, outcome, because, reason, findings }: Verdict) => ({
  clause,
  outcome,
  because,
  reason,
  findings: findings.map(({ fingerprint, place, exchange, count }) => ({ fingerprint, place, exchange, count })),
});

const differing = async (sandbox: Sandbox, { kind, id, dialect, touches }: Case): Promise<string[]> => {
  const { now, delay } = simulatedTime(Date.now);
  const deviations = kind === 'healthy' ? {} : { [kind === 'fault' ? 'faults' : 'oddities']: [id] };
  const { baseUrl } = sandbox.openWorld({ scale: 'small', seed, now, dialect, ...deviations });
  const target = targetReading(dialect, baseUrl);
  const { flows, pairs } = planOf({ revision: target.revision, depth });
  const relevant = flows.filter(({ operations }) => !touches || operations.some((each) => touches.includes(each)));
  const { share } = createSharing();
  const differences: string[] = [];
  const options = { target, seed, depth, transport: { proxy: 'none', now, delay } } as const;
  for await (const trace of run(relevant, { ...options, ...(touches && { operations: touches }) })) {
    const left = share(trace);
    const [exact, shared] = [withLeavingNames(trace, left), left].map((form) => judgedBy(pairs, form).map(core));
    try {
      assert.deepEqual(shared, exact);
    } catch (thrown) {
      differences.push(`${id} in ${trace.flow}: ${(thrown as Error).message}`);
    }
  }
  return differences;
};

for (const dialect of dialectIds) {
  test(`both forms get the same verdicts over the whole catalogue, ${dialect}`, async () => {
    // One for each: the worlds of a sandbox are counted.
    const sandbox = await startSandbox();
    const cases = catalogue.filter((each) => each.dialect === dialect);
    assert.ok(cases.length > 400);
    const all = [];
    for (const each of cases) all.push(...(await differing(sandbox, each)));
    await sandbox.close();
    assert.deepEqual(all, []);
  });
}
