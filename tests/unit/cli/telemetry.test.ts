/** The command line reads telemetry settings and decides about colour. */
import assert, { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { wantsColor } from '../../../cli/command-parts.ts';
import { telemetryAsked } from '../../../cli/telemetry.ts';

const nobody = 'http://127.0.0.1:9';

/** @returns How often the SDK was loaded. */
const loads = async (variables: Record<string, string>): Promise<number> => {
  let loaded = 0;
  await telemetryAsked(
    variables,
    () => {},
    async () => {
      loaded += 1;
      return { startNodeSdk: () => ({ shutdown: async () => {} }) };
    },
  );
  return loaded;
};

test('an address or an exporter asks for it, and nothing else', async () => {
  const asking: Record<string, string>[] = [
    { OTEL_EXPORTER_OTLP_ENDPOINT: nobody },
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: nobody },
    { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: nobody },
    { OTEL_TRACES_EXPORTER: 'otlp' },
    { OTEL_METRICS_EXPORTER: 'console', OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: nobody, OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
  ];
  const silent: Record<string, string>[] = [
    {},
    { OTEL_SERVICE_NAME: 'ours', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: nobody, OTEL_SDK_DISABLED: 'TRUE' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: nobody, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' },
  ];
  deepEqual(
    await Promise.all(asking.map(loads)),
    asking.map(() => 1),
  );
  deepEqual(
    await Promise.all(silent.map(loads)),
    silent.map(() => 0),
  );
});

test('what cannot be is a line with a way out, and never the value', async () => {
  const asked = (variables: Record<string, string>, load: Parameters<typeof telemetryAsked>[2]) =>
    telemetryAsked(variables, () => {}, load);
  const here = async () => ({ startNodeSdk: () => ({ shutdown: async () => {} }) });
  await rejects(asked({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'key@collector:4318' }, here), {
    name: 'UsageError',
    message: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is no address of HTTP: take http://localhost:4318, say',
  });
  const isMissing = Object.assign(new Error("Cannot find package '@opentelemetry/sdk-node'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  await rejects(
    asked({ OTEL_METRICS_EXPORTER: 'otlp' }, () => Promise.reject(isMissing)),
    { name: 'UsageError', message: /^OTEL_METRICS_EXPORTER asks for OpenTelemetry, whose SDK is not here: install it/ },
  );
  await rejects(
    asked({ OTEL_METRICS_EXPORTER: 'otlp' }, async () => ({})),
    { name: 'UsageError', message: /whose SDK is of another version here: install it with npm install/ },
  );
  await rejects(
    asked({ OTEL_METRICS_EXPORTER: 'otlp' }, () => Promise.reject(new TypeError('broken'))),
    { name: 'TypeError' },
  );
});

test('a signal that is not asked for is not started', async () => {
  const started: object[] = [];
  const start = async (variables: Record<string, string>): Promise<void> => {
    await telemetryAsked(
      variables,
      () => {},
      async () => ({
        startNodeSdk: (options) => {
          started.push(options ?? {});
          return { shutdown: async () => {} };
        },
      }),
    ).then((begin) =>
      begin?.({
        history: undefined as never,
        targets: [],
        probes: [],
        location: 'here',
        now: () => 0,
      }).end(),
    );
  };
  await start({ OTEL_TRACES_EXPORTER: 'otlp' });
  await start({ OTEL_METRICS_EXPORTER: 'otlp' });
  deepEqual(
    started.map((options) => ['spanProcessors', 'metricReaders', 'propagators'].filter((name) => name in options)),
    [
      ['metricReaders', 'propagators'],
      ['spanProcessors', 'propagators'],
    ],
  );
  equal(started.length, 2);
});

const cases: readonly (readonly [NodeJS.ProcessEnv, isTerminal: boolean, isColoured: boolean])[] = [
  [{}, true, true],
  [{}, false, false],
  [{ TERM: 'dumb' }, true, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '1', TERM: 'dumb' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '' }, false, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
];

for (const [environment, isTerminal, isColoured] of cases) {
  test(`${JSON.stringify(environment)} ${isTerminal ? 'in a terminal' : 'in a file'}`, () => {
    assert.equal(wantsColor(environment, isTerminal), isColoured);
  });
}
