/** What the history of runs says of a span of time: what is broken since when, what is new, still there and fixed. */

import { z } from 'zod';
import { severities } from './clause.ts';
import { unsent } from './incident.ts';

/** Also one that this version does not know any more. */
const clause = z.string();
const moment = z.iso.datetime();
const count = z.int().nonnegative();
const verdict = z.enum(['pass', 'fail', 'inconclusive']);
const ms = z.number().nonnegative();

/** `unknown`: too few requests to distinguish a trend from noise. */
const trends = ['slower', 'faster', 'steady', 'unknown'] as const;
const trend = z.enum(trends);
export type Trend = z.infer<typeof trend>;

const incident = z.strictObject({
  id: z.string(),
  kind: z.string(),
  target: z.string(),
  probe: z.string(),
  title: z.string(),
  openedAt: moment,
  /** Null while it is open. */
  closedAt: moment.nullable(),
  /** When it was seen last, and how often. */
  lastAt: moment,
  times: count,
  severity: z.enum(severities),
  /** The last good run before it and the first bad one: it began between them. Null where that is not known. */
  goodAt: moment.nullable(),
  brokeAt: moment.nullable(),
  /** Who looks after it. */
  acknowledgedBy: z.string().nullable(),
  /** Who muted it, until when and why; null where no silence acts. */
  silencedBy: z.string().nullable(),
  silencedUntil: moment.nullable(),
  silencedFor: z.string().nullable(),
  /** The run that opened it; null where none did, as of an error budget. */
  run: z.string().nullable(),
});

const brokenClause = z.strictObject({
  clause,
  /** As of a policy: `warns` and `waived` do not fail a gate. */
  weight: z.enum(['fails', 'warns', 'waived']),
  /** Where it fails, as far as the last run that showed it is kept whole. */
  operation: z.string().nullable(),
  place: z.string().nullable(),
  /** Since when it fails without a pass in between; of what is long ago only the day is known, and no run. */
  since: moment,
  sinceRun: z.string().nullable(),
  /** The last run that showed it. */
  lastAt: moment,
  lastRun: z.string().nullable(),
  /** `new`: it broke within the span. */
  state: z.enum(['new', 'still']),
  /** No run has judged it after that. */
  isUnjudgedSince: z.boolean(),
});

const fixedClause = z.strictObject({ clause, since: moment, fixedAt: moment, fixedRun: z.string().nullable() });

/** It passed only when it was tried again: how often, and of how many times that it was judged. */
const flakyClause = z.strictObject({ clause, times: count, of: count });

const percentiles = z.strictObject({ count, p50Ms: ms, p95Ms: ms });

const latency = z.strictObject({
  operation: z.string(),
  ...percentiles.shape,
  /** In the span before; null where there were no requests. */
  before: percentiles.nullable(),
  p50Trend: trend,
  p95Trend: trend,
});

const missedSlots = z.strictObject({ reason: z.string(), count, lastAt: moment });

const probe = z.strictObject({
  probe: z.string(),
  /** Null before its first run. */
  target: z.string().nullable(),
  /** At any time; null where there is none. */
  lastRun: z
    .strictObject({
      id: z.string(),
      at: moment,
      verdict,
      /** Clauses of it that trouble, or our own error, kept from a verdict. */
      unclear: count,
    })
    .nullable(),
  /** In the span; all 0 means that there are no data. */
  runs: z.strictObject({ pass: count, fail: count, inconclusive: count }),
  broken: z.array(brokenClause),
  fixed: z.array(fixedClause),
  flaky: z.array(flakyClause),
  latency: z.array(latency),
  missed: z.array(missedSlots),
});

export const historyReport = z
  .strictObject({
    schema: z.literal('preflight.history/1'),
    at: moment,
    /** The beginning of the span. Counts begin with the hour or the day of it, as `countedFrom` says. */
    since: moment,
    countedFrom: moment,
    /** Open ones, and those that closed within the span. */
    incidents: z.array(incident),
    /** The alerts that could not be sent so far. */
    unsent: z.array(unsent),
    probes: z.array(probe),
    /** With which the command ended: only in what `--json` prints. */
    exitCode: z.int().nonnegative().optional(),
  })
  .meta({ id: 'HistoryReport', description: 'What the history of runs says of a span of time.' });

export const historyPage = z
  .strictObject({
    ...historyReport.shape,
    /** The probe behind which the next page begins; null on the last. */
    next: z.string().nullable(),
  })
  .meta({ id: 'HistoryPage', description: 'What the history of runs says of a span of time, some probes at a time.' });
export type HistoryPage = z.infer<typeof historyPage>;
export type HistoryReport = z.infer<typeof historyReport>;
export type ProbeReport = HistoryReport['probes'][number];
