/** What runs of each depth send to a whole sandbox, and what they show. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Depth } from '../../../contracts/depth.ts';
import { operations } from '../../../contracts/operations.ts';
import { isList } from '../../../contracts/subjects.ts';
import { flows } from '../../../flows/flows.ts';
import { planOf } from '../../../flows/plan.ts';
import { announced, type Sends, sendsOf } from '../../../flows/planned.ts';
import { shownByIncompleteAsks } from '../../../flows/steps/ask-incompletely.ts';
import { type DialectId, dialectIds } from '../../../sandbox/dialects.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { none } from '../asserted.ts';
import { bareTarget, type DepthRun, depthRun, sendsIn } from './depth-run.ts';

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

const exercised = ({ standings }: DepthRun): string[] =>
  standings
    .filter(({ outcome }) => outcome !== 'inconclusive')
    .map(({ clause }) => clause)
    .toSorted();

/** More than was announced, as `flow operation: sent of announced`. */
const unannounced = ({ traces }: DepthRun, depth: Depth): string[] =>
  traces.flatMap((trace) => {
    const [sent, may] = [sendsIn(trace), sendsOf(trace.flow, depth)];
    const rowsOf = ({ requests, ...counts }: Sends): Record<string, number> => ({ ...requests, ...counts });
    const limits = may ? rowsOf(may) : {};
    return Object.entries(rowsOf(sent))
      .filter(([name, count]) => count > (limits[name] ?? 0))
      .map(([name, count]) => `${trace.flow} ${name}: ${count} of ${limits[name] ?? 0}`);
  });

const targetHere = {
  name: 'here',
  baseUrl: sandbox.url,
  credentials: { clientId: 'a', clientSecret: 'b' },
} as Parameters<typeof bareTarget>[0];

const wayOut = 'measure again: npm run generate:sends';

const standardOf = (dialect: DialectId) => depthRun(sandbox, { depth: 'standard', seed: 1, dialect });
const standard = await Promise.all(dialectIds.map(standardOf));

const shownByEndedTickets = [
  'ticket-exchange.ended-ticket-is-refused',
  'ticket-refund.ended-ticket-is-refused',
] as const;

test('a standard run fails nothing, stops nowhere and sends at most 400 requests, three of them wrong logins', () => {
  for (const run of standard) {
    assert.deepEqual(unannounced(run, 'standard'), [], wayOut);
    assert.ok(run.exchanges.length <= 400, `${run.exchanges.length} requests`);
    none(run.standings.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'));
    none(run.traces.flatMap(({ flow, stopped }) => (stopped?.because === 'trouble' ? [flow] : [])));
    assert.deepEqual(run.leftOut.toSorted(), [...shownByIncompleteAsks, ...shownByEndedTickets].toSorted());
    const { wrongLogins } = announced(run.flows, { target: bareTarget(targetHere), depth: 'standard' });
    // One leaves something out; of the two others one has a wrong id, and one a wrong secret.
    assert.equal(wrongLogins, 3);
  }
});

test('what one dialect leaves out of a standard run, the other exercises', () => {
  const { pairs } = planOf({ revision: '2026-08-31', depth: 'standard' });
  assert.deepEqual(new Set(standard.flatMap(exercised)), new Set(pairs.map(({ clause }) => clause)));
});

test('what is announced is near to what is sent', () => {
  const all = flows.flatMap(({ id }) => Object.keys(sendsOf(id, 'standard')?.requests ?? {}));
  const target = {
    ...bareTarget(targetHere),
    may: { books: { perRun: 9, perDay: 9 }, tickets: { perRun: 9, perDay: 9 } },
    bindings: Object.fromEntries(all.map((operation) => [operation, { request: () => ({}) }])),
  };
  for (const run of standard) {
    const { requests, unannounced: others } = announced(run.flows, { target, depth: 'standard' });
    const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
    const sent = run.exchanges.length;
    assert.ok(total >= sent && total <= 1.5 * sent, `${total} for ${sent}`);
    assert.deepEqual(others, []);
  }
});

test('a probe only reads, with at most 40 requests, and says what it leaves out', async () => {
  const isBad = (bearer: string): boolean => !['own', 'none'].includes(bearer);
  for (const dialect of dialectIds) {
    const run = await depthRun(sandbox, { depth: 'probe', seed: 1, dialect });
    assert.deepEqual(unannounced(run, 'probe'), [], wayOut);
    assert.ok(run.exchanges.length <= 40, `${run.exchanges.length} requests`);
    const logins = run.exchanges.filter(({ operation }) => operation === 'token');
    assert.deepEqual(
      logins.map(({ login }) => login),
      ['own'],
      'one token, and no wrong login',
    );
    const others = run.exchanges.filter(({ operation }) => operation !== 'token');
    none(others.filter(({ operation }) => operations[operation].effect !== 'reads'));
    assert.ok(others.filter(({ bearer }) => isBad(bearer)).length <= 4);
    none(run.traces.filter(({ clockAdvances, bookings }) => clockAdvances.length > 0 || bookings));
    assert.ok(others.some(isList));
    none(
      run.standings.filter(({ outcome }) => outcome !== 'pass').map(({ clause }) => clause),
      'nothing is planned that a probe cannot show',
    );
    const { pairs } = planOf({ revision: '2026-08-31' });
    const judged = new Set(run.standings.map(({ clause }) => clause));
    assert.deepEqual(new Set(run.leftOut), new Set(pairs.map(({ clause }) => clause)).difference(judged));
    assert.ok(run.leftOut.includes('token.is-jwt'));
  }
});

test('with any answers of a target, the flows of a probe may send 40 requests together', () => {
  const max = flows.reduce((sum, { probe }) => sum + (probe?.requestsMax ?? 0), 0);
  // And one for the token.
  assert.ok(max + 1 <= 40, `${max + 1}`);
});

test('for a target that binds nothing no effect is announced, and no more is sent than announced', async () => {
  for (const depth of ['probe', 'standard'] as const) {
    const run = await depthRun(sandbox, { depth, seed: 3, dialect: 'nested', targetOf: bareTarget });
    assert.deepEqual(unannounced(run, depth), [], wayOut);
    const { requests, bookings, tickets } = announced(run.flows, { target: bareTarget(targetHere), depth });
    for (const [operation, exchanges] of Map.groupBy(run.exchanges, ({ operation }) => operation))
      assert.ok(exchanges.length <= (requests[operation] ?? 0), `${depth} ${operation} ${exchanges.length}`);
    assert.deepEqual([bookings, tickets], [0, 0]);
  }
});

test('some of the flows alone ask for the token of the run, too', () => {
  const cities = flows.filter(({ id }) => id === 'list-cities');
  const { requests } = announced(cities, { target: bareTarget(targetHere), depth: 'standard' });
  assert.deepEqual([requests.token, requests.countries], [1, sendsOf('list-cities', 'standard')?.requests.countries]);
});

test('a probe of what it leaves out is refused with a way out', () => {
  assert.throws(
    () => planOf({ revision: '2026-08-31', depth: 'probe', only: ['pnr-create'] }),
    /leave out --depth probe/,
  );
});
