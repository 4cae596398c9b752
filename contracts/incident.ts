/** An incident as it is reported to people and programs. */
import { z } from 'zod';
import { severities } from './clause.ts';
import { operationIds } from './operations.ts';

export const incidentKinds = ['contract', 'service', 'network', 'ours', 'slo', 'latency'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** `acknowledged`: a person looks after it. `silenced`: its alerts are muted until a set time. */
const incidentStates = ['open', 'acknowledged', 'silenced', 'closed'] as const;

const moment = z.iso.datetime();

/** What a silence mutes: this incident, those about the same clauses, or those of the same kind at the target. */
export const silenceScopes = ['incident', 'clause', 'target'] as const;
export type SilenceScope = (typeof silenceScopes)[number];

/** What was seen of an incident, from the first to the last time: an outage often changes its face. */
export const seenInIncident = z.strictObject({
  probe: z.string(),
  cause: z.string(),
  /** In a line. */
  title: z.string(),
  firstAt: moment,
  lastAt: moment,
  /** When it was over; null while it is not. */
  endedAt: moment.nullable(),
  /** The trouble as it was recorded: a status such as `503`, or how no answer came, such as `refused`. */
  trouble: z.string().optional(),
  operations: z.array(z.enum(operationIds)).optional(),
  clauses: z.array(z.string()).optional(),
  /** What a clause of a target file says; the table has the others. */
  sentence: z.string().optional(),
  /** What was promised and what came, each in a line. */
  expected: z.string().optional(),
  actual: z.string().optional(),
  /** By which the service finds the request in its logs. */
  requestId: z.string().optional(),
  /** Neither a control host nor another target has shown that our own network worked. */
  isNetworkUnchecked: z.boolean().optional(),
});
export type SeenInIncident = z.infer<typeof seenInIncident>;

/** What the store keeps of it, in a column of JSON. */
export const seenIn = ({ seen }: { readonly seen: string }): SeenInIncident[] =>
  seenInIncident.array().parse(JSON.parse(seen));

/** What its title is about: an incident may have been seen in other forms before and since. */
export const titled = (title: string, seen: readonly SeenInIncident[]): SeenInIncident | undefined =>
  seen.findLast((each) => each.title === title) ?? seen.at(-1);

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
  silencedFor: z.string().nullable(),
  severity: z.enum(severities),
  /** The last good run before it and the first bad one: it began between them. Null where that is not known. */
  goodAt: moment.nullable(),
  brokeAt: moment.nullable(),
  /** The first at the beginning; empty in what earlier versions kept. */
  seen: z.array(seenInIncident),
  /** The incident whose page lists this one. */
  joins: z.string().nullable(),
});
export type Incident = z.infer<typeof incident>;

/** What a monitor calls its location when the location has no name. */
export const unnamedLocation = 'here';

/** `waits`: it is sent, or tried again, soon. */
const notificationStates = ['sent', 'waits', 'given up'] as const;

const notification = z.strictObject({
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

// What an alert says of an incident: one form for all channels, made only of what may leave the machine.

/** `reminder`: it is still open. `joined`: other targets broke together with that of an earlier alert. */
const alertEvents = ['opened', 'closed', 'test', 'missed', 'reminder', 'joined'] as const;

export const alert = z
  .strictObject({
    schema: z.literal('preflight.alert/1'),
    /** The same in every sending of one alert, so that a receiver recognizes a repetition. */
    key: z.string(),
    event: z.enum(alertEvents),
    at: z.iso.datetime(),
    target: z.string(),
    probe: z.string(),
    incident: z.string(),
    kind: z.enum(incidentKinds),
    /** In a line. */
    title: z.string(),
    /** What the person on call does first. */
    firstStep: z.string(),
    severity: z.enum(severities).optional(),
    /** The last good run before it and the first bad one, where they are known. */
    goodAt: z.iso.datetime().optional(),
    brokeAt: z.iso.datetime().optional(),
    /** Of what is over: the last bad run, and the first good one after it. */
    lastBadAt: z.iso.datetime().optional(),
    firstGoodAt: z.iso.datetime().optional(),
    /** What was seen of it so far, the first at the beginning. */
    seen: z.array(seenInIncident).optional(),
    /** Other targets that broke together with it. */
    joined: z.array(z.strictObject({ target: z.string(), title: z.string(), incident: z.string() })).optional(),
    /** Where a browser shows it. */
    link: z.url().optional(),
    /** How long it was open, in ms; of an opening only where it is sent later, as to a channel that escalates. */
    openMs: z.int().nonnegative().optional(),
    /** The channels that have its opening already, while no person has acknowledged it. */
    sentTo: z.array(z.string()).optional(),
    /** How often it has opened within a day, when that is often. */
    flapping: z.int().positive().optional(),
    /** From which locations it was seen, where they have names. */
    locations: z.array(z.string()).optional(),
    /** The run that shows it, and how a person sees and repeats it. */
    run: z.string().optional(),
    commands: z.array(z.string()),
  })
  .meta({ id: 'Alert', description: 'What is reported of an incident to people and programs.' });
export type Alert = z.infer<typeof alert>;
