/** The engine: what becomes of a flow that throws, that stops, that moves the clock. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../../contracts/judge.ts';
import { trace as traceSchema } from '../../../contracts/trace.ts';
import { type Flow, flow } from '../../../flows/flow.ts';
import { flows } from '../../../flows/flows.ts';
import { run, runner } from '../../../flows/run.ts';
import { stop } from '../../../flows/session.ts';
import { resolvedTarget } from '../../../targets/target.ts';

const server = createServer((_request, response) => response.writeHead(503).end());
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => {
  server.closeAllConnections();
  server.close();
});
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const target = resolvedTarget(
  {
    name: 'silent',
    baseUrl,
    credentials: { clientId: 'a', clientSecret: 'b' },
    limits: { requestsPerSecond: Number.POSITIVE_INFINITY },
  },
  {},
  'silent',
);
const options = { target, seed: 1, transport: { proxy: 'none' as const } };

const tell = (id: string, story: Flow['run']): Flow =>
  flow(id, {
    story: id,
    phase: 'main',
    operations: ['countries'],
    exercises: ['countries.sorted-by-id'],
    input: fc.constant({}),
    run: story,
  });

test('an exception in a flow is kept, and makes a verdict of ours, not of the service', async () => {
  const running = runner(options);
  const trace = await running.record(tell('throws', () => Promise.reject(new Error('boom'))));
  await running.close();
  assert.equal(trace.error?.message, 'boom');
  assert.equal(judge('countries.sorted-by-id', trace).outcome, 'error');
});

test('a story that cannot go on says why', async () => {
  const running = runner(options);
  const trace = await running.record(tell('stops', async () => stop('needs', 'needs something')));
  await running.close();
  assert.deepEqual(trace.stopped, { because: 'needs', reason: 'needs something' });
  const { outcome, because, reason } = judge('countries.sorted-by-id', trace);
  assert.deepEqual(
    { outcome, because, reason },
    { outcome: 'inconclusive', because: 'needs', reason: 'needs something' },
  );
});

test('without a lever the clock stays, and the flow names what to add', async () => {
  const running = runner(options);
  const trace = await running.record(tell('waits', ({ advanceClock }) => advanceClock(1)));
  await running.close();
  assert.equal(trace.stopped?.because, 'needs');
  assert.match(trace.stopped?.reason ?? '', /levers\.advanceClock or levers\.openWorld/);
});

test('a service in trouble makes every clause inconclusive and none fail, in traces that fit their schema', async () => {
  let judged = 0;
  for await (const trace of run(flows, options)) {
    assert.doesNotThrow(() => traceSchema.parse(JSON.parse(JSON.stringify(trace))));
    const exercised = flows.find(({ id }) => id === trace.flow)?.exercises ?? [];
    for (const clause of exercised) {
      assert.equal(judge(clause, trace).outcome, 'inconclusive', `${clause} in ${trace.flow}`);
      judged += 1;
    }
  }
  assert.ok(judged > 40);
});
