/** Where an exchange or a refund is named by its own id alone, a wrong request may be the right one: it is not sent. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Standing, standings } from '../../../contracts/standing.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { judgedBy } from '../../../engine/judge-flow.ts';
import { run } from '../../../engine/run.ts';
import { planOf } from '../../../flows/plan.ts';
import { simulatedTime, targetReading } from '../../../prover/walked-world.ts';
import { type DialectId, dialectIds } from '../../../sandbox/dialects.ts';
import type { OddityId } from '../../../sandbox/oddities.ts';
import { startSandbox } from '../../../sandbox/server.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const namedById = [
  'exchanges-by-the-exchange-id-alone',
  'refunds-by-the-id-of-the-calculation-alone',
] as const satisfies readonly OddityId[];

type Gate = { readonly odd: (typeof namedById)[number]; readonly seed: number; readonly tickets: number };

/** What a gate sends about tickets, in one of the dialects. */
const gateOf = async ({
  odd,
  seed,
  tickets,
}: Gate): Promise<{ readonly traces: readonly Trace[]; readonly standings: readonly Standing[] }> => {
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

/** What fails, or breaks, in a gate of each; none where all is lawful. */
const blamedIn = async (gates: readonly Gate[]): Promise<string[]> => {
  const blamed: string[] = [];
  for (const gate of gates) {
    for (const { clause, outcome, decisive } of (await gateOf(gate)).standings) {
      if (outcome !== 'fail' && outcome !== 'error') continue;
      blamed.push(`${gate.odd}, seed ${gate.seed}, ${gate.tickets} tickets: ${clause} ${decisive.reason ?? ''}`);
    }
  }
  return blamed;
};

for (const odd of namedById) {
  test(`no service is blamed in gates of any budget where it ${odd}`, async () => {
    const gates = [2, 3, 4, 6, 9, 24, 60].map((tickets, at) => ({ odd, tickets, seed: at + 1 }));
    assert.deepEqual(await blamedIn(gates), []);
  });
}

const cannotSay = "this target's request cannot say it";

test('the right request is sent, and what the wrong one was meant to show is inconclusive', async () => {
  for (const [odd, unsaid, works] of [
    [
      'exchanges-by-the-exchange-id-alone',
      'ticket-exchange.calculation-of-another-ticket-is-refused',
      'ticket-exchange.works-with-a-calculation',
    ],
    [
      'refunds-by-the-id-of-the-calculation-alone',
      'ticket-refund.uncalculated-refund-is-refused',
      'ticket-refund.works-after-a-calculation',
    ],
  ] as const) {
    const { standings, traces } = await gateOf({ odd, tickets: 60, seed: 7 });
    const standing = (clause: string) => standings.find((each) => each.clause === clause);
    assert.equal(standing(works)?.outcome, 'pass', works);
    const [operation = ''] = works.split('.');
    const sent = traces.flatMap(({ exchanges }) => exchanges).filter((each) => each.operation === operation);
    assert.deepEqual([...new Set(sent.map(({ request }) => Object.keys(request.body ?? {}).length))], [1]);
    assert.equal(standing(unsaid)?.outcome, 'inconclusive', unsaid);
    assert.equal(standing(unsaid)?.decisive.reason, cannotSay);
  }
});
