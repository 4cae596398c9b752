/** What flows ask again or leave out, by how the service answers. */
import assert, { deepEqual, equal, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { Call } from '../../../client/client.ts';
import { judge } from '../../../contracts/judge.ts';
import { standings } from '../../../contracts/standing.ts';
import type { Exchange, Trace } from '../../../contracts/trace.ts';
import { judgedBy } from '../../../engine/judge-flow.ts';
import type { Session } from '../../../engine/session.ts';
import { askCitiesBadly } from '../../../flows/cities.ts';
import { planOf } from '../../../flows/plan.ts';
import { sampleOf } from '../../../generators/sample.ts';
import { targetReading } from '../../../prover/walked-world.ts';
import type { OddityId } from '../../../sandbox/oddities.ts';
import { none } from '../asserted.ts';
import { type Answer, ok as answered, cities, empty, traceOf } from '../contracts/literal-trace.ts';
import { closeSandbox, placed } from './hotel-world.ts';

const clauses = ['cities.missing-country-id-is-bad-request', 'cities.non-numeric-country-id-is-bad-request'] as const;

const isMalformed = (id: string | undefined): boolean => !/^\d+$/.test(id ?? '');

/** Plays the flow against what answers by the countryId and the number of the request, from 1. */
const played = async (answer: (id: string | undefined, number: number) => Answer) => {
  const steps: ReturnType<typeof cities>[] = [];
  const send = async ({ query = [] }: Call): Promise<Exchange> => {
    const id = query.find(([name]) => name === 'countryId')?.[1];
    steps.push(cities(id, answer(id, steps.length + 1)));
    return traceOf(steps).exchanges.at(-1) as Exchange;
  };
  const [input] = fc.sample(askCitiesBadly.input, { seed: 5, numRuns: 1 });
  await askCitiesBadly.run({ send, sample: sampleOf('full', 5) } as Session, input);
  const trace = traceOf(steps);
  return { steps, outcomes: clauses.map((clause) => judge(clause, trace).outcome) };
};

const healthy = (id: string | undefined): Answer => (isMalformed(id) ? empty(400) : answered([]));

test('a healthy service is asked nothing more', async () => {
  const { steps, outcomes } = await played(healthy);
  equal(steps.length, 2 * 9);
  ok(steps.every(({ request: { query } }) => isMalformed(query.find(([name]) => name === 'countryId')?.[1])));
  deepEqual(outcomes, ['pass', 'pass']);
});

test('what always fails is asked three times, and then nothing more of its kind', async () => {
  const { steps, outcomes } = await played((id) => (isMalformed(id) ? empty(500) : answered([])));
  deepEqual(
    steps.map(({ response }) => response?.status),
    Array.from({ length: 4 }, () => [500, 200, 500, 200, 200, 500]).flat(),
  );
  deepEqual(outcomes, ['fail', 'fail']);
});

test('what fails once is asked once more, and is trouble', async () => {
  const { steps, outcomes } = await played((id, number) => (number === 1 ? empty(500) : healthy(id)));
  equal(steps.length, 2 * 9 + 2);
  deepEqual(outcomes, ['inconclusive', 'pass']);
});

test('a service that fails on every second, third, fourth or fifth request fails no clause', async () => {
  for (const period of [2, 3, 4, 5]) {
    for (let first = 0; first < period; first += 1) {
      const { outcomes } = await played((id, number) => (number % period === first ? empty(500) : healthy(id)));
      ok(!outcomes.includes('fail'), `${first} of ${period}: ${outcomes}`);
    }
  }
});

test('a service that is down is asked once for each', async () => {
  const { steps, outcomes } = await played(() => empty(503));
  equal(steps.length, 2 * 2 * 9);
  deepEqual(outcomes, ['inconclusive', 'inconclusive']);
});

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
    none(all.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'));
    const standing = (clause: string) => all.find((each) => each.clause === clause);
    assert.equal(standing(works)?.outcome, 'pass', works);
    const [operation = ''] = works.split('.');
    const sent = traces.flatMap(({ exchanges }) => exchanges).filter((each) => each.operation === operation);
    assert.deepEqual([...new Set(sent.map(({ request }) => Object.keys(request.body ?? {}).length))], [1]);
    assert.equal(standing(unsaid)?.outcome, 'inconclusive', unsaid);
    assert.equal(standing(unsaid)?.decisive.reason, "this target's request cannot say it");
  });
}
