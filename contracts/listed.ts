/** Lists and charts of the history, as programs and pages get them. */
import { z } from 'zod';
import { incident, unsent } from './incident.ts';
import { maintenanceWindow } from './service-state.ts';

const moment = z.iso.datetime();
const count = z.int().nonnegative();

/** Where the next page begins; null on the last. */
const next = z.string().nullable();

const listedRun = z.strictObject({
  id: z.string(),
  probe: z.string(),
  target: z.string(),
  location: z.string(),
  /** When its slot was due; null outside a schedule. */
  due: moment.nullable(),
  startedAt: moment,
  finishedAt: moment,
  verdict: z.enum(['pass', 'fail', 'inconclusive']),
  requests: count,
  bookings: count,
  tickets: count,
  /** Whether its record is kept; later only its counts are. */
  isWhole: z.boolean(),
  /** Its time is in the future: the clock of its machine ran ahead. */
  isAhead: z.boolean(),
});

export const runList = z
  .strictObject({ runs: z.array(listedRun), next })
  .meta({ id: 'RunList', description: 'Runs, the newest first.' });
export type RunList = z.infer<typeof runList>;

export const incidentList = z
  .strictObject({ incidents: z.array(incident), next, unsent: z.array(unsent) })
  .meta({ id: 'IncidentList', description: 'Incidents, the newest first, and what could not be told so far.' });
export type IncidentList = z.infer<typeof incidentList>;

export const missedList = z
  .strictObject({
    slots: z.array(z.strictObject({ probe: z.string(), location: z.string(), due: moment, reason: z.string() })),
    next,
  })
  .meta({ id: 'MissedList', description: 'Slots that were due and have no result, the newest first.' });
export type MissedList = z.infer<typeof missedList>;

export const windowList = z
  .strictObject({ windows: z.array(maintenanceWindow) })
  .meta({ id: 'WindowList', description: 'Maintenance windows that are open, and those of the last days.' });
export type WindowList = z.infer<typeof windowList>;

/** How often a clause had each outcome in an hour or a day. A period without a measurement counts nothing. */
const heatCell = z.strictObject({ from: moment, pass: count, fail: count, flaky: count, unclear: count });

/** An hour or a day in which the service was down, as more than one run found, and its share: from 0 to 1. */
const downPeriod = z.strictObject({
  from: moment,
  share: z.number().min(0).max(1),
  /** The incident of it, where it was opened by a run. */
  incident: z.string().nullable(),
});

export const heatMap = z
  .strictObject({
    period: z.enum(['hour', 'day']),
    /** Every hour or day of the span, the oldest first. */
    from: z.array(moment),
    /** These come before what the cells count; periods without an outage are left out. */
    down: z.array(downPeriod),
    clauses: z.array(z.strictObject({ clause: z.string(), area: z.string(), cells: z.array(heatCell) })),
  })
  .meta({ id: 'HeatMap', description: 'Clauses by time: how often each held and was broken.' });
export type HeatMap = z.infer<typeof heatMap>;

const latencyPoint = z.strictObject({
  from: moment,
  count: z.int().positive(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
});

export const latencyChart = z
  .strictObject({
    period: z.enum(['hour', 'day']),
    operations: z.array(z.strictObject({ operation: z.string(), points: z.array(latencyPoint) })),
  })
  .meta({ id: 'LatencyChart', description: 'How long each operation took, by hour or by day.' });
export type LatencyChart = z.infer<typeof latencyChart>;

/** One clause that a run found broken. */
export const failureList = z
  .strictObject({
    failures: z.array(
      z.strictObject({
        run: z.string(),
        probe: z.string(),
        at: moment,
        clause: z.string(),
        fingerprint: z.string(),
        /** The incident of this failure, where one was opened. */
        incident: z.string().nullable(),
      }),
    ),
    next,
  })
  .meta({ id: 'FailureList', description: 'Where a clause was broken, the newest first.' });
export type FailureList = z.infer<typeof failureList>;
