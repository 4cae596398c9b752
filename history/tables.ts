/** The tables of the store. Moments are ms since the epoch, in UTC; what is a list or an object is JSON. */
import type { Generated } from 'kysely';
import type { EvidencePart } from '../contracts/bundle.ts';
import type { Severity } from '../contracts/clause.ts';
import type { IncidentKind, SilenceScope } from '../contracts/incident.ts';

export type RunVerdict = 'pass' | 'fail' | 'inconclusive';

/** `bad`: a promise was broken, or the service was in trouble. */
export type SampleVerdict = 'good' | 'bad';

/** One run of a probe, of a gate or of a night. */
export type RunRow = {
  id: string;
  /** `gate:` and `nightly:` with the target for those, so that their counts are of one target. */
  probe: string;
  target: string;
  location: string;
  /** The slot that it was run for; null outside a schedule. */
  slotAt: number | null;
  startedAt: number;
  finishedAt: number;
  verdict: RunVerdict;
  /** What it is to an error budget; null where it could not measure the service. */
  sample: SampleVerdict | null;
  requests: number;
  bookings: number;
  tickets: number;
  /** Clauses that passed only when they were tried again: a JSON list. */
  flaky: string;
  /** The run record, in its shareable form; null once it was rolled up. */
  record: string | null;
  /** 1: every request, the login included, ended in trouble of the service. 0: it answered. Null: not known. */
  isDown: number | null;
  /** The trouble of a run that found the service down, in a line. */
  trouble: string | null;
  /** 1: the clock of its machine was set back afterwards, to a time before it. */
  isAhead: number;
};

/** A clause of a run that did not pass, once for each cause. */
export type FindingRow = {
  runId: string;
  probe: string;
  at: number;
  clause: string;
  outcome: 'fail' | 'error' | 'inconclusive';
  /** A fingerprint of a failure, else why nothing was shown. */
  cause: string;
};

export const periods = ['hour', 'day'] as const;
export type Period = (typeof periods)[number];

/** Under which what was counted of all probes together is kept: no probe has this name. */
export const everyProbe = '*';

/** How often each clause stood how, by hour and by day: of a probe, and of all. */
export type ClauseCountRow = {
  probe: string;
  clause: string;
  period: Period;
  from: number;
  pass: number;
  fail: number;
  inconclusive: number;
  error: number;
  flaky: number;
  /** Of those that failed: a policy or a waiver accepts the failure. */
  excused: number;
  /** Of those that are inconclusive: the service was in trouble, and not we or our network. */
  trouble: number;
};

/** How many requests took how long, by bins of `bins.ts`, which are added up to be merged. Of a probe, and of all. */
export type LatencyRow = {
  probe: string;
  operation: string;
  period: Period;
  from: number;
  bin: number;
  count: number;
};

/** How many runs of a probe began on a day of UTC, by their verdicts. */
export type RunsOfDayRow = { probe: string; from: number } & Record<RunVerdict, number>;

export const slotStates = ['leased', 'done', 'missed'] as const;

/** One due execution: of each probe, moment and location there is one. */
export type SlotRow = {
  probe: string;
  location: string;
  at: number;
  state: (typeof slotStates)[number];
  /** Which monitor runs it, and until when no other does. */
  owner: string | null;
  leasedUntil: number | null;
  /** How often it was begun: what has an effect is begun once. */
  begun: number;
  endedAt: number | null;
  runId: string | null;
  /** Why it was missed. */
  reason: string | null;
};

export { type IncidentKind, incidentKinds } from '../contracts/incident.ts';

export type IncidentRow = {
  id: string;
  target: string;
  probe: string;
  kind: IncidentKind;
  /** What the failures have in common: a fingerprint, or the name of a trouble. */
  cause: string;
  title: string;
  openedAt: number;
  closedAt: number | null;
  /** The run that opened it, and the last that showed it. */
  runId: string | null;
  lastRunId: string | null;
  lastAt: number;
  times: number;
  /** Where it was seen the last time: a JSON list. */
  locations: string;
  acknowledgedAt: number | null;
  acknowledgedBy: string | null;
  silencedUntil: number | null;
  silencedBy: string | null;
  /** When it was reported to the channels; null until then, and for ever where it closed before. */
  toldOpenedAt: number | null;
  toldClosedAt: number | null;
  severity: Severity;
  /** Everything that was seen of it, the first at the beginning: a JSON list of `SeenInIncident`. */
  seen: string;
  /** The first bad run, and of an outage the last good one before it; null where it is not known. */
  brokeAt: number | null;
  goodAt: number | null;
  /** The incident whose page lists this one, because both broke together; null where it has a page of its own. */
  joins: string | null;
  /** When channels were last reminded of it. */
  remindedAt: number | null;
};

/** What shows the failure that opened an incident. */
export type BundleRow = { incidentId: string; bundle: string };

/** One exchange of an outage, in its shareable form, gzipped, in base64: one of each part and operation. */
export type EvidenceRow = {
  incidentId: string;
  part: EvidencePart;
  operation: string;
  at: number;
  exchange: string;
};

/** What an outage keeps, as seen by a probe at a location: the last good answers, and the first bad ones since. */
export type GoodAnswersRow = {
  probe: string;
  location: string;
  target: string;
  at: number;
  /** `Answers`, gzipped, in base64. */
  exchanges: string;
};

/** Mutes incidents until its end. It ends with the incident in which it was asked for. */
export type SilenceRow = {
  id: Generated<number>;
  incidentId: string;
  /** `incident`: only this one. `clause`: those about the same clauses. `target`: those of the same kind. */
  scope: SilenceScope;
  target: string;
  kind: IncidentKind;
  /** A JSON list; of the scope `clause` alone. */
  clauses: string;
  from: number;
  until: number;
  by: string;
  reason: string;
};

/** What was seen lately of one cause of a probe at one location, from which incidents open and close. */
export type CauseRow = {
  probe: string;
  cause: string;
  /** `*` for what is counted of all locations together. */
  location: string;
  kind: IncidentKind;
  /** The last of them, the newest at the end: `F` and `P`. */
  recent: string;
  /** Since when it has been broken as seen from there; null where it is not. */
  brokenSince: number | null;
  /** The first failure of those that are counted; null where none is. */
  failingSince: number | null;
  at: number;
};

/** A notification, written before it is sent, and sent at least once. */
export type OutboxRow = {
  /** The same however often it is sent. */
  key: string;
  channel: string;
  body: string;
  /** The one that has to be there first: an end that overtakes its beginning would never end. */
  follows: string | null;
  createdAt: number;
  /** When it is tried next; null once nothing more is to be done. */
  dueAt: number | null;
  tries: number;
  sentAt: number | null;
  lastError: string | null;
};

export type MaintenanceRow = {
  id: Generated<number>;
  /** A target, or `*`. */
  target: string;
  from: number;
  /** Every window ends, so that a pipeline that dies does not mute a target for ever. */
  until: number;
  reason: string;
  openedBy: string;
};

/** What is reported once, and what has to be known after a restart. */
export type NoteRow = { name: string; value: string; at: number };

export type Tables = {
  run: RunRow;
  finding: FindingRow;
  clause: ClauseCountRow;
  latency: LatencyRow;
  runsOfDay: RunsOfDayRow;
  slot: SlotRow;
  incident: IncidentRow;
  bundle: BundleRow;
  evidence: EvidenceRow;
  goodAnswers: GoodAnswersRow;
  silence: SilenceRow;
  cause: CauseRow;
  outbox: OutboxRow;
  maintenance: MaintenanceRow;
  note: NoteRow;
};

type Keys = { readonly [T in keyof Tables]: readonly (keyof Tables[T] & string)[] };

/** The columns that identify rows; what is referred to stands before what refers to it. */
export const keysOfTables = {
  run: ['id'],
  finding: ['runId', 'clause', 'cause'],
  clause: ['probe', 'period', 'from', 'clause'],
  latency: ['probe', 'period', 'from', 'operation', 'bin'],
  runsOfDay: ['probe', 'from'],
  slot: ['probe', 'location', 'at'],
  incident: ['id'],
  bundle: ['incidentId'],
  evidence: ['incidentId', 'part', 'operation'],
  goodAnswers: ['probe', 'location'],
  silence: ['id'],
  cause: ['probe', 'cause', 'location'],
  outbox: ['key'],
  maintenance: ['id'],
  note: ['name'],
} as const satisfies Keys;

export type TableName = keyof typeof keysOfTables;
export const tableNames = Object.keys(keysOfTables) as TableName[];

/** In a PostgreSQL: a separate schema, so that what else is in the database stays as it is. */
export const schema = 'preflight_history';

/** There is one while a history is moved into it. */
export const movingTable = 'moving';
