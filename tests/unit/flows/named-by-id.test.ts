/** Where an exchange or a refund is named by its own id alone, a wrong request may be the right one: it is not sent. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { standings } from '../../../contracts/standing.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { judgedBy } from '../../../engine/judge-flow.ts';
import { planOf } from '../../../flows/plan.ts';
import { targetReading } from '../../../prover/walked-world.ts';
import type { OddityId } from '../../../sandbox/oddities.ts';
import { closeSandbox, placed } from './hotel-world.ts';

after(closeSandbox);

/** What a gate sends about tickets, and where its clauses stand. */
const gateOf = async (odd: OddityId) => {
  const place = placed({ seed: 7, dialect: 'flat', oddities: [odd] }, ({ baseUrl }) => {
    const plain = targetReading('flat', baseUrl, [odd]);
    return { ...plain, may: { ...plain.may, tickets: { perRun: 60, perDay: 100_000 } } };
  });
  const { flows, pairs } = planOf({ revision: place.target.revision, depth: 'standard' });
  const running = place.running({ seed: 7, depth: 'standard' });
  const traces: Trace[] = [];
  for (const flow of flows.filter(({ operations }) => operations.some((each) => each.startsWith('ticket-'))))
    traces.push(await running.record(flow));
  await running.close();
  return { traces, all: standings(traces.flatMap((trace) => judgedBy(pairs, trace))) };
};

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
  test(`a service that ${odd} is blamed for nothing: the right request is sent, and the wrong one is not`, async () => {
    const { all, traces } = await gateOf(odd);
    assert.deepEqual(
      all.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
      [],
    );
    const standing = (clause: string) => all.find((each) => each.clause === clause);
    assert.equal(standing(works)?.outcome, 'pass', works);
    const [operation = ''] = works.split('.');
    const sent = traces.flatMap(({ exchanges }) => exchanges).filter((each) => each.operation === operation);
    assert.deepEqual([...new Set(sent.map(({ request }) => Object.keys(request.body ?? {}).length))], [1]);
    assert.equal(standing(unsaid)?.outcome, 'inconclusive', unsaid);
    assert.equal(standing(unsaid)?.decisive.reason, "this target's request cannot say it");
  });
}
