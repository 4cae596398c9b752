/** One run as a tree of spans, by OpenTelemetry's conventions for HTTP clients: as data, made when the run is over. */
import { operations } from '../contracts/operations.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import { sentIn } from '../engine/judge-flow.ts';
import { summary } from '../reports/summary.ts';
import type { TracedRun } from './run-slot.ts';

export type Attributes = Record<string, string | number | boolean | string[]>;

/** Moments are ms since the epoch, with fractions. */
export type SpanOfRun = {
  readonly name: string;
  readonly isRequest?: true;
  readonly startMs: number;
  readonly endMs: number;
  readonly isFailed: boolean;
  readonly attributes: Attributes;
  readonly children: readonly SpanOfRun[];
};

/** What has answered, or should have: a name and a port, and nothing else of an address, which may hold a secret. */
const serverOf = ({ baseUrl }: TracedRun['target']): Attributes => {
  const { protocol, hostname, port } = new URL(baseUrl);
  return {
    'server.address': hostname.replace(/^\[(.*)\]$/, '$1'),
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
  };
};

/** For a client every status from 400 on is an error, also one that we meant to get. */
const errorOf = ({ response, failure }: Exchange): string | undefined =>
  failure?.kind ?? (response && response.status >= 400 ? String(response.status) : undefined);

/** From few values: these are counted by, too. No answer says anything here but its status. */
export const requestAttributes = (exchange: Exchange, target: TracedRun['target']): Attributes => {
  const { method, path } = operations[exchange.operation];
  const { response } = exchange;
  const error = errorOf(exchange);
  return {
    'http.request.method': method,
    'url.template': path,
    ...serverOf(target),
    ...(response && { 'http.response.status_code': response.status }),
    ...(error !== undefined && { 'error.type': error }),
  };
};

const requestSpan = (exchange: Exchange, { target }: TracedRun): SpanOfRun => {
  const { method, path } = operations[exchange.operation];
  const startMs = Date.parse(exchange.sentAt);
  return {
    name: `${method} ${path}`,
    isRequest: true,
    startMs,
    endMs: startMs + exchange.durationMs,
    isFailed: errorOf(exchange) !== undefined,
    attributes: { ...requestAttributes(exchange, target), 'preflight.operation': exchange.operation },
    children: [],
  };
};

/** What was sent in this run: neither by the one that began an obligation, nor what was withheld. */
export const requestsIn = ({ record }: Pick<TracedRun, 'record'>, trace: Trace): Exchange[] =>
  sentIn(record.id, trace).filter(({ failure }) => failure?.kind !== 'withheld');

const broken = (clauses: readonly string[]): Attributes =>
  clauses.length > 0 ? { 'preflight.clauses.broken': [...new Set(clauses)] } : {};

const flowSpan = (trace: Trace, run: TracedRun, clauses: ReadonlySet<string>): SpanOfRun[] => {
  const children = requestsIn(run, trace).map((each) => requestSpan(each, run));
  // A trace that goes on from a former run began with that run.
  if (trace.resumed && children.length === 0) return [];
  const startMs = Math.min(
    ...(trace.resumed ? [] : [Date.parse(trace.startedAt)]),
    ...children.map((each) => each.startMs),
  );
  const ofFlow = run.record.verdicts.filter(({ flow, outcome }) => flow === trace.flow && outcome === 'fail');
  const failed = ofFlow.map(({ clause }) => clause).filter((clause) => clauses.has(clause));
  const stopped = trace.error ? 'error' : trace.stopped?.because;
  return [
    {
      name: `flow ${trace.flow}`,
      startMs,
      endMs: Math.max(startMs, ...children.map(({ endMs }) => endMs)),
      isFailed: failed.length > 0 || trace.error !== undefined,
      attributes: {
        'preflight.flow': trace.flow,
        ...(stopped !== undefined && { 'preflight.flow.stopped': stopped }),
        ...broken(failed),
      },
      children,
    },
  ];
};

/** The root; all others lie within it, though the durations of requests are finer than the clock. */
export const spanOfRun = (run: TracedRun): SpanOfRun => {
  const { record, slot, traces, confirms } = run;
  const failing = summary(record).standings.filter(({ outcome, weight }) => outcome === 'fail' && weight === 'fails');
  const clauses = failing.map(({ clause }) => clause);
  const children = traces.flatMap((trace) => flowSpan(trace, run, new Set(clauses)));
  return {
    name: `probe ${slot.probe}`,
    startMs: Math.min(Date.parse(record.startedAt), ...children.map(({ startMs }) => startMs)),
    endMs: Math.max(Date.parse(record.finishedAt), ...children.map(({ endMs }) => endMs)),
    // What could not be measured is not well, either.
    isFailed: record.verdict !== 'pass',
    attributes: {
      'preflight.probe': slot.probe,
      'preflight.target': record.target,
      'preflight.location': slot.location,
      'preflight.run.id': record.id,
      'preflight.verdict': record.verdict,
      ...(record.depth && { 'preflight.depth': record.depth }),
      ...(confirms && { 'preflight.run.confirms': true }),
      ...broken(clauses),
    },
    children,
  };
};
