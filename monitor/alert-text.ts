/** An alert in words: its first line, and all of it. */
import type { Alert } from '../contracts/alert.ts';

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
    `Probe ${told.probe}${told.locations === undefined ? '' : ` from ${told.locations.join(', ')}`}, ${told.at.slice(0, 19).replace('T', ' ')} UTC${told.run === undefined ? '' : `, run ${told.run}`}`,
    ...told.commands.map((command) => `  ${command}`),
  ].join('\n');
