/** What the real monitor sends to OpenTelemetry; a receiver that listens badly does not disturb it. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { operations } from '../../contracts/operations.ts';
import { chapter } from '../chapter.ts';
import { canaries, formsOf, plantedService } from '../cli/planted-service.ts';
import { preflight as preflightHere } from '../cli/preflight-here.ts';
import { emptyFolder, preflight, started } from '../cli/preflight-process.ts';
import { none } from '../unit/asserted.ts';
import { httpServer } from '../unit/client/test-server.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { everySecond, runsIn, sandboxFile, slotsIn, until, watches } from './monitored.ts';
import { otlpReceiver, type ToldSpan } from './otlp-receiver.ts';

after(closeSandbox);

const page = chapter('operate/metrics.md', 'Send telemetry with OpenTelemetry');
/** What its commands export, for a receiver at another address. */
const exportedFor = (url: string): NodeJS.ProcessEnv =>
  Object.fromEntries(
    [...page.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace('http://localhost:4318', url),
    ]),
  );
/** The names in its tables. */
const documented = [...page.matchAll(/^\| .*$/gm)].flatMap(([row]) =>
  [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
);

const asJson = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
const templates = new Set(Object.values(operations).map(({ path }) => path as string));
const client = 3;
const failed = 2;

const worldUrl = (options: Parameters<typeof sandbox.openWorld>[0]): string =>
  sandbox.openWorld({ scale: 'small', ...options }).baseUrl;

/** Each lies within its parent, and there is one root for each run. */
const assertTree = (spans: readonly ToldSpan[]): void => {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  for (const { name, traceId, parentSpanId, startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
    ok(BigInt(start) <= BigInt(end), name);
    if (!parentSpanId) continue;
    const parent = byId.get(parentSpanId);
    equal(parent?.traceId, traceId, name);
    ok(BigInt(parent?.startTimeUnixNano ?? 0) <= BigInt(start), name);
    ok(BigInt(end) <= BigInt(parent?.endTimeUnixNano ?? 0), name);
  }
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId);
  equal(new Set(spans.map(({ traceId }) => traceId)).size, roots.length);
};

const troubledService = async (t: TestContext) => {
  const headers: string[] = [];
  const url = await httpServer(t, (request, response) => {
    headers.push(...Object.keys(request.headers));
    request.resume();
    response.writeHead(503).end();
  });
  return { headers, url };
};

/** Of one run. */
const opens = { inRow: 1, failures: 1, ofLast: 1 };

test('runs are trees of spans and measurements, by the conventions', async (t) => {
  const receiver = await otlpReceiver();
  t.after(receiver.close);
  const away = await troubledService(t);
  const folder = emptyFolder();
  writeFileSync(join(folder, 'away.mts'), sandboxFile(`name: 'away', baseUrl: '${away.url}/secret-path'`));
  watches(folder, {
    probes: [
      { name: 'broken', target: 'sandbox', only: ['countries'], cron: '* * * * *', deadlineMs: 20_000, opens },
      { name: 'troubled', target: './away.mts', only: ['countries'], cron: '* * * * *', deadlineMs: 20_000, opens },
    ],
  });
  const environment = { PREFLIGHT_SANDBOX_URL: worldUrl({ faults: ['sorts-countries-by-name'] }) };
  const before = Date.now() - 10 * 60_000;
  await preflightHere(['monitor', '--once'], { folder, environment, now: () => before });

  const { code, stderr } = await preflight(['monitor', '--once', '--location', 'here'], {
    folder,
    environment: { ...environment, ...asJson, ...exportedFor(receiver.url) },
  });
  deepEqual([code, stderr], [1, '']);

  const spans = receiver.spans();
  assertTree(spans);
  const runs = runsIn(folder).filter(({ startedAt }) => startedAt > before + 60_000);
  deepEqual(
    spans
      .filter(({ parentSpanId }) => !parentSpanId)
      .map(({ name, attributes }) => [name, attributes['preflight.run.id']])
      .sort(),
    runs.map(({ probe, id }) => [`probe ${probe}`, id]).sort(),
  );
  for (const { id, probe, requests } of runs) {
    const root = spans.find(({ attributes }) => attributes['preflight.run.id'] === id);
    const ofRun = spans.filter(({ traceId, kind }) => traceId === root?.traceId && kind === client);
    equal(ofRun.length, requests, probe);
    for (const { name, attributes } of ofRun) {
      equal(name, `${attributes['http.request.method']} ${attributes['url.template']}`);
      ok(templates.has(String(attributes['url.template'])), name);
      equal(attributes['server.address'], '127.0.0.1');
    }
  }
  const broken = spans.find(({ name }) => name === 'probe broken');
  deepEqual(
    [broken?.status.code, broken?.attributes['preflight.verdict'], broken?.attributes['preflight.clauses.broken']],
    [failed, 'fail', ['countries.sorted-by-id']],
  );
  const answered = spans.find(({ kind, traceId }) => kind === client && traceId === broken?.traceId);
  deepEqual([answered?.status.code, answered?.attributes['http.response.status_code']], [0, 200]);
  const unavailable = spans.find(({ kind, attributes }) => kind === client && attributes['error.type'] === '503');
  deepEqual(
    [
      unavailable?.status.code,
      unavailable?.attributes['http.response.status_code'],
      unavailable?.attributes['server.port'],
    ],
    [failed, 503, Number(new URL(away.url).port)],
  );
  equal(spans.find(({ name }) => name === 'probe troubled')?.status.code, failed);

  const points = receiver.points();
  const pointsOf = (metric: string) => points.filter((point) => point.metric === metric);
  const requests = pointsOf('http.client.request.duration');
  equal(
    requests.reduce((sum, { value }) => sum + value, 0),
    spans.filter(({ kind }) => kind === client).length,
  );
  deepEqual(requests[0]?.bounds?.slice(0, 3), [0.005, 0.01, 0.025]);
  deepEqual(
    pointsOf('preflight.probe.runs')
      .map(({ attributes, value }) => [...Object.values(attributes), value].join(' '))
      .sort(),
    ['broken here sandbox fail 1', 'troubled here away inconclusive 1'],
  );
  equal(pointsOf('preflight.probe.duration').length, 2);
  const missed = slotsIn(folder).filter(({ state, probe }) => state === 'missed' && probe === 'broken').length;
  ok(missed >= 8);
  deepEqual(
    pointsOf('preflight.slots.missed').find(({ attributes }) => attributes['preflight.probe'] === 'broken'),
    {
      metric: 'preflight.slots.missed',
      unit: '{slot}',
      attributes: { 'preflight.probe': 'broken', 'preflight.location': 'here', 'preflight.missed.reason': 'late' },
      value: missed,
      bounds: undefined,
    },
  );
  const open = pointsOf('preflight.incidents.open').filter(({ value }) => value > 0);
  deepEqual(open.map(({ attributes }) => Object.values(attributes).join(' ')).sort(), [
    'away service',
    'sandbox contract',
  ]);
  equal(pointsOf('preflight.incidents.open').length, 12);

  const { 'service.instance.id': instance, 'service.version': version, ...resource } = receiver.resource();
  ok(instance && version);
  deepEqual(Object.fromEntries(Object.entries(resource).filter(([name]) => !name.startsWith('telemetry.sdk.'))), {
    'service.name': 'preflight',
    'deployment.environment.name': 'staging',
  });
  const told = [...spans, ...points].flatMap(({ attributes }) => Object.keys(attributes));
  none([...new Set([...told, ...points.map(({ metric }) => metric)])].filter((name) => !documented.includes(name)));
  // Nothing is added to what is sent, and of an address nothing but its host.
  ok(away.headers.includes('content-type'));
  none(away.headers.filter((name) => /^(traceparent|tracestate|baggage|b3)$/.test(name)));
  for (const { bytes } of receiver.came) ok(!bytes.includes('secret-path'));
});

test('nothing that a service says leaves, and no credential', async (t) => {
  const receiver = await otlpReceiver();
  t.after(receiver.close);
  const others = canaries();
  const service = await plantedService(others);
  t.after(service.close);
  const folder = emptyFolder();
  const pricing = 'response: (body) => { throw new Error(JSON.stringify(body)); }';
  writeFileSync(
    join(folder, 'planted.mts'),
    sandboxFile(`name: 'planted', baseUrl: '${service.url}', levers: {},
      credentials: { ...sandbox.credentials, clientSecret: ${JSON.stringify(service.clientSecret)} },
      bindings: { ...sandbox.bindings, 'offer-pricing': { ...sandbox.bindings['offer-pricing'], ${pricing} } }`),
  );
  watches(folder, { probes: [{ name: 'p', target: './planted.mts', cron: '0 0 1 1 *', deadlineMs: 10_000 }] });
  const { stdout } = await preflight(['monitor', '--once'], {
    folder,
    environment: { ...asJson, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: 'ours' },
  });
  match(stdout, / {2}p {2}\w+ {2}\d+ judged/);
  equal(receiver.resource()['service.name'], 'ours');
  const requests = receiver.spans().filter(({ kind }) => kind === client);
  const reportedTemplates = requests.map(({ attributes }) => String(attributes['url.template']));
  none(reportedTemplates.filter((each) => !templates.has(each)));
  ok(
    reportedTemplates.some((each) => each.includes('{')),
    'one has a parameter in its path',
  );
  ok(service.tokens().length > 0);
  const secrets = [service.clientSecret, ...service.tokens(), ...service.tokens().flatMap((token) => token.split('.'))];
  const forbidden = [...Object.values(others), others.name.toLowerCase(), ...secrets.flatMap(formsOf)];
  for (const { path, bytes } of receiver.came)
    none(
      forbidden.filter((each) => bytes.includes(each)),
      path,
    );
});

test('in the usual form a monitor that goes on sends the last when it is ended', async (t) => {
  const receiver = await otlpReceiver();
  t.after(receiver.close);
  const folder = emptyFolder();
  watches(folder, {
    probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron: everySecond, deadlineMs: 1_000 }],
  });
  const monitor = started(['monitor', '--no-dashboard'], {
    folder,
    environment: {
      PREFLIGHT_SANDBOX_URL: worldUrl({}),
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${receiver.url}/m`,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/t`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
  });
  await until('spans have come while it runs', () => receiver.came.some(({ path }) => path === '/t'));
  monitor.signal('SIGTERM');
  const { code, stderr } = await monitor.ended;
  deepEqual([code, stderr], [0, '']);
  const bytesAt = (at: string): Buffer =>
    Buffer.concat(receiver.came.filter(({ path }) => path === at).map(({ bytes }) => bytes));
  ok(receiver.came.every(({ type }) => type === 'application/x-protobuf'));
  ok(bytesAt('/t').includes('GET /api/dictionary/countries'));
  for (const { id } of runsIn(folder)) ok(bytesAt('/t').includes(id), id);
  ok(bytesAt('/m').includes('http.client.request.duration') && bytesAt('/m').includes('preflight.probe.runs'));
});

const badReceivers: Record<string, Parameters<typeof otlpReceiver>[0]> = {
  hangs: () => {},
  'answers 500': (response) => response.writeHead(500, 'a\tstatus of its own').end('x'.repeat(100_000)),
};

test('a receiver that is of no use delays and changes nothing, and is reported once', async (t) => {
  const environment = { PREFLIGHT_SANDBOX_URL: worldUrl({}) };
  for (const [what, answer] of Object.entries(badReceivers))
    await t.test(what, async (of) => {
      const receiver = await otlpReceiver(answer);
      of.after(receiver.close);
      const folder = emptyFolder();
      watches(folder, { probes: [{ name: 'p', target: 'sandbox', only: ['countries'], cron: '0 0 1 1 *' }] });
      const monitor = started(['monitor', '--once'], {
        folder,
        environment: { ...environment, ...asJson, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
      });
      await monitor.printed('PASS');
      const passedAt = performance.now();
      const { code, stderr } = await monitor.ended;
      const tookMs = performance.now() - passedAt;
      ok(receiver.came.length > 0);
      equal(code, 0, stderr);
      match(stderr, /^preflight: OpenTelemetry: [ -~]+; this is said once, and probing goes on\n$/);
      ok(tookMs < 8_000, `${tookMs} ms`);
    });
});
