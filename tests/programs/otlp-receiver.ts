/** A receiver of OpenTelemetry, by OTLP over HTTP. */
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from '../cli/preflight-process.ts';

type Value = {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly Value[] };
};
type Pairs = readonly { readonly key: string; readonly value: Value }[];
type Plain = string | number | boolean | readonly string[];

export type ToldSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code: number };
  readonly attributes: Readonly<Record<string, Plain>>;
};

export type ToldPoint = {
  readonly metric: string;
  readonly unit: string;
  readonly attributes: Readonly<Record<string, Plain>>;
  /** Of a histogram, its count. */
  readonly value: number;
  readonly bounds: readonly number[] | undefined;
};

const plain = ({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): Plain =>
  arrayValue?.values.map((each) => String(plain(each))) ?? stringValue ?? boolValue ?? doubleValue ?? Number(intValue);

const plainly = (pairs: Pairs): ToldSpan['attributes'] =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, plain(value)]));

type Resource = { readonly resource: { readonly attributes: Pairs } };
type Traces = {
  readonly resourceSpans: readonly (Resource & {
    readonly scopeSpans: readonly { readonly spans: readonly (ToldSpan & { readonly attributes: Pairs })[] }[];
  })[];
};
type Point = {
  readonly attributes: Pairs;
  readonly asInt?: number | string;
  readonly asDouble?: number;
  readonly count?: number | string;
  readonly explicitBounds?: readonly number[];
};
type Metrics = {
  readonly resourceMetrics: readonly (Resource & {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly ({ readonly name: string; readonly unit: string } & Partial<
        Record<'sum' | 'gauge' | 'histogram', { readonly dataPoints: readonly Point[] }>
      >)[];
    }[];
  })[];
};

type Came = { readonly path: string; readonly type: string; readonly bytes: Buffer };

/** An answer without a word, in the form that was sent. */
const taken = (response: ServerResponse): ServerResponse =>
  response.end(response.getHeader('content-type') === 'application/json' ? '{}' : '');

export const otlpReceiver = async (answer: (response: ServerResponse) => void = taken) => {
  const came: Came[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const type = request.headers['content-type'] ?? '';
    came.push({ path: request.url ?? '', type, bytes });
    response.setHeader('content-type', type);
    answer(response);
  });
  const address = await listening(server);
  const told = <T>(path: string): T[] =>
    came.filter((each) => each.path === path).map(({ bytes }) => JSON.parse(bytes.toString()) as T);
  const resourceSpans = () => told<Traces>('/v1/traces').flatMap((each) => each.resourceSpans);
  return {
    ...address,
    came,
    resource: () => plainly(resourceSpans()[0]?.resource.attributes ?? []),
    spans: (): ToldSpan[] =>
      resourceSpans()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: plainly(span.attributes) })),
    points: (): ToldPoint[] =>
      told<Metrics>('/v1/metrics')
        .flatMap(({ resourceMetrics }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics)
        .flatMap(
          ({ name, unit, sum, gauge, histogram }) =>
            (sum ?? gauge ?? histogram)?.dataPoints.map((point) => ({
              metric: name,
              unit,
              attributes: plainly(point.attributes),
              value: Number(point.count ?? point.asInt ?? point.asDouble),
              bounds: point.explicitBounds,
            })) ?? [],
        ),
  };
};
