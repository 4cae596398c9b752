/** `npm run generate:sends`: measures what flows send at each depth, and writes flows/sends.json. */
import { writeFileSync } from 'node:fs';
import { depths } from '../contracts/depth.ts';
import { type OperationId, operationIds } from '../contracts/operations.ts';
import { flows } from '../flows/flows.ts';
import type { Sends } from '../flows/planned.ts';
import { dialectIds } from '../sandbox/dialects.ts';
import { startSandbox } from '../sandbox/server.ts';
import { bareTarget, depthRun, sendsIn } from './unit/flows/depth-run.ts';

/** As many as it takes for every sample to come round: no ring that is sampled is longer. */
const seedsOf = { probe: 8, standard: 22, full: 4 };

const more = (one: Sends | undefined, other: Sends): Sends => {
  if (!one) return other;
  const max = (id: OperationId) => Math.max(one.requests[id] ?? 0, other.requests[id] ?? 0);
  return {
    requests: Object.fromEntries(operationIds.filter((id) => max(id) > 0).map((id) => [id, max(id)])),
    bookings: Math.max(one.bookings, other.bookings),
    tickets: Math.max(one.tickets, other.tickets),
    wrongLogins: Math.max(one.wrongLogins, other.wrongLogins),
  };
};

const sandbox = await startSandbox();
const table: Record<string, Record<string, Sends>> = {};
for (const depth of depths) {
  for (let seed = 1; seed <= seedsOf[depth]; seed += 1) {
    for (const dialect of dialectIds) {
      for (const targetOf of [undefined, bareTarget]) {
        const { traces } = await depthRun(sandbox, { depth, seed, dialect, ...(targetOf && { targetOf }) });
        for (const trace of traces) {
          const ofFlow = table[trace.flow] ?? {};
          ofFlow[depth] = more(ofFlow[depth], sendsIn(trace));
          table[trace.flow] = ofFlow;
        }
      }
    }
  }
}
await sandbox.close();
const known = flows.map(({ id }) => id).filter((id) => table[id]);
const text = JSON.stringify(Object.fromEntries(known.map((id) => [id, table[id]])), null, 2);
writeFileSync(new URL('../flows/sends.json', import.meta.url), `${text}\n`);
