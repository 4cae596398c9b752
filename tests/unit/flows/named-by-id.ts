/** Gates of worlds in which an exchange or a refund is named by its own id alone. */
import { type Standing, standings } from '../../../contracts/standing.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { judgedBy } from '../../../engine/judge-flow.ts';
import { run } from '../../../engine/run.ts';
import { planOf } from '../../../flows/plan.ts';
import { simulatedTime } from '../../../prover/simulated-time.ts';
import { targetReading } from '../../../prover/target-reading.ts';
import { type DialectId, dialectIds } from '../../../sandbox/dialects.ts';
import type { OddityId } from '../../../sandbox/oddities.ts';
import type { Sandbox } from '../../../sandbox/server.ts';

export const namedById = [
  'exchanges-by-the-exchange-id-alone',
  'refunds-by-the-id-of-the-calculation-alone',
] as const satisfies readonly OddityId[];

type Gate = { readonly odd: (typeof namedById)[number]; readonly seed: number; readonly tickets: number };

/** What a gate sends about tickets, in one of the dialects. */
export const gateOf = async (
  sandbox: Sandbox,
  { odd, seed, tickets }: Gate,
): Promise<{ readonly traces: readonly Trace[]; readonly standings: readonly Standing[] }> => {
  const { now, delay } = simulatedTime(Date.now);
  const dialect = dialectIds[seed % dialectIds.length] as DialectId;
  const world = sandbox.openWorld({ scale: 'small', seed, now, dialect, oddities: [odd] });
  const plain = targetReading(dialect, world.baseUrl, [odd]);
  const target = { ...plain, may: { ...plain.may, tickets: { perRun: tickets, perDay: 100_000 } } };
  const { flows, pairs } = planOf({ revision: target.revision, depth: 'standard' });
  const about = flows.filter(({ operations }) => operations.some((each) => each.startsWith('ticket-')));
  const running = run(about, { target, seed, depth: 'standard', transport: { proxy: 'none', now, delay } });
  const traces = await Array.fromAsync(running).finally(world.close);
  return { traces, standings: standings(traces.flatMap((trace) => judgedBy(pairs, trace))) };
};

/** What fails, or breaks, in a gate of each; none where nobody is blamed. */
export const blamedIn = async (sandbox: Sandbox, gates: readonly Gate[]): Promise<string[]> => {
  const blamed: string[] = [];
  for (const gate of gates) {
    for (const { clause, outcome, decisive } of (await gateOf(sandbox, gate)).standings) {
      if (outcome !== 'fail' && outcome !== 'error') continue;
      blamed.push(`${gate.odd}, seed ${gate.seed}, ${gate.tickets} tickets: ${clause} ${decisive.reason ?? ''}`);
    }
  }
  return blamed;
};
