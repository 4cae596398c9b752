/** How a service stands now, target by target and area by area. */
import { z } from 'zod';

/** A maintenance window as it is reported to people and programs. */
const windowStates = ['open', 'over'] as const;

export const maintenanceWindow = z.strictObject({
  id: z.int().positive(),
  /** `*` for all. */
  target: z.string(),
  state: z.enum(windowStates),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  reason: z.string(),
  openedBy: z.string(),
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;

/**
 * The worst first.
 * `down`: it does not answer: every request of a run, the login included, ended in trouble, twice.
 * `broken`: a promise is broken.
 * `trouble`: some requests are not answered as a service should.
 * `slow`: it answers, and too slowly.
 * `unknown`: it was not measured lately, or we could not ask it, which is never good.
 * `holds`: what was judged holds.
 */
export const serviceStates = ['down', 'broken', 'trouble', 'unknown', 'slow', 'holds'] as const;
export type ServiceState = (typeof serviceStates)[number];

const moment = z.iso.datetime();
const state = z.enum(serviceStates);

const areaState = z.strictObject({
  /** A topic, and the area that it is in: the two are named as they were before areas had their names. */
  area: z.string(),
  family: z.string(),
  state,
  /** Clauses that are broken now. */
  broken: z.array(z.string()),
  /** Clauses of it that were judged lately. */
  judged: z.int().nonnegative(),
  /** Clauses of it that found the service in trouble, and not us or our network. */
  troubled: z.int().nonnegative(),
  /** Whether a clause that shows something about the area was judged; refusals need no knowledge of the area. */
  tells: z.boolean(),
  /** The run that says so, where there is one. */
  run: z.string().nullable(),
});
export type AreaState = z.infer<typeof areaState>;

const probeState = z.strictObject({
  probe: z.string(),
  location: z.string(),
  intervalMs: z.number().positive(),
  /** Its last run; null before the first. */
  last: z.strictObject({ run: z.string(), at: moment, verdict: z.enum(['pass', 'fail', 'inconclusive']) }).nullable(),
  /** Its last run is so old that it says nothing of now. */
  isStale: z.boolean(),
});
export type ProbeState = z.infer<typeof probeState>;

const outage = z.strictObject({
  /** The last good run before it and the first bad one: it began between them. Null where no good one is known. */
  goodAt: moment.nullable(),
  brokeAt: moment,
  /** The last bad run so far, and what it met, in a line; null where an earlier version kept it. */
  lastAt: moment,
  trouble: z.string().nullable(),
  /** From where it is seen, as far as a place has a name. */
  locations: z.array(z.string()),
});

const targetState = z.strictObject({
  target: z.string(),
  state,
  /** Why it is `down`; null where it is not. */
  outage: outage.nullable(),
  /** Since when it is worse than it should be; null where it is not, or the time is not known. */
  since: moment.nullable(),
  isInMaintenance: z.boolean(),
  openIncidents: z.int().nonnegative(),
  /** When it was last measured. */
  measuredAt: moment.nullable(),
  areas: z.array(areaState),
  probes: z.array(probeState),
});
export type TargetState = z.infer<typeof targetState>;

export const serviceState = z
  .strictObject({ at: moment, targets: z.array(targetState) })
  .meta({ id: 'ServiceState', description: 'How each target stands now.' });
export type StateNow = z.infer<typeof serviceState>;

/** The worst of several; `unknown` where there is none. */
export const worstOf = (states: readonly ServiceState[]): ServiceState =>
  serviceStates.find((each) => states.includes(each)) ?? 'unknown';
