/** What an alert says of an incident: one form for all channels, made only of what may leave the machine. */
import { z } from 'zod';
import { incidentKinds } from './incident.ts';

export const alertEvents = ['opened', 'closed', 'test', 'missed'] as const;

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
    /** How long it was open, in ms; only when it has closed. */
    openMs: z.int().nonnegative().optional(),
    /** How often it has opened within a day, when that is often. */
    flapping: z.int().positive().optional(),
    /** From which locations it was seen, where they have names. */
    locations: z.array(z.string()).optional(),
    /** The run that shows it, and how a person sees and repeats it. */
    run: z.string().optional(),
    commands: z.array(z.string()),
  })
  .meta({ id: 'Alert', description: 'What is told of an incident to people and programs.' });
export type Alert = z.infer<typeof alert>;
