/** What a monitor reports to OpenTelemetry after each slot: requests are not wrapped. Only this file knows its API. */
import {
  type BatchObservableResult,
  type HrTime,
  type Meter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { TracedRun } from './run-slot.ts';
import { type Attributes, requestAttributes, requestsIn, type SpanOfRun, spanOfRun } from './run-spans.ts';
import type { SlotResult } from './slot-result.ts';
import { missedSlots, type OfStore, openIncidents } from './store-measures.ts';

export type Telemetry = {
  /** A run that has come to its end. */
  traced(run: TracedRun): void;
  /** Reports the result of a slot. */
  report(result: SlotResult): void;
};

/** As the conventions advise for requests; a probe takes longer. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const probeBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800];

/** A plain number that is small would be taken for one of `performance.now()`. */
const timeOf = (ms: number): HrTime => {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.floor((ms - seconds * 1_000) * 1e6)];
};

/** A parent ends before its children begin, so that it is there where a queue is full. */
const emit = (tracer: Tracer, one: SpanOfRun, parent = ROOT_CONTEXT): void => {
  const kind = one.isRequest ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const { name, attributes, startMs, endMs, isFailed, children } = one;
  const span = tracer.startSpan(name, { kind, attributes, startTime: timeOf(startMs) }, parent);
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(timeOf(endMs));
  for (const child of children) emit(tracer, child, trace.setSpan(parent, span));
};

const instruments = (meter: Meter) => ({
  requests: meter.createHistogram('http.client.request.duration', {
    description: 'Duration of HTTP client requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: requestBuckets },
  }),
  durations: meter.createHistogram('preflight.probe.duration', {
    description: 'How long the run of a probe took.',
    unit: 's',
    advice: { explicitBucketBoundaries: probeBuckets },
  }),
  runs: meter.createCounter('preflight.probe.runs', { description: 'Runs of probes.', unit: '{run}' }),
});

const observeStore = (meter: Meter, store: OfStore): void => {
  const missed = meter.createObservableCounter('preflight.slots.missed', {
    description: 'Moments at which nothing was measured.',
    unit: '{slot}',
  });
  const open = meter.createObservableGauge('preflight.incidents.open', {
    description: 'Incidents that are open.',
    unit: '{incident}',
  });
  const missedSoFar = missedSlots(store);
  const observe = async (to: BatchObservableResult): Promise<void> => {
    for (const { probe, reason, missed: count } of await missedSoFar())
      to.observe(missed, count, { ...ofSlot({ probe, location: store.location }), 'preflight.missed.reason': reason });
    for (const { target, kind, open: count } of await openIncidents(store))
      to.observe(open, count, { 'preflight.target': target, 'preflight.incident.kind': kind });
  };
  // While the store is away the monitor says so itself, and nothing is known of it.
  meter.addBatchObservableCallback((to) => observe(to).catch(() => {}), [missed, open]);
};

const ofSlot = ({ probe, location }: SlotResult['slot'] | { probe: string; location: string }): Attributes => ({
  'preflight.probe': probe,
  'preflight.location': location,
});

type EndedSlot = Exclude<SlotResult, { kind: 'missed' }>;

const verdictOf = (result: EndedSlot): string => {
  if (result.kind === 'ran') return result.record.verdict;
  return result.cases.some(({ shown }) => shown === 'failed') ? 'fail' : 'pass';
};

export const telemetryOf = ({ tracer, meter, store }: { tracer: Tracer; meter: Meter; store: OfStore }): Telemetry => {
  const { requests, durations, runs } = instruments(meter);
  observeStore(meter, store);
  return {
    traced: (run) => {
      emit(tracer, spanOfRun(run));
      for (const one of run.traces)
        for (const each of requestsIn(run, one))
          requests.record(each.durationMs / 1_000, requestAttributes(each, run.target));
    },
    report: (result) => {
      // Those are counted where they are kept: many have no result.
      if (result.kind === 'missed') return;
      const of = { ...ofSlot(result.slot), 'preflight.target': result.target, 'preflight.verdict': verdictOf(result) };
      runs.add(1, of);
      if (result.kind !== 'ran') return;
      const { startedAt, finishedAt } = result.record;
      durations.record((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000, of);
    },
  };
};
