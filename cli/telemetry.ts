/** Loads the SDK of OpenTelemetry where the usual variables ask for it, and starts it with what they say. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../contracts/usage-error.ts';
import { preflightVersion } from '../contracts/version.ts';
import type { StartTelemetry } from '../monitor/monitor-surroundings.ts';
import { oneLine } from '../reports/safe-text.ts';

/** As the package asks for it. */
export const sdkVersion = '^0.301.0';
const sdkName = '@opentelemetry/sdk-node';

/** What is not taken by then is lost: the end of a monitor does not wait for a receiver. */
const flushMsMax = 5_000;

type Sdk = Pick<typeof import('@opentelemetry/sdk-node'), 'startNodeSdk'>;

const endpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const signals = ['TRACES', 'METRICS'] as const;
type Signal = (typeof signals)[number];

/** The variable that asks for a signal; undefined where none does, or one says `none`. */
const askedBy = (signal: Signal, variables: NodeJS.ProcessEnv): string | undefined => {
  const exporter = `OTEL_${signal}_EXPORTER`;
  const named = (variables[exporter] ?? '').split(',').map((each) => each.trim());
  if (named.includes('none')) return undefined;
  if (named.some((each) => each !== '')) return exporter;
  return [`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, endpoint].find((each) => variables[each]);
};

const isHttp = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '');

/** Its value is not repeated: it may hold a key. */
const assertEndpoints = (variables: NodeJS.ProcessEnv): void => {
  // A receiver of gRPC has no scheme.
  if (Object.entries(variables).some(([name, value]) => /^OTEL_.*_PROTOCOL$/.test(name) && value === 'grpc')) return;
  for (const name of [endpoint, ...signals.map((signal) => `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`)]) {
    const url = variables[name];
    if (url && !isHttp(url)) throw new UsageError(`${name} is no address of HTTP: take http://localhost:4318, say`);
  }
};

const isNotFound = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  thrown.code === 'ERR_MODULE_NOT_FOUND' &&
  thrown.message.includes(sdkName);

const sdkFor = async (variable: string, load: () => Promise<Partial<Sdk>>): Promise<Sdk> => {
  const install = `install it with npm install ${sdkName}@${sdkVersion}, or set OTEL_SDK_DISABLED=true`;
  const found = await load().catch((thrown: unknown) => {
    if (!isNotFound(thrown)) throw thrown;
    throw new UsageError(`${variable} asks for OpenTelemetry, whose SDK is not here: ${install}`);
  });
  const { startNodeSdk } = found;
  if (startNodeSdk) return { startNodeSdk };
  throw new UsageError(`${variable} asks for OpenTelemetry, whose SDK is of another version here: ${install}`);
};

/** The SDK prints an error as JSON of all its parts. */
const messageIn = (printed: string): string => {
  try {
    const { message, code } = JSON.parse(printed) as { message?: unknown; code?: unknown };
    return [message, code].filter((each) => each !== undefined).join(' ') || printed;
  } catch {
    return printed;
  }
};

/** A receiver that is away stays away for long, and each minute something is sent. */
const once = (notice: (line: string) => void): ((...messages: unknown[]) => void) => {
  let isReported = false;
  return (...messages) => {
    if (isReported) return;
    isReported = true;
    const text = messages.filter((each) => typeof each === 'string').map(messageIn);
    notice(`OpenTelemetry: ${oneLine(text.join(': '), 160)}; this is said once, and probing goes on`);
  };
};

/** An error of telemetry does not touch a slot. */
const unless =
  <T>(report: (reason: string) => void, work: (about: T) => void): ((about: T) => void) =>
  (about) => {
    try {
      work(about);
    } catch (thrown) {
      report(String(thrown));
    }
  };

/** What the SDK would find out of this machine (its name, the command line, its user) stays here. */
const resourceOf = (version: string, { OTEL_SERVICE_NAME: name }: NodeJS.ProcessEnv) => ({
  resourceDetectors: [
    {
      detect: () => ({
        attributes: {
          'service.name': 'preflight',
          'service.version': version,
          'service.instance.id': randomUUID(),
        },
      }),
    },
  ],
  ...(name && { resourceAttributes: { 'service.name': name } }),
});

const flushed = async (shutdown: () => Promise<void>, report: (reason: string) => void): Promise<void> => {
  const isOver = new AbortController();
  const late = setTimeout(flushMsMax, `the last was not taken within ${flushMsMax / 1_000} s`, {
    signal: isOver.signal,
  });
  const outcome = await Promise.race([shutdown().catch((thrown: unknown) => String(thrown)), late]);
  isOver.abort();
  await late.catch(() => {});
  if (typeof outcome === 'string') report(outcome);
};

/**
 * @returns undefined where no variable asks for it; nothing of it is loaded then.
 * @throws UsageError where the SDK is not installed, or an address is none.
 */
export const telemetryAsked = async (
  variables: NodeJS.ProcessEnv,
  notice: (line: string) => void,
  load: () => Promise<Partial<Sdk>> = () => import('@opentelemetry/sdk-node'),
): Promise<StartTelemetry | undefined> => {
  if (variables.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return undefined;
  const [traces, metrics] = signals.map((signal) => askedBy(signal, variables));
  const asked = traces ?? metrics;
  if (asked === undefined) return undefined;
  assertEndpoints(variables);
  const { startNodeSdk } = await sdkFor(asked, load);
  const api = await import('@opentelemetry/api');
  const { telemetryOf } = await import('../monitor/telemetry.ts');
  const version = preflightVersion;
  return (store) => {
    const report = once(notice);
    const { shutdown } = startNodeSdk({
      ...resourceOf(version, variables),
      ...(traces === undefined && { spanProcessors: [] }),
      ...(metrics === undefined && { metricReaders: [] }),
      logRecordProcessors: [],
      propagators: [],
      logLevel: 'warn',
    });
    const silent = () => {};
    const logger = { error: report, warn: report, info: silent, debug: silent, verbose: silent };
    api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
    const tracer = api.trace.getTracer('preflight', version);
    const meter = api.metrics.getMeter('preflight', version);
    const { traced, report: reported } = telemetryOf({ tracer, meter, store });
    return { traced: unless(report, traced), report: unless(report, reported), end: () => flushed(shutdown, report) };
  };
};
