/** Metrics for Prometheus: the last run of each probe in the names of the field, and the rest under one prefix. */

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { severities } from '../contracts/clause.ts';
import { dayMs } from '../contracts/durations.ts';
import { incidentKinds, type Unsent } from '../contracts/incident.ts';
import type { TargetPending } from '../contracts/pending.ts';
import { type StateNow, serviceStates } from '../contracts/service-state.ts';
import type { UnsavedCounts } from '../contracts/unsaved.ts';
import { type LatencyLately, latencyLately } from '../history/charts.ts';
import { pendingIn, slosIn, type Watched, watchedIn } from '../history/fresh-notes.ts';
import type { Reading } from '../history/history.ts';
import { unsent } from '../history/outbox.ts';
import { latestAt } from '../history/runs.ts';
import type { IncidentRow } from '../history/tables.ts';
import { StoreFailed } from '../stores/database.ts';
import { isStaleAt, type LastRuns, type StateReader, type UnpackedRun } from './state-now.ts';

type MetricsParts = {
  readonly read: Reading;
  readonly lastRunsOf: LastRuns;
  readonly stateNow: StateReader;
  readonly version: string;
  readonly unsaved: () => UnsavedCounts;
};

/** Gauges that the library calls totals: Prometheus's own check complains of them. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

const missedLately = (read: Reading, now: number): Promise<Measured['missed']> =>
  read
    .selectFrom('slot')
    .select(({ fn }) => ['probe', 'location', fn.countAll<number>().as('slots')])
    .where('state', '=', 'missed')
    .where('at', '>=', now - dayMs)
    .where('at', '<=', latestAt(now))
    .groupBy(['probe', 'location'])
    .execute();

const measuredAt = async ({ read, lastRunsOf, stateNow }: MetricsParts, now: number): Promise<Measured> => {
  const watched = await watchedIn(read, now);
  const lastOf = await lastRunsOf(watched, now);
  const last = watched.flatMap((one): FreshRun[] => {
    const run = lastOf(one).findLast(({ isHourly }) => !isHourly);
    return run ? [{ watched: one, run }] : [];
  });
  const state = await stateNow(now);
  const latency: Measured['latency'][number][] = [];
  for (const { target } of state.targets) {
    const probes = [...new Set(watched.filter((one) => one.target === target).map(({ probe }) => probe))];
    latency.push({ target, operations: await latencyLately(read, { probes, now }) });
  }
  return {
    state,
    watched,
    slos: await slosIn(read, now),
    last,
    fresh: last.filter(({ watched: one, run }) => !isStaleAt(run.finishedAt, one, now)),
    openIncidents: await read
      .selectFrom('incident')
      .select(['target', 'kind', 'severity'])
      .where('closedAt', 'is', null)
      .execute(),
    missed: await missedLately(read, now),
    latency,
    unsent: await unsent(read),
    duties: await pendingIn(read, now),
  };
};

/** Nothing is known of a store that cannot be read; another error is a mistake here. */
const ifReadable = (thrown: unknown): undefined => {
  if (thrown instanceof StoreFailed) return undefined;
  throw thrown;
};

/** What only ever grows ends so, as Prometheus has it. */
const shaped = ({ name, help, labels: labelNames }: AnyMetric, registry: Registry): Counter | Gauge => {
  const about = { name, help, labelNames, registers: [registry] };
  return name.endsWith('_total') ? new Counter(about) : new Gauge(about);
};

export const metricsReader = (parts: MetricsParts) => {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  for (const name of misnamed) ofProcess.removeSingleMetric(name);
  return {
    contentType: ofProcess.contentType,
    text: async (now: number): Promise<string> => {
      const measured = await measuredAt(parts, now).catch(ifReadable);
      const own = { version: parts.version, unsaved: parts.unsaved(), isStoreRead: measured !== undefined };
      const registry = new Registry();
      const show = (metric: AnyMetric, samples: readonly Sample[]): void => {
        const shown = shaped(metric, registry);
        for (const [labels, value] of samples) shown.inc(labels, value);
      };
      for (const metric of measured ? storeMetrics : []) show(metric, metric.samples(measured as Measured));
      for (const metric of ownMetrics) show(metric, metric.samples(own));
      return `${await registry.metrics()}\n${await ofProcess.metrics()}`;
    },
  };
};

type FreshRun = { readonly watched: Watched; readonly run: UnpackedRun };

type Measured = {
  readonly state: StateNow;
  readonly watched: readonly Watched[];
  readonly slos: Awaited<ReturnType<typeof slosIn>>;
  readonly last: readonly FreshRun[];
  readonly fresh: readonly FreshRun[];
  readonly openIncidents: readonly Pick<IncidentRow, 'target' | 'kind' | 'severity'>[];
  readonly missed: readonly { readonly probe: string; readonly location: string; readonly slots: number }[];
  readonly latency: readonly { readonly target: string; readonly operations: readonly LatencyLately[] }[];
  readonly unsent: readonly Unsent[];
  readonly duties: readonly TargetPending[];
};

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

type AnyMetric = { readonly name: string; readonly help: string; readonly labels: readonly string[] };

/** All are gauges: each is true of the moment, and a store that forgets makes none of them wrong. */
type Metric = AnyMetric & { readonly samples: (measured: Measured) => readonly Sample[] };

/** What is known without the store. */
type OwnState = { readonly version: string; readonly unsaved: UnsavedCounts; readonly isStoreRead: boolean };
type OwnMetric = AnyMetric & { readonly samples: (own: OwnState) => readonly Sample[] };

const ofProbe = ['probe', 'target', 'location'] as const;
const labelsOf = ({ probe, target, location }: Watched): Labels => ({ probe, target, location });
const seconds = (ms: number): number => ms / 1_000;

const perRun = (runs: readonly FreshRun[], value: (run: UnpackedRun) => number): Sample[] =>
  runs.map(({ watched, run }) => [labelsOf(watched), value(run)]);

const isInMaintenance = ({ targets }: StateNow, name: string): boolean =>
  targets.some(({ target, isInMaintenance: isOpen }) => isOpen && target === name);

/** Of a probe. A run that is too old says nothing of now, and has no sample. */
const probeMetrics: readonly Metric[] = [
  {
    name: 'probe_success',
    help: 'Whether all that the last run of a probe judged held (1) or not (0)',
    labels: ofProbe,
    samples: ({ fresh }) => perRun(fresh, ({ verdict }) => Number(verdict === 'pass')),
  },
  {
    name: 'probe_duration_seconds',
    help: 'How long the last run of a probe took',
    labels: ofProbe,
    samples: ({ fresh }) => perRun(fresh, ({ startedAt, finishedAt }) => seconds(finishedAt - startedAt)),
  },
  {
    name: 'probe_http_duration_seconds',
    help: 'Where the time of the requests of the last run went, summed over all of them',
    labels: [...ofProbe, 'phase'],
    samples: ({ fresh }) =>
      fresh.flatMap(({ watched, run }) =>
        Object.entries(run.httpPhasesMs ?? {}).map(
          ([phase, ms]): Sample => [{ ...labelsOf(watched), phase }, seconds(ms)],
        ),
      ),
  },
  {
    name: 'preflight_probe_requests',
    help: 'Requests that the last run of a probe has sent',
    labels: ofProbe,
    samples: ({ fresh }) => perRun(fresh, ({ requests }) => requests),
  },
  {
    name: 'preflight_probe_clauses',
    help: 'Clauses of the last run of a probe by outcome',
    labels: [...ofProbe, 'outcome'],
    samples: ({ fresh }) =>
      fresh.flatMap(({ watched, run }) =>
        Object.entries(run.totals ?? {}).map(([outcome, count]): Sample => [{ ...labelsOf(watched), outcome }, count]),
      ),
  },
  {
    name: 'preflight_probe_last_run_timestamp_seconds',
    help: 'When the last run of a probe ended; alert when it is older than some intervals',
    labels: ofProbe,
    samples: ({ last }) => perRun(last, ({ finishedAt }) => seconds(finishedAt)),
  },
  {
    name: 'preflight_probe_interval_seconds',
    help: 'The shortest time between two slots of a probe',
    labels: ofProbe,
    samples: ({ watched }) => watched.map((one) => [labelsOf(one), seconds(one.intervalMs)]),
  },
  {
    name: 'preflight_probe_bad',
    help: 'Whether the last run of a probe counts against its error budget (1) or for it (0); no sample for neither',
    labels: ofProbe,
    samples: ({ fresh, state }) =>
      perRun(
        fresh.filter(({ watched, run }) => run.sample !== null && !isInMaintenance(state, watched.target)),
        ({ sample }) => Number(sample === 'bad'),
      ),
  },
  {
    name: 'preflight_probe_slo',
    help: 'The share of the runs of a probe that has to pass',
    labels: ofProbe,
    samples: ({ watched, slos }) =>
      watched.flatMap((one): Sample[] => {
        const found = slos.find(({ probe, location }) => probe === one.probe && location === one.location);
        return found ? [[labelsOf(one), found.slo]] : [];
      }),
  },
  {
    name: 'preflight_slots_missed',
    help: 'Slots of the last 24 hours that were due and have no result',
    labels: ofProbe,
    samples: ({ watched, missed }) =>
      watched.map((one) => {
        const found = missed.find(({ probe, location }) => probe === one.probe && location === one.location);
        return [labelsOf(one), found?.slots ?? 0];
      }),
  },
];

const targetMetrics: readonly Metric[] = [
  {
    name: 'preflight_target_state',
    help: 'How a target stands now: 1 for its state, 0 for the others',
    labels: ['target', 'state'],
    samples: ({ state }) =>
      state.targets.flatMap(({ target, state: now }) =>
        serviceStates.map((each): Sample => [{ target, state: each }, Number(each === now)]),
      ),
  },
  {
    name: 'preflight_target_down_since_timestamp_seconds',
    help: 'When the first bad run of the outage ended that a target is in; no sample where it is not down',
    labels: ['target'],
    samples: ({ state }) =>
      state.targets.flatMap(({ target, outage }): Sample[] =>
        outage ? [[{ target }, seconds(Date.parse(outage.brokeAt))]] : [],
      ),
  },
  {
    name: 'preflight_area_broken_clauses',
    help: 'Clauses of a topic that are broken now; no sample where nothing of it was judged lately',
    labels: ['target', 'area'],
    samples: ({ state }) =>
      state.targets.flatMap(({ target, areas }) =>
        areas.filter(({ judged }) => judged > 0).map(({ area, broken }): Sample => [{ target, area }, broken.length]),
      ),
  },
  {
    name: 'preflight_target_maintenance',
    help: 'Whether a maintenance window is open (1) or not (0)',
    labels: ['target'],
    samples: ({ state }) =>
      state.targets.map(({ target, isInMaintenance }): Sample => [{ target }, Number(isInMaintenance)]),
  },
  {
    name: 'preflight_incidents_open',
    help: 'Incidents that are open',
    labels: ['target', 'kind'],
    samples: ({ state, openIncidents }) =>
      state.targets.flatMap(({ target }) =>
        incidentKinds.map((kind): Sample => {
          const those = openIncidents.filter((each) => each.target === target && each.kind === kind);
          return [{ target, kind }, those.length];
        }),
      ),
  },
  {
    name: 'preflight_incidents_open_severity',
    help: 'Incidents that are open, by the worst that broke in them',
    labels: ['target', 'severity'],
    samples: ({ state, openIncidents }) =>
      state.targets.flatMap(({ target }) =>
        severities.map((severity): Sample => {
          const those = openIncidents.filter((each) => each.target === target && each.severity === severity);
          return [{ target, severity }, those.length];
        }),
      ),
  },
  {
    name: 'preflight_operation_duration_seconds',
    help: 'Latency of an operation within this hour and the one before, by percentile',
    labels: ['target', 'operation', 'percentile'],
    samples: ({ latency }) =>
      latency.flatMap(({ target, operations }) =>
        operations.flatMap(({ operation, p50Ms, p95Ms, p99Ms }) =>
          Object.entries({ p50: p50Ms, p95: p95Ms, p99: p99Ms }).map(
            ([percentile, ms]): Sample => [{ target, operation, percentile }, seconds(ms)],
          ),
        ),
      ),
  },
];

const perBudget = (
  duties: readonly TargetPending[],
  value: (budget: TargetPending['budgets'][number]) => number,
): Sample[] =>
  duties.flatMap(({ target, location, budgets }) =>
    budgets.map((each) => [{ target, location, what: each.what }, value(each)]),
  );

const pendingMetrics: readonly Metric[] = [
  {
    name: 'preflight_budget_used',
    help: 'What was spent of a budget within 24 hours',
    labels: ['target', 'location', 'what'],
    samples: ({ duties }) => perBudget(duties, ({ used }) => used),
  },
  {
    name: 'preflight_budget_per_day',
    help: 'What may be spent of a budget within 24 hours',
    labels: ['target', 'location', 'what'],
    samples: ({ duties }) => perBudget(duties, ({ perDay }) => perDay),
  },
  {
    name: 'preflight_left_behind',
    help: 'Bookings that runs have left behind and that are not ended yet',
    labels: ['target', 'location'],
    samples: ({ duties }) => duties.map(({ target, location, left }) => [{ target, location }, left.length]),
  },
  {
    name: 'preflight_obligations',
    help: 'What was begun and waits for its time to be checked',
    labels: ['target', 'location'],
    samples: ({ duties }) =>
      duties.map(({ target, location, obligations }) => [{ target, location }, obligations.length]),
  },
  {
    name: 'preflight_alerts_waiting',
    help: 'Alerts that could not be sent to a channel',
    labels: ['channel'],
    samples: ({ unsent }) => unsent.map(({ channel, waiting }) => [{ channel }, waiting]),
  },
];

/** Served also while the store cannot be read. */
const ownMetrics: readonly OwnMetric[] = [
  {
    name: 'preflight_store_up',
    help: 'Whether the store can be read (1) or not (0); without it nothing else is known',
    labels: [],
    samples: ({ isStoreRead }) => [[{}, Number(isStoreRead)]],
  },
  {
    name: 'preflight_results_unsaved',
    help: 'Results of this monitor that are not in the store: in files beside it, or in memory alone',
    labels: ['where'],
    samples: ({ unsaved: { inMemory, onDisk } }) => [
      [{ where: 'memory' }, inMemory],
      [{ where: 'disk' }, onDisk],
    ],
  },
  {
    name: 'preflight_results_dropped_total',
    help: 'Results of this monitor that are lost, because its memory for unsaved ones was full',
    labels: [],
    samples: ({ unsaved: { dropped } }) => [[{}, dropped]],
  },
  {
    name: 'preflight_build_info',
    help: 'Which version this is',
    labels: ['version'],
    samples: ({ version }) => [[{ version }, 1]],
  },
];

const storeMetrics: readonly Metric[] = [...probeMetrics, ...targetMetrics, ...pendingMetrics];

export const metrics: readonly AnyMetric[] = [...storeMetrics, ...ownMetrics];
