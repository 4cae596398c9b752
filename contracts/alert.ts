/** What an alert says of an incident: one form for all channels, made only of what may leave the machine. */
import { z } from 'zod';
import { severities } from './clause.ts';
import { incidentKinds, seenInIncident } from './incident.ts';

/** `reminder`: it is still open. `joined`: other targets broke together with that of an earlier alert. */
export const alertEvents = ['opened', 'closed', 'test', 'missed', 'reminder', 'joined'] as const;

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
