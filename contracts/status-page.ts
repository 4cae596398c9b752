/** What a status page shows outsiders: the parts of a service, now and on the days before, without internals. */
import { z } from 'zod';
import { areas } from './areas.ts';

/** The worst first. What is not known is never good, and what is known to be bad is worse. */
export const statusWords = [
  'major_outage',
  'partial_outage',
  'degraded_performance',
  'under_maintenance',
  'unknown',
  'operational',
] as const;
export type StatusWord = (typeof statusWords)[number];

/** In UTC. */
const moment = z.iso.datetime();
const state = z.enum(statusWords);

const day = z.strictObject({
  day: z.iso.date(),
  /** Of the day as a whole: out where all of the service was out for a time, else by what held and what did not. */
  state,
  /** How much of the day all of the service was out, from 0 to 1; maintenance is left out. */
  downShare: z.number().min(0).max(1),
  /** Of the checks that gave an answer, or found the service in trouble; rounded down, null where there was none. */
  heldPercent: z.number().min(0).max(100).nullable(),
  /** A part of the day was under maintenance, or all of it. */
  hasMaintenance: z.boolean(),
});
export type StatusDay = z.infer<typeof day>;

const area = z.strictObject({
  name: z.enum(areas),
  state,
  /** The beginning of the hour in which it began, or of the outage; null where all is well, or it is not known. */
  since: moment.nullable(),
  /** The oldest first, today last; empty where the history cannot be read. */
  days: z.array(day),
});
export type StatusArea = z.infer<typeof area>;

const outage = z.strictObject({
  /** The last good answer and the first look without one: it began between them. Null where no good one is known. */
  goodAt: moment.nullable(),
  brokeAt: moment,
  /** The last look without an answer. */
  lastAt: moment,
});

const service = z.strictObject({
  name: z.string(),
  state,
  /** All of it is out now; null where it is not. */
  outage: outage.nullable(),
  /** When the last measurement ended. */
  measuredAt: moment.nullable(),
  /** When a maintenance that is under way is to be over. */
  maintenanceUntil: moment.nullable(),
  areas: z.array(area),
});
export type StatusService = z.infer<typeof service>;

const spell = z.strictObject({
  service: z.string(),
  /** Null where it was all of the service. */
  area: z.enum(areas).nullable(),
  /** The worst of it. */
  state,
  /** Whole hours, but for maintenance and for outages of all of the service. */
  from: moment,
  /** Null while it goes on. */
  until: moment.nullable(),
  /** Of an outage: it began after the last good answer, and was over after the last look without one. */
  goodAt: moment.nullable(),
  lastAt: moment.nullable(),
});
export type StatusSpell = z.infer<typeof spell>;

export const statusPage = z
  .strictObject({
    schema: z.literal('preflight.status/1'),
    title: z.string(),
    state,
    /** In a line. */
    sentence: z.string(),
    /** When this was made. */
    at: moment,
    /** When the measurements could be read for the last time; null where they never could. */
    lookedAt: moment.nullable(),
    services: z.array(service),
    /** Of the last seven days, the newest first. */
    lately: z.array(spell),
  })
  .meta({ id: 'StatusPage', description: 'What outsiders are told of a service.' });
export type StatusPage = z.infer<typeof statusPage>;
