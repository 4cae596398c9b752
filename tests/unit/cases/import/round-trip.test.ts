/**
 * A file is judged as what it was made of: what a run recorded, and what somebody listening beside it saved, get the same
 * verdicts wherever no intent is asked for.
 */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import fc from 'fast-check';
import { readImported } from '../../../../cases/import/read-imported.ts';
import { clauseIds } from '../../../../contracts/clauses.ts';
import { importedFlow } from '../../../../contracts/imported.ts';
import { judge } from '../../../../contracts/judge.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { run } from '../../../../engine/run.ts';
import { flows } from '../../../../flows/flows.ts';
import { simulatedTime } from '../../../../prover/simulated-time.ts';
import { targetReading } from '../../../../prover/target-reading.ts';
import { dialectIds } from '../../../../sandbox/dialects.ts';
import { faults, plainFaultIds } from '../../../../sandbox/faults.ts';
import { startSandbox } from '../../../../sandbox/server.ts';
import { listened } from './listened.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

/** Stories in which nothing but the partner's own token is sent. */
const told = [
  'reuse-token',
  'list-cities',
  'list-amenities',
  'search-hotels',
  'list-bookings',
  'ask-cities-badly',
] as const;
const chosen = flows.filter(({ id }) => (told as readonly string[]).includes(id));
const areas = new Set(chosen.flatMap(({ operations }) => operations));

/** Those that show in these stories. */
const faultIds = plainFaultIds.filter((id) => faults[id].touches.some((operation) => areas.has(operation)));

/** That a hotel does not exist, and whose the second token is: without that the two are not the same trace. */
const onlyRunsKnow = /such a hotel|somebody else/;

const verdictsOf = (trace: Trace) =>
  clauseIds.map((clause) => {
    const { outcome, findings } = judge(clause, trace);
    return [
      clause,
      outcome,
      findings.map(({ fingerprint, exchange, count }) => [fingerprint, exchange, count]),
    ] as const;
  });

it('gives each clause without an intent the verdict of the run', async () => {
  let compared = 0;
  const failed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        fault: fc.constantFrom(undefined, ...faultIds),
        dialect: fc.constantFrom(...dialectIds),
        seed: fc.nat(99),
      }),
      async ({ fault, dialect, seed }) => {
        const { now, delay } = simulatedTime(Date.now);
        const world = { scale: 'small', seed, now, dialect, ...(fault && { faults: [fault] }) } as const;
        const { baseUrl } = sandbox.openWorld(world);
        const { origin, pathname } = new URL(baseUrl);
        const ear = await listened(origin, now);
        after(ear.close);
        const target = targetReading(dialect, `${ear.url}${pathname}`);
        const transport = { proxy: 'none', now, delay } as const;
        for await (const trace of run(chosen, { target, seed, depth: 'standard', transport })) {
          const imported = readImported(ear.har(), {
            target: targetReading(dialect, baseUrl),
            fileName: 'listened.har',
            now,
          });
          const reasons = imported.notJudged.map(({ why }) => why);
          const others = reasons.filter((why) => !onlyRunsKnow.test(why));
          assert.deepEqual(others, []);
          if (reasons.length > 0) continue;
          // The same, as if its intents had been lost.
          const plain = verdictsOf({ ...trace, flow: importedFlow, input: null });
          assert.deepEqual(verdictsOf(imported.trace), plain, `${fault ?? 'healthy'} ${trace.flow}`);
          const kept = verdictsOf(trace).filter(
            ([, outcome], i) => outcome !== 'inconclusive' && plain[i]?.[1] === outcome,
          );
          compared += kept.length;
          for (const [clause, outcome] of kept) if (outcome === 'fail') failed.add(clause);
        }
      },
    ),
    { seed: 16, numRuns: 12, endOnFailure: true },
  );
  assert.ok(compared > 500, `${compared} verdicts were compared`);
  assert.ok(failed.size >= 3, `broken clauses that were found again: ${[...failed].join(', ')}`);
});
