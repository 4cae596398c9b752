/** The engine: what becomes of a flow that throws, that stops, that moves the clock. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../../contracts/judge.ts';
import { trace as traceSchema } from '../../../contracts/trace.ts';
import { type Flow, flow } from '../../../engine/flow.ts';
import { run, runner, TargetBroke } from '../../../engine/run.ts';
import { stop } from '../../../engine/stop.ts';
import { flows } from '../../../flows/flows.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';

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

test('a binding that never returns is ended by name, and called no more in the run', async () => {
  let calls = 0;
  const request = () => {
    calls += 1;
    for (;;);
  };
  const limits = { ...target.limits, bindingDeadlineMs: 30 };
  const running = runner({ ...options, target: { ...target, limits, bindings: { 'hotel-search': { request } } } });
  const asks = tell('asks', async ({ ask }) => {
    await ask('hotel-search', { region: 1, stay: { checkIn: '2027-01-01', checkOut: '2027-01-02', rooms: [] } });
  });
  const messages = [(await running.record(asks)).error?.message, (await running.record(asks)).error?.message];
  await running.close();
  const message = "bindings['hotel-search'].request did not return within 0.03 s";
  assert.deepEqual({ messages, calls }, { messages: [message, message], calls: 1 });
});

test('a lever that never comes back is trouble of the environment, and named', async () => {
  const never = () => new Promise<never>(() => {});
  const limits = { ...target.limits, leverDeadlineMs: 20 };
  const running = runner({ ...options, target: { ...target, limits, levers: { advanceClock: never } } });
  const { stopped } = await running.record(tell('waits', ({ advanceClock }) => advanceClock(1)));
  await running.close();
  assert.deepEqual(stopped, {
    because: 'trouble',
    reason: 'levers.advanceClock failed: it did not return within 0.02 s',
  });
});

test('once the target file has thrown late, no flow is a measurement', async () => {
  const broken = new AbortController();
  const running = runner({ ...options, transport: { proxy: 'none', signal: broken.signal } });
  const before = await running.record(tell('before', async () => {}));
  broken.abort(new TargetBroke('target file acme.ts threw'));
  const after = await running.record(tell('after', async () => {}));
  await running.close();
  assert.equal(before.error, undefined);
  assert.equal(after.error?.message, 'target file acme.ts threw');
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
