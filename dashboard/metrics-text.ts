/** Asks the store what the metrics need, and writes them in the form of Prometheus. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { latencyLately } from '../history/charts.ts';
import { dutiesIn } from '../history/duties.ts';
import type { Reading } from '../history/open.ts';
import { unsent } from '../history/outbox.ts';
import { type Watched, watchedIn } from '../history/watched.ts';
import { isStaleAt, type LastRuns } from './last-runs.ts';
import { type FreshRun, type Measured, metrics } from './metrics.ts';
import type { StateReader } from './state-now.ts';

export type MetricsParts = {
  readonly read: Reading;
  readonly lastRunsOf: LastRuns;
  readonly stateNow: StateReader;
  readonly version: string;
};

export type MetricsReader = {
  readonly contentType: string;
  text(now: number): Promise<string>;
};

/** Gauges that the library calls totals: Prometheus's own check complains of them. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

const dayMs = 24 * 3_600_000;

const missedLately = (read: Reading, now: number): Promise<Measured['missed']> =>
  read
    .selectFrom('slot')
    .select(({ fn }) => ['probe', 'location', fn.countAll<number>().as('slots')])
    .where('state', '=', 'missed')
    .where('at', '>=', now - dayMs)
    .groupBy(['probe', 'location'])
    .execute();

const measuredAt = async ({ read, lastRunsOf, stateNow, version }: MetricsParts, now: number): Promise<Measured> => {
  const watched = await watchedIn(read, now);
  const lastOf = await lastRunsOf(watched);
  const last = watched.flatMap((one): FreshRun[] => {
    const run = lastOf(one).at(-1);
    return run ? [{ watched: one, run }] : [];
  });
  const state = await stateNow(now);
  const probesOf = (target: string): string[] => [
    ...new Set(watched.filter((one: Watched) => one.target === target).map(({ probe }) => probe)),
  ];
  const latency: { target: string; operations: Awaited<ReturnType<typeof latencyLately>> }[] = [];
  for (const { target } of state.targets) {
    latency.push({ target, operations: await latencyLately(read, { probes: probesOf(target), now }) });
  }
  return {
    version,
    state,
    watched,
    last,
    fresh: last.filter(({ watched: one, run }) => !isStaleAt(run.finishedAt, one, now)),
    openIncidents: await read.selectFrom('incident').select(['target', 'kind']).where('closedAt', 'is', null).execute(),
    missed: await missedLately(read, now),
    latency,
    unsent: await unsent(read),
    duties: await dutiesIn(read, now),
  };
};

export const metricsReader = (parts: MetricsParts): MetricsReader => {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  for (const name of misnamed) ofProcess.removeSingleMetric(name);
  return {
    contentType: ofProcess.contentType,
    text: async (now) => {
      const measured = await measuredAt(parts, now);
      const registry = new Registry();
      for (const { name, help, labels, samples } of metrics) {
        const gauge = new Gauge({ name, help, labelNames: labels, registers: [registry] });
        for (const [labelsOfSample, value] of samples(measured)) gauge.set(labelsOfSample, value);
      }
      return `${await registry.metrics()}\n${await ofProcess.metrics()}`;
    },
  };
};
