/** An incident as it is reported to people and programs. */
import { z } from 'zod';

export const incidentKinds = ['contract', 'service', 'network', 'ours', 'slo', 'latency'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** `acknowledged`: a person looks after it. `silenced`: its alerts are muted until a set time. */
export const incidentStates = ['open', 'acknowledged', 'silenced', 'closed'] as const;

const moment = z.iso.datetime();

export const incident = z.strictObject({
  id: z.string(),
  target: z.string(),
  probe: z.string(),
  kind: z.enum(incidentKinds),
  state: z.enum(incidentStates),
  /** In a line. */
  title: z.string(),
  openedAt: moment,
  closedAt: moment.nullable(),
  /** When a run has last shown it, and how many have since it opened. */
  lastAt: moment,
  times: z.int().positive(),
  /** The named locations from which it was seen the last time; none where it is counted of all of them together. */
  locations: z.array(z.string()),
  /** The run that opened it; null where no single run does. */
  run: z.string().nullable(),
  acknowledgedBy: z.string().nullable(),
  silencedBy: z.string().nullable(),
  silencedUntil: moment.nullable(),
});
export type Incident = z.infer<typeof incident>;

/** What a monitor calls its location when the location has no name. */
export const unnamedLocation = 'here';

/** `waits`: it is sent, or tried again, soon. */
export const notificationStates = ['sent', 'waits', 'given up'] as const;

export const notification = z.strictObject({
  channel: z.string(),
  event: z.string(),
  state: z.enum(notificationStates),
  /** When it was written, and when it has arrived. */
  at: moment,
  sentAt: moment.nullable(),
  tries: z.int().nonnegative(),
  /** Why it could not be sent the last time. */
  lastError: z.string().nullable(),
});
export type Notification = z.infer<typeof notification>;

/** Alerts that a channel failed to deliver; the monitor tries again. */
export const unsent = z.strictObject({
  channel: z.string(),
  waiting: z.int().positive(),
  /** When the oldest of them was written. */
  since: moment,
  lastError: z.string(),
});
export type Unsent = z.infer<typeof unsent>;

export const incidentDetail = z.strictObject({
  incident,
  /** What the person on call does first. */
  firstStep: z.string(),
  /** What a person types next. */
  commands: z.array(z.string()),
  notifications: z.array(notification),
});
export type IncidentDetail = z.infer<typeof incidentDetail>;
