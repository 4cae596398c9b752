/** What Prometheus is told: the last run of each probe in the names of the field, and the rest under one prefix. */
import type { TargetDuties } from '../contracts/duties.ts';
import { incidentKinds, type Unsent } from '../contracts/incident.ts';
import { type StateNow, serviceStates } from '../contracts/service-state.ts';
import type { LatencyLately } from '../history/charts.ts';
import type { IncidentRow } from '../history/tables.ts';
import type { Watched } from '../history/watched.ts';
import type { LastRun } from './last-runs.ts';

/** A probe whose last run tells of now. */
export type FreshRun = { readonly watched: Watched; readonly run: LastRun };

/** All that is asked of the store for one answer. */
export type Measured = {
  readonly version: string;
  readonly state: StateNow;
  readonly watched: readonly Watched[];
  readonly last: readonly FreshRun[];
  readonly fresh: readonly FreshRun[];
  readonly openIncidents: readonly Pick<IncidentRow, 'target' | 'kind'>[];
  readonly missed: readonly { readonly probe: string; readonly location: string; readonly slots: number }[];
  readonly latency: readonly { readonly target: string; readonly operations: readonly LatencyLately[] }[];
  readonly unsent: readonly Unsent[];
  readonly duties: readonly TargetDuties[];
};

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

/** All are gauges: each is true of the moment, and a store that forgets makes none of them wrong. */
export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly samples: (measured: Measured) => readonly Sample[];
};

const ofProbe = ['probe', 'target', 'location'] as const;
const labelsOf = ({ probe, target, location }: Watched): Labels => ({ probe, target, location });
const seconds = (ms: number): number => ms / 1_000;

const perRun = (runs: readonly FreshRun[], value: (run: LastRun) => number): Sample[] =>
  runs.map(({ watched, run }) => [labelsOf(watched), value(run)]);

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

const dutyMetrics: readonly Metric[] = [
  {
    name: 'preflight_budget_used',
    help: 'What was spent of a budget within 24 hours',
    labels: ['target', 'location', 'what'],
    samples: ({ duties }) =>
      duties.flatMap(({ target, location, budgets }) =>
        budgets.map(({ what, used }): Sample => [{ target, location, what }, used]),
      ),
  },
  {
    name: 'preflight_budget_per_day',
    help: 'What may be spent of a budget within 24 hours',
    labels: ['target', 'location', 'what'],
    samples: ({ duties }) =>
      duties.flatMap(({ target, location, budgets }) =>
        budgets.map(({ what, perDay }): Sample => [{ target, location, what }, perDay]),
      ),
  },
  {
    name: 'preflight_left_behind',
    help: 'Bookings that runs have left behind and nobody has ended yet',
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
    help: 'Alerts that a channel was not told although it was tried',
    labels: ['channel'],
    samples: ({ unsent }) => unsent.map(({ channel, waiting }) => [{ channel }, waiting]),
  },
  {
    name: 'preflight_build_info',
    help: 'Which version this is',
    labels: ['version'],
    samples: ({ version }) => [[{ version }, 1]],
  },
];

export const metrics: readonly Metric[] = [...probeMetrics, ...targetMetrics, ...dutyMetrics];
