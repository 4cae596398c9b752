/** A gate is interrupted at many drawn moments, on a service that answers within a second. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { startSandbox } from '../../sandbox/server.ts';
import { interruptedGate, nothingOpen } from '../cli/interrupted-gates.ts';

const only = 'create-booking,cancel-booking,pnr-create,ticket-issue,ticket-cancel,ticket-exchange,ticket-refund';
const interruptions = 30;

const moments = fc.sample(
  fc.record({
    seed: fc.integer({ min: 1, max: 1_000 }),
    signal: fc.constantFrom('SIGINT', 'SIGTERM'),
    requests: fc.integer({ min: 3, max: 60 }),
    laterMs: fc.integer({ min: 0, max: 500 }),
    delays: fc.array(fc.integer({ min: 200, max: 800 }), { minLength: 20, maxLength: 20 }),
  }),
  { numRuns: interruptions, seed: 2026 },
);

/** A gate mostly waits. */
const atOnce = 3;

test('thirty interruptions at drawn moments leave nothing open and nothing unknown', async (t) => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  let [interrupted, awaited] = [0, 0];
  const waiting = [...moments];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { seed, signal, requests, laterMs, delays } = next;
      let effects = 0;
      const delayMs = (): number => {
        effects += 1;
        return delays[effects % delays.length] ?? 0;
      };
      const { ended, entries, open } = await interruptedGate(sandbox, { only, seed, delayMs }, async (run, service) => {
        while (service.requests() < requests) await delay(5);
        await delay(laterMs);
        run.signal(signal);
      });
      if (ended.code === 130) interrupted += 1;
      if (ended.stderr.includes('waiting for the answer of')) awaited += 1;
      const about = `${JSON.stringify({ seed, signal, requests, laterMs })}\n${ended.stderr}`;
      deepEqual({ entries, open }, { entries: [], open: nothingOpen }, about);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await sandbox.close();
  }
  t.diagnostic(`${interrupted} of ${interruptions} gates were interrupted, ${awaited} while an effect was under way`);
  ok(interrupted > interruptions / 2);
  ok(awaited > 0);
});
