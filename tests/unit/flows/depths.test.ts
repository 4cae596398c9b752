/** What runs of each depth send to a whole sandbox, and what they show. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Depth, depths } from '../../../contracts/depth.ts';
import { type OperationId, operations } from '../../../contracts/operations.ts';
import { isList } from '../../../contracts/subjects.ts';
import { announced, sendsOf } from '../../../flows/announced.ts';
import { flows } from '../../../flows/flows.ts';
import { planOf } from '../../../flows/plan.ts';
import { type DialectId, dialectIds } from '../../../sandbox/dialects.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { bareTarget, type DepthRun, depthRun, sendsIn } from './depth-run.ts';

const sandbox = await startSandbox();
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
    const rows = Object.entries({ ...sent.requests, bookings: sent.bookings, tickets: sent.tickets });
    const limits: Record<string, number> = {
      ...may?.requests,
      bookings: may?.bookings ?? 0,
      tickets: may?.tickets ?? 0,
    };
    return [...rows, ['wrong logins', sent.wrongLogins] as const]
      .filter(([name, count]) => count > (name === 'wrong logins' ? (may?.wrongLogins ?? 0) : (limits[name] ?? 0)))
      .map(([name, count]) => `${trace.flow} ${name}: ${count} of ${limits[name] ?? 0}`);
  });

const wayOut = 'measure again: npm run generate:sends';

const runs = async (depth: Depth, seeds: readonly number[], check: (run: DepthRun, dialect: DialectId) => void) => {
  for (const seed of seeds) {
    for (const dialect of dialectIds) {
      const run = await depthRun(sandbox, { depth, seed, dialect });
      assert.deepEqual(unannounced(run, depth), [], wayOut);
      check(run, dialect);
    }
  }
};

test('a standard run exercises every clause that a full run does, with at most 400 requests', async () => {
  const full = new Map<DialectId, DepthRun>();
  await runs('full', [1], (run, dialect) => full.set(dialect, run));
  await runs('standard', [1, 7], (run, dialect) => {
    assert.ok(run.exchanges.length <= 400, `${run.exchanges.length} requests`);
    assert.deepEqual(
      run.standings.filter(({ outcome }) => outcome === 'fail' || outcome === 'error'),
      [],
    );
    const shown = full.get(dialect);
    assert.deepEqual(run.leftOut, []);
    assert.deepEqual(exercised(run), shown && exercised(shown));
    const { wrongLogins } = announced(run.flows, { target: bareTarget(targetHere), depth: 'standard' });
    // One leaves something out; of the two others one has a wrong id, and one a wrong secret.
    assert.equal(wrongLogins, 3);
  });
});

const targetHere = {
  name: 'here',
  baseUrl: sandbox.url,
  credentials: { clientId: 'a', clientSecret: 'b' },
} as Parameters<typeof bareTarget>[0];

test('a probe only reads, with at most 40 requests, and says what it leaves out', async () => {
  const isBad = (bearer: string): boolean => !['own', 'none'].includes(bearer);
  await runs('probe', [1, 2, 3], (run) => {
    assert.ok(run.exchanges.length <= 40, `${run.exchanges.length} requests`);
    const logins = run.exchanges.filter(({ operation }) => operation === 'token');
    assert.deepEqual(
      logins.map(({ login }) => login),
      ['own'],
      'one token, and no wrong login',
    );
    const others = run.exchanges.filter(({ operation }) => operation !== 'token');
    assert.deepEqual(
      others.filter(({ operation }) => operations[operation].effect !== 'reads'),
      [],
    );
    assert.ok(others.filter(({ bearer }) => isBad(bearer)).length <= 4);
    assert.deepEqual(
      run.traces.filter(({ clockAdvances, bookings }) => clockAdvances.length > 0 || bookings),
      [],
    );
    assert.ok(others.some(isList));
    assert.deepEqual(
      run.standings.filter(({ outcome }) => outcome !== 'pass').map(({ clause }) => clause),
      [],
      'nothing is planned that a probe cannot show',
    );
    const { pairs } = planOf({ revision: '2026-08-31' });
    const judged = new Set(run.standings.map(({ clause }) => clause));
    assert.deepEqual(new Set(run.leftOut), new Set(pairs.map(({ clause }) => clause)).difference(judged));
    assert.ok(run.leftOut.includes('token.is-jwt'));
  });
});

test('with any answers of a target, the flows of a probe may send 40 requests together', () => {
  const max = flows.reduce((sum, { probe }) => sum + (probe?.requestsMax ?? 0), 0);
  // And one for the token.
  assert.ok(max + 1 <= 40, `${max + 1}`);
});

test('no more is announced for a target than it allows and binds, and it sends no more', async () => {
  for (const depth of depths) {
    const run = await depthRun(sandbox, { depth, seed: 3, dialect: 'nested', targetOf: bareTarget });
    assert.deepEqual(unannounced(run, depth), [], wayOut);
    const { requests, bookings, tickets } = announced(run.flows, { target: bareTarget(targetHere), depth });
    const sent = Map.groupBy(run.exchanges, ({ operation }) => operation);
    for (const [operation, exchanges] of sent) {
      assert.ok(exchanges.length <= (requests[operation] ?? 0), `${depth} ${operation} ${exchanges.length}`);
    }
    assert.deepEqual([bookings, tickets], [0, 0]);
    const bound: OperationId[] = ['pnr-reprice', 'hotel-pricing'];
    if (depth === 'probe') for (const operation of bound) assert.equal(requests[operation], undefined);
  }
});

test('some of the flows alone ask for the token of the run, too', () => {
  const cities = flows.filter(({ id }) => id === 'list-cities');
  const { requests } = announced(cities, { target: bareTarget(targetHere), depth: 'standard' });
  assert.deepEqual([requests.token, requests.countries], [1, sendsOf('list-cities', 'standard')?.requests.countries]);
});

test('what is announced is near to what is sent', async () => {
  const run = await depthRun(sandbox, { depth: 'standard', seed: 4, dialect: 'nested' });
  const target = {
    ...bareTarget(targetHere),
    may: { books: { perRun: 9, perDay: 9 }, tickets: { perRun: 9, perDay: 9 } },
  };
  const all = flows.flatMap(({ id }) => Object.keys(sendsOf(id, 'standard')?.requests ?? {}));
  const bindings = Object.fromEntries(all.map((operation) => [operation, { request: () => ({}) }]));
  const { requests, unannounced: others } = announced(run.flows, {
    target: { ...target, bindings },
    depth: 'standard',
  });
  const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
  assert.ok(
    total >= run.exchanges.length && total <= 1.5 * run.exchanges.length,
    `${total} for ${run.exchanges.length}`,
  );
  assert.deepEqual(others, []);
});

test('a probe of what it leaves out is refused with a way out', () => {
  assert.throws(
    () => planOf({ revision: '2026-08-31', depth: 'probe', only: ['pnr-create'] }),
    /leave out --depth probe/,
  );
});
