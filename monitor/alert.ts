/** What is told of an incident: one form for all channels, made of what may leave the machine. */
import { z } from 'zod';
import { incidentKinds } from '../history/tables.ts';

export const alertEvents = ['opened', 'closed', 'test', 'missed'] as const;

export const alert = z
  .strictObject({
    schema: z.literal('preflight.alert/1'),
    /** The same however often it is sent, so that whoever gets it twice can tell. */
    key: z.string(),
    event: z.enum(alertEvents),
    at: z.iso.datetime(),
    target: z.string(),
    probe: z.string(),
    incident: z.string(),
    kind: z.enum(incidentKinds),
    /** In a line. */
    title: z.string(),
    /** What whoever is on call does first. */
    firstStep: z.string(),
    /** How long it was open, in ms; only when it has closed. */
    openMs: z.int().nonnegative().optional(),
    /** How often it has opened within a day, when that is often. */
    flapping: z.int().positive().optional(),
    /** The run that shows it, and how a person sees and repeats it. */
    run: z.string().optional(),
    commands: z.array(z.string()),
  })
  .meta({ id: 'Alert', description: 'What is told of an incident to people and programs.' });
export type Alert = z.infer<typeof alert>;

const minuteMs = 60_000;

/** As people say it: `7 min`, `3 h 20 min`. */
export const spanText = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
};

const names = {
  contract: 'broken promise',
  service: 'trouble of the service',
  network: 'trouble of our own network',
  ours: 'an error of ours',
  slo: 'error budget',
  latency: 'slow, and not failing',
} as const satisfies Record<Alert['kind'], string>;

/** Its first line: what a pager shows, and the subject of a letter. */
export const headline = ({ event, target, kind, title, openMs, flapping }: Alert): string => {
  const often = flapping === undefined ? '' : `, flapping: ${flapping} times in a day`;
  switch (event) {
    case 'opened':
      return `[${target}] ${names[kind]}: ${title}${often}`;
    case 'closed':
      return `[${target}] over after ${spanText(openMs ?? 0)}: ${title}${often}`;
    case 'missed':
      return `[${target}] missed: ${title}`;
    case 'test':
      return `[${target}] test of this channel: ${title}`;
  }
};

/** For people, in lines. */
export const alertText = (told: Alert): string =>
  [
    headline(told),
    '',
    ...(told.event === 'closed' ? [] : [`First: ${told.firstStep}`]),
    `Probe ${told.probe}, ${told.at.slice(0, 19).replace('T', ' ')} UTC${told.run === undefined ? '' : `, run ${told.run}`}`,
    ...told.commands.map((command) => `  ${command}`),
  ].join('\n');
