/** What routes are asked with. */
import { z } from 'zod';
import { UsageError } from '../../contracts/usage-error.ts';
import { probesOfTarget } from '../../history/probe-names.ts';
import { everyProbe } from '../../history/tables.ts';
import { watchedIn } from '../../history/watched.ts';
import type { RouteParts } from './route.ts';

const minuteMs = 60_000;
const unitMs = { m: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs, w: 7 * 24 * 60 * minuteMs } as const;

/** In ms. */
export const span = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhdw]$/, 'write minutes, hours, days or weeks: 90m, 24h, 7d or 4w')
  .transform((text) => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs]);

export const name = z.string().min(1).max(200);

export const ofProbes = { probe: name.optional(), target: name.optional(), since: span.prefault('24h') };

type Meant = { readonly probe?: string | undefined; readonly target?: string | undefined };

/** The probes that are meant: the one that is named, or those of a target, or all. */
export const probesMeant = async ({ probe, target }: Meant, { history: { read } }: RouteParts): Promise<string[]> => {
  const all = await probesOfTarget(read, target);
  if (probe === undefined) return all;
  if (!all.includes(probe)) throw new UsageError(`nothing is kept of probe '${probe}'`);
  return [probe];
};

/** Also those that never ran, which have nothing but missed slots; undefined for all. */
export const probesWatched = async ({ probe, target }: Meant, parts: RouteParts): Promise<string[] | undefined> => {
  if (probe !== undefined) return [probe];
  if (target === undefined) return undefined;
  const watched = await watchedIn(parts.history.read, parts.now());
  const ofTarget = watched.filter((each) => each.target === target).map((each) => each.probe);
  return [...new Set([...ofTarget, ...(await probesMeant({ target }, parts))])];
};

/** As what their counts are kept: of all together there are counts, too. */
export const countedProbes = async (meant: Meant, parts: RouteParts): Promise<string[]> =>
  meant.probe === undefined && meant.target === undefined ? [everyProbe] : probesMeant(meant, parts);
